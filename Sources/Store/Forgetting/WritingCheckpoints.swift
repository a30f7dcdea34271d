import CRDT
import Domain
import Primitives
import Wire

// A checkpoint stands alone in its delta and is signed, so that whoever lacks what is dead can be
// told it ahead of everything else.
extension Store {
    /// Declares deltas of a chain to be dead that this device signs, or that has ended.
    ///
    /// - Parameter places: rising; never the first or the last of the chain.
    func writeCheckpoint(
        of id: ChainID, burying places: [UInt64], in audience: AudienceRecord, at wall: WallTime
    ) throws(StorageError) {
        guard let chain = try chain(id) else { return }
        let fresh = DeadRanges(places.map { $0..<$0 + 1 })
        let dead = try wholeVerdict(fresh, of: chain)
        let checkpoint = try Checkpoint(
            of: chain.id, length: chain.length, dead: dead,
            seen: try seen(in: audience, besides: chain)
        ) { (place) throws(StorageError) in try headerID(of: chain, at: place) }
        guard let checkpoint else { return }
        try write([OriginedOperation(.checkpoint(checkpoint))], into: audience, at: wall)
    }

    // Everything that is dead, so that the checkpoints before this one say nothing more and die as
    // well; or, where that would be too long, only what is new.
    private func wholeVerdict(
        _ fresh: DeadRanges, of chain: ChainRecord
    ) throws(StorageError) -> DeadRanges {
        let older = try supersededCheckpoints(in: chain)
        let whole = try dead(of: chain).union(fresh)
            .union(DeadRanges(older.map { $0.sequence..<$0.sequence + 1 }))
        if whole.ranges.count < limits.rangesMax { return whole }
        return DeadRanges(Array(fresh.ranges.prefix(limits.rangesMax - 1)))
    }

    // Checkpoints that stand in `chain` and say nothing more: its own, and of another chain those
    // that a later one here covers. Not the last delta, to which what follows is tied.
    private func supersededCheckpoints(
        in chain: ChainRecord
    ) throws(StorageError) -> [CheckpointRecord] {
        let here = try checkpoints(in: chain.audience).filter {
            $0.chain == chain.id && $0.sequence + 1 < chain.length
        }
        return here.filter { record in
            let target = record.checkpoint.chain
            if target == chain.id { return true }
            let later = here.filter {
                $0.checkpoint.chain == target && $0.sequence > record.sequence
            }
            return later.contains { $0.checkpoint.dead.covers(record.checkpoint.dead) }
        }
    }

    // What this device has heard: of a large group at least what its person's devices wrote.
    private func seen(
        in audience: AudienceRecord, besides chain: ChainRecord
    ) throws(StorageError) -> [Frontier.Entry] {
        let entries = try frontier(of: audience.number).entries.filter { $0.chain != chain.id }
        guard entries.count > Self.seenMax else { return entries }
        let me = try person(of: chain)
        var own: [Frontier.Entry] = []
        for entry in entries where own.count < Self.seenMax {
            guard let other = try self.chain(entry.chain), try person(of: other) == me else {
                continue
            }
            own.append(entry)
        }
        return own
    }

    /// 21 bytes each.
    private static let seenMax = 384
}
