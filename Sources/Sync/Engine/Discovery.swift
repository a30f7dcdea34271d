import CRDT
import Primitives
import Sodium
import Store
import Wire

/// Finding each other on one network: when beacons leave, what they say, and whom one that came is
/// from. A machine of its own: nothing in it is stored, and what it uses up of chance shifts nothing
/// else.
///
/// What a stranger can do with it: he sees 64 bytes of noise at times that the start, the network and
/// dice alone decide; what he sends costs a bounded number of hashes a second and is never answered.
struct Discovery {
    /// The networks are there and beacons leave.
    private(set) var isOn = false
    /// When the next beacon is due; nil if none is.
    private(set) var deadline: Instant?

    private let owner: Owner
    private var entropy: Entropy
    private var dice: Dice
    private var known: [Acquaintance] = []
    /// The store's count of comings and goings of which `known` tells.
    private var membership: UInt64?
    private var burstAt = Instant(nanoseconds: 0)
    private var burstSent = 0
    /// Whose turn it is to be called by a key of his own.
    private var turn = 0
    private var ownNonces: [UInt64] = []
    private var heardNonces: [UInt64] = []
    private var budget = BeaconBudget()
    /// By which others ask for the short codes that are open here.
    private var askKeys: [(number: UInt16, key: Bytes32)] = []
    /// By which others answer what was asked here.
    private var answerKeys: [(number: UInt16, key: Bytes32)] = []
    private var asks: (since: Instant, count: Int) = (Instant(nanoseconds: 0), 0)
    private var answersHeard = 0

    init(owner: Owner, entropy: Entropy, dice: Dice) {
        self.owner = owner
        self.entropy = entropy
        self.dice = dice
    }

    // MARK: When

    /// The networks that this node is on have changed: a burst of beacons.
    mutating func begin(at now: Instant) {
        isOn = true
        burstAt = now
        burstSent = 0
        deadline = now
    }

    /// There is no network, or nobody is to be looked for.
    mutating func end() {
        isOn = false
        deadline = nil
        known = []
        membership = nil
    }

    /// A beacon that everybody is sent has left: the next one is due as the burst says, then after
    /// a pause of chance.
    mutating func sent(at now: Instant) {
        burstSent += 1
        deadline =
            burstSent < SyncLimits.beaconBurst.count
            ? max(burstAt + SyncLimits.beaconBurst[burstSent], now)
            : now
                + dice.duration(
                    from: SyncLimits.beaconAfter.shortest, to: SyncLimits.beaconAfter.longest)
    }

    // MARK: What

    /// Whether who may be found has to be told anew.
    func isOutOfDate(_ membership: UInt64) -> Bool { self.membership != membership }

    /// From now on these may be found, and nobody else.
    ///
    /// - Parameter count: the store's of comings and goings, as of then.
    mutating func know(_ neighbours: [Store.Neighbour], as count: UInt64) {
        let before = known
        membership = count
        known = neighbours.map { neighbour in
            let old = before.first { $0.certificate == neighbour.certificate }
            return Acquaintance(neighbour, of: owner, before: old)
        }
    }

    /// A fresh beacon.
    ///
    /// - Parameter epoch: by which friends know it; nil if there is none.
    /// - Parameter unaware: who may not hold it; of more than have room some in turn.
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

    // MARK: Who

    /// What a datagram is; nil if it is from nobody who is looked for, if it was heard before, or if
    /// there were too many.
    ///
    /// - Parameter source: `host:port` that it came from.
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

    /// Codes of these numbers are open here: whoever asks for one is heard.
    mutating func takeAsks(for numbers: [UInt16]) {
        askKeys = numbers.map { ($0, Derivation.codeAskKey(number: $0)) }
    }

    /// A fresh ask for the code of this number: its answers are heard from now on.
    mutating func ask(for number: UInt16) -> [UInt8] {
        let beacon = beacon(port: 0, key: Derivation.codeAskKey(number: number))
        answerKeys.append(
            (number, Derivation.codeAnswerKey(number: number, nonce: beacon.nonce)))
        return beacon.bytes
    }

    /// Nothing is asked any more.
    mutating func stopAsking() {
        answerKeys = []
        answersHeard = 0
    }

    /// What is said to the ask with this nonce.
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

    /// Whether somebody who was sighted is to be answered: once in a burst.
    mutating func answers(_ device: Certificate, at now: Instant) -> Bool {
        isTime(\.answeredAt, of: device, every: SyncLimits.burstGap, at: now)
    }

    /// Whether somebody who was sighted may be dialled before his turn: not again and again.
    mutating func hastens(_ device: Certificate, at now: Instant) -> Bool {
        isTime(\.hastenedAt, of: device, every: SyncLimits.hastenAfter, at: now)
    }

    // Whether something was not done for a known device for so long; if so, it is done now.
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

    /// A beacon of this device came from `host` not long ago.
    func isNear(_ device: Certificate, host: Substring, at now: Instant) -> Bool {
        known.contains {
            guard $0.certificate == device, $0.host == host, let at = $0.sightedAt else {
                return false
            }
            return now < at + SyncLimits.nearFor
        }
    }

    // Hashes that one beacon costs at most.
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
    /// Who it is by the key that the beacon was made with; proven only by a link.
    let certificate: Certificate
    /// Where it takes links; 0 if nowhere.
    let port: UInt16
    /// `host:port` that the beacon came from.
    package let source: String
    /// Another one came shortly before: it has just begun to look.
    let isAgain: Bool

    /// Where to dial it.
    var address: String { "\(Engine.host(of: source)):\(port)" }
}

/// A device that may be found, and the keys for it.
private struct Acquaintance {
    let certificate: Certificate
    /// Of its beacons to friends.
    let discoveryKeys: [Bytes32]
    /// Of beacons to it and from it; nil if its agreement key is worth nothing.
    let keyToThem: Bytes32?
    let keyFromThem: Bytes32?
    var sightedAt: Instant?
    var host: Substring?
    var answeredAt: Instant?
    var hastenedAt: Instant?

    /// - Parameter old: the same device as it was known before.
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
