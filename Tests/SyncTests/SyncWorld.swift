import CRDT
import Domain
import Primitives
import Sodium
import Store
import Testing
import Wire

@testable import Sync

/// One node: an engine over a store in memory, and its time.
final class SyncNode {
    static let wall = WallTime(milliseconds: 20_000 * 86_400_000)

    let owner: Owner
    let store: Store
    let engine: Engine
    /// What its clock shows; it does not advance.
    var wall: WallTime
    var now = Instant(nanoseconds: 1_000_000_000)
    var announced: [Notice] = []
    var answers: [Answer] = []
    var closed: [LinkID: CloseReason] = [:]
    /// The kinds of messages it has sent, in order.
    var said: [String] = []
    /// Receives the effects for other nodes, if there are any.
    var carry: (([Effect]) throws -> Void)?
    private var requests: UInt64 = 0

    /// Creates the first device of a person, or a further one.
    ///
    /// - Parameter first: the device that pairs this one; nil for a person's first device.
    init(
        _ person: UInt8, name: String, pairedWith first: SyncNode? = nil,
        limits: SyncLimits = .standard, storeLimits: StoreLimits = .standard
    ) throws {
        let device: UInt8 = first == nil ? 0 : 1
        let keys = Owner(
            phraseSeed: try Self.bytes([4, person]),
            signing: SigningKey(seed: SecretKey(try Self.bytes([2, person, device]))),
            agreement: AgreementKey(seed: SecretKey(try Self.bytes([3, person, device]))),
            name: name)
        var companions: [(certificate: Certificate, addresses: [String])] = []
        if let first {
            let request = PairingRequest(
                device: keys.device, agreement: keys.agreement.publicKey, name: "second")
            guard
                case .paired(let paired) = try first.ask(
                    .command(.pairDevice(request: request.text, phrase: nil))),
                let answer = PairingAnswer(text: paired.answer)
            else { throw NotPaired() }
            owner = Owner(
                certificate: answer.certificate, signing: keys.signing, agreement: keys.agreement,
                phraseSeed: nil, recovery: answer.recovery, name: name)
            companions = [(answer.companion, ["first:1"])]
        } else {
            owner = keys
        }
        wall = Self.wall
        store = try Store(
            path: ":memory:", owner: owner, place: [1 + device],
            entropy: .seeded(try Self.bytes([5, person, device])),
            dice: Dice(seed: UInt64(person) + 50 * UInt64(device)), limits: storeLimits,
            at: Self.wall)
        engine = Engine(
            store: store, owner: owner, entropy: .seeded(try Self.bytes([6, person, device])),
            dice: Dice(seed: UInt64(person) + 100 + 50 * UInt64(device)),
            companions: companions, limits: limits, at: now)
    }

    struct NotPaired: Error {}

    /// Creates a second node on a copy of a running node's database, which cannot tell that it is a
    /// copy.
    init(twinOf original: SyncNode, at path: String) throws {
        try original.store.backup(to: path)
        owner = original.owner
        now = original.now
        // Two that write in the same millisecond at the same position would make things with the
        // same id.
        wall = WallTime(milliseconds: Self.wall.milliseconds + 1000)
        let seed = Hash.blake2b32(Array(path.utf8))
        store = try Store(
            path: path, owner: owner, place: [1], entropy: .seeded(seed),
            dice: Dice(seed: 77), at: wall)
        engine = Engine(
            store: store, owner: owner, entropy: Entropy.seeded(seed).split([1]),
            dice: Dice(seed: 78), at: now)
    }

    static func bytes(_ bytes: [UInt8]) throws -> Bytes32 {
        try #require(Bytes32(bytes + [UInt8](repeating: 0, count: 32 - bytes.count)))
    }

    /// Runs a step and keeps its announcements; returns the effects for others.
    @discardableResult
    func step(_ events: Event...) throws -> [Effect] {
        let effects = try engine.step(events, at: now, wall: wall)
        said += engine.said.flatMap(\.kinds)
        for effect in effects {
            switch effect {
            case .announce(let notice): announced.append(notice)
            case .answer(_, let answer): answers.append(answer)
            case .close(let link, let reason): closed[link] = reason
            case .dial, .send, .regard, .discover, .beacon, .bundle, .folders, .folder: break
            }
        }
        return effects
    }

    @discardableResult
    func ask(_ request: Request) throws -> Answer? {
        requests += 1
        let count = answers.count
        let effects = try step(.requested(RequestID(requests), request))
        try carry?(effects)
        for _ in 0..<1000 where answers.count == count {
            let effects = try step(.woken)
            try carry?(effects)
        }
        return answers.last
    }

    func keep(_ drafts: [BookmarkDraft], in audience: Audience) throws {
        for start in stride(from: 0, to: drafts.count, by: Limits.batchMax) {
            let batch = Array(drafts[start..<min(start + Limits.batchMax, drafts.count)])
            try ask(.command(.addBookmarks(batch, to: audience, onDuplicate: .skip, act: nil)))
        }
    }

    func add(friend: SyncNode) throws {
        let ticket = Ticket(
            certificate: friend.owner.certificate, name: friend.owner.name, addresses: [])
        try ask(.command(.addFriend(ticket: ticket.text, petName: nil)))
    }

    /// Returns the titles of visible links, of everybody.
    func titles() throws -> [String] {
        guard case .page(let page) = try ask(.query(.list(ListRequest(limit: 500)))) else {
            return []
        }
        return page.items.map(\.title).sorted()
    }

    func peers() throws -> [Peer] {
        guard case .peers(let peers) = try ask(.query(.peers())) else { return [] }
        return peers
    }

    func frontiers() throws -> [Frontier] {
        try store.transaction { () throws(StorageError) in
            var frontiers: [Frontier] = []
            for audience in Int64(1)...12 { frontiers.append(try store.frontier(of: audience)) }
            return frontiers
        }
    }
}

/// Two nodes and the links between them: bytes arrive in random pieces.
final class SyncPair {
    let ana: SyncNode
    let bob: SyncNode
    var dice: Dice
    /// The bytes in flight, in order: to whom, over which link, which bytes.
    private var flights: [(isToBob: Bool, link: LinkID, bytes: [UInt8])] = []
    private var names: [(ana: LinkID, bob: LinkID)] = []
    private var made: UInt64 = 0
    var bytesCarried = 0
    /// Breaks the link for good once so many bytes have arrived; nil if it lasts.
    var breaksBehind: Int?
    private(set) var bytesArrived = 0
    private var isBroken: Bool { breaksBehind.map { bytesArrived >= $0 } ?? false }
    /// The bytes of every frame that bob was sent.
    var heardByBob: [UInt8] = []

    /// Creates two devices of ana's instead; the first has paired the second.
    convenience init(devicesOf name: String) throws {
        let first = try SyncNode(1, name: name)
        try self.init(first, SyncNode(1, name: name, pairedWith: first), seed: 1)
    }

    convenience init(seed: UInt64 = 1, areFriends: Bool = true) throws {
        try self.init(SyncNode(1, name: "Ana"), SyncNode(2, name: "Bob"), seed: seed)
        guard areFriends else { return }
        try ana.add(friend: bob)
        try bob.add(friend: ana)
    }

    /// Creates a pair of two given nodes; `seed` also distinguishes the links of several pairs.
    init(_ ana: SyncNode, _ bob: SyncNode, seed: UInt64) {
        self.ana = ana
        self.bob = bob
        dice = Dice(seed: seed)
        made = seed << 20
        ana.carry = { [unowned self] in try handle($0, ofAna: true) }
        bob.carry = { [unowned self] in try handle($0, ofAna: false) }
    }

    /// Ana dials bob by hand; everything that follows happens at once.
    func connect() throws {
        try handle(
            try ana.step(.requested(RequestID(9), .command(.connect(host: "b", port: 1)))),
            ofAna: true)
        try run()
    }

    /// The same, but what ana sends after the greeting stays in flight; `sent` receives how much.
    func connect(holdingBackFromBob sent: (Int) -> Void) throws {
        try handle(
            try ana.step(.requested(RequestID(9), .command(.connect(host: "b", port: 1)))),
            ofAna: true)
        for _ in 0..<1000 {
            guard let index = flights.firstIndex(where: { !$0.isToBob || $0.bytes.count < 20_000 })
            else { break }
            let flight = flights.remove(at: index)
            let node = flight.isToBob ? bob : ana
            try handle(try node.step(.received(flight.link, flight.bytes)), ofAna: !flight.isToBob)
        }
        for _ in 0..<1000 where ana.engine.hasMore {
            try handle(try ana.step(.woken), ofAna: true)
        }
        sent(flights.reduce(0) { $0 + $1.bytes.count })
    }

    /// Breaks every link; what is in flight is lost.
    func cutOff() throws {
        (ana.carry, bob.carry) = (nil, nil)
        let broken = names
        names = []
        flights = []
        for name in broken {
            _ = try ana.step(.disconnected(name.ana))
            _ = try bob.step(.disconnected(name.bob))
        }
    }

    /// Bob dials ana by hand.
    func connectBack() throws {
        try handle(
            try bob.step(.requested(RequestID(9), .command(.connect(host: "a", port: 1)))),
            ofAna: false)
        try run()
    }

    /// Lets time pass on both sides, in steps as each engine asks for them.
    func pass(_ duration: Duration) throws {
        let end = ana.now + duration
        while let due = [ana.engine.deadline(at: ana.now), bob.engine.deadline(at: bob.now)]
            .compactMap({ $0 }).min(), due <= end
        {
            ana.now = max(due, ana.now)
            bob.now = ana.now
            try handle(try ana.step(.woken), ofAna: true)
            try handle(try bob.step(.woken), ofAna: false)
            try run()
        }
        ana.now = end
        bob.now = end
    }

    /// Delivers until nothing is in flight and no node has more to do at once.
    func run() throws {
        for _ in 0..<100_000 {
            if flights.isEmpty {
                let idle = [ana, bob].allSatisfy { node in
                    !node.engine.hasMore
                        && (!node.engine.isIndexing || node.engine.indexAt > node.now)
                }
                if idle { return }
                try handle(try ana.step(.woken), ofAna: true)
                try handle(try bob.step(.woken), ofAna: false)
                continue
            }
            var flight = flights.removeFirst()
            let cut = 1 + dice.roll(below: min(flight.bytes.count, 100_000))
            let piece = Array(flight.bytes[..<cut])
            flight.bytes.removeFirst(cut)
            if !flight.bytes.isEmpty { flights.insert(flight, at: 0) }
            if flight.isToBob { heardByBob += piece }
            let node = flight.isToBob ? bob : ana
            try handle(try node.step(.received(flight.link, piece)), ofAna: !flight.isToBob)
            bytesArrived += piece.count
            if isBroken { return try cutOff() }
        }
        Issue.record("the two never fall silent")
    }

    private func handle(_ effects: [Effect], ofAna: Bool) throws {
        let (node, other) = ofAna ? (ana, bob) : (bob, ana)
        for effect in effects {
            switch effect {
            case .dial(let link, _) where isBroken:
                _ = try node.step(.unreachable(link, why: "broken"))
            case .dial(let link, _):
                made += 1
                let inbound = LinkID.inbound(made)
                names.append(ofAna ? (link, inbound) : (inbound, link))
                try handle(try other.step(.accepted(inbound, address: "h:1")), ofAna: !ofAna)
                try handle(try node.step(.connected(link)), ofAna: ofAna)
            case .send(let link, let bytes):
                guard let name = names.first(where: { (ofAna ? $0.ana : $0.bob) == link }) else {
                    continue
                }
                bytesCarried += bytes.count
                flights.append((ofAna, ofAna ? name.bob : name.ana, bytes))
            case .close(let link, _):
                guard let index = names.firstIndex(where: { (ofAna ? $0.ana : $0.bob) == link })
                else { continue }
                let name = names[index]
                // What was sent before still arrives.
                let pending = flights.filter {
                    $0.isToBob == ofAna && $0.link == (ofAna ? name.bob : name.ana)
                }
                names.remove(at: index)
                flights.removeAll { $0.link == name.bob || $0.link == name.ana }
                for flight in pending {
                    try handle(
                        try other.step(.received(flight.link, flight.bytes)), ofAna: !ofAna)
                }
                try handle(try node.step(.disconnected(link)), ofAna: ofAna)
                try handle(
                    try other.step(.disconnected(ofAna ? name.bob : name.ana)), ofAna: !ofAna)
            case .answer, .announce, .regard, .discover, .beacon, .bundle, .folders, .folder: break
            }
        }
    }

    /// Returns the states of the open links, on both sides.
    func states() throws -> [String] {
        try (ana.peers() + bob.peers()).filter { $0.endReason == nil }.map(\.state)
    }
}

/// Returns links to store.
func drafts(_ count: Int, _ title: String, noteBytes: Int = 0) -> [BookmarkDraft] {
    (0..<count).map {
        BookmarkDraft(
            url: "https://example.org/\(title)/\($0)", title: "\(title) \($0)",
            note: String(repeating: "n", count: noteBytes))
    }
}

/// Returns the bytes on a link of a message of this size: length, tag, and padding.
func frameBytes(ofMessage count: Int) -> Int {
    2 + 16 + FramePadding.length(forMessage: count)
}
