import CRDT
import Domain
package import Primitives
package import Wire

// Checkpoints that are received ahead of the chain that contains them.
extension Store {
    /// Takes in a checkpoint that a peer sent ahead of its chain. The judged chain then continues after its dead
    /// range.
    ///
    /// - Parameter audience: the row of the audience it was offered in; nil while only the key of one of its epochs
    ///   is known.
    package func receive(
        _ proof: CheckpointProof, in audience: Int64?, wall: WallTime
    ) throws(StorageError) -> Reception {
        guard let delta = proof.delta, let carrier = try chain(delta.header.chain),
            let target = try chain(proof.target)
        else { return .early }
        let number = target.audience
        guard carrier.audience == number, audience ?? number == number else {
            return .refused(.badChain)
        }
        let isKnown = try checkpoints(in: number).contains {
            $0.chain == carrier.id && $0.sequence == delta.header.sequence
        }
        if isKnown {
            noteClaim(delta.header)
            return try leapOn(target) ? .advanced(0) : .known
        }
        guard delta.header.sequence < ChainRecord.lengthMax else { return .refused(.badChain) }
        guard proof.isSigned(by: try device(of: carrier)) else { return .refused(.badSignature) }
        guard try takesIn(number) else { return .early }
        let audience = try self.audience(number)
        switch try read(delta) {
        case .sealed: return .early
        case .void: return .refused(.badChain)
        case .operations(let operations):
            // The rotation of its epoch may itself be in the dead range. It is enough that the key decrypts it and
            // that the device has signed it.
            let home = try epoch(delta.header.epoch)?.audience
            guard delta.header.isPlain || home == nil || home == number else { return .early }
            guard operations.count == 1,
                case .checkpoint(let checkpoint) = operations[0].operation,
                checkpoint.chain == target.id, try isSound(operations, delta.header, in: audience)
            else { return .refused(.badChain) }
            guard try proofsAhead(of: target) < Self.checkpointsAheadMax else { return .early }
            try keepCheckpoint(
                in: operations, of: carrier.id, sequence: delta.header.sequence, audience,
                proof: proof)
            noteClaim(delta.header)
        }
        return try leapOn(target) ? .advanced(0) : .known
    }

    // Deltas in the log after the dead range may now link up.
    private func leapOn(_ chain: ChainRecord) throws(StorageError) -> Bool {
        guard try leap(chain) else { return false }
        _ = try goOn(try self.chain(number: chain.number))
        return true
    }

    private func noteClaim(_ header: DeltaHeader) {
        if memory.toldAhead.count >= Self.claimsMax { memory.toldAhead = [] }
        memory.toldAhead.insert(Frontier.Entry(chain: header.chain, length: header.sequence))
    }

    // Counts the proofs whose deltas are not in the log.
    private func proofsAhead(of chain: ChainRecord) throws(StorageError) -> Int64 {
        try database.row(
            """
            SELECT count(*) FROM checkpoints
            WHERE audience = ? AND target = ? AND proof IS NOT NULL
            """, [.integer(chain.audience), .blob(chain.id.bytes.bytes)]
        ) { $0.integer(0) } ?? 0
    }

    /// Returns the proof of a checkpoint for a peer that lacks its chain; nil if there is none.
    func proof(of record: CheckpointRecord) throws(StorageError) -> CheckpointProof? {
        if let chain = try chain(record.chain),
            let payload = try delta(row: chain.row(record.sequence))?.payload,
            let path = try heldBranch(of: chain, from: record.sequence)
        {
            return CheckpointProof(
                target: record.checkpoint.chain, path: path, payload: payload)
        }
        let kept = try database.row(
            "SELECT proof FROM checkpoints WHERE chain = ? AND sequence = ? ORDER BY sequence",
            [.blob(record.chain.bytes.bytes), .integer(Int64(record.sequence))]
        ) { $0.bytes(0) }
        guard let kept, !kept.isEmpty else { return nil }
        var reader = ByteReader(kept)
        guard let proof = try? CheckpointProof(from: &reader) else { throw .corrupt }
        return proof
    }

    /// The most checkpoints of one chain held ahead of it; each may take 36 KiB.
    private static let checkpointsAheadMax: Int64 = 64
    /// The most positions of checkpoints sent ahead that are remembered; they are sent again on each link.
    private static let claimsMax = 10_000
}
