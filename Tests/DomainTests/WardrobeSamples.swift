import CRDT
import Domain
import Primitives

/// Garments for tests of statistics.
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

    /// Returns the statistics of these garments.
    static func stats(_ garments: [Bookmark], hidden: Int = 0) -> ClosetStats {
        var count = ClosetCount()
        for (row, garment) in garments.enumerated() {
            count.add(
                ClosetCount.Garment(
                    row: Int64(row), id: garment.id, isMine: garment.author.isMe,
                    price: price(garment), days: garment.details[.worn].count))
        }
        return ClosetStats(count, hidden: hidden) { (row) in garments[Int(row)] }
    }

    static func price(_ garment: Bookmark) -> Price? {
        garment.details[.price].first.flatMap { try? Price.parse($0).get() }
    }

    private static func key(_ byte: UInt8) -> Bytes32 {
        guard let key = Bytes32(Array(repeating: byte, count: 32)) else {
            preconditionFailure("32 bytes")
        }
        return key
    }
}
