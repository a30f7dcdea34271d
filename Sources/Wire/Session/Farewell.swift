package import CRDT
package import Primitives

/// The operation that ended a member's right or a person's device, sent to them: they receive nothing else any more,
/// and would otherwise go on writing void operations. It is self-verifying.
///
///     form  u8, then
///     1 rights  key 32, header 117, signature 64, payload    a delta that cuts, and what opens it
///     2 device  decertification                              signed by the root key
package enum Farewell: Equatable, Sendable {
    /// A signed delta that contains only cuts, and the key of the epoch that its header names.
    case rights(SignedDelta, key: Bytes32)
    /// The revocation of a device in one audience: the receiver's own, or the device that admitted them.
    case device(Decertification)

    /// The encoded farewell, as transferred and stored.
    package var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 256)
        switch self {
        case .rights(let delta, let key):
            writer.byte(1)
            writer.bytes32(key)
            writer.raw(delta.header.bytes)
            writer.raw(delta.signature ?? [])
            writer.raw(delta.payload)
        case .device(let end):
            writer.byte(2)
            end.write(to: &writer)
        }
        return writer.bytes
    }

    /// Decodes up to the end of the reader. No signature is verified; a payload is checked against its header.
    ///
    /// - Throws: for anything that `bytes` would not have produced.
    package init(from reader: inout ByteReader) throws(WireError) {
        let start = reader.offset
        switch try reader.byte() {
        case 1:
            let key = try reader.bytes32()
            let header = try DeltaHeader(from: &reader)
            let signature = Array(try reader.take(64))
            guard reader.remaining <= Self.payloadBytesMax else {
                throw .tooLong(offset: reader.offset)
            }
            let payload = Array(reader.takeRest())
            let delta = SignedDelta(header: header, payload: payload, signature: signature)
            guard delta.isWhole, !header.isPlain else { throw .notCanonical(offset: start) }
            self = .rights(delta, key: key)
        case 2:
            self = .device(try Decertification(from: &reader))
            try reader.finish()
        default: throw .unknownKind(offset: start)
        }
    }

    /// The maximum length of a payload, which has room for some five hundred chains.
    package static let payloadBytesMax = 32 * 1024
    /// The maximum number in one session, from either side.
    package static let countMax = 16
}
