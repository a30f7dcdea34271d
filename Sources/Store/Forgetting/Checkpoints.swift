import CRDT
import Domain
import Primitives
import Wire

/// A checkpoint that is held, in its chain or ahead of it.
struct CheckpointRecord: Equatable {
    /// The chain that contains it, and its sequence there.
    let chain: ChainID
    let sequence: UInt64
    let checkpoint: Checkpoint
    /// Whether the ids that it names were compared with all headers they belong to.
    var isCompared = false

    /// The position of the checkpoint.
    var place: Frontier.Entry { Frontier.Entry(chain: chain, length: sequence) }
}

// The dead ranges are the union of what all valid checkpoints declare. So they are a function of the set of
// checkpoints, as write permissions are a function of theirs.
extension Store {
    /// Stores the checkpoint that a delta consists of; its validity is evaluated when needed.
    ///
    /// - Parameter proof: its proof, if its delta is not in the log.
    func keepCheckpoint(
        in operations: [OriginedOperation], of chain: ChainID, sequence: UInt64,
        _ audience: AudienceRecord, proof: CheckpointProof? = nil
    ) throws(StorageError) {
        guard operations.count == 1, case .checkpoint(let checkpoint) = operations[0].operation
        else { return }
        try database.run(
            """
            INSERT INTO checkpoints (chain, sequence, audience, target, body, proof)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET proof = NULL WHERE excluded.proof IS NULL
            """, .blob(chain.bytes.bytes), .integer(Int64(sequence)),
            .integer(audience.number), .blob(checkpoint.chain.bytes.bytes),
            .blob(Payload.encode(operations, chain: chain, sequence: sequence)),
            proof.map { .blob($0.bytes) } ?? .null)
        let record = CheckpointRecord(chain: chain, sequence: sequence, checkpoint: checkpoint)
        try take(record, in: audience.number)
        // The other device may have seen what ended here, so more endings may be possible.
        memory.areEndingsDue = true
        try noteSweepOfLeftovers(in: audience.number)
    }

    // Updates the caches incrementally, so that a thousand checkpoints cost a thousand times one.
    private func take(_ record: CheckpointRecord, in audience: Int64) throws(StorageError) {
        memory.isErasingDue = true
        memory.erasing = nil
        memory.covered[audience] = nil
        guard let place = freePlace(for: record, in: audience) else { return }
        // The insertion is in place, because copying thousands for each of thousands would be quadratic.
        memory.checkpoints[audience]?.insert(record, at: place)
        let target = record.checkpoint.chain
        guard let dead = memory.dead[audience]?[target] else { return }
        memory.dead[audience]?[target] = nil
        guard let chain = try self.chain(target), chain.audience == audience else { return }
        var fresh = record
        guard try counts(&fresh, of: chain) else {
            if try end(of: chain) == nil { memory.dead[audience]?[target] = dead }
            return
        }
        memory.checkpoints[audience]?[place] = fresh
        memory.dead[audience]?[target] = dead.union(record.checkpoint.dead)
    }

    // Returns the insertion index in the cache; nil if there is no cache or the checkpoint is already in it.
    private func freePlace(for record: CheckpointRecord, in audience: Int64) -> Int? {
        guard let known = memory.checkpoints[audience] else { return nil }
        var place = known.count
        while place > 0,
            (record.chain, record.sequence) <= (known[place - 1].chain, known[place - 1].sequence)
        {
            place -= 1
        }
        return place < known.count && known[place].place == record.place ? nil : place
    }

    /// Invalidates the caches after a change in which checkpoints are valid or how far a chain is held.
    func deadChanged(in audience: Int64) {
        memory.dead[audience] = nil
        memory.covered[audience] = nil
        memory.isErasingDue = true
        memory.erasing = nil
    }

    /// Returns the checkpoints held of an audience, ordered by position.
    func checkpoints(in audience: Int64) throws(StorageError) -> [CheckpointRecord] {
        if let known = memory.checkpoints[audience] { return known }
        let found = try database.rows(
            """
            SELECT chain, sequence, body FROM checkpoints WHERE audience = ?
            ORDER BY chain, sequence
            """, [.integer(audience)]
        ) { (row) throws(StorageError) -> CheckpointRecord in
            guard let chain = Bytes16(row.bytes(0)) else { throw .corrupt }
            let sequence = UInt64(row.integer(1))
            guard
                let operations = try? Payload.decode(
                    row.bytes(2), chain: ChainID(chain), sequence: sequence),
                case .checkpoint(let checkpoint)? = operations.first?.operation
            else { throw .corrupt }
            return CheckpointRecord(
                chain: ChainID(chain), sequence: sequence, checkpoint: checkpoint)
        }
        memory.checkpoints[audience] = found
        return found
    }

    /// Returns the valid checkpoints of `chain`, ordered by position.
    func checkpoints(of chain: ChainRecord) throws(StorageError) -> [CheckpointRecord] {
        try verdicts(on: chain).filter(\.counts).map(\.record)
    }

    /// Returns the checkpoints of `chain`, ordered by position, with the dead ranges in effect: everything of a valid
    /// one; of the others only those by the chain's own device, and only past the chain's end.
    ///
    /// Deltas past the end have no effect, dead or not. But a peer that received such a checkpoint in time has
    /// dropped what it names, and a peer that had not would wait for that forever.
    func verdicts(
        on chain: ChainRecord
    ) throws(StorageError) -> [(record: CheckpointRecord, dead: DeadRanges, counts: Bool)] {
        var records = try checkpoints(in: chain.audience)
        guard !records.isEmpty else { return [] }
        let end = try end(of: chain)
        var verdicts: [(record: CheckpointRecord, dead: DeadRanges, counts: Bool)] = []
        for index in records.indices where records[index].checkpoint.chain == chain.id {
            if try counts(&records[index], of: chain) {
                verdicts.append((records[index], records[index].checkpoint.dead, true))
            } else if let end, try isOwn(records[index], of: chain),
                try isTrue(&records[index], of: chain)
            {
                let dead = records[index].checkpoint.dead.from(end)
                verdicts.append((records[index], dead, false))
            }
        }
        memory.checkpoints[chain.audience] = records
        return verdicts
    }

    /// Returns checkpoints sent ahead in which a group member's device declares ranges of its own chain dead, while
    /// its grant has not arrived. The grant may lie after a dead range: a replica that holds nothing yet skips the
    /// range and can then judge. Nothing that is held is dropped because of these, and if one turns out to be
    /// invalid, the chain is reopened.
    func claims(on chain: ChainRecord) throws(StorageError) -> [CheckpointRecord] {
        guard !memory.toldAhead.isEmpty else { return [] }
        let audience = try audience(chain.audience)
        let writer = try writer(of: chain)
        let judgement = try judgement(of: audience)
        guard audience.kind == .group, !judgement.isEnded(writer.device, of: writer.person) else {
            return []
        }
        var claims: [CheckpointRecord] = []
        for record in try checkpoints(in: chain.audience)
        where record.checkpoint.chain == chain.id && memory.toldAhead.contains(record.place) {
            var record = record
            guard try isOwn(record, of: chain), judgement.standing(of: record.chain).role == .none,
                try isTrue(&record, of: chain)
            else { continue }
            claims.append(record)
        }
        return claims
    }

    // Returns the position from which nothing in the chain counts; nil if the chain has not ended.
    private func end(of chain: ChainRecord) throws(StorageError) -> UInt64? {
        try judgement(of: try audience(chain.audience)).end(of: chain.id, of: try writer(of: chain))
    }

    private func isOwn(
        _ record: CheckpointRecord, of chain: ChainRecord
    ) throws(StorageError) -> Bool {
        guard let carrier = try self.chain(record.chain) else { return false }
        return try writer(of: carrier) == writer(of: chain)
    }

    // Whether its author may judge `chain`, and the headers it names match.
    private func counts(
        _ record: inout CheckpointRecord, of chain: ChainRecord
    ) throws(StorageError) -> Bool {
        guard let carrier = try self.chain(record.chain) else { return false }
        let judgement = try judgement(of: try audience(chain.audience))
        guard
            judgement.mayForget(
                chain.id, of: try writer(of: chain), in: carrier.id, at: record.sequence,
                by: try writer(of: carrier))
        else { return false }
        return try isTrue(&record, of: chain)
    }

    /// Returns the dead ranges of `chain`.
    func dead(of chain: ChainRecord) throws(StorageError) -> DeadRanges {
        if let known = memory.dead[chain.audience]?[chain.id] { return known }
        let dead = DeadRanges(try verdicts(on: chain).flatMap(\.dead.ranges))
        memory.dead[chain.audience, default: [:]][chain.id] = dead
        return dead
    }

    /// Whether the delta at `sequence` of `chain` is dead: a checkpoint declares it so, and none of its operations is
    /// permanent.
    func isDead(
        _ operations: [OriginedOperation], _ sequence: UInt64, of chain: ChainRecord
    ) throws(StorageError) -> Bool {
        guard try dead(of: chain).contains(sequence) else { return false }
        for entry in operations {
            guard !entry.operation.livesForEver else { return false }
            if case .checkpoint(let checkpoint) = entry.operation {
                guard try isCovered(checkpoint, at: sequence, of: chain) else { return false }
            }
        }
        return true
    }

    // Whether other valid checkpoints, in its own chain later ones, declare everything that this one does. A
    // checkpoint that names other headers than those held, perhaps of another branch, declares nothing.
    private func isCovered(
        _ checkpoint: Checkpoint, at sequence: UInt64, of chain: ChainRecord
    ) throws(StorageError) -> Bool {
        guard let target = try self.chain(checkpoint.chain) else { return false }
        let place = Frontier.Entry(chain: chain.id, length: sequence)
        if let known = memory.covered[chain.audience]?[target.id] { return known.contains(place) }
        var covered: Set<Frontier.Entry> = []
        for var record in try checkpoints(in: target.audience)
        where record.checkpoint.chain == target.id {
            if !(try isTrue(&record, of: target)) { covered.insert(record.place) }
        }
        let records = try checkpoints(of: target)
        for carrier in Set(records.map(\.chain)).sorted() {
            var others = DeadRanges(
                records.filter { $0.chain != carrier }.flatMap(\.checkpoint.dead.ranges))
            for record in records.reversed() where record.chain == carrier {
                let dead = record.checkpoint.dead
                if others.covers(dead) {
                    covered.insert(record.place)
                }
                others = others.union(dead)
            }
        }
        memory.covered[chain.audience, default: [:]][target.id] = covered
        return covered.contains(place)
    }

    // Whether the ids that it names match the headers held.
    private func isTrue(
        _ record: inout CheckpointRecord, of chain: ChainRecord
    ) throws(StorageError) -> Bool {
        guard !record.isCompared else { return true }
        for range in record.checkpoint.living where range.start < chain.length {
            if let first = try header(row: chain.row(range.start)) {
                guard first.previous == range.previous else { return false }
            }
            guard range.end <= chain.length else { continue }
            if let last = try header(row: chain.row(range.end - 1)) {
                guard last.id == range.last else { return false }
            }
        }
        record.isCompared = chain.length >= record.checkpoint.length
        return true
    }

    /// Returns who signs a chain.
    func writer(of chain: ChainRecord) throws(StorageError) -> Judgement.Writer {
        Judgement.Writer(
            person: try author(row: try person(of: chain)).person, device: try device(of: chain))
    }

    /// Returns the ids that end living ranges, as stated by the device that signs the chain; a run may end there
    /// unsigned.
    func ties(of chain: ChainRecord) throws(StorageError) -> [Bytes32] {
        try checkpoints(in: chain.audience).flatMap { record in
            record.checkpoint.chain == chain.id ? record.checkpoint.living.map(\.last) : []
        }
    }
}

extension Operation {
    /// Whether the operation is permanent: no checkpoint can end it.
    var livesForEver: Bool {
        switch self {
        case .open, .certify, .decertify, .grant, .cut, .rotate, .admit: return true
        case .checkpoint, .create, .write, .add, .remove, .withdraw, .place, .unknown:
            return false
        }
    }
}
