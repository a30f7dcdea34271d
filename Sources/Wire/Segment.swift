package import CRDT
package import Primitives
package import Sodium

/// Some messages of one device about one audience, sealed to devices that are not there: what bundles
/// and folders are made of. Whoever carries it learns its length.
///
///     "weftseg1"  8
///     length      u32     of all of it: a multiple of 4096, at most `bytesMax`
///     ephemeral   32      X25519
///     count       u16     a multiple of 32
///     deliveries  count times (tag u32, masked key 32), in an order of chance; blanks are random
///     sealed      to the end: see `Contents`
///
/// - Source: docs/wire.md, section 12; docs/decisions/0028.
package struct Segment: Sendable {
    private let ephemeral: Bytes32
    private let deliveries: [KeyDelivery]
    private let head: [UInt8]
    private let sealed: ArraySlice<UInt8>

    /// What a file of segments begins with, and each of them.
    package static let mark = Array("weftseg1".utf8)
    /// Bytes from which the length of a segment is known.
    package static let markedBytes = 12
    /// Lengths are multiples of this, so that they say little.
    package static let classBytes = 4096
    /// Bytes of one segment: a writer ends it at half of that, behind the run that he is in.
    package static let bytesMax = 2 * 1024 * 1024
    /// Devices that one segment is for; for more there are several.
    package static let readersMax = 1024
    /// Keys that it tells: of the audience's heads first.
    package static let keysMax = 224
    /// Bytes of a delivery; there are as many as devices that it is for, and blanks to the next
    /// multiple of 32.
    package static let deliveryBytes = 36
    private static let deliveriesMax = 1024
    private static let blanks = 32

    /// How long the segment is that begins with `bytes`, the first `markedBytes` of it.
    ///
    /// - Throws: if it does not begin as segments do.
    package static func length(of bytes: ArraySlice<UInt8>) throws(WireError) -> Int {
        var reader = ByteReader(Array(bytes))
        guard try reader.take(mark.count).elementsEqual(mark) else { throw .unknownKind(offset: 0) }
        let length = Int(try reader.u32())
        guard length <= bytesMax else { throw .tooLong(offset: mark.count) }
        guard length > 0, length % classBytes == 0 else { throw .notCanonical(offset: mark.count) }
        return length
    }

    /// The segment that `bytes` are, all of them.
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

    /// What the device with the key `device` reads of it.
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

    /// What a device finds in a segment.
    package enum Opening: Sendable {
        case contents(Contents)
        /// None of the keys is delivered to it.
        case notForMe
        /// It is for it, and not as it was written: a bit is another one.
        case damaged
        /// It is for it, and nobody's who signed it so.
        case forged
        /// It is for it, and its writer's certificate has a kind of signature that this version does not
        /// know: nothing of it is checked.
        case newer(algorithm: UInt8)
    }

    /// What is sealed:
    ///
    ///     certificate  160
    ///     signature    64    by its device: see `signed`
    ///     count        u8    1...224
    ///     keys         count times (epoch name 16, K 32): the first says which audience it is; of
    ///                        `public` zeros and the person
    ///     messages     each behind its length u16
    ///     zeros        at least two, to the end
    package struct Contents: Sendable {
        /// Whose device wrote it; its signature was checked, and its person's on it.
        package let certificate: Certificate
        /// Of the audience: its heads first.
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

        /// Takes the next message off; nil behind the last.
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

    /// A segment of `signing`'s device, as bytes.
    ///
    /// - Parameter messages: as they are said over a link, together at most `roomForMessages`.
    /// - Parameter keys: at most `keysMax`, at least one.
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

    /// What the device signs: all but its certificate, which says whose the signature is.
    private static func signed(_ head: [UInt8], _ body: ArraySlice<UInt8>) -> [UInt8] {
        Array("weft segment v1".utf8) + Hash.blake2b32(head).bytes + Hash.blake2b32(body).bytes
    }

    private static func bodyKey(_ key: Bytes32) -> Bytes32 {
        Hash.blake2b32(Array("weft segment".utf8), key: key.bytes)
    }
}
