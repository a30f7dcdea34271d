import CRDT
import Domain
import Primitives

/// What is followed, as it stands in its field.
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

    /// What `bytes` spell; nil if they are no spelling, or another than the one there is: a newer
    /// version may follow what this one cannot.
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
                tag.folded.utf8.elementsEqual(rest)
            else { return nil }
            self = .tag(name)
        case 3:
            guard let reference = Bytes16(rest) else { return nil }
            self = .thing(ThingReference(reference))
        case 4:
            guard rest.count <= Limits.queryBytesMax,
                let text = String(validating: rest, as: UTF8.self),
                case .success(let query) = SearchQuery.parse(text), !query.spelled.isEmpty,
                query.spelled.utf8.elementsEqual(rest)
            else { return nil }
            self = .search(text)
        default: return nil
        }
    }
}
