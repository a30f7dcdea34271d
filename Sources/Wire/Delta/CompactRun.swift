package import CRDT
package import Primitives

/// Consecutive deltas of one chain, as transferred in a session. Fields that the receiver can reconstruct are left out,
/// so a single delta has 90 bytes of overhead (10, signature 64, the seal's tag 16).
///
///     flags    u8       1: a signature follows · 2: the epoch differs · 4: plain
///                       8: the delta before is dead: stamp and epoch as at the start of a chain
///     stamp    varint   difference to the stamp before, positive
///     length   varint   of the payload
///     epoch    16       only with flag 2
///     payload  length
///     signature 64      only with flag 1
package struct CompactRun {
    /// What the receiver knows of the header before the run.
    package struct Base: Equatable, Sendable {
        package let chain: ChainID
        /// The sequence of the run's first delta.
        package let sequence: UInt64
        /// The id of the header before; zeros at the start.
        package let previous: Bytes32
        /// The stamp before; zero at the start.
        package let stamp: HybridTime
        /// The epoch before; zeros at the start.
        package let epoch: Bytes16

        /// The base after a header.
        package init(after header: DeltaHeader) {
            chain = header.chain
            sequence = header.sequence + 1
            previous = header.id
            stamp = header.stamp
            epoch = header.epoch
        }

        /// The base after the first `sequence` deltas of `chain`.
        package init(
            chain: ChainID, sequence: UInt64, previous: Bytes32, stamp: HybridTime,
            epoch: Bytes16
        ) {
            self.chain = chain
            self.sequence = sequence
            self.previous = previous
            self.stamp = stamp
            self.epoch = epoch
        }

        /// The base after a dead delta of which only the id is known.
        package init(behindDeadOf chain: ChainID, at sequence: UInt64, previous: Bytes32) {
            self.init(
                chain: chain, sequence: sequence, previous: previous,
                stamp: HybridTime(rawValue: 0), epoch: .zero)
        }

        /// Whether only the id of the preceding delta is known.
        package var isBehindDead: Bool { sequence > 0 && stamp.rawValue == 0 }

        /// The base at the start of `chain`.
        package init(startOf chain: ChainID) {
            self.init(
                chain: chain, sequence: 0, previous: .zero, stamp: HybridTime(rawValue: 0),
                epoch: .zero)
        }
    }

    /// The maximum number of bytes that a delta adds to a run besides its payload.
    package static let overheadMax = 1 + 10 + 5 + 16 + 64

    /// Appends `delta`, which follows `base`, to `writer`.
    package static func write(
        _ delta: SignedDelta, after base: Base, withSignature: Bool, to writer: inout ByteWriter
    ) {
        let header = delta.header
        let signature = withSignature ? delta.signature : nil
        var flags: UInt8 = signature == nil ? 0 : 1
        if header.epoch != base.epoch { flags |= 2 }
        if header.isPlain { flags |= 4 }
        if base.isBehindDead { flags |= 8 }
        writer.byte(flags)
        writer.varint(header.stamp.rawValue - base.stamp.rawValue)
        writer.varint(delta.payload.count)
        if header.epoch != base.epoch { writer.bytes16(header.epoch) }
        writer.raw(delta.payload)
        if let signature { writer.raw(signature) }
    }

    /// Reads the next delta of a run and reconstructs its header from `base`.
    ///
    /// - Throws: for a stamp that does not increase, a repeated epoch, or unknown flags; also for a delta after a dead
    ///   one that lacks flag 8, which cannot be reconstructed.
    package static func read(
        after base: Base, from reader: inout ByteReader
    ) throws(WireError) -> SignedDelta {
        let start = reader.offset
        // Nothing could follow the maximum sequence.
        guard base.sequence < .max else { throw .tooLong(offset: start) }
        let flags = try reader.byte()
        guard flags < 16 else { throw .unknownKind(offset: start) }
        let before = base.stamp
        var base = base
        if flags & 8 != 0 {
            // Nothing precedes the first delta.
            guard base.sequence > 0 else { throw .notCanonical(offset: start) }
            base = Base(
                behindDeadOf: base.chain, at: base.sequence, previous: base.previous)
        }
        guard !base.isBehindDead || flags & 8 != 0 else { throw .notCanonical(offset: start) }
        let step = try reader.varint()
        let (stamp, overflow) = base.stamp.rawValue.addingReportingOverflow(step)
        guard step > 0, !overflow, stamp > before.rawValue else {
            throw .notCanonical(offset: start)
        }
        let length = try reader.varint(atMost: WireLimits.payloadBytesMax)
        var epoch = base.epoch
        if flags & 2 != 0 {
            epoch = try reader.bytes16()
            guard epoch != base.epoch else { throw .notCanonical(offset: start) }
        }
        let payload = Array(try reader.take(length))
        let signature = flags & 1 != 0 ? Array(try reader.take(64)) : nil
        let header = DeltaHeader(
            chain: base.chain, sequence: base.sequence, previous: base.previous,
            stamp: HybridTime(rawValue: stamp), epoch: epoch, isPlain: flags & 4 != 0,
            payload: payload)
        return SignedDelta(header: header, payload: payload, signature: signature)
    }
}
