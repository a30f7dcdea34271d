package import CRDT
package import Primitives
import Sodium

/// The signed unit of replication: a header, the payload as stored, and the device's signature if the delta is an
/// anchor or was the last of a flush.
package struct SignedDelta: Equatable, Sendable {
    package let header: DeltaHeader
    /// The payload as stored: sealed, unless the header says that it is plain.
    package let payload: [UInt8]
    /// Ed25519 over `header.signedBytes`, 64 bytes; nil where a later signature covers this delta.
    package let signature: [UInt8]?

    /// Creates a delta; nothing is verified.
    package init(header: DeltaHeader, payload: [UInt8], signature: [UInt8]?) {
        self.header = header
        self.payload = payload
        self.signature = signature
    }

    /// Whether the payload matches the header.
    package var isWhole: Bool {
        header.payloadLength == UInt32(payload.count)
            && header.payloadHash == Hash.blake2b32(payload)
    }

    /// Whether it has a valid signature of `device` over its header.
    package func isSigned(by device: DeviceID) -> Bool {
        guard let signature else { return false }
        return Signature.verify(signature, of: header.signedBytes, by: device.key)
    }
}

/// Seals and opens payloads.
package enum PayloadSeal {
    /// Seals `plain` under the key of `epoch` for one position of a chain: no two positions share a nonce, and a
    /// payload opens at no other position.
    package static func seal(
        _ plain: [UInt8], key: Bytes32, chain: ChainID, sequence: UInt64, previous: Bytes32,
        stamp: HybridTime, epoch: Bytes16
    ) -> [UInt8] {
        let context = DeltaHeader.sealContext(
            chain: chain, sequence: sequence, previous: previous, stamp: stamp, epoch: epoch)
        return Seal.seal(
            plain, key: key, nonce: nonce(context), additional: context)
    }

    /// Opens the payload of a delta; a plain one is returned as it is.
    ///
    /// - Returns: nil if the key is wrong or a bit was changed.
    package static func open(_ delta: SignedDelta, key: Bytes32) -> [UInt8]? {
        let header = delta.header
        if header.isPlain { return delta.payload }
        let context = DeltaHeader.sealContext(
            chain: header.chain, sequence: header.sequence, previous: header.previous,
            stamp: header.stamp, epoch: header.epoch)
        return Seal.open(delta.payload, key: key, nonce: nonce(context), additional: context)
    }

    // BLAKE2b-192(chain, sequence, previous, stamp): bytes 1..<65 of the context.
    private static func nonce(_ context: [UInt8]) -> Bytes24 {
        Hash.blake2b24(context[1..<65])
    }
}
