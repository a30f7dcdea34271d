import CRDT
import Primitives
import Sodium
import Wire

/// One link from its first byte on: framing, handshake, encryption. Knows nothing of what is said.
///
///     message 1 payload   8 random bytes (an invitation's id, once there are invitations)
///     message 2 payload   empty: a prober learns nothing
///     message 3 payload   the initiator's certificate
///     first message       the responder's certificate
struct SecureChannel {
    /// What arriving bytes led to.
    enum Arrival: Equatable {
        /// The other side has proved its static key; `payload` came with the handshake.
        case proven(payload: [UInt8])
        case message(Message)
    }

    private enum Phase {
        case handshake(NoiseHandshake)
        case open(sending: CipherState, receiving: CipherState)
        /// Nothing is read any more; what is there to send with, if it got that far.
        case failed(sending: CipherState?)
    }

    /// "weft", the version of the session's protocol, and the network's name.
    static let prologue = Array("weft/1 main".utf8)

    let role: NoiseHandshake.Role
    /// Binds everything in the session to this very handshake; empty before it is complete.
    private(set) var hash: [UInt8] = []
    /// The other side's static key, once proven (the initiator knew it before).
    private(set) var remoteKey: Bytes32?
    private var phase: Phase
    private var buffer = FrameBuffer()
    private let certificate: [UInt8]

    init(
        role: NoiseHandshake.Role, key: AgreementKey, certificate: Certificate,
        remoteKey: Bytes32?, ephemeralSeed: Bytes32
    ) {
        self.role = role
        self.remoteKey = remoteKey
        var writer = ByteWriter()
        certificate.write(to: &writer)
        self.certificate = writer.bytes
        phase = .handshake(
            NoiseHandshake(
                role: role, pattern: .xk, prologue: Self.prologue, staticKey: key,
                remoteStatic: remoteKey, ephemeralSeed: ephemeralSeed))
    }

    /// The initiator's first bytes.
    mutating func begin(nonce: UInt64) throws(CloseReason) -> [UInt8] {
        var payload = ByteWriter()
        payload.u64(nonce)
        return try writeHandshake(payload.bytes)
    }

    /// Takes in bytes.
    ///
    /// - Returns: what arrived whole, and what must be sent at once.
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

    /// The bytes that carry `message`; only once the handshake is complete.
    mutating func seal(_ message: Message) -> [UInt8] {
        switch phase {
        case .open(var sending, let receiving):
            let sealed = sending.encrypt(message.bytes)
            phase = .open(sending: sending, receiving: receiving)
            return FrameBuffer.frame(sealed)
        case .failed(.some(var sending)):
            let sealed = sending.encrypt(message.bytes)
            phase = .failed(sending: sending)
            return FrameBuffer.frame(sealed)
        case .handshake, .failed(nil):
            preconditionFailure("messages follow the handshake")
        }
    }

    // The other side is not believed any more, but may be told why.
    private mutating func fail() {
        switch phase {
        case .open(let sending, _): phase = .failed(sending: sending)
        case .handshake: phase = .failed(sending: nil)
        case .failed: break
        }
    }

    private mutating func nextFrame() throws(CloseReason) -> [UInt8]? {
        let most: Int
        switch phase {
        case .handshake: most = SyncLimits.handshakeFrameMax
        case .open: most = 65_535
        case .failed: return nil
        }
        do throws(WireError) {
            return try buffer.next(atMost: most)
        } catch {
            throw .malformed
        }
    }

    private mutating func take(
        _ frame: [UInt8], into arrivals: inout [Arrival], reply: inout [UInt8]
    ) throws(CloseReason) {
        switch phase {
        case .failed: return
        case .handshake(var handshake):
            let payload: [UInt8]
            do throws(NoiseError) {
                payload = try handshake.read(frame)
            } catch {
                throw error == .reflected ? .reflected : .badHandshake
            }
            phase = .handshake(handshake)
            if role == .responder, handshake.isComplete {
                finish(handshake)
                arrivals.append(.proven(payload: payload))
            } else if role == .responder {
                reply += try writeHandshake([])
            } else {
                reply += try writeHandshake(certificate)
                arrivals.append(.proven(payload: payload))
            }
        case .open(let sending, var receiving):
            let message: Message
            do {
                message = try Message(bytes: try receiving.decrypt(frame))
            } catch {
                throw .malformed
            }
            phase = .open(sending: sending, receiving: receiving)
            arrivals.append(.message(message))
        }
    }

    private mutating func writeHandshake(_ payload: [UInt8]) throws(CloseReason) -> [UInt8] {
        guard case .handshake(var handshake) = phase else {
            preconditionFailure("the handshake writes before the session")
        }
        let message: [UInt8]
        do throws(NoiseError) {
            message = try handshake.write(payload: payload)
        } catch {
            throw .badHandshake
        }
        phase = .handshake(handshake)
        if handshake.isComplete { finish(handshake) }
        return FrameBuffer.frame(message)
    }

    private mutating func finish(_ handshake: NoiseHandshake) {
        let (sending, receiving, hash) = handshake.split()
        self.hash = hash
        remoteKey = handshake.remoteStatic
        phase = .open(sending: sending, receiving: receiving)
    }
}
