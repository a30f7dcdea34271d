import CRDT
import Primitives
import Sodium
import Store
import Wire

@testable import Sync

/// The peer of one link of the engine: it has the keys of a device, and sends what the input says.
///
/// The handshake is real. After it the peer may be silent, or greet like an honest one up to a stage.
final class FuzzPeer {
    /// How far it greets by itself.
    enum Stage: UInt8 {
        case open, matching, greeting, nothing
    }

    let link: LinkID
    let keys: FuzzKeys
    let stage: Stage
    /// Whether nothing more may be sent over the link, or it has ended.
    var isOver = false
    /// Whether bytes that are no frame were sent: what follows may be taken for part of one.
    var isGarbled = false
    /// The epoch keys that the engine has sent over the link.
    private(set) var told: [EpochKey.Followed] = []
    /// The hash of the complete handshake, used in tags and proofs.
    private(set) var hash: [UInt8] = []
    private let role: NoiseHandshake.Role
    /// The keys of its audiences, in the order in which it names them.
    private let audiences: [EpochKey.Followed]
    private var handshake: NoiseHandshake
    private var ciphers: (sending: CipherState, receiving: CipherState)?
    private var buffer = FrameBuffer()
    private var theirInterest: [Bytes16] = []
    private var hasGreeted = false

    /// - Parameter remoteKey: the engine's key, if this peer dials; nil if the engine dials.
    init(
        _ link: LinkID, _ keys: FuzzKeys, upTo stage: Stage, in audiences: [EpochKey.Followed],
        calling remoteKey: Bytes32?
    ) {
        self.link = link
        self.keys = keys
        self.stage = stage
        self.audiences = audiences
        role = remoteKey == nil ? .responder : .initiator
        handshake = NoiseHandshake(
            role: role, pattern: .xk, prologue: SecureChannel.prologue,
            staticKey: keys.owner.agreement, remoteStatic: remoteKey,
            ephemeralSeed: FuzzKeys.bytes(7, keys.number))
    }

    /// Whether the handshake is complete.
    var isOpen: Bool { ciphers != nil }

    /// Returns what the dialler sends first; nothing for the other side.
    func begin() -> [UInt8] {
        guard role == .initiator, let message = try? handshake.write(payload: Self.nonce) else {
            return []
        }
        return FrameBuffer.frame(message)
    }

    private static let nonce = [UInt8](repeating: 1, count: 8)

    /// Receives what the engine has sent.
    ///
    /// - Returns: its own response.
    /// - Throws: `Unreadable` if an honest node could not read it.
    func hear(_ bytes: [UInt8]) throws(Unreadable) -> [UInt8] {
        buffer.append(bytes)
        var answer: [UInt8] = []
        while let frame = next() {
            guard isOpen else {
                answer += shake(frame)
                continue
            }
            guard let plain = try? ciphers?.receiving.decrypt(frame),
                let bytes = try? FramePadding.strip(plain), let message = try? Message(bytes: bytes)
            else { throw Unreadable() }
            answer += hear(message)
        }
        return answer
    }

    /// The engine has sent something that is no message.
    struct Unreadable: Error {}

    /// Seals `plain` as the next frame, whatever it is; returns nothing before the handshake is complete.
    func seal(_ plain: [UInt8]) -> [UInt8] {
        guard let sealed = ciphers?.sending.encrypt(plain) else { return [] }
        return FrameBuffer.frame(sealed)
    }

    private func say(_ message: [UInt8]) -> [UInt8] {
        var plain = message
        FramePadding.fill(&plain)
        return seal(plain)
    }

    /// Its certificate, and the proof for this link.
    var introduction: Message {
        .certificate(keys.owner.certificate, proof: proof)
    }

    /// The proof for this link that it is the device of its certificate.
    var proof: [UInt8] {
        DeviceProof.sign(role: number, handshakeHash: hash, by: keys.owner.signing)
    }

    /// Returns the tag by which it names audience `index` of its own list.
    func tag(_ index: Int) -> Bytes16 {
        guard audiences.indices.contains(index) else { return .zero }
        return Derivation.interest(
            key: audiences[index].key, handshakeHash: hash, role: number)
    }

    /// Returns how messages name audience `index` of its own list.
    func place(_ index: Int) -> UInt8 {
        let guess = UInt8(truncatingIfNeeded: index)
        guard role == .responder, audiences.indices.contains(index) else { return guess }
        let tag = Derivation.interest(
            key: audiences[index].key, handshakeHash: hash, role: 3 - number)
        return theirInterest.firstIndex(of: tag).map { UInt8(truncatingIfNeeded: $0) } ?? guess
    }

    // 1 initiator, 2 responder.
    private var number: UInt8 { role == .initiator ? 1 : 2 }

    private func next() -> [UInt8]? {
        // No frame can be longer: the length has two bytes.
        (try? buffer.next(atMost: 65_535)) ?? nil
    }

    private func shake(_ frame: [UInt8]) -> [UInt8] {
        var answer: [UInt8] = []
        do throws(NoiseError) {
            _ = try handshake.read(frame)
            if !handshake.isComplete {
                answer = FrameBuffer.frame(try handshake.write(payload: []))
            }
        } catch {
            // The engine has dialled somebody else here.
            return []
        }
        guard handshake.isComplete else { return answer }
        let (sending, receiving, found) = handshake.split()
        ciphers = (sending, receiving)
        hash = found
        // The accepting side introduces itself first.
        if role == .responder, stage != .nothing { answer += say(introduction.bytes) }
        return answer
    }

    private func hear(_ message: Message) -> [UInt8] {
        switch message {
        case .certificate where role == .initiator && stage != .nothing:
            return say(introduction.bytes) + greet()
        case .certificate: return greet()
        case .keys(let keys, _):
            told += keys.filter { $0.name != .zero }
            return []
        case .interest(let tags):
            theirInterest = tags
            guard stage == .open else { return [] }
            return say(interest.bytes)
        default: return []
        }
    }

    private func greet() -> [UInt8] {
        guard stage == .open || stage == .matching, !hasGreeted else { return [] }
        hasGreeted = true
        let blank = EpochKey.Followed(name: .zero, key: .zero)
        let keys = audiences.filter { $0.name != .zero }
        let blanks = [EpochKey.Followed](repeating: blank, count: Message.padding - keys.count)
        return say(Message.keys(keys + blanks, isFriend: true).bytes)
    }

    /// The tags it names; the rest is padding, except for the tag that says it knows files.
    private var interest: Message {
        var tags = audiences.indices.map { tag($0) }
        tags.append(Derivation.blobsTag(handshakeHash: hash, role: number))
        for index in tags.count..<Message.padding {
            tags.append(Bytes16(high: 1, low: UInt64(index)))
        }
        return .interest(tags)
    }
}
