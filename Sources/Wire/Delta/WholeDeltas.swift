/// Deltas that say all of themselves, one behind another: what is left of a branch, of which whoever
/// gets it may hold nothing before, and in which some may lack.
///
///     n times: signed u8 (0 or 1), header 117, signature 64 if signed, payload as long as the
///     header says
package enum WholeDeltas {
    /// The deltas as they travel.
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

    /// Reads to the end. No signature is checked here; each payload is the one that its header names.
    ///
    /// - Throws: for anything that `bytes` would not have written.
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
