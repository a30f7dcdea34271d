/// Self-contained deltas, concatenated: the remains of a branch, for a receiver that may have nothing before them, and
/// with possible gaps.
///
///     n times: signed u8 (0 or 1), header 117, signature 64 if signed, payload as long as the header says
package enum WholeDeltas {
    /// Encodes deltas for transfer.
    package static func bytes(of deltas: [SignedDelta]) -> [UInt8] {
        var writer = ByteWriter(capacity: deltas.reduce(0) { $0 + $1.payload.count + 182 })
        for delta in deltas {
            writer.byte(delta.signature == nil ? 0 : 1)
            writer.raw(delta.header.bytes)
            writer.raw(delta.signature ?? [])
            writer.raw(delta.payload)
        }
        return writer.bytes
    }

    /// Decodes all deltas. No signature is verified; each payload is checked against its header.
    ///
    /// - Throws: for anything that `bytes` would not have produced.
    package static func read(_ bytes: [UInt8]) throws(WireError) -> [SignedDelta] {
        var reader = ByteReader(bytes)
        var deltas: [SignedDelta] = []
        while !reader.isAtEnd {
            let start = reader.offset
            let flag = try reader.byte()
            guard flag <= 1 else { throw .notCanonical(offset: start) }
            let header = try DeltaHeader(from: &reader)
            let signature = flag == 1 ? Array(try reader.take(64)) : nil
            guard header.payloadLength <= UInt32(WireLimits.payloadBytesMax) else {
                throw .tooLong(offset: start)
            }
            let payload = Array(try reader.take(Int(header.payloadLength)))
            let delta = SignedDelta(header: header, payload: payload, signature: signature)
            guard delta.isWhole else { throw .notCanonical(offset: start) }
            deltas.append(delta)
        }
        return deltas
    }
}
