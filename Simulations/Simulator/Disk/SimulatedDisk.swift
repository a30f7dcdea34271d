import Primitives

/// The disk of one simulated node, in memory: named files in one directory, what a loss of power
/// leaves of them, and injected faults. SQLite reaches it as a VFS (`DiskVFS`).
///
/// A created or removed name survives a loss of power for certain only if the directory was synced.
final class SimulatedDisk {
    /// The calls that a program makes to a disk.
    enum Call: Int, CaseIterable {
        case open, read, write, truncate, sync, delete

        /// The calls that change something; the number of reads depends on caches.
        static let changing: [Call] = [.write, .truncate, .sync, .delete]
    }

    /// A file, which may have lost its name.
    final class File {
        var image: DiskImage
        /// The handle that has locked it.
        weak var locker: DiskHandle?

        init(_ image: DiskImage) { self.image = image }
    }

    private struct Entry {
        let name: String
        let file: File
    }

    /// Increases with each crash, which invalidates everything opened before.
    private(set) var life = 0
    private var folder: [Entry] = []
    private var durableFolder: [Entry] = []
    private var dice: Dice
    // One for each life, so that calls of an earlier life fail.
    private var vfs: DiskVFS?
    private var isAside = false

    /// The number of calls of each kind.
    private(set) var calls = Array(repeating: 0, count: Call.allCases.count)
    /// Called before each disk call.
    var onCall: ((Call) -> Void)?
    /// The fault to come.
    var trap: DiskTrap?
    /// The capacity for all files together.
    var capacity: Int?
    /// How it handles sync requests.
    var honesty = Honesty.honest
    /// Replacements for values that the store sets, by pragma; no longer than the originals.
    var pragmas: [(name: String, value: String)] = []
    /// The number of calls that failed because of an injected fault.
    private(set) var failures = 0
    /// Whether power failed in the middle of a call and nobody has handled it yet.
    private(set) var hasLostPower = false
    /// What losses of power have left so far.
    private(set) var remains = Remains()
    private(set) var refused = Refused()

    enum Honesty {
        case honest
        /// Reports success and does nothing.
        case lying
        /// Reports success and syncs once it is honest again.
        case late
    }

    init(dice: Dice) {
        self.dice = dice
    }

    /// Whether a fault is set up.
    var isPlanted: Bool { trap != nil || capacity != nil }

    /// Resets the failure count.
    func forgetFailures() { failures = 0 }

    /// Copies the current contents of `other`, even while they are being written, with dice of its
    /// own and without faults.
    init(copyOf other: SimulatedDisk, dice: Dice) {
        self.dice = dice
        var copies: [(File, File)] = []
        func copy(_ entry: Entry) -> Entry {
            if let known = copies.first(where: { $0.0 === entry.file }) {
                return Entry(name: entry.name, file: known.1)
            }
            let made = File(entry.file.image)
            copies.append((entry.file, made))
            return Entry(name: entry.name, file: made)
        }
        folder = other.folder.map(copy)
        durableFolder = other.durableFolder.map(copy)
    }

    /// Returns the path under which SQLite finds file `name` of this disk.
    ///
    /// - Source: sqlite.org/uri.html; Debian's and Apple's SQLite accept URIs from everybody.
    func path(_ name: String = "replica.db") -> String {
        let way = vfs ?? DiskVFS(self)
        vfs = way
        return "file:/\(name)?vfs=\(way.name)"
    }

    // MARK: Faults

    /// Invalidates all open handles; what was written survives.
    func endLife() {
        life += 1
        vfs = nil
        hasLostPower = false
    }

    /// Reduces unsynced writes to what chance leaves: all, none or a part.
    func losePower() {
        let names = Set(folder.map(\.name) + durableFolder.map(\.name)).sorted()
        var left: [Entry] = []
        for name in names {
            let seen = folder.first { $0.name == name }
            let durable = durableFolder.first { $0.name == name }
            let isSame = seen?.file === durable?.file
            if let entry = isSame || dice.roll(below: 2) == 0 ? seen : durable {
                left.append(entry)
            }
        }
        for entry in left { remains += entry.file.image.losePower(&dice) }
        folder = left
        durableFolder = left
        endLife()
    }

    /// Removes the faults set up; damage done remains.
    func mend() {
        trap = nil
        capacity = nil
    }

    /// Does the syncs that a late disk has postponed.
    func catchUp() {
        for entry in folder { entry.file.image.sync() }
        durableFolder = folder
    }

    /// Runs `body`, whose calls are not part of the world: they are not counted and cannot fail.
    func aside<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let before = isAside
        isAside = true
        defer { isAside = before }
        return try body()
    }

    // MARK: Calls

    /// Counts a call of `handle`, if there is one, and returns its outcome.
    func fate(of call: Call, by handle: DiskHandle? = nil) -> DiskFate {
        if let handle, !handle.isAlive { return .failed }
        guard !isAside else { return .done }
        onCall?(call)
        calls[call.rawValue] += 1
        guard let fate = trap?.fate(of: call), fate != .done else { return .done }
        failures += 1
        guard fate == .powerLost else {
            refused.calls[call.rawValue] += 1
            return fate
        }
        refused.byPower += 1
        losePower()
        hasLostPower = true
        trap = nil
        return .failed
    }

    /// Returns the file `name`, creating it if it is missing and `isMade` is true.
    func open(_ name: String, orMake isMade: Bool) -> File? {
        if let known = file(named: name) { return known }
        guard isMade else { return nil }
        let made = File(DiskImage())
        folder.append(Entry(name: name, file: made))
        return made
    }

    func file(named name: String) -> File? { folder.first { $0.name == name }?.file }

    /// Deletes the write-ahead log.
    func loseLog() {
        folder.removeAll { $0.name.hasSuffix("-wal") }
        durableFolder = folder
    }

    /// Removes `name`; false if no file has it.
    func remove(_ name: String) -> Bool {
        let count = folder.count
        folder.removeAll { $0.name == name }
        return folder.count < count
    }

    func syncFolder() {
        if honesty == .honest { durableFolder = folder }
    }

    func sync(_ file: File) {
        if honesty == .honest { file.image.sync() }
    }

    /// Fails a sync. - See: `DiskImage.failSync`.
    func failSync(_ file: File) { file.image.failSync(&dice) }

    /// Returns how many of `count` more bytes fit.
    func room(for count: Int) -> Int {
        guard let capacity, !isAside else { return count }
        let free = max(capacity - size, 0)
        guard free < count else { return count }
        failures += 1
        refused.forRoom += 1
        return free
    }

    /// Returns how much of a failing call is carried out all the same.
    func part(of count: Int) -> Int { dice.roll(below: count + 1) }

    // MARK: Inspection

    /// The number of bytes in all files.
    var size: Int { folder.reduce(0) { $0 + $1.file.image.bytes.count } }

    /// All files, by name.
    var files: [(name: String, bytes: [UInt8])] {
        folder.map { ($0.name, $0.file.image.bytes) }.sorted { $0.0 < $1.0 }
    }

    /// Replaces all files.
    func replace(by files: [(name: String, bytes: [UInt8])]) {
        folder = files.map { Entry(name: $0.name, file: File(DiskImage($0.bytes))) }
        durableFolder = folder
    }

    /// Flips one bit of one file.
    func rot() {
        guard size > 0 else { return }
        var bit = dice.roll(below: 8 * size)
        for entry in folder {
            let bits = 8 * entry.file.image.bytes.count
            guard bit >= bits else { return entry.file.image.rot(bit: bit) }
            bit -= bits
        }
    }

    /// Adds a file.
    func add(_ name: String, _ bytes: [UInt8]) {
        folder.append(Entry(name: name, file: File(DiskImage(bytes))))
        durableFolder = folder
    }

    /// Returns the first file, by name, in which `search` finds something, and what it finds.
    func first<Finding>(
        _ search: (UnsafeRawBufferPointer) -> Finding?
    ) -> (name: String, finding: Finding)? {
        for (name, bytes) in files {
            if let finding = bytes.withUnsafeBytes(search) { return (name, finding) }
        }
        return nil
    }
}

/// The outcome of a disk call.
enum DiskFate {
    case done
    case failed
    /// Power fails before the call is done.
    case powerLost
}

/// A fault at the k-th call of some kinds.
struct DiskTrap {
    let calls: [SimulatedDisk.Call]
    /// How many of these calls succeed first.
    private(set) var before: Int
    let fate: DiskFate
    /// Whether all later calls fail as well.
    let isLasting: Bool

    /// Creates a trap.
    ///
    /// - Parameter number: the call that fails, from 1.
    init(
        at number: Int, of calls: [SimulatedDisk.Call], _ fate: DiskFate, isLasting: Bool = false
    ) {
        self.calls = calls
        before = number - 1
        self.fate = fate
        self.isLasting = isLasting
    }

    fileprivate mutating func fate(of call: SimulatedDisk.Call) -> DiskFate {
        guard calls.contains(call) else { return .done }
        before -= 1
        return before == -1 || (isLasting && before < 0) ? fate : .done
    }
}
