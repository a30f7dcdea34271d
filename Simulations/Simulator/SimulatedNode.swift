import CRDT
import Domain
import Primitives
import Sodium
import Sync
import Wire

@testable import Store

/// One device: a real engine over a real store, with its clock, disk and user.
final class SimulatedNode {
    enum State {
        case running
        /// Suspended like a laptop: events wait.
        case paused
        case down
    }

    let number: Int
    /// The number of its person's first device.
    let holder: Int
    let owner: Owner
    /// What distinguishes its database from a copy of it.
    private let machine: Int
    /// How often its database was restored, as by `weft restore`, at a new path each time.
    var restores = 0
    var clock: WallClock
    let disk: SimulatedDisk
    private(set) var engine: Engine?
    private(set) var store: Store?
    private(set) var state = State.down
    /// How often it was started.
    private(set) var life = 0
    /// How long it has run, up to `timeCountedTo`.
    private(set) var timeUp: Duration = .zero
    private var timeCountedTo = Instant(nanoseconds: 0)
    /// The deltas that it received from peers in earlier lives.
    private var deliveriesBefore = 0
    var inbox: [Event] = []
    var isStepDue = false
    /// The generation of its wake-up; earlier ones are stale.
    var generation = 0
    /// What will go wrong with its disk during the next start.
    var startTrap: DiskTrap?
    /// Whether its last step did not finish, so that its durability is unknown.
    var isInDoubt = false
    /// Until then it rejects commands because its disk has failed.
    var refusesUntil = Instant(nanoseconds: 0)
    /// The bit rot that changed one of its rows, if any.
    var decay: Decay?
    /// Whether one of these rows is a delta of its log that SQLite can still read.
    var hasBadLog = false
    /// Its log before that.
    var soundLog: [Inspection.Delta] = []
    /// The moment at which it crashes, once a step is durable and before any effect.
    var doom: Ambush?
    /// How long it stays down then.
    var doomedFor: Duration = .zero
    private var linksAccepted: [Int: UInt64] = [:]
    private var requestsMade: UInt64 = 0
    /// Nil for the product's.
    var limits: SmallLimits?
    /// The person's unanswered commands.
    var asked: [(id: RequestID, command: Command)] = []
    /// What the person knows they store.
    var diary = Diary()
    /// Whether it has reported titles that it kept of a group and that are in no diary yet.
    var mayHaveKept = false
    /// The durable log when the last step ended.
    var durable: [AudienceKind: Frontier] = [:]
    /// The same for the person's groups, present and former.
    var durableGroups: [Bytes32: Frontier] = [:]
    /// Whether an epoch was due at that time.
    var areKeysDue = false
    /// The store's count of membership changes at the last look at its groups.
    var membershipSeen: UInt64?
    /// What the person knows of their friends, whichever device they use.
    let account: Account
    /// Whether it belongs to a person; further devices do not until they are paired.
    private(set) var isPaired: Bool
    /// The other devices of its person that paired it.
    var companions: [(certificate: Certificate, addresses: [String])] = []
    /// What it showed at the last look, with the state of the store at that time.
    private var lastShown: (state: TableState, links: [Bookmark])?
    private let entropy: Entropy
    private let dice: Dice

    /// Creates the first device of the person named after node `number`; it is not started yet.
    init(number: Int, seed: UInt64, clock: WallClock) {
        self.number = number
        machine = number
        holder = number
        account = Account()
        isPaired = true
        self.clock = clock
        disk = SimulatedDisk(dice: Self.diskDice(seed, number))
        var entropy = Self.entropy(seed, "node \(number)")
        owner = Owner(
            phraseSeed: entropy.bytes32(), signing: SigningKey(seed: entropy.secretKey()),
            agreement: AgreementKey(seed: entropy.secretKey()), name: "person\(number)")
        self.entropy = entropy
        dice = Dice(seed: seed).split(1000 + UInt64(number))
    }

    /// Creates a node with a copy of the disk of a running one, which cannot tell that it is a
    /// copy. It is not started yet.
    init(
        twinOf original: SimulatedNode, number: Int, seed: UInt64
    ) {
        self.number = number
        machine = original.machine
        holder = number
        account = Account(original.account)
        isPaired = true
        companions = original.companions
        limits = original.limits
        clock = original.clock
        disk = SimulatedDisk(copyOf: original.disk, dice: Self.diskDice(seed, number))
        owner = original.owner
        entropy = Self.entropy(seed, "twin \(number)")
        dice = Dice(seed: seed).split(2000 + UInt64(number))
        diary = original.diary
    }

    /// Creates a further device of the person of `first`, which joins later.
    init(
        number: Int, of first: SimulatedNode, seed: UInt64, clock: WallClock
    ) throws(BrokenClaim) {
        self.number = number
        machine = number
        holder = first.number
        account = first.account
        isPaired = false
        self.clock = clock
        disk = SimulatedDisk(dice: Self.diskDice(seed, number))
        var entropy = Self.entropy(seed, "node \(number)")
        let signing = SigningKey(seed: entropy.secretKey())
        let agreement = AgreementKey(seed: entropy.secretKey())
        guard let phrase = first.owner.phraseSeed else {
            throw BrokenClaim("a first machine has the root key", first.place)
        }
        owner = Owner(
            certificate: Certificate.sign(
                device: DeviceID(signing.publicKey), agreement: agreement.publicKey,
                root: Derivation.root(phraseSeed: phrase)),
            signing: signing, agreement: agreement, phraseSeed: nil,
            recovery: first.owner.recovery, name: first.owner.name)
        self.entropy = entropy
        dice = Dice(seed: seed).split(1000 + UInt64(number))
    }

    var person: PersonID { owner.person }
    var place: String { "node\(number)" }

    /// The ticket by which others add its person.
    var ticket: String {
        Ticket(
            certificate: owner.certificate, name: owner.name,
            addresses: [Self.address(of: number)]
        ).text
    }

    /// The address at which others reach host `number`.
    static func address(of number: Int) -> String { "node\(number):1" }

    /// Returns the host that an address names; nil if it has another form.
    static func host(of address: String) -> Int? {
        guard address.hasPrefix("node"), let colon = address.firstIndex(of: ":") else { return nil }
        return Int(address[address.index(address.startIndex, offsetBy: 4)..<colon])
    }

    // The world's own randomness, by purpose.
    private static func entropy(_ seed: UInt64, _ purpose: String) -> Entropy {
        Entropy.seeded(Hash.blake2b32(Array("world \(seed)".utf8))).split(Array(purpose.utf8))
    }

    private static func diskDice(_ seed: UInt64, _ number: Int) -> Dice {
        Dice(seed: seed).split(3000 + UInt64(number))
    }

    /// Opens the replica from the disk.
    func start(at now: Instant) throws(StorageError) {
        life += 1
        var syncLimits = limits?.sync ?? .standard
        // Worlds with bit rot end before a regular round is due.
        if decay == .running { syncLimits.roundPause = .zero }
        disk.forgetFailures()
        disk.trap = startTrap ?? disk.trap
        defer {
            if startTrap != nil { disk.trap = nil }
            startTrap = nil
        }
        let source = entropy.split(Array("life \(life)".utf8))
        let made = try open(disk, at: now)
        let engine = Engine(
            store: made, owner: owner, entropy: source.split(Array("engine".utf8)),
            dice: dice.split(UInt64(2 * life + 1)), companions: companions,
            limits: syncLimits, at: now)
        engine.addresses = [Self.address(of: number)]
        store = made
        self.engine = engine
        state = .running
        isPaired = true
        inbox = [.woken]
        isStepDue = false
        generation += 1
        doom = nil
        membershipSeen = nil
    }

    /// Returns the entropy that its engine gives to one link in this life; a holder of the node's
    /// keys can compute it.
    func chance(ofLink purpose: [UInt8]) -> Entropy {
        entropy.split(Array("life \(life)".utf8)).split(Array("engine".utf8)).split(purpose)
    }

    private var located: String {
        restores == 0 ? "machine \(machine)" : "machine \(machine), restored \(restores)"
    }

    /// Opens the replica from `disk`, in this life.
    func open(_ disk: SimulatedDisk, at now: Instant) throws(StorageError) -> Store {
        let source = entropy.split(Array("life \(life)".utf8))
        // Photos here are small: all but their first pieces are stored beside the database.
        var usual = StoreLimits.standard
        usual.rowPieces = 1
        return try Store(
            path: disk.path(), owner: owner, place: Array(located.utf8),
            entropy: source.split(Array("store".utf8)), dice: dice.split(UInt64(2 * life)),
            limits: limits?.store ?? usual, at: clock.reading(at: now))
    }

    /// Discards everything in memory. If power is lost too, the disk keeps of unsynced writes what
    /// chance leaves.
    func crash(losingPower: Bool) {
        if losingPower { disk.losePower() } else { disk.endLife() }
        forget()
    }

    /// Does what the product does when its store has failed: durability is unknown, so it closes
    /// everything.
    func close() {
        // A failure here is harmless: reopening shows what is durable.
        try? store?.close()
        disk.endLife()
        forget()
    }

    private func forget() {
        deliveriesBefore = deliveries
        engine = nil
        store = nil
        state = .down
        inbox = []
        generation += 1
    }

    /// The deltas that it received from peers, except those of failed steps.
    var deliveries: Int { deliveriesBefore + Int(store?.memory.received ?? 0) }

    /// Counts its running time; must be called before it stops or resumes.
    func countTime(to now: Instant) {
        if state == .running { timeUp += now - timeCountedTo }
        timeCountedTo = now
    }

    /// Suspends or resumes it.
    func pause(_ isPaused: Bool, at now: Instant) {
        guard state != .down else { return }
        countTime(to: now)
        state = isPaused ? .paused : .running
    }

    /// Numbers links by dialler, so that the number does not depend on how many others connected.
    func nextLink(from host: Int) -> LinkID {
        linksAccepted[host, default: 0] += 1
        return .inbound(UInt64(host) << 32 | (linksAccepted[host] ?? 0))
    }

    func nextRequest() -> RequestID {
        requestsMade += 1
        return RequestID(requestsMade)
    }

    /// Runs `body` on the open store, which it must not change.
    func read<Result>(
        _ body: (Store) throws(StorageError) -> Result
    ) throws(BrokenClaim) -> Result {
        guard let store else { throw BrokenClaim("a node that is read runs", place) }
        do throws(StorageError) {
            return try disk.aside { () throws(StorageError) in
                try store.transaction { () throws(StorageError) in try body(store) }
            }
        } catch {
            throw BrokenClaim("the store can be read", "\(place): \(error)")
        }
    }

    /// The state of its tables; nil if no store is open.
    var tables: TableState? {
        store.map { TableState(life: life, changes: $0.database.totalChanges) }
    }

    /// Returns every link that this node shows, own and others', including own ones in the trash.
    /// The result is cached until a row of any table changes.
    func shown(at now: Instant) throws(BrokenClaim) -> [Bookmark] {
        if let lastShown, lastShown.state == tables { return lastShown.links }
        let links = try shownNow(at: now)
        lastShown = tables.map { ($0, links) }
        return links
    }

    private func shownNow(at now: Instant) throws(BrokenClaim) -> [Bookmark] {
        let wall = clock.reading(at: now)
        var links: [Bookmark] = []
        // The things of muted friends are listed only by a query that asks for them.
        for query in ["", "is:muted", "by:me is:trashed"] {
            var cursor: String?
            repeat {
                let request = ListRequest(query: query, limit: Limits.pageMax, cursor: cursor)
                let answer = try read { (store) throws(StorageError) in
                    try store.answer(.list(request), now: wall)
                }
                guard case .page(let page) = answer else {
                    throw BrokenClaim("links can be listed", "\(place): no page")
                }
                links += page.items
                cursor = page.nextCursor
            } while cursor != nil
        }
        return links
    }
}

/// A state of the tables of one store: while it is equal, no row has changed.
struct TableState: Equatable {
    let life: Int
    /// The number of rows that all statements have changed since the store was opened.
    let changes: Int64
}
