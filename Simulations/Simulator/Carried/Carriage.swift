import Primitives
import Sync

/// What persons carry from device to device without a link: bundles, and a directory that is on a
/// memory stick or is synchronised by another program.
struct Carriage {
    /// How the directory is carried.
    enum Means: CaseIterable {
        /// A memory stick that is at one device at a time.
        case stick
        /// Each device has a directory of its own, and a program copies files between them.
        case program
    }

    /// What a seed decides about it; in a quarter of the worlds.
    struct Options {
        let means: Means
        /// The average time between two visits of the carrier.
        let every: Duration

        /// The options in words.
        var words: String { "\(means)/\(every.nanoseconds / 1_000_000_000)s" }
    }

    /// What a carrier does to files of others.
    enum Trick: String, CaseIterable {
        case torn = "a carried file is torn"
        case flipped = "a bit of a carried file is another"
        case doubled = "a carried file is there twice"
        case lost = "a carried file is taken away"
        case revived = "a carried file that was taken away is there again"
        case foreign = "something else lies where files are carried"
        case unmarked = "the mark where files are carried is gone"
        case full = "a carried file cannot be written"
    }

    let options: Options?
    /// The carrier's dice.
    var dice: Dice
    /// The dice for how long carried disks take and which operations fail there.
    var slowness: Dice
    var isOver = false
    /// The device that has the stick.
    var stickAt: Int?
    /// The files by device; a stick has only the first.
    private var places: [CarriedFiles]
    /// The keeper that scans the directory, by device.
    var keepers: [Int: SimulatedKeeper] = [:]
    /// The bundles that were made, including altered copies, in the order in which they were made.
    var bundles: [[UInt8]] = []
    /// The bundles being made or read, by device, life and request.
    var files: [Handle: OpenFile] = [:]
    /// The pending news, by number.
    var news: [Int: News] = [:]
    private(set) var newsMade = 0
    /// The number of files that each device has written or deleted.
    private(set) var changes: [Int]
    /// How often each trick was played.
    var tricks: [Verdict.Tally] = []

    struct Handle: Hashable {
        let machine: Int
        let life: Int
        let request: UInt64
    }

    enum OpenFile {
        case made([UInt8])
        case read([UInt8], offset: Int)
    }

    struct News {
        let machine: Int
        let life: Int
        let event: Event
    }

    init(_ options: Options?, machines: Int, dice: Dice) {
        self.options = options
        self.dice = dice.split(1)
        slowness = dice.split(2)
        places = Array(repeating: CarriedFiles(), count: machines)
        changes = Array(repeating: 0, count: machines)
    }

    /// The number of devices that may scan.
    var machines: Int { places.count }

    /// The files in the directory of device `number`.
    subscript(number: Int) -> CarriedFiles {
        get { places[options?.means == .program ? number : 0] }
        set { places[options?.means == .program ? number : 0] = newValue }
    }

    /// Whether the directory is at device `number`.
    func isThere(_ number: Int) -> Bool { options?.means == .program || stickAt == number }

    /// Counts a file written or deleted by a device.
    mutating func count(_ machine: Int) { changes[machine] += 1 }

    /// Registers news for a device and returns its number.
    mutating func add(_ news: News) -> Int {
        newsMade += 1
        self.news[newsMade] = news
        return newsMade
    }
}

/// The contents of a carried directory.
struct CarriedFiles {
    struct File: Equatable {
        let name: String
        var bytes: [UInt8]
        /// Changes with each write, so that a scan notices it.
        var version: Int
    }

    /// Sorted by name.
    private(set) var files: [File] = []
    var isMarked = false
    /// The number of entries that are no segments.
    var foreign = 0
    private var writes = 0

    /// Returns the file of this name.
    func file(named name: String) -> File? { files.first { $0.name == name } }

    /// Writes a file, replacing one of the same name.
    mutating func put(_ name: String, _ bytes: [UInt8]) {
        writes += 1
        files.removeAll { $0.name == name }
        let place = files.firstIndex { $0.name > name } ?? files.count
        files.insert(File(name: name, bytes: bytes, version: writes), at: place)
    }

    /// Deletes the file of this name.
    mutating func remove(_ name: String) { files.removeAll { $0.name == name } }
}
