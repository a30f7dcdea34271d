import Primitives
import Sync

/// What persons carry from machine to machine where no link leads: bundles, and a directory that a
/// stick is, or that some program keeps alike on all machines.
struct Carriage {
    /// Who carries the directory.
    enum Means: CaseIterable {
        /// It is at one machine at a time.
        case stick
        /// Each machine has one of its own, and a program copies files from one to another.
        case program
    }

    /// What a seed decides about it: in a quarter of the worlds.
    struct Options {
        let means: Means
        /// The time between two visits of the carrier, on average.
        let every: Duration

        /// All of it in words.
        var words: String { "\(means)/\(every.nanoseconds / 1_000_000_000)s" }
    }

    /// What a carrier does to files that are not his.
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
    /// For the carrier.
    var dice: Dice
    /// For how long disks that are carried take, and which deeds fail there.
    var slowness: Dice
    var isOver = false
    /// Where the stick is.
    var stickAt: Int?
    /// By machine; of a stick all are the first.
    private var places: [CarriedFiles]
    /// Who looks into it, by machine.
    var keepers: [Int: SimulatedKeeper] = [:]
    /// Bundles that were made, also changed copies of them, by when.
    var bundles: [[UInt8]] = []
    /// Bundles that are being made or read, by machine, life and request.
    var files: [Handle: OpenFile] = [:]
    /// News that are on their way, by number.
    var news: [Int: News] = [:]
    private(set) var newsMade = 0
    /// Files that each machine has put there or taken away.
    private(set) var changes: [Int]
    /// What became of them.
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

    /// How many machines may look.
    var machines: Int { places.count }

    /// The files where machine `number` looks.
    subscript(number: Int) -> CarriedFiles {
        get { places[options?.means == .program ? number : 0] }
        set { places[options?.means == .program ? number : 0] = newValue }
    }

    /// The directory is where machine `number` looks.
    func isThere(_ number: Int) -> Bool { options?.means == .program || stickAt == number }

    /// A machine has put a file there, or taken one away.
    mutating func count(_ machine: Int) { changes[machine] += 1 }

    /// Takes note of news for a machine.
    mutating func add(_ news: News) -> Int {
        newsMade += 1
        self.news[newsMade] = news
        return newsMade
    }
}

/// What is in a directory that something else carries.
struct CarriedFiles {
    struct File: Equatable {
        let name: String
        var bytes: [UInt8]
        /// Who looks sees by it that somebody has written.
        var version: Int
    }

    /// By name.
    private(set) var files: [File] = []
    var isMarked = false
    /// Things that are no segments.
    var foreign = 0
    private var writes = 0

    /// The file of this name.
    func file(named name: String) -> File? { files.first { $0.name == name } }

    /// Puts it there, in place of what bore the name.
    mutating func put(_ name: String, _ bytes: [UInt8]) {
        writes += 1
        files.removeAll { $0.name == name }
        let place = files.firstIndex { $0.name > name } ?? files.count
        files.insert(File(name: name, bytes: bytes, version: writes), at: place)
    }

    /// Takes it away.
    mutating func remove(_ name: String) { files.removeAll { $0.name == name } }
}
