package import CRDT
package import Primitives
import Sodium

/// The signed part of a delta: 117 bytes that commit to the delta and everything before it.
///
///     version         u8    1; the top bit says that the payload is not sealed
///     chain           16
///     sequence        u64   0 for the first
///     previous        32    id of the header before; zeros before the first
///     stamp           u64   greater than the stamp before
///     epoch           16    name of the epoch whose key seals the payload; zeros: none
///     payload length  u32
///     payload hash    32    BLAKE2b-256 of the payload as it is stored
///
/// All numbers are big-endian. The id of a delta is BLAKE2b-256 of its header.
package struct DeltaHeader: Equatable, Sendable {
    /// The length of a header.
    package static let byteCount = 117
    /// The version that is written.
    package static let version: UInt8 = 1

    package let chain: ChainID
    package let sequence: UInt64
    package let previous: Bytes32
    package let stamp: HybridTime
    /// The epoch that seals the payload; for a rotation, the epoch it follows.
    package let epoch: Bytes16
    /// Whether the payload is readable without a key.
    package let isPlain: Bool
    package let payloadLength: UInt32
    package let payloadHash: Bytes32

    /// Creates the header for `payload` as it is stored.
    package init(
        chain: ChainID, sequence: UInt64, previous: Bytes32, stamp: HybridTime, epoch: Bytes16,
        isPlain: Bool, payload: [UInt8]
    ) {
        self.init(
            chain: chain, sequence: sequence, previous: previous, stamp: stamp, epoch: epoch,
            isPlain: isPlain, payloadLength: UInt32(payload.count),
            payloadHash: Hash.blake2b32(payload))
    }

    /// Creates the header for a payload known by its length and hash.
    init(
        chain: ChainID, sequence: UInt64, previous: Bytes32, stamp: HybridTime, epoch: Bytes16,
        isPlain: Bool, payloadLength: UInt32, payloadHash: Bytes32
    ) {
        self.chain = chain
        self.sequence = sequence
        self.previous = previous
        self.stamp = stamp
        self.epoch = epoch
        self.isPlain = isPlain
        self.payloadLength = payloadLength
        self.payloadHash = payloadHash
    }

    /// Decodes a header.
    ///
    /// - Throws: `unknownVersion` for any version but 1.
    package init(from reader: inout ByteReader) throws(WireError) {
        let version = try reader.byte()
        guard version & 0x7F == Self.version else { throw .unknownVersion(version & 0x7F) }
        isPlain = version & 0x80 != 0
        chain = ChainID(try reader.bytes16())
        let sequenceStart = reader.offset
        sequence = try reader.u64()
        // Nothing could follow the maximum sequence.
        guard sequence < .max else { throw .tooLong(offset: sequenceStart) }
        previous = try reader.bytes32()
        stamp = HybridTime(rawValue: try reader.u64())
        epoch = try reader.bytes16()
        payloadLength = try reader.u32()
        payloadHash = try reader.bytes32()
    }

    /// The encoded header, 117 bytes.
    package var bytes: [UInt8] {
        var writer = ByteWriter(capacity: Self.byteCount)
        writePrefix(to: &writer)
        writer.u32(payloadLength)
        writer.bytes32(payloadHash)
        return writer.bytes
    }

    /// The context that a seal binds the payload to: the header without the payload's length and hash.
    package static func sealContext(
        chain: ChainID, sequence: UInt64, previous: Bytes32, stamp: HybridTime, epoch: Bytes16
    ) -> [UInt8] {
        var writer = ByteWriter(capacity: 81)
        writer.byte(version)
        writer.bytes16(chain.bytes)
        writer.u64(sequence)
        writer.bytes32(previous)
        writer.u64(stamp.rawValue)
        writer.bytes16(epoch)
        return writer.bytes
    }

    /// BLAKE2b-256 of the header: the next header, cuts and checkpoints refer to it.
    package var id: Bytes32 { Hash.blake2b32(bytes) }

    /// The bytes that the device signs: a context string, so that no signature serves two purposes, and the header.
    package var signedBytes: [UInt8] { Self.signatureContext + bytes }

    private func writePrefix(to writer: inout ByteWriter) {
        writer.byte(Self.version | (isPlain ? 0x80 : 0))
        writer.bytes16(chain.bytes)
        writer.u64(sequence)
        writer.bytes32(previous)
        writer.u64(stamp.rawValue)
        writer.bytes16(epoch)
    }

    private static let signatureContext = Array("weft delta v1".utf8)
}
