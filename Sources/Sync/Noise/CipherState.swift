import Primitives
import Sodium

/// One direction of a completed handshake: message n is sealed under nonce n.
///
/// A message that is lost, repeated, moved or changed therefore ends the direction, since the receiver's
/// counter no longer fits. After every `messagesPerKey` messages the key is replaced by Noise's REKEY, so
/// that a leaked key opens nothing older; the counter goes on.
/// - Source: The Noise Protocol Framework, revision 34, sections 4.2, 5.1 and 11.3.
package struct CipherState: Sendable {
    /// The number of messages that one key seals: few enough to forget it soon, many enough to cost nothing.
    package static let messagesPerKey: UInt64 = 1 << 20

    /// The most bytes that one message carries: Noise's limit of 65,535, without the tag.
    package static let plainBytesMax = NoiseHandshake.messageBytesMax - NoiseSeal.overhead

    private var key: Bytes32
    private var counter: UInt64

    /// Creates a direction whose next message is number `counter`, under the `key` as of then.
    init(key: Bytes32, counter: UInt64 = 0) {
        self.key = key
        self.counter = counter
    }

    /// Seals `plain`, at most `plainBytesMax`, as the next message, which is 16 bytes longer.
    package mutating func encrypt(_ plain: [UInt8]) -> [UInt8] {
        precondition(plain.count <= Self.plainBytesMax, "a Noise message is at most 65,535 bytes")
        precondition(counter < .max, "the last nonce is for REKEY only")
        let sealed = NoiseSeal.seal(plain, key: key, counter: counter, additional: [])
        advance()
        return sealed
    }

    /// Opens the next message.
    ///
    /// - Throws: `badTag` if it is not the message that the other side sealed next. Nothing changes then, but
    ///   the link is of no use any more: close it.
    package mutating func decrypt(_ sealed: [UInt8]) throws(NoiseError) -> [UInt8] {
        try decrypt(sealed[...])
    }

    /// Opens the next message, given as a slice of something longer.
    package mutating func decrypt(_ sealed: ArraySlice<UInt8>) throws(NoiseError) -> [UInt8] {
        guard counter < .max else { throw .exhausted }
        guard sealed.count <= NoiseHandshake.messageBytesMax else { throw .tooLong }
        guard sealed.count >= NoiseSeal.overhead else { throw .truncated }
        guard let plain = NoiseSeal.open(sealed, key: key, counter: counter, additional: [])
        else { throw .badTag }
        advance()
        return plain
    }

    private mutating func advance() {
        counter += 1
        if counter.isMultiple(of: Self.messagesPerKey) { rekey() }
    }

    /// REKEY: encrypts 32 zero bytes under the old key and the last nonce to make the new key.
    private mutating func rekey() {
        let stream = NoiseSeal.seal(Bytes32.zero.bytes, key: key, counter: .max, additional: [])
        guard let next = Bytes32(stream.prefix(32)) else { preconditionFailure("32 of 48 bytes") }
        key = next
    }
}

/// Why a handshake or a message was refused. Each ends the link.
package enum NoiseError: Error, Equatable, Sendable {
    /// The message is shorter than its fixed parts.
    case truncated
    /// The message is longer than Noise allows.
    case tooLong
    /// The message was changed, repeated or moved, or sealed with other keys, or another psk, prologue or
    /// pattern.
    case badTag
    /// A public key is of small order: everyone would compute the same secret with it.
    case badKey
    /// The other side shows our own key.
    case reflected
    /// The other side sent in our turn.
    case outOfOrder
    /// 2^64 - 1 messages have been received.
    case exhausted
}
