import CRDT
import Primitives
import Sodium
import Wire

@testable import Sync

/// One link of a hostile node, read and rewritten between its engine and the network.
///
/// The engine's own handshake passes through unchanged. With the node's key and the entropy that its engine gets for
/// the link, the tap computes the same handshake in parallel and so has the keys of both directions: it opens what the
/// engine seals, and seals what it likes instead, with separate counters towards each side. Which of several handshakes
/// it is, with or without an invitation, shows by which one matches the engine's.
final class Tap {
    /// What is sent in place of a message, or unasked.
    enum Utterance {
        case message(Message)
        /// Sealed bytes that are no message.
        case plain([UInt8])
        /// Unsealed bytes that are no frame.
        case bytes([UInt8])
    }

    /// What the engine draws for a link, in its order: see `Engine.makeSession` and `Session`.
    struct Chance {
        let ephemeralSeed: Bytes32
        /// The payload of the first message of a plain dial.
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

    /// One of the possible handshakes.
    private struct Shadow {
        var noise: NoiseHandshake
        /// The payloads of the messages that the engine sends.
        var payloads: [[UInt8]]
        /// The invitation keys with which the engine may be dialled, by the number in message 1; nil if it names none,
        /// or has been read.
        var invitations: [UInt64: Bytes32]?

        /// Computes the engine's next message; false if the engine's differs.
        mutating func sends(_ body: [UInt8]) -> Bool {
            guard let payload = payloads.first, (try? noise.write(payload: payload)) == body else {
                return false
            }
            payloads.removeFirst()
            return true
        }

        /// Reads the peer's message; false if that fails.
        mutating func hears(_ body: [UInt8]) -> Bool {
            // It fails here as in the engine, or depends on something unknown here.
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
        /// The candidates, at least one.
        case handshake([Shadow])
        case open(Ciphers)
        case blind
    }

    /// The number among all taps of its node.
    let number: Int
    let link: LinkID
    /// The host at the other end; nil for an unknown one.
    let peer: Int?
    let role: NoiseHandshake.Role
    private var phase: Phase
    private var leaving: [UInt8] = []
    private var arriving: [UInt8] = []
    private var hash: [UInt8] = []
    private var tags: [Bytes16] = []

    /// Creates the tap of a link.
    ///
    /// - Parameters:
    ///   - remoteKey: the key of the dialled device; nil for inbound links.
    ///   - invitations: the keys of invitations that may be used, by number.
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

    /// Whether messages can be read and replaced.
    var isOpen: Bool {
        if case .open = phase { return true }
        return false
    }

    /// Whether both sides have exchanged their interest.
    var isMatched: Bool { isOpen && !tags.isEmpty }

    /// Returns the place of the audience of `key` in messages of this link; nil if the initiator did not name it.
    func place(of key: EpochKey.Followed) -> UInt8? {
        let tag = Derivation.interest(key: key.key, handshakeHash: hash, role: 1)
        return tags.firstIndex(of: tag).map { UInt8($0) }
    }

    /// Returns the proof for this link that `key` belongs to the device of the engine's certificate.
    func proof(by key: SigningKey) -> [UInt8] {
        DeviceProof.sign(role: role == .initiator ? 1 : 2, handshakeHash: hash, by: key)
    }

    // MARK: Bytes

    /// Returns what the network carries in place of the engine's bytes.
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

    /// Returns what the engine receives in place of the network's bytes.
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
                    // The engine may have been shown less than arrived, and may take old frames for new.
                    phase = .blind
                    heard += Self.spoilt(frame)
                    continue
                }
                phase = .open(ciphers)
                guard let message = Self.message(in: plain) else {
                    // The engine decides whether it is valid.
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

    /// Returns the bytes that carry it to the peer; none if nothing can be sealed yet.
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

    // MARK: The parallel handshake

    // Keeps the handshakes that match byte for byte; if none is left, the handshake is of an unknown kind.
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
        // What cannot be opened or decoded passes unchanged.
        guard let plain = try? cipher.decrypt(body) else { return nil }
        return message(in: plain)
    }

    private static func message(in plain: [UInt8]) -> Message? {
        guard let bytes = try? FramePadding.strip(plain) else { return nil }
        return try? Message(bytes: bytes)
    }

    // An overlong message is invalid and passes unchanged.
    private static func filled(_ message: [UInt8]) -> [UInt8] {
        guard message.count <= Message.bytesMax else { return message }
        var plain = message
        FramePadding.fill(&plain)
        return plain
    }

    // Makes a frame that nobody can open.
    private static func spoilt(_ frame: [UInt8]) -> [UInt8] {
        frame.prefix(2) + frame.dropFirst(2).map { ~$0 }
    }

    // With its length; also an empty frame, which no engine sends.
    private static func frame(from pending: inout [UInt8]) -> [UInt8]? {
        guard pending.count >= 2 else { return nil }
        let length = 2 + Int(pending[0]) << 8 + Int(pending[1])
        guard pending.count >= length else { return nil }
        let frame = Array(pending.prefix(length))
        pending.removeFirst(length)
        return frame
    }
}
