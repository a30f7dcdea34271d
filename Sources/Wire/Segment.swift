package import CRDT
package import Primitives
package import Sodium

/// Messages of one device about one audience, sealed to devices that are not connected: the unit of bundles and
/// folders. A carrier learns only its length.
///
///     "weftseg1"  8
///     length      u32     of all of it: a multiple of 4096, at most `bytesMax`
///     ephemeral   32      X25519
///     count       u16     a multiple of 32
///     deliveries  count times (tag u32, masked key 32), in random order; blanks are random
///     sealed      to the end: see `Contents`
///
/// - Source: docs/reference/wire.md, section 12; docs/decisions/0028.
package struct Segment: Sendable {
    private let ephemeral: Bytes32
    private let deliveries: [KeyDelivery]
    private let head: [UInt8]
    private let sealed: ArraySlice<UInt8>

    /// The magic number at the beginning of each segment, and thus of a file of segments.
    package static let mark = Array("weftseg1".utf8)
    /// The number of leading bytes that determine a segment's length.
    package static let markedBytes = 12
    /// The granularity of lengths, which keeps them from revealing much.
    package static let classBytes = 4096
    /// The maximum length of a segment; a writer ends a segment at half of that, after the current run.
    package static let bytesMax = 2 * 1024 * 1024
    /// The maximum number of devices for one segment; for more there are several segments.
    package static let readersMax = 1024
    /// The maximum number of keys in a segment, those of the audience's heads first.
    package static let keysMax = 224
    /// The length of a delivery. There is one for each recipient, filled up with blanks to a multiple of 32.
    package static let deliveryBytes = 36
    private static let deliveriesMax = 1024
    private static let blanks = 32

    /// Returns the length of the segment that begins with `bytes`, its first `markedBytes`.
    ///
    /// - Throws: if the beginning is not that of a segment.
    package static func length(of bytes: ArraySlice<UInt8>) throws(WireError) -> Int {
        var reader = ByteReader(Array(bytes))
        guard try reader.take(mark.count).elementsEqual(mark) else { throw .unknownKind(offset: 0) }
        let length = Int(try reader.u32())
        guard length <= bytesMax else { throw .tooLong(offset: mark.count) }
        guard length > 0, length % classBytes == 0 else { throw .notCanonical(offset: mark.count) }
        return length
    }

    /// Parses a segment from exactly `bytes`.
    package init(bytes: [UInt8]) throws(WireError) {
        var reader = ByteReader(bytes)
        guard try Self.length(of: bytes.prefix(Self.markedBytes)) == bytes.count else {
            throw .truncated(offset: Self.mark.count)
        }
        _ = try reader.take(Self.markedBytes)
        ephemeral = try reader.bytes32()
        let start = reader.offset
        let count = Int(try reader.u16())
        guard count > 0, count % Self.blanks == 0 else { throw .notCanonical(offset: start) }
        guard count <= Self.deliveriesMax else { throw .tooLong(offset: start) }
        guard count * Self.deliveryBytes <= reader.remaining else {
            throw .truncated(offset: start)
        }
        var found: [KeyDelivery] = []
        for _ in 0..<count {
            found.append(KeyDelivery(tag: try reader.u32(), masked: try reader.bytes32()))
        }
        deliveries = found
        head = Array(bytes[..<reader.offset])
        sealed = reader.takeRest()
    }

    /// Opens the segment for the device with the key `device`.
    package func open(for device: AgreementKey) -> Opening {
        let keys = EpochKey.candidates(in: deliveries, ephemeral: ephemeral, for: device)
        guard !keys.isEmpty else { return .notForMe }
        for key in keys {
            let plain = Seal.open(
                sealed, key: Self.bodyKey(key), nonce: Hash.blake2b24(ephemeral.bytes),
                additional: head)
            guard let plain else { continue }
            do throws(WireError) {
                guard let contents = try Contents(plain, behind: head) else { return .forged }
                return .contents(contents)
            } catch {
                if case .unknownAlgorithm(let number) = error { return .newer(algorithm: number) }
                return .forged
            }
        }
        return .damaged
    }

    /// The result of opening a segment.
    package enum Opening: Sendable {
        case contents(Contents)
        /// No key is delivered to this device.
        case notForMe
        /// It is for this device, but was modified.
        case damaged
        /// It is for this device, but the signature of its writer is invalid.
        case forged
        /// It is for this device, but the writer's certificate has a signature algorithm that this version does not
        /// know; nothing in it is verified.
        case newer(algorithm: UInt8)
    }

    /// The sealed content:
    ///
    ///     certificate  160
    ///     signature    64    by its device: see `signed`
    ///     count        u8    1...224
    ///     keys         count times (epoch name 16, K 32): the first identifies the audience; for
    ///                        `public` zeros and the person
    ///     messages     each after its length u16
    ///     zeros        at least two, to the end
    package struct Contents: Sendable {
        /// The certificate of the writing device; its signature and its person's are verified.
        package let certificate: Certificate
        /// The keys of the audience, those of its heads first.
        package let keys: [EpochKey.Followed]
        private var rest: ByteReader

        fileprivate init?(_ plain: [UInt8], behind head: [UInt8]) throws(WireError) {
            var reader = ByteReader(plain)
            certificate = try Certificate(from: &reader)
            let signature = Array(try reader.take(64))
            guard certificate.isGenuine,
                Signature.verify(
                    signature, of: Segment.signed(head, plain[reader.offset...]),
                    by: certificate.device.key)
            else { return nil }
            let count = Int(try reader.byte())
            guard 1...Segment.keysMax ~= count else { return nil }
            var keys: [EpochKey.Followed] = []
            for _ in 0..<count {
                keys.append(
                    EpochKey.Followed(name: try reader.bytes16(), key: try reader.bytes32()))
            }
            self.keys = keys
            rest = reader
        }

        /// Reads the next message; nil after the last.
        package mutating func next() throws(WireError) -> Message? {
            let start = rest.offset
            let length = Int(try rest.u16())
            guard length > 0 else {
                guard rest.takeRest().allSatisfy({ $0 == 0 }) else {
                    throw .notCanonical(offset: start)
                }
                rest = ByteReader([0, 0])
                return nil
            }
            return try Message(bytes: Array(rest.take(length)))
        }
    }

    /// Creates an encoded segment, written by the device of `signing`.
    ///
    /// - Parameter messages: the messages as sent over a link, together at most `roomForMessages`.
    /// - Parameter keys: at least one, at most `keysMax`.
    /// - Parameter readers: agreement keys, at most `readersMax`.
    package static func bytes(
        of messages: [[UInt8]], keys: [EpochKey.Followed], from certificate: Certificate,
        signing: SigningKey, to readers: [Bytes32], entropy: inout Entropy, dice: inout Dice
    ) -> [UInt8] {
        precondition(readers.count <= readersMax, "more devices take more segments")
        let ephemeral = AgreementKey(seed: entropy.secretKey())
        let key = entropy.bytes32()
        var deliveries = readers.compactMap { EpochKey.deliver(key, to: $0, from: ephemeral) }
        let full = max((deliveries.count + blanks - 1) / blanks, 1) * blanks
        while deliveries.count < full {
            let tag = UInt32(truncatingIfNeeded: entropy.bytes8())
            deliveries.append(KeyDelivery(tag: tag, masked: entropy.bytes32()))
        }
        let rest = body(messages, keys)
        let count = headBytes(full) + 160 + 64 + rest.count + Seal.overhead
        let length = (count + classBytes - 1) / classBytes * classBytes
        precondition(length <= bytesMax, "a run has less than half a segment")
        var head = ByteWriter(capacity: headBytes(full))
        head.raw(mark)
        head.u32(UInt32(length))
        head.bytes32(ephemeral.publicKey)
        head.u16(UInt16(full))
        for delivery in dice.shuffle(deliveries) {
            head.u32(delivery.tag)
            head.bytes32(delivery.masked)
        }
        let padded = rest + [UInt8](repeating: 0, count: length - count)
        var plain = ByteWriter(capacity: length)
        certificate.write(to: &plain)
        plain.raw(signing.sign(signed(head.bytes, padded[...])))
        plain.raw(padded)
        return head.bytes
            + Seal.seal(
                plain.bytes, key: bodyKey(key), nonce: Hash.blake2b24(ephemeral.publicKey.bytes),
                additional: head.bytes)
    }

    private static func body(_ messages: [[UInt8]], _ keys: [EpochKey.Followed]) -> [UInt8] {
        precondition(1...keysMax ~= keys.count, "the first key names the audience")
        var writer = ByteWriter(capacity: messages.reduce(4096) { $0 + $1.count + 2 })
        writer.byte(UInt8(keys.count))
        for key in keys {
            writer.bytes16(key.name)
            writer.bytes32(key.key)
        }
        for message in messages {
            writer.u16(UInt16(message.count))
            writer.raw(message)
        }
        writer.u16(0)
        return writer.bytes
    }

    private static func headBytes(_ deliveries: Int) -> Int {
        markedBytes + 32 + 2 + deliveryBytes * deliveries
    }

    /// The bytes that the device signs: everything but its certificate, which identifies the signer.
    private static func signed(_ head: [UInt8], _ body: ArraySlice<UInt8>) -> [UInt8] {
        Array("weft segment v1".utf8) + Hash.blake2b32(head).bytes + Hash.blake2b32(body).bytes
    }

    private static func bodyKey(_ key: Bytes32) -> Bytes32 {
        Hash.blake2b32(Array("weft segment".utf8), key: key.bytes)
    }
}
