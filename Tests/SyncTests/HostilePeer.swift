import CRDT
import Domain
import Primitives
import Sodium
import Store
import Wire

@testable import Sync

/// Bob, and a peer that speaks the protocol's bytes but says what it likes.
final class HostilePeer {
    enum Who { case friend, stranger }

    let bob: SyncNode
    let certificate: Certificate
    var channel: SecureChannel
    /// The key by which it proves to be the device of its certificate.
    private let signing: SigningKey
    let link: LinkID
    private let address: String
    private(set) var heard: [Message] = []
    private(set) var reasons: [String] = []
    /// Receives what bob's steps send to others.
    var onward: (([Effect]) throws -> Void)?

    /// Creates a peer with keys of its own; as a friend, bob has added it.
    convenience init(_ who: Who, claiming certificate: Certificate? = nil) throws {
        let bob = try SyncNode(2, name: "Bob")
        try bob.keep(drafts(2, "bobs"), in: .friends)
        try self.init(who, of: bob, number: 1, from: "m:1", claiming: certificate)
    }

    /// Creates one of several peers of the same bob, over the link of its number unless another is
    /// given.
    ///
    /// - Parameters:
    ///   - signing: the key of the device that it claims to be; its own by default.
    ///   - secret: the secret of the invitation by which it comes.
    init(
        _ who: Who, of bob: SyncNode, number: UInt8, from address: String,
        claiming certificate: Certificate? = nil, signing: SigningKey? = nil,
        over link: UInt64? = nil, by secret: Bytes16? = nil
    ) throws {
        self.bob = bob
        self.address = address
        self.link = .inbound(link ?? UInt64(number))
        let mallory = try SyncNode(8 + number, name: "Mallory\(number)")
        if who == .friend { try bob.add(friend: mallory) }
        self.certificate = certificate ?? mallory.owner.certificate
        self.signing = signing ?? mallory.owner.signing
        channel = SecureChannel(
            role: .initiator, key: mallory.owner.agreement,
            remoteKey: bob.owner.agreement.publicKey,
            ephemeralSeed: try SyncNode.bytes([7]),
            invitation: secret.map {
                (Derivation.invitationID(secret: $0), Derivation.invitationKey(secret: $0))
            })
        bob.now = bob.now + .seconds(1)
    }

    /// Gives bob bytes and receives the response.
    func give(_ bytes: [UInt8]) throws {
        let effects = try bob.step(.received(link, bytes))
        try hear(effects)
        try onward?(effects)
    }

    /// Receives what bob's step sends.
    func hear(_ effects: [Effect]) throws {
        for effect in effects {
            switch effect {
            case .send(link, let bytes):
                let (arrivals, reply) = try channel.receive(bytes)
                for case .message(let message) in arrivals { heard.append(message) }
                if !reply.isEmpty { try give(reply) }
            case .announce(.deltaRejected(let reason, _, _)): reasons.append(reason)
            default: break
            }
        }
    }

    func say(_ messages: Message...) throws {
        for message in messages { try give(channel.seal(message)) }
    }

    enum Stage: Int, CaseIterable { case greeting, matching, open }

    /// Proceeds up to `stage`.
    func reach(_ stage: Stage) throws {
        try bob.step(.accepted(link, address: address))
        try give(try channel.begin(nonce: 1))
        try say(whoThisIs)
        if stage.rawValue >= Stage.matching.rawValue { try say(.keys(Self.blankKeys)) }
        if stage == .open { try say(.interest(try interest())) }
    }

    /// Its certificate, and the proof for this link.
    var whoThisIs: Message { channel.introducing(certificate, by: signing) }

    /// Returns the tags of the keys that bob delivered, followed by padding.
    func interest() throws -> [Bytes16] {
        var tags: [Bytes16] = []
        for case .keys(let keys, _) in heard {
            tags += keys.filter { $0.name != .zero }.map {
                Derivation.interest(key: $0.key, handshakeHash: channel.hash, role: 1)
            }
        }
        for index in tags.count..<32 { tags.append(Bytes16(high: 1, low: UInt64(index))) }
        return tags
    }

    /// Returns a friend with an open link, and one chain of bob's that the friend was told of.
    static func told() throws -> (HostilePeer, Frontier.Entry) {
        let peer = try HostilePeer(.friend)
        try peer.reach(.open)
        try peer.say(.digests([.init(audience: 0, digest: .zero)]))
        for case .frontier(let part) in peer.heard {
            if let entry = part.entries.first { return (peer, entry) }
        }
        throw NothingTold()
    }

    private struct NothingTold: Error {}

    static let blankKeys = Array(
        repeating: EpochKey.Followed(name: .zero, key: .zero), count: 32)
}

extension SecureChannel {
    /// Returns a dialler's first message: its certificate and the proof for this link.
    func introducing(_ certificate: Certificate, by key: SigningKey) -> Message {
        .certificate(
            certificate, proof: DeviceProof.sign(role: 1, handshakeHash: hash, by: key))
    }
}

extension Message {
    /// Whether it introduces the other side.
    var isCertificate: Bool { if case .certificate = self { true } else { false } }
}
