package import Primitives
package import Sodium

/// A handshake in which two devices prove to each other who they are, and nobody else learns it.
///
///     initiator               responder
///     1  e, es       ---->               32 bytes, payload + 16
///     2              <----   e, ee       32 bytes, payload + 16
///     3  s, se, psk  ---->               48 bytes, payload + 16      psk only in xkPsk3
///
/// The initiator knows the responder's static key beforehand; its own is sealed in message 3. An initiator
/// that does not know the responder's key gets no answer that proves anything.
///
/// Pure: the same arguments give the same bytes. Unmodified `Noise_XK_25519_ChaChaPoly_SHA512` and
/// `Noise_XKpsk3_25519_ChaChaPoly_SHA512`. An error is final: every later read repeats it.
/// - Source: The Noise Protocol Framework, revision 34; published vectors in `NoiseVectorTests`.
package struct NoiseHandshake: Sendable {
    /// The side of the handshake; the initiator sends first.
    package enum Role: Sendable { case initiator, responder }

    /// The handshake pattern.
    package enum Pattern: Equatable, Sendable {
        /// Both sides have a static key.
        case xk
        /// Both sides also know a secret from an invitation, which takes effect in message 3.
        case xkPsk3(psk: Bytes32)
    }

    /// The most bytes in one message.
    package static let messageBytesMax = 65_535

    private enum Phase: Equatable {
        case first, second, third, complete
        case failed(NoiseError)
    }

    /// The other side's static key: known to the initiator from the start, to the responder once message 3
    /// has been read and verified.
    package private(set) var remoteStatic: Bytes32?

    private let role: Role
    private var pattern: Pattern
    private let staticKey: AgreementKey
    private let ephemeral: AgreementKey
    private var remoteEphemeral: Bytes32?
    private var state: NoiseSymmetricState
    private var phase = Phase.first

    /// - Parameters:
    ///   - prologue: What both sides have to agree on beforehand: program, versions, network. Not sent.
    ///   - staticKey: The key of this device.
    ///   - remoteStatic: The key of the device to reach, for the initiator; nil for the responder.
    ///   - ephemeralSeed: Fresh from `Entropy`, for this handshake alone.
    package init(
        role: Role, pattern: Pattern, prologue: [UInt8], staticKey: AgreementKey,
        remoteStatic: Bytes32?, ephemeralSeed: Bytes32
    ) {
        self.init(
            role: role, pattern: pattern, prologue: prologue, staticKey: staticKey,
            remoteStatic: remoteStatic, ephemeral: AgreementKey(seed: SecretKey(ephemeralSeed)))
    }

    /// Creates one of two attempts of a responder, which cannot know the pattern of a first message. Both
    /// have this ephemeral key, and only one of them ever writes.
    init(
        role: Role, pattern: Pattern, prologue: [UInt8], staticKey: AgreementKey,
        remoteStatic: Bytes32?, ephemeral: AgreementKey
    ) {
        precondition(
            (role == .initiator) == (remoteStatic != nil), "only the initiator knows the other key")
        self.role = role
        self.pattern = pattern
        self.staticKey = staticKey
        self.remoteStatic = remoteStatic
        self.ephemeral = ephemeral
        state = NoiseSymmetricState(
            protocolName: pattern == .xk
                ? "Noise_XK_25519_ChaChaPoly_SHA512" : "Noise_XKpsk3_25519_ChaChaPoly_SHA512")
        state.mixHash(prologue)
        state.mixHash((remoteStatic ?? staticKey.publicKey).bytes)
    }

    /// Whether both sides have proved themselves, so that `split` may be called.
    package var isComplete: Bool { phase == .complete }

    /// Replaces the psk: the responder learns from message 1 which invitation is meant, and may have begun
    /// with any psk. Only for `xkPsk3`, before message 3.
    package mutating func use(psk: Bytes32) {
        precondition(pattern != .xk && phase != .complete, "a psk counts in message 3 of xkPsk3")
        pattern = .xkPsk3(psk: psk)
    }

    /// Returns the next message, which carries `payload`. Calling it out of turn traps.
    ///
    /// - Throws: `badKey` or `reflected` if the other side's key is unusable.
    package mutating func write(payload: [UInt8]) throws(NoiseError) -> [UInt8] {
        precondition(payload.count <= Self.messageBytesMax - 64, "the message would be too long")
        do throws(NoiseError) {
            switch (phase, role) {
            case (.first, .initiator):
                return try writeFirst() + seal(payload, then: .second)
            case (.second, .responder):
                return try writeSecond() + seal(payload, then: .third)
            case (.third, .initiator):
                return try writeThird() + seal(payload, then: .complete)
            case (.first, .responder), (.second, .initiator), (.third, .responder),
                (.complete, _), (.failed, _):
                preconditionFailure("it is the other side's turn")
            }
        } catch {
            phase = .failed(error)
            throw error
        }
    }

    /// Returns the payload of the other side's next message.
    package mutating func read(_ message: [UInt8]) throws(NoiseError) -> [UInt8] {
        do throws(NoiseError) {
            guard message.count <= Self.messageBytesMax else { throw .tooLong }
            var rest = message[...]
            switch (phase, role) {
            case (.first, .responder):
                try readFirst(&rest)
                return try open(rest, then: .second)
            case (.second, .initiator):
                try readSecond(&rest)
                return try open(rest, then: .third)
            case (.third, .responder):
                let key = try readThird(&rest)
                let payload = try open(rest, then: .complete)
                remoteStatic = key
                return payload
            case (.failed(let error), _):
                throw error
            case (.first, .initiator), (.second, .responder), (.third, .initiator), (.complete, _):
                throw .outOfOrder
            }
        } catch {
            phase = .failed(error)
            throw error
        }
    }

    /// Returns the two directions, and the 64-byte hash that identifies this session to both sides.
    package func split() -> (sending: CipherState, receiving: CipherState, hash: [UInt8]) {
        precondition(isComplete, "both sides have proved themselves")
        let (initiator, responder) = state.split()
        switch role {
        case .initiator: return (initiator, responder, state.hash)
        case .responder: return (responder, initiator, state.hash)
        }
    }
}

// The tokens of each message, in order: sections 5.3 and 9.2.
extension NoiseHandshake {
    private mutating func writeFirst() throws(NoiseError) -> [UInt8] {
        guard remoteStatic != staticKey.publicKey else { throw .reflected }
        let message = writeEphemeral()
        try mix(ephemeral, with: remoteStatic)
        return message
    }

    private mutating func readFirst(_ rest: inout ArraySlice<UInt8>) throws(NoiseError) {
        try readEphemeral(&rest)
        try mix(staticKey, with: remoteEphemeral)
    }

    private mutating func writeSecond() throws(NoiseError) -> [UInt8] {
        let message = writeEphemeral()
        try mix(ephemeral, with: remoteEphemeral)
        return message
    }

    private mutating func readSecond(_ rest: inout ArraySlice<UInt8>) throws(NoiseError) {
        try readEphemeral(&rest)
        try mix(ephemeral, with: remoteEphemeral)
    }

    private mutating func writeThird() throws(NoiseError) -> [UInt8] {
        let message = state.encryptAndHash(staticKey.publicKey.bytes)
        try mix(staticKey, with: remoteEphemeral)
        mixPsk()
        return message
    }

    /// - Returns: The initiator's key, which is proven only once the payload opens too.
    private mutating func readThird(
        _ rest: inout ArraySlice<UInt8>
    ) throws(NoiseError) -> Bytes32 {
        let sealed = try take(32 + NoiseSeal.overhead, from: &rest)
        guard let key = Bytes32(try state.decryptAndHash(sealed)) else { throw .truncated }
        guard key != staticKey.publicKey else { throw .reflected }
        try mix(ephemeral, with: key)
        mixPsk()
        return key
    }

    private mutating func writeEphemeral() -> [UInt8] {
        bindEphemeral(ephemeral.publicKey)
        return ephemeral.publicKey.bytes
    }

    private mutating func readEphemeral(_ rest: inout ArraySlice<UInt8>) throws(NoiseError) {
        guard let key = Bytes32(try take(32, from: &rest)) else { throw .truncated }
        guard key != ephemeral.publicKey else { throw .reflected }
        bindEphemeral(key)
        remoteEphemeral = key
    }

    /// With a psk, ephemeral keys also enter the key chain: section 9.2.
    private mutating func bindEphemeral(_ key: Bytes32) {
        state.mixHash(key.bytes)
        if pattern != .xk { state.mixKey(key.bytes) }
    }

    private mutating func mix(_ own: AgreementKey, with other: Bytes32?) throws(NoiseError) {
        guard let other else { preconditionFailure("the other key has come before") }
        guard let secret = own.agree(with: other) else { throw .badKey }
        state.mixKey(secret)
    }

    private mutating func mixPsk() {
        if case .xkPsk3(let psk) = pattern { state.mixKeyAndHash(psk.bytes) }
    }

    private mutating func seal(_ payload: [UInt8], then next: Phase) -> [UInt8] {
        phase = next
        return state.encryptAndHash(payload)
    }

    private mutating func open(
        _ sealed: ArraySlice<UInt8>, then next: Phase
    ) throws(NoiseError) -> [UInt8] {
        let payload = try state.decryptAndHash(sealed)
        phase = next
        return payload
    }

    private func take(
        _ count: Int, from rest: inout ArraySlice<UInt8>
    ) throws(NoiseError) -> ArraySlice<UInt8> {
        guard rest.count >= count else { throw .truncated }
        let taken = rest.prefix(count)
        rest = rest.dropFirst(count)
        return taken
    }
}
