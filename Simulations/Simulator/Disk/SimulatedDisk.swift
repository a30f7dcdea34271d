import Primitives

/// The disk of one simulated machine, in memory: files with names in one folder, what a loss of
/// power leaves of them, and what goes wrong with them. SQLite reaches it as a VFS (`DiskVFS`).
///
/// A name that was given or taken away is there after a loss of power if the folder was synced,
/// otherwise perhaps.
final class SimulatedDisk {
    /// What a program asks of a disk.
    enum Call: Int, CaseIterable {
        case open, read, write, truncate, sync, delete

        /// Those that change something; how often a program reads hangs on what it remembers.
        static let changing: [Call] = [.write, .truncate, .sync, .delete]
    }

    /// One file; it may have lost its name.
    final class File {
        var image: DiskImage
        /// Who has locked it.
        weak var locker: DiskHandle?

        init(_ image: DiskImage) { self.image = image }
    }

    private struct Entry {
        let name: String
        let file: File
    }

    /// Rises with each crash: what was opened before is open no more.
    private(set) var life = 0
    private var folder: [Entry] = []
    private var durableFolder: [Entry] = []
    private var dice: Dice
    // One for each life, so that nobody of an earlier one gets through.
    private var vfs: DiskVFS?
    private var isAside = false

    /// How often each kind of call was made.
    private(set) var calls = Array(repeating: 0, count: Call.allCases.count)
    /// Is told of each call before it is made.
    var onCall: ((Call) -> Void)?
    /// What will go wrong.
    var trap: DiskTrap?
    /// The most that all files may hold together.
    var capacity: Int?
    /// How it treats a wish to sync.
    var honesty = Honesty.honest
    /// What is put in the place of values that the store asks for, by pragma; no longer than they.
    var pragmas: [(name: String, value: String)] = []
    /// Calls that failed because of something planted.
    private(set) var failures = 0
    /// Power went in the middle of a call, and nobody has looked since.
    private(set) var hasLostPower = false
    /// What losses of power have left so far.
    private(set) var remains = Remains()
    private(set) var refused = Refused()

    enum Honesty {
        case honest
        /// Says yes, and does nothing.
        case lying
        /// Says yes, and does it when it is honest again.
        case late
    }

    init(dice: Dice) {
        self.dice = dice
    }

    /// Something may go wrong with it.
    var isPlanted: Bool { trap != nil || capacity != nil }

    /// From now on failures are counted anew.
    func forgetFailures() { failures = 0 }

    /// A copy of what lies on `other` now, whoever may be writing on it: with `dice` of its own,
    /// and nothing planted.
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

    /// Under which SQLite finds file `name` of this disk.
    ///
    /// - Source: sqlite.org/uri.html; Debian's and Apple's SQLite take URIs from everybody.
    func path(_ name: String = "replica.db") -> String {
        let way = vfs ?? DiskVFS(self)
        vfs = way
        return "file:/\(name)?vfs=\(way.name)"
    }

    // MARK: When it goes wrong

    /// Everything that is open is open no more; what was written is there.
    func endLife() {
        life += 1
        vfs = nil
        hasLostPower = false
    }

    /// What was not synced is there, or not, or in part.
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

    /// Nothing goes wrong any more. What has is not made good.
    func mend() {
        trap = nil
        capacity = nil
    }

    /// What a late disk has put off is done.
    func catchUp() {
        for entry in folder { entry.file.image.sync() }
        durableFolder = folder
    }

    /// Runs `body`, whose calls are no part of the world: nothing befalls them, nobody counts them.
    func aside<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let before = isAside
        isAside = true
        defer { isAside = before }
        return try body()
    }

    // MARK: What a program asks

    /// Counts a call of `handle`, if there is one, and says how it goes.
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

    /// The file `name`; made if there is none and `isMade` says so.
    func open(_ name: String, orMake isMade: Bool) -> File? {
        if let known = file(named: name) { return known }
        guard isMade else { return nil }
        let made = File(DiskImage())
        folder.append(Entry(name: name, file: made))
        return made
    }

    func file(named name: String) -> File? { folder.first { $0.name == name }?.file }

    /// The write-ahead log is gone.
    func loseLog() {
        folder.removeAll { $0.name.hasSuffix("-wal") }
        durableFolder = folder
    }

    /// Takes `name` away; false if nothing has it.
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

    /// A sync fails. - See: `DiskImage.failSync`.
    func failSync(_ file: File) { file.image.failSync(&dice) }

    /// How many of `count` more bytes there is room for.
    func room(for count: Int) -> Int {
        guard let capacity, !isAside else { return count }
        let free = max(capacity - size, 0)
        guard free < count else { return count }
        failures += 1
        refused.forRoom += 1
        return free
    }

    /// A part of a call that fails, which was done all the same.
    func part(of count: Int) -> Int { dice.roll(below: count + 1) }

    // MARK: Looking at it

    /// Bytes in all files.
    var size: Int { folder.reduce(0) { $0 + $1.file.image.bytes.count } }

    /// Every file, by name.
    var files: [(name: String, bytes: [UInt8])] {
        folder.map { ($0.name, $0.file.image.bytes) }.sorted { $0.0 < $1.0 }
    }

    /// Puts files in the place of all that there are.
    func replace(by files: [(name: String, bytes: [UInt8])]) {
        folder = files.map { Entry(name: $0.name, file: File(DiskImage($0.bytes))) }
        durableFolder = folder
    }

    /// One bit of one file goes bad.
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

    /// The first file, by name, in which `search` finds something, and what it finds.
    func first<Finding>(
        _ search: (UnsafeRawBufferPointer) -> Finding?
    ) -> (name: String, finding: Finding)? {
        for (name, bytes) in files {
            if let finding = bytes.withUnsafeBytes(search) { return (name, finding) }
        }
        return nil
    }
}

/// How a call to a disk goes.
enum DiskFate {
    case done
    case failed
    /// Power goes before it is done.
    case powerLost
}

/// What is to go wrong with a disk: at the k-th call of some kinds.
struct DiskTrap {
    let calls: [SimulatedDisk.Call]
    /// How many of them go well before.
    private(set) var before: Int
    let fate: DiskFate
    /// All that come later fail as well.
    let isLasting: Bool

    /// - Parameter number: which call it befalls, from 1.
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
