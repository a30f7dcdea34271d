import CRDT
import Domain
package import Primitives
import Wire

// Handles a database that is not the one of the last start: a backup was restored, an old disk was put
// back, or the file was copied. Home has lost what this device wrote in between, but friends and groups
// still hold its copies, and their contents are written home again (`RegainedCopy`).
extension Store {
    /// Records that a new incarnation begins, which may lack what the last one wrote.
    func noteSetBack(at wall: WallTime) throws(StorageError) {
        var writer = ByteWriter(capacity: 8)
        writer.u64(wall.milliseconds)
        try set(Self.setBackSetting, to: writer.bytes)
    }

    /// The time when this database was last found in another place; nil if never.
    var setBackAt: WallTime? {
        get throws(StorageError) {
            if let known = memory.setBack { return known.at }
            let bytes = try setting(Self.setBackSetting)
            let at = bytes.map { WallTime(milliseconds: $0.reduce(0) { $0 << 8 | UInt64($1) }) }
            memory.setBack = Memory.SetBack(at: at)
            return at
        }
    }

    /// Whether lost data may be written home now: this person has no other device that may have it, or
    /// those devices have had an hour to deliver it.
    func mayTakeHome(at wall: WallTime) throws(StorageError) -> Bool {
        guard let over = try hourIsOver else { return false }
        if wall >= over { return true }
        return try standingDevices(of: owner.person).isEmpty
    }

    /// The time when the hour of the other devices is over.
    var hourIsOver: WallTime? {
        get throws(StorageError) {
            try setBackAt.map { WallTime(milliseconds: $0.milliseconds + Self.patience) }
        }
    }

    /// Returns the operations on an own copy that this device wrote before it was set back and may have
    /// lost.
    func lost(of carried: [Carried]) throws(StorageError) -> [Carried] {
        var lost: [Carried] = []
        for one in carried where try isEarlier(one.carrier) { lost.append(one) }
        return lost
    }

    /// Whether an earlier incarnation of this device wrote something before the current one began.
    func isEarlier(_ carrier: Carrier) throws(StorageError) -> Bool {
        guard let since = try setBackAt, let chain = try chain(carrier.chain),
            try device(of: chain) == owner.device, try isOfThisRun(chain) == false
        else { return false }
        return carrier.stamp.wall.milliseconds <= since.milliseconds + Self.slack
    }

    /// Examines a delta of this device that the current incarnation has not written. If it was made after
    /// this incarnation began, the device's data is in use in two places.
    func noteTwin(
        _ carrier: Carrier, of chain: ChainRecord, in audience: AudienceRecord
    ) throws(StorageError) {
        guard try device(of: chain) == owner.device, try isOfThisRun(chain) == false,
            try fork(of: chain.id, in: audience.number) == nil
        else { return }
        // If no earlier incarnation is known, none can have had a clock that was ahead.
        var since = try watchedSince
        if let setBack = try setBackAt { since = max(since, setBack.milliseconds + Self.slack) }
        guard carrier.stamp.wall.milliseconds > since else { return }
        try noteTwice(at: carrier.stamp.wall)
    }

    /// Begins to watch for deltas of this device that it did not write. For older deltas it was not
    /// recorded which incarnation wrote them.
    func watchForTwins(at wall: WallTime) throws(StorageError) {
        guard try setting(Self.watchSetting) == nil else { return }
        try set(Self.watchSetting, to: Array("\(wall.milliseconds)".utf8))
    }

    private var watchedSince: UInt64 {
        get throws(StorageError) { UInt64(try number(setting: Self.watchSetting) ?? 0) }
    }

    /// Whether the current incarnation of the device has written the operation with this dot.
    func isOfThisRun(_ dot: Dot) throws(StorageError) -> Bool {
        guard case .position(let id, _, _) = dot, let chain = try chain(id) else { return false }
        return try isOfThisRun(chain)
    }

    // A chain records the incarnation that opened it, and the grant; a member who was admitted again has
    // several.
    private func isOfThisRun(_ chain: ChainRecord) throws(StorageError) -> Bool {
        let opened = try database.row(
            "SELECT incarnation, grant_id FROM chains WHERE id = ? ORDER BY id",
            [.integer(chain.number)]
        ) { (UInt64(bitPattern: $0.integer(0)), UInt64(bitPattern: $0.integer(1))) }
        guard let (run, grant) = opened else { return false }
        return Self.incarnation(try incarnation, by: grant == 0 ? nil : grant) == run
    }

    // MARK: Things without a home

    /// Starts a search for own copies without a home, after one has arrived.
    func noteHomeless() throws(StorageError) {
        guard try setBackAt != nil, try number(setting: Self.homelessSetting) != 0 else { return }
        try set(Self.homelessSetting, to: Array("0".utf8))
        memory.areCopiesDue = true
    }

    /// Writes home some of the things that this device made before it was set back and that only its
    /// copies show.
    ///
    /// - Returns: whether there may be more.
    func takeSomeHome(at wall: WallTime) throws(StorageError) -> Bool {
        guard try setBackAt != nil, let row = try number(setting: Self.homelessSetting),
            try canWrite, try mayTakeHome(at: wall)
        else { return false }
        let rows = try ownCopies(behind: Int64(row))
        guard let last = rows.last else {
            try database.run("DELETE FROM settings WHERE name = ?", .text(Self.homelessSetting))
            return false
        }
        var lost: [Int64] = []
        for number in rows where try isLostHere(number) { lost.append(number) }
        try bringHome(lost, at: wall)
        try set(Self.homelessSetting, to: Array("\(last)".utf8))
        return true
    }

    // Whether an earlier incarnation of this device made it. The home of a thing made by another device
    // may be on its way.
    private func isLostHere(_ number: Int64) throws(StorageError) -> Bool {
        guard let row = try object(row: number), let made = row.state.creations.first else {
            return false
        }
        return try isEarlier(made.carrier)
    }

    // MARK: Notifications

    /// Adds to the number of things at home that lost operations had removed from an audience or deleted.
    func noteWithdrawn(_ count: Int) throws(StorageError) {
        let known = try number(setting: Self.withdrawnSetting) ?? 0
        try set(Self.withdrawnSetting, to: Array("\(known + count)".utf8))
    }

    /// Returns how many things had been withdrawn or removed after the backup from which this replica was
    /// restored, and are here privately now; 0 a month after the restore.
    package func withdrawnSinceBackup(at wall: WallTime) throws(StorageError) -> Int {
        guard let since = try setBackAt, wall.milliseconds < since.milliseconds + Self.month else {
            return 0
        }
        return try number(setting: Self.withdrawnSetting) ?? 0
    }

    private static let setBackSetting = "set back"
    private static let watchSetting = "watched since"
    private static let homelessSetting = "homeless"
    private static let withdrawnSetting = "withdrawn since"
    /// An hour, as for a branch that nobody runs (`writeRecalled`).
    private static let patience: UInt64 = 3_600_000
    /// The most by which a clock may be ahead of this one; the same as for stamps.
    private static let slack: UInt64 = 120_000
    /// The time for which notices about a person's saved or lost text are reported: 30 days.
    static let month: UInt64 = 30 * 86_400_000
}
