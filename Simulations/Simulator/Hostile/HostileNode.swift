import CRDT
import Domain
import Primitives
import Sodium
import Store
import Sync
import Wire

/// A hostile node: a real engine over a real store, inside a wrapper that has its keys and changes
/// what it sends and receives.
final class HostileNode {
    let machine: SimulatedNode
    let kind: HostileKind
    var dice: Dice
    /// The epoch keys that it has sent or received, in order.
    private(set) var keys: [EpochKey.Followed] = []
    /// The chains and epochs that others mentioned to it.
    private(set) var chainsTold: Set<ChainID> = []
    private(set) var epochsTold: Set<Bytes16> = []
    /// What it received and the credit it gave, by host.
    private(set) var takings: [Int: Takings] = [:]
    /// The number of messages that it changed, dropped, replaced or sent unasked.
    private(set) var deeds = 0

    /// What one peer has sent.
    struct Takings {
        var bytes = 0
        /// The bytes of runs, proofs and checkpoints, which use credit.
        var bytesOfRuns = 0
        var credit = 0
        /// The number of messages it was sent.
        var asked = 0
        var links = 0
    }

    private let conduct: any Conduct
    /// By link; iterated in the order of links.
    private var taps: [LinkID: Tap] = [:]
    private var life = 0
    private var made = 0
    /// What its clock shows.
    private(set) var wall = WallTime(milliseconds: 0)
    private var dials: [Bytes32: UInt64] = [:]
    /// Returns the agreement key of the device at an address; nil if there is none.
    let keyAt: (String) -> Bytes32?
    /// Pending effects for events of links of its own.
    private var own: [Effect] = []

    init(
        _ machine: SimulatedNode, _ kind: HostileKind, _ conduct: any Conduct, dice: Dice,
        keyAt: @escaping (String) -> Bytes32?
    ) {
        self.machine = machine
        self.kind = kind
        self.dice = dice
        self.keyAt = keyAt
        self.conduct = conduct
    }

    // MARK: Around a step

    /// Returns the events that the engine receives in place of `inbox`.
    func hear(_ inbox: [Event], at wall: WallTime) throws(BrokenClaim) -> [Event] {
        self.wall = wall
        if machine.life != life {
            life = machine.life
            taps = [:]
            dials = [:]
            own = []
            conduct.beginsAnew()
        }
        var heard: [Event] = []
        for event in inbox {
            if let effects = conduct.takes(event, self) {
                own += effects
                continue
            }
            switch event {
            case .accepted(let link, let address): try tap(link, at: address, remoteKey: nil)
            case .disconnected(let link), .unreachable(let link, _): taps[link] = nil
            case .received(let link, let bytes):
                guard let tap = taps[link] else { break }
                if let peer = tap.peer { takings[peer, default: Takings()].bytes += bytes.count }
                let rest = try tap.arrive(bytes) { (message) throws(BrokenClaim) in
                    note(message, from: tap)
                    let heard = try conduct.hears(message, over: tap, self)
                    if heard.map(\.bytes) != [message.bytes] { deeds += 1 }
                    return heard
                }
                if !rest.isEmpty { heard.append(.received(link, rest)) }
                continue
            case .connected, .stalled, .requested, .woken, .networks, .room, .named, .sighted,
                .codeAsked, .codeAnswered, .bundle, .folder:
                break
            }
            heard.append(event)
        }
        return heard
    }

    /// Returns the effects carried out in place of the engine's.
    func act(_ effects: [Effect]) throws(BrokenClaim) -> [Effect] {
        var done: [Effect] = []
        for effect in effects {
            if case .dial(let link, let address) = effect, let key = keyAt(address) {
                try tap(link, at: address, remoteKey: key)
            }
            guard case .send(let link, let bytes) = effect, let tap = taps[link] else {
                done.append(effect)
                continue
            }
            let sent = try tap.leave(bytes) { (message) throws(BrokenClaim) in
                if case .keys(let keys, _) = message { learn(keys) }
                let said = try conduct.says(message, over: tap, self)
                count(said, to: tap)
                if !Self.isLeft(message, in: said) { deeds += 1 }
                return said
            }
            if !sent.isEmpty { done.append(.send(link, sent)) }
        }
        defer { own = [] }
        return done + own
    }

    /// Claims, for each audience of a link, to have nothing and to want everything, so many times.
    func requestsForAll(over tap: Tap, times: Int) -> [Tap.Utterance] {
        (UInt8(0)..<32).filter { key(at: $0, of: tap) != nil }.flatMap { place in
            let part = Message.FrontierPart(
                audience: place, isWhole: true, isLast: true, isAsking: true, entries: [])
            return Array(repeating: Tap.Utterance.message(.frontier(part)), count: times)
        }
    }

    /// Whether it reads what arrives over one of its engine's links.
    func reads(_ link: LinkID) -> Bool {
        !conduct.readsNothing || taps[link]?.isMatched != true
    }

    /// Returns what it does unasked.
    func stir() throws(BrokenClaim) -> [Effect] {
        guard machine.state == .running, machine.life == life else { return [] }
        var effects: [Effect] = []
        for link in taps.keys.sorted() {
            guard let tap = taps[link], tap.isMatched else { continue }
            let said = try conduct.stirs(over: tap, self)
            count(said, to: tap)
            deeds += said.count
            let bytes = said.flatMap { tap.seal($0) }
            if !bytes.isEmpty { effects.append(.send(link, bytes)) }
        }
        let moved = conduct.moves(self)
        deeds += moved.count
        return effects + moved
    }

    // MARK: Knowledge

    /// Returns the key of the audience at a place of a link; nil if it is unknown here.
    func key(at place: UInt8, of tap: Tap) -> EpochKey.Followed? {
        keys.first { tap.place(of: $0) == place } ?? publicKeys.first { tap.place(of: $0) == place }
    }

    /// The keys that name every person's public audience.
    private var publicKeys: [EpochKey.Followed] {
        people.map { EpochKey.Followed(name: .zero, key: $0.key) }
    }

    /// The persons it knows of.
    private(set) var people: [PersonID] = []

    /// Sets the persons it knows of.
    func meet(_ people: [PersonID]) { self.people = people }

    /// Returns random bytes.
    func chance(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: dice.roll(below: 256)) }
    }

    /// Returns sixteen random bytes.
    func chance16() -> Bytes16 { Bytes16(high: dice.next(), low: dice.next()) }

    /// Returns thirty-two random bytes.
    func chance32() -> Bytes32 {
        Bytes32(words: (dice.next(), dice.next(), dice.next(), dice.next()))
    }

    // MARK: Private helpers

    private func tap(
        _ link: LinkID, at address: String, remoteKey: Bytes32?
    ) throws(BrokenClaim) {
        let purpose: [UInt8]
        switch link {
        case .inbound(let number): purpose = Array("link \(number)".utf8)
        case .outbound:
            guard let remoteKey else { return }
            dials[remoteKey, default: 0] += 1
            purpose = Array("dial \(dials[remoteKey] ?? 0) ".utf8) + remoteKey.bytes
        }
        let peer = SimulatedNode.host(of: address)
        if let peer { takings[peer, default: Takings()].links += 1 }
        made += 1
        taps[link] = Tap(
            number: made, link: link, peer: peer,
            owner: machine.owner.agreement, remoteKey: remoteKey,
            invitations: try invitations(to: remoteKey),
            chance: Tap.Chance(machine.chance(ofLink: purpose)))
    }

    // The keys of invitations with which its engine dials the holder of this key, or with which it
    // may be dialled.
    private func invitations(to remoteKey: Bytes32?) throws(BrokenClaim) -> [UInt64: Bytes32] {
        let wall = wall
        return try machine.read { (store) throws(StorageError) -> [UInt64: Bytes32] in
            guard let remoteKey else { return try store.invitationKeys(at: wall) }
            var keys: [UInt64: Bytes32] = [:]
            for join in try store.openJoins() where join.certificate.agreement == remoteKey {
                let id = Derivation.invitationID(secret: join.secret)
                keys[id] = Derivation.invitationKey(secret: join.secret)
            }
            return keys
        }
    }

    private func note(_ message: Message, from tap: Tap) {
        var runBytes = 0
        switch message {
        case .keys(let keys, _):
            learn(keys)
            for key in keys where key.name != .zero { epochsTold.insert(key.name) }
        case .run(let run):
            chainsTold.insert(run.chain)
            runBytes = run.deltas.count
        case .more(_, let deltas): runBytes = deltas.count
        case .frontier(let part): chainsTold.formUnion(part.entries.map(\.chain))
        case .heads(let heads): chainsTold.formUnion(heads.entries.map(\.chain))
        case .recall(_, let place): chainsTold.insert(place.chain)
        case .branch(let run):
            chainsTold.insert(run.chain)
            runBytes = run.deltas.count
        case .fork(_, let proof):
            chainsTold.insert(proof.chain)
            runBytes = message.bytes.count
        case .checkpoint(_, let proof):
            chainsTold.insert(proof.target)
            runBytes = message.bytes.count
        case .declined(_, let chains): chainsTold.formUnion(chains)
        case .piece(_, let bytes): runBytes = bytes.count
        case .leaves(let leaves): runBytes = leaves.sealed.count
        case .certificate, .interest, .digests, .credit, .close, .introduction, .farewell, .mailbox,
            .kept, .want, .hasNot, .shown:
            break
        }
        if let peer = tap.peer { takings[peer, default: Takings()].bytesOfRuns += runBytes }
    }

    private func learn(_ keys: [EpochKey.Followed]) {
        for key in keys where key.name != .zero && !self.keys.contains(key) {
            self.keys.append(key)
        }
    }

    private static func isLeft(_ message: Message, in said: [Tap.Utterance]) -> Bool {
        guard said.count == 1, case .message(let same)? = said.first else { return false }
        return same.bytes == message.bytes
    }

    private func count(_ said: [Tap.Utterance], to tap: Tap) {
        guard let peer = tap.peer else { return }
        for utterance in said {
            takings[peer, default: Takings()].asked += 1
            if case .message(.credit(let bytes)) = utterance {
                takings[peer, default: Takings()].credit += Int(bytes)
            }
        }
    }
}
