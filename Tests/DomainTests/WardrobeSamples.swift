import CRDT
import Domain
import Primitives

/// Garments for tests of what is told about them.
enum WardrobeSamples {
    static let me = Author(person: PersonID(key(1)), name: "ana", isMe: true)
    static let ben = Author(person: PersonID(key(2)), name: "ben", isMe: false)

    static func garment(
        _ number: Int, _ name: String, _ details: [Detail] = [], tags: [String] = [],
        of author: Author = me
    ) -> Bookmark {
        Bookmark(
            author: author, id: ObjectID(Bytes16(high: 1, low: UInt64(number))), url: "",
            canonicalURL: "", title: name, note: "", tags: tags, size: .medium, isUnread: false,
            added: WallTime(milliseconds: 0), updated: WallTime(milliseconds: 0), placement: [],
            isTrashed: false, conflicts: [], kind: .garment, details: details)
    }

    private static func key(_ byte: UInt8) -> Bytes32 {
        guard let key = Bytes32(Array(repeating: byte, count: 32)) else {
            preconditionFailure("32 bytes")
        }
        return key
    }
}
