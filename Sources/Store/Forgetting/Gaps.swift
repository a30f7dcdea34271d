package import CRDT
import Domain
import Primitives
package import Wire

// Sends chains with dead gaps, and links the living ranges to each other.
extension Store {
    /// The next part of a chain to send.
    package enum Part {
        /// Deltas in wire format, and the position after them.
        case run([UInt8], end: UInt64)
        /// A proof that what follows is dead; the receiver needs it first.
        case proof(CheckpointProof)
        /// Nothing before this position is living.
        case leap(to: UInt64)
    }

    /// Returns what to send next of `id` to a peer that has `sequence` deltas of it.
    ///
    /// - Parameter told: positions of the checkpoints that the peer was sent.
    /// - Returns: nil if nothing can be sent from there on.
    package func nextPart(
        of id: ChainID, from sequence: UInt64, told: [Frontier.Entry], bytesWanted: Int
    ) throws(StorageError) -> Part? {
        guard let chain = try chain(id), sequence < chain.length else { return nil }
        guard let range = try dead(of: chain).range(from: sequence), range.lowerBound < chain.length
        else {
            return try run(of: id, from: sequence, bytesWanted: bytesWanted).map {
                .run($0.deltas, end: $0.end)
            }
        }
        // The opening delta identifies the chain's owner, so it is sent first.
        if sequence == 0 {
            return try run(
                of: id, from: 0, bytesWanted: bytesWanted, before: (range.lowerBound, isTied: false)
            ).map { .run($0.deltas, end: $0.end) }
        }
        for record in try witnesses(of: range, in: chain) where !told.contains(record.place) {
            guard let proof = try proof(of: record) else { continue }
            return .proof(proof)
        }
        if range.contains(sequence) { return .leap(to: range.upperBound) }
        return try run(
            of: id, from: sequence, bytesWanted: bytesWanted,
            before: (range.lowerBound, isTied: true)
        ).map { .run($0.deltas, end: $0.end) }
    }

    /// Returns the proofs of the checkpoints by which parts of a chain are dead.
    package func checkpointProofs(of id: ChainID) throws(StorageError) -> [CheckpointProof] {
        guard let chain = try chain(id) else { return [] }
        var proofs: [CheckpointProof] = []
        for verdict in try verdicts(on: chain) {
            if let proof = try proof(of: verdict.record) { proofs.append(proof) }
        }
        return proofs
    }

    // Returns the latest checkpoint that alone covers a range; otherwise all that overlap it.
    private func witnesses(
        of range: Range<UInt64>, in chain: ChainRecord
    ) throws(StorageError) -> [CheckpointRecord] {
        let verdicts = try verdicts(on: chain)
        let whole = DeadRanges([range])
        if let one = verdicts.last(where: { $0.dead.covers(whole) }) { return [one.record] }
        return verdicts.filter { $0.dead.ranges.contains { $0.overlaps(range) } }.map(\.record)
    }

    /// Returns the base of a run that follows a dead delta, for a peer that may not have that delta.
    func baseBehindDead(
        of chain: ChainRecord, at sequence: UInt64
    ) throws(StorageError) -> CompactRun.Base? {
        guard sequence > 0, let tie = try headerID(of: chain, at: sequence - 1) else { return nil }
        return CompactRun.Base(behindDeadOf: chain.id, at: sequence, previous: tie)
    }

    /// Returns the id of the header at `sequence`, even of an erased one if its successor names it.
    func headerID(
        of chain: ChainRecord, at sequence: UInt64
    ) throws(StorageError) -> Bytes32? {
        guard sequence < chain.length else { return nil }
        if sequence + 1 == chain.length { return chain.head }
        // A damaged row is not trusted.
        let row = chain.row(sequence)
        if !isDamaged(row), let header = try header(row: row) { return header.id }
        return isDamaged(row + 1) ? nil : try header(row: row + 1)?.previous
    }

    /// Continues the chain after a dead range if nothing of that range is held.
    ///
    /// - Returns: whether the chain is longer now.
    @discardableResult
    func leap(_ chain: ChainRecord) throws(StorageError) -> Bool {
        let claims = try claims(on: chain)
        let dead = try dead(of: chain).union(DeadRanges(claims.flatMap(\.checkpoint.dead.ranges)))
        guard let range = dead.range(from: chain.length), range.contains(chain.length),
            range.upperBound < ChainRecord.lengthMax
        else { return false }
        var chain = chain
        var tie: Bytes32?
        for record in try verdicts(on: chain).map(\.record) + claims {
            let next = record.checkpoint.living.first { $0.start == range.upperBound }
            tie = tie ?? next?.previous
        }
        guard let tie else { return false }
        if let end = try fork(of: chain.id, in: chain.audience), end < range.upperBound {
            return false
        }
        chain.length = range.upperBound
        (chain.head, chain.stamp, chain.epoch) = (tie, HybridTime(rawValue: 0), .zero)
        chain.unsignedBytes = 0
        try keep(chain)
        try retryWaiting(on: waitingKey(chain: chain.id))
        return true
    }
}

extension CheckpointProof {
    /// The position of the checkpoint.
    package var place: Frontier.Entry {
        Frontier.Entry(
            chain: path.headers.first?.chain ?? target, length: path.headers.first?.sequence ?? 0)
    }
}
