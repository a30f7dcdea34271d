import CRDT
import Primitives
import Sodium
import Sync
import Wire

/// One link of a hostile node, read and written between its engine and the network.
///
/// The handshake is the engine's own and goes through untouched. Who has the node's key and knows
/// what chance its engine was given for the link makes the same handshake beside it, and so has the
/// keys of both directions: he opens what the engine seals, and seals what he likes instead, with
/// counters of his own towards either side. A link by invitation is carried as it is.
final class Tap {
    /// What is sent in the place of something, or without being asked.
    enum Utterance {
        case message(Message)
        /// Sealed, and no message.
        case plain([UInt8])
        /// Not sealed, and no frame.
        case bytes([UInt8])
    }

    /// What the engine draws for a link, in its order: see `Engine.makeSession` and `Session`.
    struct Chance {
        let ephemeralSeed: Bytes32
        /// What a plain call says in its first message.
        let nonce: UInt64

        init(_ source: Entropy) {
            var source = source
            _ = source.bytes8()
            ephemeralSeed = source.bytes32()
            nonce = source.bytes8()
        }
    }

    private struct Ciphers {
        var fromEngine: CipherState
        var toPeer: CipherState
        var fromPeer: CipherState
        var toEngine: CipherState
    }

    private enum Phase {
        case handshake(NoiseHandshake)
        case open(Ciphers)
        case blind
    }

    /// Of all of its node's, this one.
    let number: Int
    let link: LinkID
    /// The host at the other end; nil for none that has a name.
    let peer: Int?
    let role: NoiseHandshake.Role
    /// The messages of the handshake that the engine sends, as payloads.
    private var payloads: [[UInt8]]
    private var phase: Phase
    private var leaving: [UInt8] = []
    private var arriving: [UInt8] = []
    private var hash: [UInt8] = []
    private var tags: [Bytes16] = []

    /// - Parameter remoteKey: of whom the engine dials; nil where it is dialled.
    init(
        number: Int, link: LinkID, peer: Int?, owner: (key: AgreementKey, certificate: Certificate),
        remoteKey: Bytes32?, chance: Chance
    ) {
        self.number = number
        self.link = link
        self.peer = peer
        role = remoteKey == nil ? .responder : .initiator
        var writer = ByteWriter()
        writer.u64(chance.nonce)
        var certificate = ByteWriter()
        owner.certificate.write(to: &certificate)
        payloads = role == .responder ? [[]] : [writer.bytes, certificate.bytes]
        phase = .handshake(
            NoiseHandshake(
                role: role, pattern: .xk, prologue: Array("weft/1 main".utf8),
                staticKey: owner.key, remoteStatic: remoteKey,
                ephemeralSeed: chance.ephemeralSeed))
    }

    /// What is said can be read and replaced.
    var isOpen: Bool {
        if case .open = phase { return true }
        return false
    }

    /// Both have told which audiences they are in.
    var isMatched: Bool { isOpen && !tags.isEmpty }

    /// How the messages of this link name the audience of `key`; nil if the initiator did not.
    func place(of key: EpochKey.Followed) -> UInt8? {
        let tag = Derivation.interest(key: key.key, handshakeHash: hash, role: 1)
        return tags.firstIndex(of: tag).map { UInt8($0) }
    }

    // MARK: Bytes

    /// What the network carries in the place of what the engine sent.
    func leave(
        _ bytes: [UInt8], _ change: (Message) throws(BrokenClaim) -> [Utterance]
    ) throws(BrokenClaim) -> [UInt8] {
        leaving += bytes
        var sent: [UInt8] = []
        while let frame = Self.frame(from: &leaving) {
            let body = Array(frame.dropFirst(2))
            switch phase {
            case .blind: sent += frame
            case .handshake(let shadow):
                phase = follow(shadow, whichSends: body)
                sent += frame
            case .open(var ciphers):
                guard let message = Self.open(body, &ciphers.fromEngine) else {
                    phase = .blind
                    sent += frame
                    continue
                }
                phase = .open(ciphers)
                if case .interest(let tags) = message, role == .initiator { self.tags = tags }
                for utterance in try change(message) { sent += seal(utterance) }
            }
        }
        return sent
    }

    /// What the engine hears in the place of what the network brought.
    func arrive(
        _ bytes: [UInt8], _ change: (Message) throws(BrokenClaim) -> [Message]
    ) throws(BrokenClaim) -> [UInt8] {
        arriving += bytes
        var heard: [UInt8] = []
        while let frame = Self.frame(from: &arriving) {
            let body = Array(frame.dropFirst(2))
            switch phase {
            case .blind: heard += frame
            case .handshake(var shadow):
                // It fails here as it does in the engine, or there is more to it than is known here.
                let isRead = (try? shadow.read(body)) != nil
                phase = isRead ? Self.phase(after: shadow, &hash) : .blind
                heard += frame
            case .open(var ciphers):
                guard let plain = try? ciphers.fromPeer.decrypt(body) else {
                    // The engine may have been told less than came, and take for new what is not.
                    phase = .blind
                    heard += Self.spoilt(frame)
                    continue
                }
                phase = .open(ciphers)
                guard let message = try? Message(bytes: plain) else {
                    // Whether it is anything the engine knows better.
                    heard += sealToEngine(plain)
                    continue
                }
                if case .interest(let tags) = message, role == .responder { self.tags = tags }
                for message in try change(message) { heard += sealToEngine(message.bytes) }
            }
        }
        guard case .blind = phase else { return heard }
        defer { arriving = [] }
        return heard + arriving
    }

    /// The bytes that carry it to the other side; none if nothing can be sealed yet.
    func seal(_ utterance: Utterance) -> [UInt8] {
        let plain: [UInt8]
        switch utterance {
        case .bytes(let bytes): return bytes
        case .plain(let bytes): plain = bytes
        case .message(let message): plain = message.bytes
        }
        guard case .open(var ciphers) = phase else { return [] }
        let sealed = ciphers.toPeer.encrypt(plain)
        phase = .open(ciphers)
        return FrameBuffer.frame(sealed)
    }

    private func sealToEngine(_ plain: [UInt8]) -> [UInt8] {
        guard case .open(var ciphers) = phase else { return [] }
        let sealed = ciphers.toEngine.encrypt(plain)
        phase = .open(ciphers)
        return FrameBuffer.frame(sealed)
    }

    // MARK: The handshake beside it

    // Made again, byte for byte, or it is another handshake than is known here.
    private func follow(
        _ shadow: NoiseHandshake, whichSends body: [UInt8]
    ) -> Phase {
        var shadow = shadow
        guard let payload = payloads.first, (try? shadow.write(payload: payload)) == body else {
            return .blind
        }
        payloads.removeFirst()
        return Self.phase(after: shadow, &hash)
    }

    private static func phase(after shadow: NoiseHandshake, _ hash: inout [UInt8]) -> Phase {
        guard shadow.isComplete else { return .handshake(shadow) }
        let (sending, receiving, found) = shadow.split()
        hash = found
        return .open(
            Ciphers(
                fromEngine: sending, toPeer: sending, fromPeer: receiving, toEngine: receiving))
    }

    private static func open(_ body: [UInt8], _ cipher: inout CipherState) -> Message? {
        // What cannot be opened or read is carried as it is.
        guard let plain = try? cipher.decrypt(body) else { return nil }
        return try? Message(bytes: plain)
    }

    // Nobody can open it, whatever it was changed from.
    private static func spoilt(_ frame: [UInt8]) -> [UInt8] {
        frame.prefix(2) + frame.dropFirst(2).map { ~$0 }
    }

    // With its length; an empty one too, which no engine sends.
    private static func frame(from pending: inout [UInt8]) -> [UInt8]? {
        guard pending.count >= 2 else { return nil }
        let length = 2 + Int(pending[0]) << 8 + Int(pending[1])
        guard pending.count >= length else { return nil }
        let frame = Array(pending.prefix(length))
        pending.removeFirst(length)
        return frame
    }
}
