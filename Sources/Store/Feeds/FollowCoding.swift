import CRDT
import Domain
import Primitives

/// The encoding of what is followed, as a field value.
///
///     1  person, 32 bytes
///     2  tag, folded: text
///     3  reference to a thing, 16 bytes
///     4  search, as it is spelled out: text
extension Followed {
    var spelled: [UInt8] {
        switch self {
        case .person(let person): return [1] + person.key.bytes
        case .tag(let name): return [2] + Array(name.utf8)
        case .thing(let reference): return [3] + reference.bytes.bytes
        case .search(let text): return [4] + Array(text.utf8)
        }
    }

    /// Decodes `bytes`; nil if they are invalid or not in canonical form, because a newer version may follow what
    /// this one cannot. Earlier versions folded tags to lower case, and so encoded some tags that are equal today in
    /// several ways.
    init?(spelled bytes: [UInt8]) {
        guard let form = bytes.first else { return nil }
        let rest = Array(bytes.dropFirst())
        switch form {
        case 1:
            guard let key = Bytes32(rest) else { return nil }
            self = .person(PersonID(key))
        case 2:
            guard let name = String(validating: rest, as: UTF8.self),
                case .success(let tag) = TagName.normalise(name),
                CanonicalComposition.compose(tag.name.lowercased()).utf8.elementsEqual(rest)
            else { return nil }
            self = .tag(tag.folded)
        case 3:
            guard let reference = Bytes16(rest) else { return nil }
            self = .thing(ThingReference(reference))
        case 4:
            guard rest.count <= Limits.queryBytesMax,
                let text = String(validating: rest, as: UTF8.self),
                case .success(let query) = SearchQuery.parse(text)
            else { return nil }
            let spelled = query.spelled
            // How tags inside a search were folded cannot be told from its letters, so text beyond ASCII need not be
            // canonical; ASCII was always folded in the same way.
            guard spelled.utf8.elementsEqual(rest) || rest.contains(where: { $0 >= 0x80 }),
                !spelled.isEmpty, spelled.utf8.count <= Limits.queryBytesMax
            else { return nil }
            self = .search(spelled)
        default: return nil
        }
    }
}
