import CRDT
import Domain
import Glibc
import Primitives
import Sodium
import Testing
import Wire

@testable import Store

/// One device's replica in memory, and its time.
final class WriteReplica {
    let owner: Owner
    let store: Store
    var wall: WallTime

    /// Creates device `device` of person `person`; two devices of one person share root key and
    /// phrase.
    init(
        _ person: UInt8, device: UInt8 = 1, name: String, path: String = ":memory:",
        place: [UInt8] = [1], limits: StoreLimits = .standard
    ) throws {
        owner = try Self.owner(person, device: device, name: name)
        wall = WallTime(milliseconds: 20_000 * 86_400_000 + UInt64(person))
        store = try Store(
            path: path, owner: owner, place: place,
            entropy: .seeded(try Self.bytes([0, person, device] + place)),
            dice: Dice(seed: UInt64(person) << 8 | UInt64(device)), limits: limits, at: wall)
    }

    /// Creates a replica of `owner` with randomness of its own, on the database at `path`.
    init(owner: Owner, wall: WallTime, path: String, salt: String) throws {
        self.owner = owner
        self.wall = wall
        let seed = Hash.blake2b32(Array(salt.utf8))
        store = try Store(
            path: path, owner: owner, place: [1], entropy: .seeded(seed),
            dice: Dice(seed: Hash.blake2b16(Array(salt.utf8)).leading), at: wall)
    }

    /// Creates a further device of a person, without the phrase, paired by an existing one.
    init(_ person: UInt8, device: UInt8, name: String, pairedWith first: WriteReplica) throws {
        let keys = try Self.owner(person, device: device, name: name)
        let request = PairingRequest(
            device: keys.device, agreement: keys.agreement.publicKey, name: "device \(device)")
        let answer = try first.step { (store) throws(StorageError) in
            try store.pairDevice(request.text, phrase: nil, addresses: [], at: first.wall)
        }
        guard case .paired(let paired) = answer,
            let answer = PairingAnswer(text: paired.answer)
        else { throw Unexpected(what: "\(answer)") }
        owner = Owner(
            certificate: answer.certificate, signing: keys.signing, agreement: keys.agreement,
            phraseSeed: nil, recovery: answer.recovery, name: name)
        wall = first.wall
        store = try Store(
            path: ":memory:", owner: owner, place: [device],
            entropy: .seeded(try Self.bytes([0, person, device])),
            dice: Dice(seed: UInt64(person) << 8 | UInt64(device)), at: wall)
    }

    static func bytes(_ bytes: [UInt8]) throws -> Bytes32 {
        try #require(Bytes32(bytes + [UInt8](repeating: 0, count: 32 - bytes.count)))
    }

    static func owner(_ person: UInt8, device: UInt8, name: String) throws -> Owner {
        Owner(
            phraseSeed: try bytes([4, person]),
            signing: SigningKey(seed: SecretKey(try bytes([2, person, device]))),
            agreement: AgreementKey(seed: SecretKey(try bytes([3, person, device]))),
            name: name)
    }

    @discardableResult
    func step<Result>(_ body: (Store) throws(StorageError) -> Result) throws -> Result {
        try store.transaction { () throws(StorageError) in try body(store) }
    }

    /// Runs a command to its end, a millisecond after the previous one.
    @discardableResult
    func perform(_ command: Command) throws -> Answer {
        wall = WallTime(milliseconds: wall.milliseconds + 1)
        switch try step({ (store) throws(StorageError) in try store.perform(command, at: wall) }) {
        case .answered(let answer): return answer
        case .notMine: throw Unexpected(what: "\(command)")
        case .long(var work):
            while true {
                let answer = try step { (store) throws(StorageError) in
                    try store.proceed(&work, at: wall)
                }
                if let answer { return answer }
            }
        }
    }

    /// Stores links and returns their ids.
    @discardableResult
    func keep(_ drafts: BookmarkDraft..., in audience: Audience? = nil) throws -> [ObjectID] {
        let answer = try perform(
            .addBookmarks(drafts, to: audience, onDuplicate: .skip, act: nil))
        guard case .kept(let report) = answer else { throw Unexpected(what: "\(answer)") }
        return report.outcomes.compactMap { if case .added(let id) = $0 { id } else { nil } }
    }

    /// Settles all copies to be compared.
    ///
    /// - Returns: the number of slices.
    @discardableResult
    func settleCopies() throws -> Int {
        var slices = 0
        while store.areCopiesDue(at: wall), slices < 1000 {
            wall = WallTime(milliseconds: wall.milliseconds + 1)
            try step { (store) throws(StorageError) in try store.settleCopies(at: wall) }
            slices += 1
        }
        return slices
    }

    /// The person's reference to this device.
    var reference: DeviceReference { DeviceReference(String(owner.device.text.prefix(12))) }

    /// Adds a friend by the ticket of their device.
    func add(friend: WriteReplica) throws {
        let ticket = Ticket(
            certificate: friend.owner.certificate, name: friend.owner.name, addresses: [])
        let answer = try perform(.addFriend(ticket: ticket.text, petName: nil))
        guard case .befriended = answer else { throw Unexpected(what: "\(answer)") }
    }

    /// Returns the visible things of `author`, by title.
    func links(of author: WriteReplica) throws -> [Bookmark] {
        try step { (store) throws(StorageError) in
            let rows = try store.database.rows(
                "SELECT id FROM objects WHERE kind IN (1, 11, 12, 13, 15, 16) AND hidden = 0 ORDER BY id"
            ) { (row) throws(StorageError) in row.integer(0) }
            return try store.bookmarks(rows: rows)
        }
        .filter { $0.author.person == author.owner.person }.sorted { $0.title < $1.title }
    }

    func link(_ id: ObjectID) throws -> Bookmark {
        let answer = try step { (store) throws(StorageError) in
            try store.answer(.show(.id(id.text)), now: wall)
        }
        guard case .bookmark(let bookmark) = answer else {
            throw Unexpected(what: "\(answer as Any)")
        }
        return bookmark
    }

    struct Unexpected: Error {
        let what: String
    }
}

// MARK: Transfer

extension WriteReplica {
    /// Deltas of a chain as they travel.
    struct Run: Hashable {
        let chain: ChainID
        let sequence: UInt64
        let end: UInt64
        let bytes: [UInt8]
    }

    /// Returns the row of an audience.
    func row(_ kind: AudienceKind, of person: WriteReplica) throws -> Int64 {
        try step { (store) throws(StorageError) in
            try store.audience(kind, of: person.owner.person).number
        }
    }

    /// Returns every run of an audience, each about `bytesWanted` long, in the order of the log; a
    /// chain's first run includes the rotation that may follow its opening.
    func runs(of audience: Int64, cutAt bytesWanted: () -> Int = { 1 }) throws -> [Run] {
        try step { (store) throws(StorageError) in
            var runs: [Run] = []
            for entry in try store.log(of: audience) {
                var start: UInt64 = 0
                while let (bytes, end) = try store.run(
                    of: entry.chain, from: start,
                    bytesWanted: max(bytesWanted(), start == 0 ? 500 : 1))
                {
                    runs.append(Run(chain: entry.chain, sequence: start, end: end, bytes: bytes))
                    start = end
                }
            }
            return runs
        }
    }

    /// Returns the keys of all epochs of this person's own audiences.
    func keys() throws -> [EpochKey.Followed] {
        try step { (store) throws(StorageError) in
            var keys: [EpochKey.Followed] = []
            for kind in [AudienceKind.private, .friends] {
                let audience = try store.audience(kind, of: owner.person)
                for head in try store.heads(of: audience) {
                    if let key = head.key { keys.append(.init(name: head.name, key: key)) }
                }
            }
            return keys
        }
    }

    @discardableResult
    func receive(_ run: Run, in audience: Int64? = nil) throws -> Store.Reception {
        try step { (store) throws(StorageError) in
            try store.receive(
                run.bytes, of: run.chain, at: run.sequence, in: audience, wall: wall)
        }
    }

    func take(_ keys: [EpochKey.Followed]) throws {
        try step { (store) throws(StorageError) in
            for key in keys { try store.deliver(epoch: key.name, key: key.key) }
        }
    }

    /// Gives `other` what a session would: keys of shared audiences, then the runs it lacks.
    func sync(to other: WriteReplica) throws {
        let shared = try step { (store) throws(StorageError) in
            try store.shared(with: other.owner.certificate)
        }
        try other.take(shared.flatMap { $0.keys + $0.history }.filter { $0.name != .zero })
        for audience in shared { try give(audience.audience, to: other) }
    }

    /// Gives another device of the same person everything, keys first.
    func mirror(to other: WriteReplica) throws {
        try other.take(try keys())
        for kind in AudienceKind.own { try give(try row(kind, of: self), to: other) }
    }

    private func give(_ audience: Int64, to other: WriteReplica) throws {
        for run in try runs(of: audience, cutAt: { 100_000 }) {
            let reception = try other.receive(run)
            if case .refused(let reason) = reception { throw Unexpected(what: reason.name) }
        }
    }
}

// MARK: State, independent of row numbers

/// Everything that is known of one object in one audience.
struct KnownObject: Equatable {
    let author: PersonID
    let place: Place
    let id: ObjectID
    let hidden: ObjectRow.Hidden
    let state: ObjectState
    /// Set only if the object shows.
    let bookmark: Bookmark?
    let tags: [[UInt8]]
}

extension WriteReplica {
    /// Returns the objects with their columns, tags and placements, in an order independent of row
    /// numbers.
    func known() throws -> [KnownObject] {
        try step { (store) throws(StorageError) in try store.known() }
    }
}

extension Store {
    /// The same, within a transaction.
    func known() throws(StorageError) -> [KnownObject] {
        let rows = try database.rows("SELECT id FROM objects ORDER BY id") {
            (row) throws(StorageError) in row.integer(0)
        }
        var known: [KnownObject] = []
        for number in rows {
            guard let row = try object(row: number) else { continue }
            let tags = try database.rows(
                "SELECT t.name FROM tagged g JOIN tags t ON t.id = g.tag WHERE g.object = ? "
                    + "ORDER BY t.name", [.integer(number)]
            ) { (row) throws(StorageError) in row.bytes(0) }
            // Which of two spellings shows is local to this node: the one it received first.
            var bookmark = try bookmark(row: number)
            bookmark?.tags = []
            known.append(
                KnownObject(
                    author: try author(row: row.author).person, place: row.place,
                    id: row.id, hidden: row.hidden, state: row.state,
                    bookmark: bookmark,
                    tags: row.hidden == .absent ? [] : tags))
        }
        return known.sorted {
            ($0.author, $0.id, $0.place) < ($1.author, $1.id, $1.place)
        }
    }
}

/// A database file, deleted with its last user.
final class TemporaryDatabase {
    let path: String

    init() throws {
        var entropy = Entropy.system
        path = "/tmp/weft-store-\(Base32.encode(entropy.bytes(10))).db"
    }

    deinit {
        let files = (1...20).map { "-f\($0)" }
        for ending in ["", "-wal", "-shm"] + files { remove(path + ending) }
    }
}
