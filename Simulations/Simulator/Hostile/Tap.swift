import CRDT
import Primitives
import Sodium
import Wire

@testable import Sync

/// One link of a hostile node, read and written between its engine and the network.
///
/// The handshake is the engine's own and goes through untouched. Who has the node's key and knows
/// what chance its engine was given for the link makes the same handshake beside it, and so has the
/// keys of both directions: he opens what the engine seals, and seals what he likes instead, with
/// counters of his own towards either side. Which of several handshakes it is, with an invitation or
/// without, shows in which of them goes as the engine's does.
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

    /// One of the handshakes that may be made here.
    private struct Shadow {
        var noise: NoiseHandshake
        /// What the messages carry that the engine sends.
        var payloads: [[UInt8]]
        /// The keys by which the engine may be called, by the number that message 1 says; nil if it says
        /// none, or has been read.
        var invitations: [UInt64: Bytes32]?

        /// Makes the engine's message too; false if it is another one.
        mutating func sends(_ body: [UInt8]) -> Bool {
            guard let payload = payloads.first, (try? noise.write(payload: payload)) == body else {
                return false
            }
            payloads.removeFirst()
            return true
        }

        /// Takes in the peer's message; false if it cannot be read.
        mutating func hears(_ body: [UInt8]) -> Bool {
            // It fails here as it does in the engine, or there is more to it than is known here.
            guard let payload = try? noise.read(body) else { return false }
            guard let invitations else { return true }
            self.invitations = nil
            let id = payload.reduce(0) { $0 << 8 | UInt64($1) }
            guard payload.count == 8, let key = invitations[id] else { return false }
            noise.use(psk: key)
            return true
        }
    }

    private enum Phase {
        /// Those that it may be, at least one.
        case handshake([Shadow])
        case open(Ciphers)
        case blind
    }

    /// Of all of its node's, this one.
    let number: Int
    let link: LinkID
    /// The host at the other end; nil for none that has a name.
    let peer: Int?
    let role: NoiseHandshake.Role
    private var phase: Phase
    private var leaving: [UInt8] = []
    private var arriving: [UInt8] = []
    private var hash: [UInt8] = []
    private var tags: [Bytes16] = []

    /// - Parameters:
    ///   - remoteKey: of whom the engine dials; nil where it is dialled.
    ///   - invitations: by which it may call, or be called: their keys by their numbers.
    init(
        number: Int, link: LinkID, peer: Int?, owner key: AgreementKey,
        remoteKey: Bytes32?, invitations: [UInt64: Bytes32], chance: Chance
    ) {
        self.number = number
        self.link = link
        self.peer = peer
        let role: NoiseHandshake.Role = remoteKey == nil ? .responder : .initiator
        self.role = role
        func noise(_ pattern: NoiseHandshake.Pattern) -> NoiseHandshake {
            NoiseHandshake(
                role: role, pattern: pattern, prologue: SecureChannel.prologue,
                staticKey: key, remoteStatic: remoteKey, ephemeralSeed: chance.ephemeralSeed)
        }
        guard role == .initiator else {
            phase = .handshake([
                Shadow(noise: noise(.xk), payloads: [[]]),
                Shadow(
                    noise: noise(.xkPsk3(psk: .zero)), payloads: [[]], invitations: invitations),
            ])
            return
        }
        func payloads(_ number: UInt64) -> [[UInt8]] {
            var first = ByteWriter()
            first.u64(number)
            return [first.bytes, []]
        }
        var shadows = [Shadow(noise: noise(.xk), payloads: payloads(chance.nonce))]
        for (id, key) in invitations.sorted(by: { $0.key < $1.key }) {
            shadows.append(Shadow(noise: noise(.xkPsk3(psk: key)), payloads: payloads(id)))
        }
        phase = .handshake(shadows)
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

    /// The proof for this link that `key` is the device of the engine's certificate.
    func proof(by key: SigningKey) -> [UInt8] {
        DeviceProof.sign(role: role == .initiator ? 1 : 2, handshakeHash: hash, by: key)
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
            case .handshake(let shadows):
                phase = follow(shadows) { $0.sends(body) }
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
            case .handshake(let shadows):
                phase = follow(shadows) { $0.hears(body) }
                heard += frame
            case .open(var ciphers):
                guard let plain = try? ciphers.fromPeer.decrypt(body) else {
                    // The engine may have been told less than came, and take for new what is not.
                    phase = .blind
                    heard += Self.spoilt(frame)
                    continue
                }
                phase = .open(ciphers)
                guard let message = Self.message(in: plain) else {
                    // Whether it is anything the engine knows better.
                    heard += sealToEngine(plain)
                    continue
                }
                if case .interest(let tags) = message, role == .responder { self.tags = tags }
                for message in try change(message) {
                    heard += sealToEngine(Self.filled(message.bytes))
                }
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
        let sealed = ciphers.toPeer.encrypt(Self.filled(plain))
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

    // Those that go the same way, byte for byte; without any it is another than is known here.
    private func follow(_ shadows: [Shadow], _ step: (inout Shadow) -> Bool) -> Phase {
        var left: [Shadow] = []
        for shadow in shadows {
            var shadow = shadow
            if step(&shadow) { left.append(shadow) }
        }
        guard let first = left.first else { return .blind }
        guard first.noise.isComplete else { return .handshake(left) }
        let (sending, receiving, found) = first.noise.split()
        hash = found
        return .open(
            Ciphers(
                fromEngine: sending, toPeer: sending, fromPeer: receiving, toEngine: receiving))
    }

    private static func open(_ body: [UInt8], _ cipher: inout CipherState) -> Message? {
        // What cannot be opened or read is carried as it is.
        guard let plain = try? cipher.decrypt(body) else { return nil }
        return message(in: plain)
    }

    private static func message(in plain: [UInt8]) -> Message? {
        guard let bytes = try? FramePadding.strip(plain) else { return nil }
        return try? Message(bytes: bytes)
    }

    // What is too long for that is no message, and goes as it is.
    private static func filled(_ message: [UInt8]) -> [UInt8] {
        guard message.count <= Message.bytesMax else { return message }
        var plain = message
        FramePadding.fill(&plain)
        return plain
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
