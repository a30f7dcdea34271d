import CRDT
import Domain
package import Primitives
import Wire

/// The state of one pass through the trash.
struct TrashLook {
    /// The row that was examined last.
    fileprivate(set) var row: Int64 = 0
    /// The expired things by audience: their creations, by which everything else names them.
    fileprivate(set) var over: [Int64: [Dot: Store.ObjectKey]] = [:]
    fileprivate var count = 0
    /// The time when the next thing becomes due; nil if none does.
    fileprivate(set) var next: WallTime?

    /// The most things ended in one pass; the rest ends in the next one.
    fileprivate static let thingsMax = 10_000
}

// A thing that has been in the trash for 30 days has expired. The time counts from the stamp of its deletion and from
// this node's clock when the thing was first seen there, whichever is later. So a device whose clock is years behind
// does not end others' things at once.
//
// Only the device that may declare the creation dead ends a thing, and the others follow. So a device whose clock is
// years ahead ends what it created itself, and takes nothing from what others created.
extension Store {
    /// The number of days for which a deletion can be undone.
    package static let trashDays: UInt64 = 30

    private static let dayMilliseconds: UInt64 = 24 * 60 * 60 * 1000

    /// Examines a part of the trash, and withdraws the copies of expired things.
    ///
    /// - Returns: whether all of the trash was examined.
    func lookIntoTrash(
        _ look: inout TrashLook, at wall: WallTime
    ) throws(StorageError) -> Bool {
        let days = Self.trashDays * Self.dayMilliseconds
        let end = wall.milliseconds > days ? wall.milliseconds - days : 0
        let rows = try database.rows(
            """
            SELECT object FROM trashed WHERE object > ? AND since <= ? AND since <> 0
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
            guard row.place.isGroup || row.author == own, try mayChange(at: row.place),
                try mayEndCreation(of: row)
            else { continue }
            guard due <= wall else {
                look.next = min(look.next ?? due, due)
                continue
            }
            switch try copies(of: row, &effort, at: wall) {
            case .unread:
                // The next slice continues with the same thing.
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

    // Returns when the first thing that was moved to the trash after `moment` becomes due.
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

    /// Starts the time in the trash of new arrivals, by this node's clock.
    package func noteTrash(at wall: WallTime) throws(StorageError) {
        memory.isTrashFilled = false
        try database.run(
            "UPDATE trashed SET since = ? WHERE since = 0", .integer(Int64(wall.milliseconds)))
    }

    /// Updates the trash when a thing at home enters or leaves it. Its time restarts if a device that did not know of
    /// the removal has changed it.
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

    /// Returns the stamp of the last change by a device that did not know of the removal, 0 if there is none; nil if
    /// the thing is not in the trash.
    func changedInTrash(_ number: Int64) throws(StorageError) -> Int64? {
        try database.row(
            "SELECT changed FROM trashed WHERE object = ? ORDER BY object", [.integer(number)]
        ) { $0.integer(0) }
    }

    /// Whether it is still in the trash and its time is over.
    func isOver(_ key: ObjectKey, in place: Place, at wall: WallTime) throws(StorageError) -> Bool {
        let row = try object(key.id, author: key.author, in: place)
        guard row.hidden == .trashed, let due = try ending(of: row) else { return false }
        return due <= wall
    }

    // Returns when a thing at home in the trash expires; nil if it is not there. This applies to what people create
    // and delete, not to devices, friends and groups, whose deletion itself informs others of their end.
    private func ending(of row: ObjectRow) throws(StorageError) -> WallTime? {
        guard
            row.kind <= Schema.LiveShare.kind || row.thing != nil || Schema.isReaction(row.kind),
            row.home != nil, let deleted = try deletion(of: row)?.carrier.stamp.wall
        else { return nil }
        // It may have been moved to the trash again.
        let since =
            try database.row(
                "SELECT since FROM trashed WHERE object = ? ORDER BY object",
                [.integer(row.number ?? 0)]
            ) { $0.integer(0) } ?? 0
        if since == Self.endBegun { return WallTime(milliseconds: 0) }
        return WallTime(
            milliseconds: max(deleted.milliseconds, UInt64(max(0, since))) + Self.trashDays
                * Self.dayMilliseconds)
    }

    // Whether this device may declare a creation of the thing dead. A thing brought home under one dot may be created
    // in the chains of several devices.
    private func mayEndCreation(of row: ObjectRow) throws(StorageError) -> Bool {
        for creation in row.state.creations {
            if creation.dot.isBroughtHome { return true }
            guard let chain = try chain(creation.carrier.chain) else { continue }
            if try mayEnd(chain, in: try audience(chain.audience)) { return true }
        }
        return false
    }

    /// The value of `trashed.since` for a thing that was withdrawn from all audiences for its end. The end then goes
    /// on, whatever the clock shows.
    private static let endBegun: Int64 = -1

    private enum CopiesLeft {
        /// Nothing of it shows anywhere but at home.
        case ended
        /// Some copies cannot be withdrawn by this person now.
        case left
        /// The chains written here are not fully traced yet.
        case unread
    }

    // Copies end first. Otherwise they would be all that remains, and show as if their home had been lost.
    private func copies(
        of row: ObjectRow, _ effort: inout Int, at wall: WallTime
    ) throws(StorageError) -> CopiesLeft {
        guard !row.state.placements.isEmpty else { return .ended }
        let outs = row.state.placements.compactMap { Self.place(row, in: $0.audience, isIn: false) }
        if !outs.isEmpty {
            try author(outs, act: nil, at: wall)
            try database.run(
                "UPDATE trashed SET since = ? WHERE object = ?", .integer(Self.endBegun),
                .integer(row.number ?? 0))
        }
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

    /// Closes an act whose deltas were all erased: it cannot be undone, and its summary is removed.
    func closeAct(_ act: Int64) throws(StorageError) {
        let isLeft = try database.row(
            "SELECT 1 FROM act_deltas WHERE act = ? ORDER BY delta LIMIT 1", [.integer(act)]
        ) { _ in true }
        guard isLeft != true else { return }
        try database.run(
            "UPDATE acts SET summary = '', count = 0, undone = ? WHERE id = ?",
            .integer(Self.actIsOver), .integer(act))
    }

    /// Whether what an act changed is erased.
    func isActOver(_ act: Int) throws(StorageError) -> Bool {
        let undone = try database.row(
            "SELECT undone FROM acts WHERE id = ? ORDER BY id", [.integer(act)]
        ) { Int($0.integer(0)) }
        return undone == Self.actIsOver
    }

    /// The problem reported for undoing an act whose changes are erased.
    static func problem(undoing act: Int) -> Problem {
        Problem(
            .notFound,
            "act \(act) cannot be undone: what it changed was deleted after "
                + "\(trashDays) days in the trash",
            fix: "weft log")
    }

    /// The value of `acts.undone` for an act that can no longer be undone.
    static let actIsOver = 2
}
