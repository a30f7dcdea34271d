package import CRDT
import Primitives

/// A checkpoint sent ahead of its chain: the delta that contains it, and the headers up to the first signed one. It
/// lets a replica without the dead ranges continue after them.
///
///     target     16   the chain that it prunes, as in the checkpoint itself
///     chain      16   the chain that contains it
///     sequence   u64
///     previous   32   id of the header before; zeros at 0
///     count      u8   headers, 1...64
///     header     61   count times: as in a fork proof
///     signature  64   over the last of them
///     payload         of the first, to the end; as it is stored, at most `payloadBytesMax`
package struct CheckpointProof: Equatable, Sendable {
    /// The chain that the checkpoint is about.
    package let target: ChainID
    /// The headers of the checkpoint's delta and of those after it, up to the first signed one.
    package let path: ForkProof.Branch
    /// The payload, sealed unless the first header says that it is plain.
    package let payload: [UInt8]

    /// The maximum length of the payload; a writer makes no longer checkpoint.
    package static let payloadBytesMax = 32 * 1024

    /// The delta; it has the signature only if it is signed itself.
    package var delta: SignedDelta? {
        path.headers.first.map {
            SignedDelta(
                header: $0, payload: payload,
                signature: path.headers.count == 1 ? path.signature : nil)
        }
    }

    /// Creates the proof of a checkpoint of `target` in the delta that `path` begins with.
    ///
    /// - Returns: nil if the path is invalid, or the payload does not match or is too long.
    package init?(target: ChainID, path: ForkProof.Branch, payload: [UInt8]) {
        self.target = target
        self.path = path
        self.payload = payload
        guard path.isInARow, payload.count <= Self.payloadBytesMax, delta?.isWhole == true else {
            return nil
        }
    }

    /// Whether `device`, the writer of the chain that contains the checkpoint, signed it.
    package func isSigned(by device: DeviceID) -> Bool {
        guard let last = path.headers.last else { return false }
        return SignedDelta(header: last, payload: [], signature: path.signature)
            .isSigned(by: device)
    }

    /// The encoded proof, as transferred and stored.
    package var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 256 + payload.count)
        writer.bytes16(target.bytes)
        if let first = path.headers.first {
            writer.bytes16(first.chain.bytes)
            writer.u64(first.sequence)
            writer.bytes32(first.previous)
        }
        path.write(to: &writer)
        writer.raw(payload)
        return writer.bytes
    }

    /// Decodes a proof up to the end of the reader; no signature is verified.
    ///
    /// - Throws: for anything that `bytes` would not have produced.
    package init(from reader: inout ByteReader) throws(WireError) {
        let target = ChainID(try reader.bytes16())
        let chain = ChainID(try reader.bytes16())
        let start = reader.offset
        let sequence = try reader.u64()
        // Nothing could follow the maximum sequence.
        guard sequence < .max - UInt64(ForkProof.headersMax) else { throw .tooLong(offset: start) }
        let previous = try reader.bytes32()
        let path = try ForkProof.Branch(of: chain, at: sequence, behind: previous, from: &reader)
        guard reader.remaining <= Self.payloadBytesMax else {
            throw .tooLong(offset: reader.offset)
        }
        let payload = Array(reader.takeRest())
        guard let proof = CheckpointProof(target: target, path: path, payload: payload) else {
            throw .notCanonical(offset: start)
        }
        self = proof
    }
}
