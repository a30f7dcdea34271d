package import CRDT
package import Primitives
import Sodium

/// The signed unit of replication: header, payload as it is stored, and, where it is an anchor or
/// was the last of a flush, the device's signature.
package struct SignedDelta: Equatable, Sendable {
    package let header: DeltaHeader
    /// As it is stored: sealed, unless the header says that it is plain.
    package let payload: [UInt8]
    /// Ed25519 over `header.signedBytes`, 64 bytes; nil where a later signature covers this delta.
    package let signature: [UInt8]?

    /// A delta; nothing is checked here.
    package init(header: DeltaHeader, payload: [UInt8], signature: [UInt8]?) {
        self.header = header
        self.payload = payload
        self.signature = signature
    }

    /// The payload is the one that the header names.
    package var isWhole: Bool {
        header.payloadLength == UInt32(payload.count)
            && header.payloadHash == Hash.blake2b32(payload)
    }

    /// Carries the signature of `device` over its header.
    package func isSigned(by device: DeviceID) -> Bool {
        guard let signature else { return false }
        return Signature.verify(signature, of: header.signedBytes, by: device.key)
    }
}

/// How payloads are sealed.
package enum PayloadSeal {
    /// `plain` sealed under the key of `epoch` for one place in one chain: no two places share a
    /// nonce, and a payload opens at no other place.
    package static func seal(
        _ plain: [UInt8], key: Bytes32, chain: ChainID, sequence: UInt64, previous: Bytes32,
        stamp: HybridTime, epoch: Bytes16
    ) -> [UInt8] {
        let context = DeltaHeader.sealContext(
            chain: chain, sequence: sequence, previous: previous, stamp: stamp, epoch: epoch)
        return Seal.seal(
            plain, key: key, nonce: nonce(context), additional: context)
    }

    /// The operations' bytes of a delta.
    ///
    /// - Returns: nil when the key is another one or a bit was changed; a plain payload as it is.
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
