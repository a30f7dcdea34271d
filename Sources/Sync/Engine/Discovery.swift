import CRDT
import Primitives
import Sodium
import Store
import Wire

/// Local discovery: when beacons are sent, what they contain, and which device a received one is from. A
/// separate state machine: nothing in it is stored, and its use of randomness does not affect anything else.
///
/// What a stranger can do with it: observe 64 bytes of noise at times that only the start, the network and
/// random numbers decide, and send datagrams, which cost a bounded number of hashes a second and are never
/// answered.
struct Discovery {
    /// Whether there are networks and beacons are sent.
    private(set) var isOn = false
    /// When the next beacon is due; nil if none is.
    private(set) var deadline: Instant?

    private let owner: Owner
    private var entropy: Entropy
    private var dice: Dice
    private var known: [Acquaintance] = []
    /// The store's membership count that `known` reflects.
    private var membership: UInt64?
    private var burstAt = Instant(nanoseconds: 0)
    private var burstSent = 0
    /// The index of the next device to receive a pair field of its own.
    private var turn = 0
    private var ownNonces: [UInt64] = []
    private var heardNonces: [UInt64] = []
    private var budget = BeaconBudget()
    /// Keys of the asks for short codes that are remembered here.
    private var askKeys: [(number: UInt16, key: Bytes32)] = []
    /// Keys of the answers to asks that this node sent.
    private var answerKeys: [(number: UInt16, key: Bytes32)] = []
    private var asks: (since: Instant, count: Int) = (Instant(nanoseconds: 0), 0)
    private var answersHeard = 0

    init(owner: Owner, entropy: Entropy, dice: Dice) {
        self.owner = owner
        self.entropy = entropy
        self.dice = dice
    }

    // MARK: Schedule

    /// Begins a burst of beacons, as the networks that this node is on have changed.
    mutating func begin(at now: Instant) {
        isOn = true
        burstAt = now
        burstSent = 0
        deadline = now
    }

    /// Stops discovery: there is no network, or it was switched off.
    mutating func end() {
        isOn = false
        deadline = nil
        known = []
        membership = nil
    }

    /// Schedules the next beacon after one to everybody was sent: as the burst says, then after a random
    /// pause.
    mutating func sent(at now: Instant) {
        burstSent += 1
        deadline =
            burstSent < SyncLimits.beaconBurst.count
            ? max(burstAt + SyncLimits.beaconBurst[burstSent], now)
            : now
                + dice.duration(
                    from: SyncLimits.beaconAfter.shortest, to: SyncLimits.beaconAfter.longest)
    }

    // MARK: Beacons

    /// Whether the neighbours have to be reloaded since the membership changed.
    func isOutOfDate(_ membership: UInt64) -> Bool { self.membership != membership }

    /// Sets the devices that may be found.
    ///
    /// - Parameter count: The store's membership count as of then.
    mutating func know(_ neighbours: [Store.Neighbour], as count: UInt64) {
        let before = known
        membership = count
        known = neighbours.map { neighbour in
            let old = before.first { $0.certificate == neighbour.certificate }
            return Acquaintance(neighbour, of: owner, before: old)
        }
    }

    /// Creates a new beacon.
    ///
    /// - Parameter epoch: The key by which friends recognise it; nil if there is none.
    /// - Parameter unaware: Devices that may not hold that key. If there are more than have room, they take
    ///   turns.
    mutating func beacon(port: UInt16, epoch: Bytes32?, unaware: [Certificate]) -> [UInt8] {
        let unaware = Set(unaware)
        let keys = known.filter { unaware.contains($0.certificate) }.compactMap(\.keyToThem)
        let place = keys.isEmpty ? 0 : turn % keys.count
        let pairs = Array((keys[place...] + keys[..<place]).prefix(Beacon.pairsMax))
        turn = keys.isEmpty ? 0 : (place + pairs.count) % keys.count
        let beacon = Beacon(
            port: port,
            friends: epoch.map { Derivation.discoveryKey(epoch: $0, device: owner.device) },
            pairs: pairs, chance: entropy.bytes(Beacon.byteCount))
        Self.remember(beacon.nonce, in: &ownNonces, most: SyncLimits.ownNoncesMax)
        return beacon.bytes
    }

    // MARK: Recognition

    /// Identifies a datagram; nil if it is from no device that is looked for, if it was received before, or
    /// if there were too many.
    ///
    /// - Parameter source: The `host:port` that it came from.
    mutating func sight(_ datagram: [UInt8], from source: String, at now: Instant) -> Event? {
        guard isOn, !(known.isEmpty && askKeys.isEmpty && answerKeys.isEmpty),
            let beacon = Beacon(datagram), !ownNonces.contains(beacon.nonce),
            !heardNonces.contains(beacon.nonce),
            budget.admits(Engine.host(of: source), costing: cost, at: now)
        else { return nil }
        for index in known.indices {
            guard let port = known[index].port(in: beacon) else { continue }
            Self.remember(beacon.nonce, in: &heardNonces, most: SyncLimits.heardNoncesMax)
            let isAgain = known[index].sightedAt.map { now < $0 + SyncLimits.burstGap } ?? false
            known[index].sightedAt = now
            known[index].host = Engine.host(of: source)
            return .sighted(
                Sighting(
                    certificate: known[index].certificate, port: port, source: source,
                    isAgain: isAgain))
        }
        return code(in: beacon, from: source, at: now)
    }

    // MARK: Short codes

    /// Recognises asks for the codes of these numbers.
    mutating func takeAsks(for numbers: [UInt16]) {
        askKeys = numbers.map { ($0, Derivation.codeAskKey(number: $0)) }
    }

    /// Creates an ask for the code of this number; its answers are recognised from now on.
    mutating func ask(for number: UInt16) -> [UInt8] {
        let beacon = beacon(port: 0, key: Derivation.codeAskKey(number: number))
        answerKeys.append(
            (number, Derivation.codeAnswerKey(number: number, nonce: beacon.nonce)))
        return beacon.bytes
    }

    /// Ends the recognition of answers.
    mutating func stopAsking() {
        answerKeys = []
        answersHeard = 0
    }

    /// Creates an answer to the ask with this nonce.
    mutating func answer(number: UInt16, nonce: UInt64, port: UInt16) -> [UInt8] {
        beacon(port: port, key: Derivation.codeAnswerKey(number: number, nonce: nonce)).bytes
    }

    private mutating func beacon(port: UInt16, key: Bytes32) -> Beacon {
        let beacon = Beacon(
            port: port, friends: key, pairs: [], chance: entropy.bytes(Beacon.byteCount))
        Self.remember(beacon.nonce, in: &ownNonces, most: SyncLimits.ownNoncesMax)
        return beacon
    }

    private mutating func code(
        in beacon: Beacon, from source: String, at now: Instant
    ) -> Event? {
        for (number, key) in answerKeys {
            guard let port = beacon.port(forFriends: key), port != 0 else { continue }
            Self.remember(beacon.nonce, in: &heardNonces, most: SyncLimits.heardNoncesMax)
            answersHeard += 1
            guard answersHeard <= SyncLimits.codeAnswersHeardMax else { return nil }
            return .codeAnswered(
                number: number, address: "\(Engine.host(of: source)):\(port)")
        }
        for (number, key) in askKeys where beacon.port(forFriends: key) == 0 {
            Self.remember(beacon.nonce, in: &heardNonces, most: SyncLimits.heardNoncesMax)
            if now >= asks.since + .seconds(1) { asks = (now, 0) }
            asks.count += 1
            guard asks.count <= SyncLimits.codeAsksAnsweredMax else { return nil }
            return .codeAsked(number: number, nonce: beacon.nonce, source: source)
        }
        return nil
    }

    /// Whether a sighted device is to be answered now: once in a burst.
    mutating func answers(_ device: Certificate, at now: Instant) -> Bool {
        isTime(\.answeredAt, of: device, every: SyncLimits.burstGap, at: now)
    }

    /// Whether a sighted device may be dialled ahead of its schedule: at most once every
    /// `SyncLimits.hastenAfter`.
    mutating func hastens(_ device: Certificate, at now: Instant) -> Bool {
        isTime(\.hastenedAt, of: device, every: SyncLimits.hastenAfter, at: now)
    }

    // Whether `pause` has passed since the event of a known device was last recorded; if so, records it.
    private mutating func isTime(
        _ last: WritableKeyPath<Acquaintance, Instant?>, of device: Certificate,
        every pause: Duration, at now: Instant
    ) -> Bool {
        guard let index = known.firstIndex(where: { $0.certificate == device }) else {
            return false
        }
        if let then = known[index][keyPath: last], now < then + pause { return false }
        known[index][keyPath: last] = now
        return true
    }

    /// Whether a beacon of this device came from `host` within `SyncLimits.nearFor`.
    func isNear(_ device: Certificate, host: Substring, at now: Instant) -> Bool {
        known.contains {
            guard $0.certificate == device, $0.host == host, let at = $0.sightedAt else {
                return false
            }
            return now < at + SyncLimits.nearFor
        }
    }

    // The most hashes that one beacon costs.
    private var cost: Int {
        known.reduce(askKeys.count + answerKeys.count) { $0 + $1.cost }
    }

    private static func remember(_ nonce: UInt64, in nonces: inout [UInt64], most: Int) {
        if nonces.count >= most { nonces.removeFirst() }
        nonces.append(nonce)
    }
}

/// A beacon from a device that this one looks for.
package struct Sighting: Equatable, Sendable {
    /// The device that the beacon's key belongs to; proven only by a link.
    let certificate: Certificate
    /// The port on which it accepts links; 0 if it accepts none.
    let port: UInt16
    /// The `host:port` that the beacon came from.
    package let source: String
    /// Whether another beacon came shortly before: the device has just begun to look.
    let isAgain: Bool

    /// The address to dial.
    var address: String { "\(Engine.host(of: source)):\(port)" }
}

/// A device that may be found, and its keys.
private struct Acquaintance {
    let certificate: Certificate
    /// Keys of its beacons to friends.
    let discoveryKeys: [Bytes32]
    /// Keys of beacons to it and from it; nil if its agreement key is of small order.
    let keyToThem: Bytes32?
    let keyFromThem: Bytes32?
    var sightedAt: Instant?
    var host: Substring?
    var answeredAt: Instant?
    var hastenedAt: Instant?

    /// - Parameter old: The same device with its previous state.
    init(_ neighbour: Store.Neighbour, of owner: Owner, before old: Acquaintance?) {
        certificate = neighbour.certificate
        let device = neighbour.certificate.device
        discoveryKeys = neighbour.epochs.map { Derivation.discoveryKey(epoch: $0, device: device) }
        if let old {
            (keyToThem, keyFromThem) = (old.keyToThem, old.keyFromThem)
            (sightedAt, host) = (old.sightedAt, old.host)
            (answeredAt, hastenedAt) = (old.answeredAt, old.hastenedAt)
        } else {
            let (mine, theirs) = (owner.agreement.publicKey, neighbour.certificate.agreement)
            let shared = owner.agreement.agree(with: theirs)
            keyToThem = shared.map {
                Derivation.beaconPairKey(shared: $0, sender: mine, receiver: theirs)
            }
            keyFromThem = shared.map {
                Derivation.beaconPairKey(shared: $0, sender: theirs, receiver: mine)
            }
        }
    }

    var cost: Int { discoveryKeys.count + (keyFromThem == nil ? 0 : 1) }

    func port(in beacon: Beacon) -> UInt16? {
        for key in discoveryKeys {
            if let port = beacon.port(forFriends: key) { return port }
        }
        return keyFromThem.flatMap { beacon.port(forPair: $0) }
    }
}
