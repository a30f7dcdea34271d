import Primitives
import Sodium

/// One direction of a finished handshake: message n is sealed under nonce n.
///
/// So a message that is dropped, repeated, moved or changed ends the direction: the receiver's
/// counter no longer fits. After every `messagesPerKey` messages the key is replaced by Noise's
/// REKEY, so that a key that leaks opens nothing older; the counter goes on.
/// - Source: The Noise Protocol Framework, revision 34, sections 4.2, 5.1 and 11.3.
package struct CipherState: Sendable {
    /// Messages that one key seals: few enough to forget soon, enough to cost nothing.
    package static let messagesPerKey: UInt64 = 1 << 20

    /// Bytes one message may carry: what Noise allows, 65,535, without the tag.
    package static let plainBytesMax = NoiseHandshake.messageBytesMax - NoiseSeal.overhead

    private var key: Bytes32
    private var counter: UInt64

    /// A direction whose next message is number `counter`, under `key` as it is by then.
    init(key: Bytes32, counter: UInt64 = 0) {
        self.key = key
        self.counter = counter
    }

    /// `plain`, at most `plainBytesMax`, as the next message: 16 bytes longer.
    package mutating func encrypt(_ plain: [UInt8]) -> [UInt8] {
        precondition(plain.count <= Self.plainBytesMax, "a Noise message is at most 65,535 bytes")
        precondition(counter < .max, "the last nonce is for REKEY only")
        let sealed = NoiseSeal.seal(plain, key: key, counter: counter, additional: [])
        advance()
        return sealed
    }

    /// What the next message carries.
    ///
    /// - Throws: `badTag` when it is not the message that the other side sealed next. Nothing
    ///   changes then, but the link is of no use any more: close it.
    package mutating func decrypt(_ sealed: [UInt8]) throws(NoiseError) -> [UInt8] {
        try decrypt(sealed[...])
    }

    /// The same for a message that is part of something longer.
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

    /// REKEY: the new key is what the old one makes of 32 zero bytes under the last nonce.
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
    /// Changed, repeated, moved, or sealed by someone with other keys, psk, prologue or pattern.
    case badTag
    /// A public key of small order: everyone would find the same secret with it.
    case badKey
    /// The other side shows our own key.
    case reflected
    /// The other side spoke in our turn.
    case outOfOrder
    /// 2^64 - 1 messages went by.
    case exhausted
}
