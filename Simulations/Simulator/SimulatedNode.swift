import CRDT
import Domain
import Primitives
import Sodium
import Sync
import Wire

@testable import Store

/// One machine: a real engine over a real store, its clock, its disk, and the person before it.
final class SimulatedNode {
    enum State {
        case running
        /// Stopped like a suspended laptop: what comes waits.
        case paused
        case down
    }

    let number: Int
    /// Whose it is: the number of that person's first machine.
    let holder: Int
    let owner: Owner
    /// What tells its database from a copy of it.
    private let machine: Int
    /// How often its database was put in place of another, as `weft restore` does: in a new place.
    var restores = 0
    var clock: WallClock
    let disk: SimulatedDisk
    private(set) var engine: Engine?
    private(set) var store: Store?
    private(set) var state = State.down
    /// How often it was started.
    private(set) var life = 0
    /// How long it has run, up to a moment.
    private(set) var timeUp: Duration = .zero
    private var timeCountedTo = Instant(nanoseconds: 0)
    /// Deltas that it took in from others in earlier lives.
    private var deliveriesBefore = 0
    var inbox: [Event] = []
    var isStepDue = false
    /// A wake-up of an earlier generation is out of date.
    var generation = 0
    /// What will go wrong with its disk while it is started the next time.
    var startTrap: DiskTrap?
    /// Its last step did not end: nobody knows whether it is durable.
    var isInDoubt = false
    /// Until then it takes no commands, because its disk has failed.
    var refusesUntil = Instant(nanoseconds: 0)
    /// A bit went bad on its disk, and a row is another.
    var decay: Decay?
    /// One of these is a delta of its log, which SQLite can read.
    var hasBadLog = false
    /// What its log was before that.
    var soundLog: [Inspection.Delta] = []
    /// In the middle of what it crashes, once a step is durable and before anybody hears of it.
    var doom: Ambush?
    /// How long it is down then.
    var doomedFor: Duration = .zero
    private var linksAccepted: [Int: UInt64] = [:]
    private var requestsMade: UInt64 = 0
    /// Nil for the product's.
    var limits: SmallLimits?
    /// What the person asked and has not heard of.
    var asked: [(id: RequestID, command: Command)] = []
    /// What the person knows he keeps.
    var diary = Diary()
    /// It has told of words that it kept of a group, and they stand in no account yet.
    var mayHaveKept = false
    /// Everything in the log that was durable when the last step ended.
    var durable: [AudienceKind: Frontier] = [:]
    /// The same of the groups he is in, or was.
    var durableGroups: [Bytes32: Frontier] = [:]
    /// There was an epoch to be made then.
    var areKeysDue = false
    /// The store's count of comings and goings when its groups were last looked at.
    var membershipSeen: UInt64?
    /// What the person knows of his friends, whichever machine he is at.
    let account: Account
    /// Further machines are nobody's before they are paired.
    private(set) var isPaired: Bool
    /// By which other machine of its person it was paired.
    var companions: [(certificate: Certificate, addresses: [String])] = []
    /// What it showed when it was last looked at, and at which state of which store.
    private var lastShown: (state: TableState, links: [Bookmark])?
    private let entropy: Entropy
    private let dice: Dice

    /// The person called after node `number`; not started yet.
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

    /// Another machine with a copy of the disk of a running one, which nothing tells that it is a
    /// copy. Not started yet.
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

    /// A further machine of the person of `first`, which joins later.
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

    /// How others add its person.
    var ticket: String {
        Ticket(
            certificate: owner.certificate, name: owner.name,
            addresses: [Self.address(of: number)]
        ).text
    }

    /// Where others reach host `number`.
    static func address(of number: Int) -> String { "node\(number):1" }

    /// The host that an address names; nil if there is no such form.
    static func host(of address: String) -> Int? {
        guard address.hasPrefix("node"), let colon = address.firstIndex(of: ":") else { return nil }
        return Int(address[address.index(address.startIndex, offsetBy: 4)..<colon])
    }

    // Chance of a world's own, by purpose.
    private static func entropy(_ seed: UInt64, _ purpose: String) -> Entropy {
        Entropy.seeded(Hash.blake2b32(Array("world \(seed)".utf8))).split(Array(purpose.utf8))
    }

    private static func diskDice(_ seed: UInt64, _ number: Int) -> Dice {
        Dice(seed: seed).split(3000 + UInt64(number))
    }

    /// Opens the replica as it lies on the disk.
    func start(at now: Instant) throws(StorageError) {
        life += 1
        var syncLimits = limits?.sync ?? .standard
        // Worlds in which a bit goes bad end before a round is due.
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

    /// The chance that its engine gives to one link in this life; whoever has its keys has that.
    func chance(ofLink purpose: [UInt8]) -> Entropy {
        entropy.split(Array("life \(life)".utf8)).split(Array("engine".utf8)).split(purpose)
    }

    private var located: String {
        restores == 0 ? "machine \(machine)" : "machine \(machine), restored \(restores)"
    }

    /// Opens the replica as it lies on `disk`, in this life.
    func open(_ disk: SimulatedDisk, at now: Instant) throws(StorageError) -> Store {
        let source = entropy.split(Array("life \(life)".utf8))
        // Photos here are small: all but their beginnings lie beside the database.
        var usual = StoreLimits.standard
        usual.rowPieces = 1
        return try Store(
            path: disk.path(), owner: owner, place: Array(located.utf8),
            entropy: source.split(Array("store".utf8)), dice: dice.split(UInt64(2 * life)),
            limits: limits?.store ?? usual, at: clock.reading(at: now))
    }

    /// Everything in memory is gone; of what was not synced the disk has, if power went too, what
    /// chance has left.
    func crash(losingPower: Bool) {
        if losingPower { disk.losePower() } else { disk.endLife() }
        forget()
    }

    /// What the product does when its store has failed: nobody knows what is durable, so that what
    /// was open is closed.
    func close() {
        // Loss is right: what is durable shows when it is opened again.
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

    /// Deltas that it took in from others, but for those of steps that failed.
    var deliveries: Int { deliveriesBefore + Int(store?.memory.received ?? 0) }

    /// Counts how long it has run; to be called before it stops or goes on.
    func countTime(to now: Instant) {
        if state == .running { timeUp += now - timeCountedTo }
        timeCountedTo = now
    }

    /// Stops, or goes on after a stop.
    func pause(_ isPaused: Bool, at now: Instant) {
        guard state != .down else { return }
        countTime(to: now)
        state = isPaused ? .paused : .running
    }

    /// Counted by who dials: how many others came does not show in it.
    func nextLink(from host: Int) -> LinkID {
        linksAccepted[host, default: 0] += 1
        return .inbound(UInt64(host) << 32 | (linksAccepted[host] ?? 0))
    }

    func nextRequest() -> RequestID {
        requestsMade += 1
        return RequestID(requestsMade)
    }

    /// Runs `body` on the open store; it must change nothing.
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

    /// Which state its tables are in; nil if nothing is open.
    var tables: TableState? {
        store.map { TableState(life: life, changes: $0.database.totalChanges) }
    }

    /// Every link that this node shows, own and others', also own ones in the trash. As long as no
    /// row of any table has changed nothing is asked anew.
    func shown(at now: Instant) throws(BrokenClaim) -> [Bookmark] {
        if let lastShown, lastShown.state == tables { return lastShown.links }
        let links = try shownNow(at: now)
        lastShown = tables.map { ($0, links) }
        return links
    }

    private func shownNow(at now: Instant) throws(BrokenClaim) -> [Bookmark] {
        let wall = clock.reading(at: now)
        var links: [Bookmark] = []
        // What a muted friend has is listed to who asks for it.
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

/// A state of the tables of one store: as long as it is the same, no row has changed.
struct TableState: Equatable {
    let life: Int
    /// Rows that all statements have changed since it was opened.
    let changes: Int64
}
