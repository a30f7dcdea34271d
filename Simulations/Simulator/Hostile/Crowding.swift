import CRDT
import Primitives
import Sodium
import Store
import Wire

@testable import Sync

/// Connects to each peer as ever more devices of its person, all certified and proved, and keeps every place it gets.
final class Crowding: Conduct {
    /// More devices than one person gets places for.
    private static let devicesMax = 8
    /// The limit for its whole life, so that everybody comes to rest.
    private static let callsMax = 200

    private var devices: [CrowdDevice] = []
    private var calls: [LinkID: CrowdCall] = [:]
    private var made: UInt64 = 0

    func moves(_ node: HostileNode) -> [Effect] {
        guard let phraseSeed = node.machine.owner.phraseSeed else { return [] }
        if devices.count < Self.devicesMax {
            let root = Derivation.root(phraseSeed: phraseSeed)
            for _ in 0..<2 { devices.append(CrowdDevice(root: root, node)) }
        }
        var effects: [Effect] = []
        for peer in node.takings.keys.sorted() {
            let address = SimulatedNode.address(of: peer)
            guard let key = node.keyAt(address) else { continue }
            // A device that is certified by now connects again: its first link ends when it is admitted.
            for (number, device) in devices.enumerated()
            where made < Self.callsMax
                && !calls.values.contains(where: { $0.address == address && $0.number == number })
            {
                made += 1
                // The engine's own links have small numbers.
                let link = LinkID.outbound(1 << 32 + made)
                calls[link] = CrowdCall(
                    number: number, as: device, to: address, remoteKey: key,
                    ephemeralSeed: node.chance32())
                effects.append(.dial(link, address: address))
            }
        }
        return effects
    }

    func takes(_ event: Event, _ node: HostileNode) -> [Effect]? {
        switch event {
        case .connected(let link):
            guard let call = calls[link] else { return nil }
            return [.send(link, call.begin(nonce: node.dice.next()))]
        case .received(let link, let bytes):
            guard let call = calls[link] else { return nil }
            let reply = call.hear(bytes) { node.chance16() }
            return reply.isEmpty ? [] : [.send(link, reply)]
        case .disconnected(let link), .unreachable(let link, _):
            return calls.removeValue(forKey: link) == nil ? nil : []
        default: return nil
        }
    }

    func beginsAnew() { calls = [:] }
}

/// A device that a hostile node's person has created.
private struct CrowdDevice {
    let signing: SigningKey
    let agreement: AgreementKey
    let certificate: Certificate

    init(root: SigningKey, _ node: HostileNode) {
        signing = SigningKey(seed: SecretKey(node.chance32()))
        agreement = AgreementKey(seed: SecretKey(node.chance32()))
        certificate = Certificate.sign(
            device: DeviceID(signing.publicKey), agreement: agreement, root: root)
    }
}

/// A link that a hostile node opens beside its engine. It sends its certificate and its interest, then nothing more.
private final class CrowdCall {
    let number: Int
    let address: String
    private let device: CrowdDevice
    private var channel: SecureChannel
    private var hasMatched = false

    init(
        number: Int, as device: CrowdDevice, to address: String, remoteKey: Bytes32,
        ephemeralSeed: Bytes32
    ) {
        self.number = number
        self.device = device
        self.address = address
        channel = SecureChannel(
            role: .initiator, key: device.agreement, remoteKey: remoteKey,
            ephemeralSeed: ephemeralSeed)
    }

    func begin(nonce: UInt64) -> [UInt8] { (try? channel.begin(nonce: nonce)) ?? [] }

    /// Returns its answer to received bytes.
    func hear(_ bytes: [UInt8], tag: () -> Bytes16) -> [UInt8] {
        guard let (arrivals, reply) = try? channel.receive(bytes) else { return [] }
        var said = reply
        for case .message(let message) in arrivals {
            switch message {
            case .certificate:
                let proof = DeviceProof.sign(
                    role: 1, handshakeHash: channel.hash, by: device.signing)
                channel.seal(.certificate(device.certificate, proof: proof), behind: &said)
                let blank = EpochKey.Followed(name: .zero, key: .zero)
                channel.seal(
                    .keys(Array(repeating: blank, count: Message.padding), isFriend: true),
                    behind: &said)
            case .keys(let keys, _) where !hasMatched:
                hasMatched = true
                let tags = keys.filter { $0.name != .zero }.prefix(Message.padding - 1).map {
                    Derivation.interest(key: $0.key, handshakeHash: channel.hash, role: 1)
                }
                let blanks = (tags.count..<Message.padding).map { _ in tag() }
                channel.seal(.interest(tags + blanks), behind: &said)
            default: break
            }
        }
        return said
    }
}

extension Hostility {
    /// Checks that no other person has more links at an honest node than one person may have: anybody can create as
    /// many devices as they like.
    static func checkPlaces(of machine: SimulatedNode) throws(BrokenClaim) {
        var links: [PersonID: Int] = [:]
        for peer in machine.engine?.provenPeers ?? [] where peer.person != machine.person {
            links[peer.person, default: 0] += 1
        }
        guard let most = links.values.max(), most > SyncLimits.linksOfPersonMax else { return }
        throw BrokenClaim(
            "one person has few links", "\(machine.place) has \(most) links with one person")
    }
}
