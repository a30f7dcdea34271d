import CRDT
import Domain
import Primitives
import Wire

// A checkpoint is the only operation of its delta and is signed, so that a peer that lacks the dead range can be sent
// it ahead of everything else.
extension Store {
    /// Declares deltas dead in a chain that this device signs or that has ended.
    ///
    /// - Parameter places: in ascending order; never the first or the last of the chain.
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

    // Returns all dead ranges, so that earlier checkpoints become redundant and die as well; only the new ones if
    // that would be too long.
    private func wholeVerdict(
        _ fresh: DeadRanges, of chain: ChainRecord
    ) throws(StorageError) -> DeadRanges {
        let older = try supersededCheckpoints(in: chain)
        let whole = try dead(of: chain).union(fresh)
            .union(DeadRanges(older.map { $0.sequence..<$0.sequence + 1 }))
        if whole.ranges.count < limits.rangesMax { return whole }
        return DeadRanges(Array(fresh.ranges.prefix(limits.rangesMax - 1)))
    }

    // Returns redundant checkpoints in `chain`: those about the chain itself, and those about another chain that a
    // later one here covers. The last delta is left out, because the next one links to it.
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

    // Returns what this device has received; of a large group at least what its person's devices wrote.
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

    /// The most entries, of 21 bytes each.
    private static let seenMax = 384
}
