import CRDT
import Domain
package import Primitives
import Wire

/// What was found in the trash so far, in one pass through it.
struct TrashLook {
    /// The row that was looked at last.
    fileprivate(set) var row: Int64 = 0
    /// What is over, by audience: the creations of things, by which everything else names them.
    fileprivate(set) var over: [Int64: [Dot: Store.ObjectKey]] = [:]
    fileprivate var count = 0
    /// When the next thing falls due; nil if nothing does.
    fileprivate(set) var next: WallTime?

    /// So many things end in one pass; what else is due ends in the next one.
    fileprivate static let thingsMax = 10_000
}

// What has been in the trash for 30 days is over: by the stamp of its deletion, and by what the
// clock here showed since it came there. So a device whose clock is years behind ends nothing of
// others' at once; a clock only delays it.
extension Store {
    /// Days that what was deleted can be taken back.
    package static let trashDays: UInt64 = 30

    private static let dayMilliseconds: UInt64 = 24 * 60 * 60 * 1000

    /// Looks through a part of the trash, and withdraws what is over and was shared.
    ///
    /// - Returns: whether all of it has been looked through.
    func lookIntoTrash(
        _ look: inout TrashLook, at wall: WallTime
    ) throws(StorageError) -> Bool {
        let days = Self.trashDays * Self.dayMilliseconds
        let end = wall.milliseconds > days ? wall.milliseconds - days : 0
        let rows = try database.rows(
            """
            SELECT object FROM trashed WHERE object > ? AND since <= ? AND since > 0
            ORDER BY object LIMIT ?
            """,
            [.integer(look.row), .integer(Int64(end)), .integer(limits.trashPerSlice)]
        ) { (row) throws(StorageError) in row.integer(0) }
        var effort = CopyReading().effort
        let own = try me
        for number in rows {
            guard effort > 0, look.count < TrashLook.thingsMax else { break }
            look.row = number
            effort -= 10
            guard let row = try object(row: number), let due = try ending(of: row) else { continue }
            guard row.place.isGroup || row.author == own, try mayChange(at: row.place) else {
                continue
            }
            guard due <= wall else {
                look.next = min(look.next ?? due, due)
                continue
            }
            switch try copies(of: row, &effort, at: wall) {
            case .unread:
                // It goes on here, with the same thing.
                look.row = number - 1
                return false
            case .left:
                look.next = wall
                continue
            case .ended: break
            }
            let audience = try homeRow(of: row)
            let key = ObjectKey(author: row.author, id: row.id)
            for creation in row.state.creations {
                look.over[audience, default: [:]][creation.dot] = key
            }
            look.count += 1
        }
        if look.count >= TrashLook.thingsMax {
            look.next = wall
            return true
        }
        if let last = rows.last {
            guard look.row == last, rows.count < limits.trashPerSlice else { return false }
        }
        if let due = try nextInTrash(after: end) { look.next = min(look.next ?? due, due) }
        return true
    }

    // When what came into the trash behind `moment` will have been there for its days.
    private func nextInTrash(after moment: UInt64) throws(StorageError) -> WallTime? {
        try database.row(
            "SELECT since FROM trashed WHERE since > ? ORDER BY since LIMIT 1",
            [.integer(Int64(moment))]
        ) {
            WallTime(
                milliseconds: UInt64($0.integer(0)) + Self.trashDays * Self.dayMilliseconds)
        }
    }

    private func homeRow(of row: ObjectRow) throws(StorageError) -> Int64 {
        if let group = row.place.groupRow { return group }
        return try audience(.private, of: owner.person).number
    }

    /// What has come into the trash is there from now on, by the clock of this node.
    package func noteTrash(at wall: WallTime) throws(StorageError) {
        memory.isTrashFilled = false
        try database.run(
            "UPDATE trashed SET since = ? WHERE since = 0", .integer(Int64(wall.milliseconds)))
    }

    /// A thing at home has come into the trash, has left it, or was changed there by who had not heard of that:
    /// then its days begin anew.
    func noteTrash(_ row: ObjectRow, was before: ObjectRow.Hidden) throws(StorageError) {
        guard row.place == .private || row.place.isGroup, let number = row.number else { return }
        guard row.hidden == .trashed else {
            if before == .trashed {
                try database.run("DELETE FROM trashed WHERE object = ?", .integer(number))
            }
            return
        }
        let changed = Int64(bitPattern: try changeAfterRemoval(of: row)?.stamp.rawValue ?? 0)
        if before == .trashed, let known = try changedInTrash(number), known >= changed { return }
        try database.run(
            "INSERT OR REPLACE INTO trashed (object, since, changed) VALUES (?, 0, ?)",
            .integer(number), .integer(changed))
        memory.isTrashFilled = true
    }

    /// The stamp of the last change of a thing by who had not heard that it was removed, 0 if there is none; nil if
    /// it is not in the trash.
    func changedInTrash(_ number: Int64) throws(StorageError) -> Int64? {
        try database.row(
            "SELECT changed FROM trashed WHERE object = ? ORDER BY object", [.integer(number)]
        ) { $0.integer(0) }
    }

    /// It is in the trash still, and its days are over.
    func isOver(_ key: ObjectKey, in place: Place, at wall: WallTime) throws(StorageError) -> Bool {
        let row = try object(key.id, author: key.author, in: place)
        guard row.hidden == .trashed, let due = try ending(of: row) else { return false }
        return due <= wall
    }

    // When it is over, being in the trash and at home; nil if it is not. What people made and deleted,
    // and no devices, friends and groups, whose end is told by their deletion.
    private func ending(of row: ObjectRow) throws(StorageError) -> WallTime? {
        guard
            row.kind <= Schema.LiveShare.kind || row.thing != nil || Schema.isReaction(row.kind),
            row.home != nil, let deleted = try deletion(of: row)?.carrier.stamp.wall
        else { return nil }
        // It may have come there anew.
        let since = try database.row(
            "SELECT since FROM trashed WHERE object = ? ORDER BY object",
            [.integer(row.number ?? 0)]
        ) { UInt64(max(0, $0.integer(0))) }
        return WallTime(
            milliseconds: max(deleted.milliseconds, since ?? 0) + Self.trashDays
                * Self.dayMilliseconds)
    }

    private enum CopiesLeft {
        /// Nothing of it shows anywhere but at home.
        case ended
        /// This person cannot withdraw some of it now.
        case left
        /// What was written here has yet to be traced.
        case unread
    }

    // Copies end first: they would be all that is left, and show as something that was lost.
    private func copies(
        of row: ObjectRow, _ effort: inout Int, at wall: WallTime
    ) throws(StorageError) -> CopiesLeft {
        guard !row.state.placements.isEmpty else { return .ended }
        let outs = row.state.placements.compactMap { Self.place(row, in: $0.audience, isIn: false) }
        try author(outs, act: nil, at: wall)
        effort -= 100 * outs.count
        var reading = CopyReading()
        for (name, _) in row.state.placements {
            guard let target = try writable(name) else { return .left }
            guard try traceWritten(in: target, &reading) else { return .unread }
            let there = try ownCopy(of: row.id, in: target, &reading)
            guard there.liveDots.isEmpty else { return .left }
        }
        effort -= CopyReading().effort - reading.effort
        return .ended
    }

    // MARK: Acts

    /// An act whose deltas all were dropped cannot be taken back, and its words go with them.
    func closeAct(_ act: Int64) throws(StorageError) {
        let isLeft = try database.row(
            "SELECT 1 FROM act_deltas WHERE act = ? ORDER BY delta LIMIT 1", [.integer(act)]
        ) { _ in true }
        guard isLeft != true else { return }
        try database.run(
            "UPDATE acts SET summary = '', count = 0, undone = ? WHERE id = ?",
            .integer(Self.actIsOver), .integer(act))
    }

    /// What an act changed is gone.
    func isActOver(_ act: Int) throws(StorageError) -> Bool {
        let undone = try database.row(
            "SELECT undone FROM acts WHERE id = ? ORDER BY id", [.integer(act)]
        ) { Int($0.integer(0)) }
        return undone == Self.actIsOver
    }

    /// The answer to who wants to take back what is gone.
    static func problem(undoing act: Int) -> Problem {
        Problem(
            .notFound,
            "act \(act) cannot be undone: what it changed was in the trash for "
                + "\(trashDays) days, and is gone",
            fix: "weft log")
    }

    /// What the column `acts.undone` says of an act that cannot be undone any more.
    static let actIsOver = 2
}
