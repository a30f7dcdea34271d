import CRDT
package import Domain
import Primitives

/// So many things of somebody else's that came in sight in one audience.
package struct ReceivedThings: Equatable, Sendable {
    /// The row of whose they are.
    let author: Int64
    let place: Place
    var count: Int
}

extension [ReceivedThings] {
    /// Counts those as well: of one author in one audience together, in the order in which they came.
    package mutating func add(_ more: [ReceivedThings]) {
        for things in more { add(things) }
    }

    // What comes in one run is of one author, and in one audience.
    fileprivate mutating func add(_ things: ReceivedThings) {
        let isSame = { (known: ReceivedThings) in
            known.author == things.author && known.place == things.place
        }
        if let last, isSame(last) {
            self[count - 1].count += things.count
        } else if let index = firstIndex(where: isSame) {
            self[index].count += things.count
        } else {
            append(things)
        }
    }
}

// What others share with this person, as whoever watches is told of it: how much, and where.
extension Store {
    /// Takes note of a thing that came in sight in `place`.
    ///
    /// - Parameter author: the row of whose it is; of his own nobody is told.
    func noteReceived(from author: Int64, at place: Place) throws(StorageError) {
        guard place != .private, author != (try me) else { return }
        memory.touched.received.add(ReceivedThings(author: author, place: place, count: 1))
    }

    /// The same of one that has more than the row in which it came in sight. What somebody says of
    /// himself is no thing that he shares.
    func noteReceived(_ row: ObjectRow) throws(StorageError) {
        guard row.place != .private, row.author != (try me), row.thing != .profile,
            !(try isInSight(row.id, author: row.author, elsewhereThan: row.place))
        else { return }
        try noteReceived(from: row.author, at: row.place)
    }

    /// Whether another copy of the same thing shows, or did before this transaction.
    func isInSight(
        _ id: ObjectID, author: Int64, elsewhereThan place: Place
    ) throws(StorageError) -> Bool {
        let others = try database.rows(
            """
            SELECT id, hidden FROM objects
            WHERE object = ? AND author = ? AND audience <> +? ORDER BY audience
            """, [.blob(id.bytes.bytes), .integer(author), .integer(place.number)]
        ) { (found) throws(StorageError) in (row: found.integer(0), hidden: found.integer(1)) }
        return others.contains {
            $0.hidden == ObjectRow.Hidden.visible.rawValue || memory.touched.gone.contains($0.row)
        }
    }

    /// What is told of them.
    package func notice(of things: ReceivedThings) throws(StorageError) -> Notice {
        .shareReceived(
            try author(row: things.author), audience: try audience(at: things.place),
            count: things.count)
    }
}
