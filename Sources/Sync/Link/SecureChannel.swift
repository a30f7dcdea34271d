import Primitives
import Sodium
import Wire

/// Framing, handshake and encryption of one link. Knows nothing of what the messages mean.
///
///     message 1 payload   8 random bytes, or the id of an invitation
///     message 2 payload   empty: a prober learns nothing
///     message 3 payload   empty: both sides say who they are in the session, and prove it by its hash
///
/// A caller with an invitation uses the second of two handshakes, which has the same lengths, so an observer
/// cannot tell. The responder tries one, then the other, whether or not it has invited anybody, so a caller
/// that was not invited cannot tell.
struct SecureChannel {
    /// A result of received bytes.
    enum Arrival: Equatable {
        /// The handshake is complete: the other side holds its static key.
        case complete
        case message(Message)
        /// The first frame was not a handshake but a hello by a short code. This channel is over.
        case code(hello: [UInt8])
    }

    /// What both ends of an invitation hold: see `Derivation`.
    typealias Invited = (id: UInt64, key: Bytes32)

    private enum Phase {
        /// The responder before message 1, which reveals its handshake by which of the two opens it. One
        /// ephemeral key serves both, since only one of them ever writes. It is made when a frame of the
        /// right length has come: junk is not worth a curve multiplication.
        case listening(key: AgreementKey, ephemeralSeed: Bytes32)
        case handshake(NoiseHandshake, invitation: UInt64?)
        case open(sending: CipherState, receiving: CipherState)
        /// Nothing is read any more. `sending` exists if the handshake was complete.
        case failed(sending: CipherState?)
    }

    /// Message 1: an ephemeral key, and 8 sealed bytes.
    private static let firstBytes = 32 + 8 + NoiseSeal.overhead

    /// "weft", the version of the session's protocol, and the network's name.
    static let prologue = Array("weft/3 main".utf8)

    let role: NoiseHandshake.Role
    /// The handshake hash, which binds everything in the session to this handshake; empty before it is
    /// complete.
    private(set) var hash: [UInt8] = []
    /// The other side's static key, once proven (the initiator knew it before).
    private(set) var remoteKey: Bytes32?
    /// The id of the invitation by which this link was made, once the handshake is complete; nil without an
    /// invitation.
    private(set) var invitation: UInt64?
    private var phase: Phase
    private var buffer = FrameBuffer()
    /// Keys of the responder's invitations by id; only looked up, never iterated.
    private let invitations: [UInt64: Bytes32]

    /// - Parameters:
    ///   - invitation: The invitation by which the initiator calls, if any.
    ///   - invitations: The responder's invitations as of when the link was accepted.
    init(
        role: NoiseHandshake.Role, key: AgreementKey, remoteKey: Bytes32?,
        ephemeralSeed: Bytes32, invitation: Invited? = nil,
        invitations: [UInt64: Bytes32] = [:]
    ) {
        precondition(invitation == nil || role == .initiator, "who is called has no say in how")
        self.role = role
        self.remoteKey = remoteKey
        self.invitations = invitations
        switch role {
        case .initiator:
            let handshake = NoiseHandshake(
                role: role, pattern: invitation.map { .xkPsk3(psk: $0.key) } ?? .xk,
                prologue: Self.prologue, staticKey: key, remoteStatic: remoteKey,
                ephemeralSeed: ephemeralSeed)
            phase = .handshake(handshake, invitation: invitation?.id)
        case .responder: phase = .listening(key: key, ephemeralSeed: ephemeralSeed)
        }
    }

    /// Returns the initiator's first bytes.
    ///
    /// - Parameter nonce: Fresh random bits, sent in place of an invitation's id.
    mutating func begin(nonce: UInt64) throws(CloseReason) -> [UInt8] {
        guard case .handshake(_, let invitation) = phase else {
            preconditionFailure("the initiator begins, once")
        }
        var payload = ByteWriter()
        payload.u64(invitation ?? nonce)
        return try writeHandshake(payload.bytes)
    }

    /// Processes received bytes.
    ///
    /// - Returns: The complete results, and what has to be sent at once.
    mutating func receive(
        _ bytes: [UInt8]
    ) throws(CloseReason) -> (arrivals: [Arrival], reply: [UInt8]) {
        buffer.append(bytes)
        var arrivals: [Arrival] = []
        var reply: [UInt8] = []
        do throws(CloseReason) {
            while let frame = try nextFrame() {
                try take(frame, into: &arrivals, reply: &reply)
            }
        } catch {
            fail()
            throw error
        }
        return (arrivals, reply)
    }

    /// Returns the bytes that carry `message`; only once the handshake is complete.
    mutating func seal(_ message: Message) -> [UInt8] {
        var bytes: [UInt8] = []
        seal(message, behind: &bytes)
        return bytes
    }

    /// Appends the bytes that carry `message` to `bytes`.
    mutating func seal(_ message: Message, behind bytes: inout [UInt8]) {
        switch phase {
        case .open(var sending, let receiving):
            let sealed = sending.encrypt(Self.plainText(of: message))
            phase = .open(sending: sending, receiving: receiving)
            FrameBuffer.append(sealed, to: &bytes)
        case .failed(.some(var sending)):
            let sealed = sending.encrypt(Self.plainText(of: message))
            phase = .failed(sending: sending)
            FrameBuffer.append(sealed, to: &bytes)
        case .listening, .handshake, .failed(nil):
            preconditionFailure("messages follow the handshake")
        }
    }

    private static func plainText(of message: Message) -> [UInt8] {
        var plain = message.bytes
        FramePadding.fill(&plain)
        return plain
    }

    // The other side is no longer trusted, but may be told why.
    private mutating func fail() {
        switch phase {
        case .open(let sending, _): phase = .failed(sending: sending)
        case .listening, .handshake: phase = .failed(sending: nil)
        case .failed: break
        }
    }

    private mutating func nextFrame() throws(CloseReason) -> ArraySlice<UInt8>? {
        let most: Int
        switch phase {
        case .listening, .handshake: most = SyncLimits.handshakeFrameMax
        case .open: most = 65_535
        case .failed: return nil
        }
        do throws(WireError) {
            return try buffer.nextPart(atMost: most)
        } catch {
            throw .malformed
        }
    }

    // A hello by a code is known by its length. One by a line has its kind in front as well: as long is a handshake in
    // which an invitation is named by nine bytes, which nobody writes.
    private static func isHello(_ frame: ArraySlice<UInt8>) -> Bool {
        let (byCode, byLine) = (CodeMessage.helloBytes[0], CodeMessage.helloBytes[1])
        return frame.count == byCode || frame.count == byLine && frame.first == 5
    }

    private mutating func take(
        _ frame: ArraySlice<UInt8>, into arrivals: inout [Arrival], reply: inout [UInt8]
    ) throws(CloseReason) {
        switch phase {
        case .failed: return
        case .listening where Self.isHello(frame):
            phase = .failed(sending: nil)
            arrivals.append(.code(hello: Array(frame)))
        case .listening(let key, let ephemeralSeed):
            guard frame.count == Self.firstBytes else { throw .badHandshake }
            phase = try hear(Array(frame), key, ephemeralSeed)
            reply += try writeHandshake([])
        case .handshake(var handshake, let invitation):
            guard try Self.read(Array(frame), by: &handshake).isEmpty else { throw .badHandshake }
            phase = .handshake(handshake, invitation: invitation)
            switch role {
            case .responder: finish(handshake, invitation: invitation)
            case .initiator: reply += try writeHandshake([])
            }
            arrivals.append(.complete)
        case .open(let sending, var receiving):
            let message: Message
            do {
                message = try Message(
                    bytes: try FramePadding.strip(try receiving.decrypt(frame)))
            } catch WireError.unknownAlgorithm {
                throw .newerCertificate
            } catch {
                throw .malformed
            }
            phase = .open(sending: sending, receiving: receiving)
            arrivals.append(.message(message))
        }
    }

    /// Reads message 1 with whichever handshake opens it. An unknown invitation ends the link as garbage
    /// would: without a byte, for the same reason.
    private func hear(
        _ frame: [UInt8], _ key: AgreementKey, _ ephemeralSeed: Bytes32
    ) throws(CloseReason) -> Phase {
        let ephemeral = AgreementKey(seed: SecretKey(ephemeralSeed))
        func handshake(_ pattern: NoiseHandshake.Pattern) -> NoiseHandshake {
            NoiseHandshake(
                role: .responder, pattern: pattern, prologue: Self.prologue, staticKey: key,
                remoteStatic: nil, ephemeral: ephemeral)
        }
        var plain = handshake(.xk)
        // If this fails, an invitation was meant, or the read below fails for the same reason.
        if (try? plain.read(frame)) != nil { return .handshake(plain, invitation: nil) }
        // The psk is replaced below before it counts, or the link ends here.
        var invited = handshake(.xkPsk3(psk: .zero))
        let payload = try Self.read(frame, by: &invited)
        guard payload.count == 8 else { throw .badHandshake }
        let id = payload.reduce(0) { $0 << 8 | UInt64($1) }
        guard let psk = invitations[id] else { throw .badHandshake }
        invited.use(psk: psk)
        return .handshake(invited, invitation: id)
    }

    private static func read(
        _ frame: [UInt8], by handshake: inout NoiseHandshake
    ) throws(CloseReason) -> [UInt8] {
        do throws(NoiseError) {
            return try handshake.read(frame)
        } catch {
            throw error == .reflected ? .reflected : .badHandshake
        }
    }

    private mutating func writeHandshake(_ payload: [UInt8]) throws(CloseReason) -> [UInt8] {
        guard case .handshake(var handshake, let invitation) = phase else {
            preconditionFailure("the handshake writes before the session")
        }
        let message: [UInt8]
        do throws(NoiseError) {
            message = try handshake.write(payload: payload)
        } catch {
            throw .badHandshake
        }
        phase = .handshake(handshake, invitation: invitation)
        if handshake.isComplete { finish(handshake, invitation: invitation) }
        return FrameBuffer.frame(message)
    }

    private mutating func finish(_ handshake: NoiseHandshake, invitation: UInt64?) {
        let (sending, receiving, hash) = handshake.split()
        self.hash = hash
        remoteKey = handshake.remoteStatic
        self.invitation = invitation
        phase = .open(sending: sending, receiving: receiving)
    }
}
