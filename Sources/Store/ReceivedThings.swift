import CRDT
package import Domain
import Primitives

/// A number of things of one other person that became visible in one audience.
package struct ReceivedThings: Equatable, Sendable {
    /// The row of the author.
    let author: Int64
    let place: Place
    var count: Int
}

extension [ReceivedThings] {
    /// Adds counts to those of the same author and audience; new pairs keep their order of arrival.
    package mutating func add(_ more: [ReceivedThings]) {
        for things in more { add(things) }
    }

    // One run is of one author and one audience, so the last entry usually matches.
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

// Counts what others share with this person, for observers: how much, and where.
extension Store {
    /// Records that a thing became visible in `place`.
    ///
    /// - Parameter author: the row of the author; own things are not counted.
    func noteReceived(from author: Int64, at place: Place) throws(StorageError) {
        guard place != .private, author != (try me) else { return }
        memory.touched.received.add(ReceivedThings(author: author, place: place, count: 1))
    }

    /// Records that a saved object became visible, unless another copy of it already was. Profiles are
    /// not counted, because they are not shared things.
    func noteReceived(_ row: ObjectRow) throws(StorageError) {
        guard row.place != .private, row.author != (try me),
            row.thing?.descriptor.traits.contains(.news) != false,
            !(try isInSight(row.id, author: row.author, elsewhereThan: row.place))
        else { return }
        try noteReceived(from: row.author, at: row.place)
    }

    /// Whether another copy of the same thing is visible, or was before this transaction.
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

    /// Returns the notice about these things.
    package func notice(of things: ReceivedThings) throws(StorageError) -> Notice {
        .shareReceived(
            try author(row: things.author), audience: try audience(at: things.place),
            count: things.count)
    }
}
