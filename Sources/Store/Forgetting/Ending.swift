import CRDT
import Domain
package import Primitives
import Wire

// Declares withdrawn copies dead: this device writes checkpoints for the chains that it signs.
extension Store {
    /// Whether there are withdrawn own copies that are not yet declared dead.
    package var areEndingsDue: Bool { memory.areEndingsDue || memory.areEndingsLookedAt }

    /// Records an own copy that ends.
    func noteEnding(
        _ operation: Operation, in audience: AudienceRecord
    ) throws(StorageError) {
        guard case .withdraw = operation, let id = operation.copied else { return }
        try database.run(
            "INSERT OR IGNORE INTO ending (audience, object) VALUES (?, ?)",
            .integer(audience.number), .blob(id.bytes.bytes))
        memory.areEndingsDue = true
    }

    /// Declares dead what it can of some withdrawn copies, for about 10 ms.
    ///
    /// - Returns: whether there are more to examine.
    package func endSome(at wall: WallTime) throws(StorageError) -> Bool {
        guard areEndingsDue else { return false }
        // Copies that end meanwhile are examined in another round.
        if !memory.areEndingsLookedAt { memory.areEndingsDue = false }
        memory.areEndingsLookedAt = true
        let before = memory.endingLookedAt
        let found = try database.rows(
            """
            SELECT audience, object, homeless FROM ending WHERE (audience, object) > (?, ?)
            ORDER BY audience, object LIMIT ?
            """,
            [.integer(before.audience), .blob(before.object), .integer(limits.endingsPerSlice)]
        ) { (row) throws(StorageError) -> (audience: Int64, object: ObjectID, isHomeless: Bool) in
            guard let id = Bytes16(row.bytes(1)) else { throw .corrupt }
            return (row.integer(0), ObjectID(id), row.integer(2) != 0)
        }
        guard let first = found.first, try canWrite else {
            memory.endingLookedAt = (0, [])
            memory.areEndingsLookedAt = false
            return false
        }
        let part = found.prefix { $0.audience == first.audience }
        let audience = try audience(first.audience)
        guard try writable(audience.name) != nil else {
            memory.endingLookedAt = (first.audience + 1, [])
            return true
        }
        var reading = CopyReading()
        guard try traceWritten(in: audience, &reading) else { return true }
        var objects: [ObjectID] = []
        var rows: Set<Int64> = []
        for entry in part where rows.count < limits.endedDeltasPerSlice {
            if entry.isHomeless {
                switch try homelessness(of: entry.object, in: audience, &reading) {
                case .unknown:
                    memory.endingLookedAt = (entry.audience, entry.object.bytes.bytes)
                    continue
                case .shows(let ends):
                    try write(ends, into: audience, at: wall)
                    return true
                case .isOver: break
                }
            }
            objects.append(entry.object)
            rows.formUnion(
                try ownCopyOperations(of: entry.object, in: audience, &reading).map(\.row))
            memory.endingLookedAt = (entry.audience, entry.object.bytes.bytes)
        }
        try end(objects, in: audience, &reading, at: wall)
        return true
    }

    private func end(
        _ objects: [ObjectID], in audience: AudienceRecord, _ reading: inout CopyReading,
        at wall: WallTime
    ) throws(StorageError) {
        let current = try chainWritten(in: audience)
        var lives: Set<ObjectID> = []
        for chain in try chains(of: audience) where try mayEnd(chain, in: audience) {
            let (burial, left) = try plan(
                objects, of: chain, in: audience, mayRewrite: chain.id == current, &reading)
            lives.formUnion(left)
            guard !burial.dead.isEmpty else { continue }
            try write(burial.rewritten, into: audience, at: wall)
            try writeCheckpoint(of: chain.id, burying: burial.dead, in: audience, at: wall)
        }
        for id in objects where !lives.contains(id) {
            try database.run(
                "DELETE FROM ending WHERE audience = ? AND object = ?",
                .integer(audience.number), .blob(id.bytes.bytes))
        }
    }

    // Returns the chain that the next delta is written to; nil if it is not opened yet.
    func chainWritten(in audience: AudienceRecord) throws(StorageError) -> ChainID? {
        guard let secret = audience.secret else { return nil }
        return Derivation.chain(
            secret: secret, device: owner.device,
            incarnation: try incarnation(by: try ownGrant(in: audience)))
    }

    // MARK: Planning

    /// The known state of ending copies in one chain.
    private struct Survey {
        let audience: AudienceRecord
        let chain: ChainRecord
        var states: [ObjectID: ObjectState] = [:]
        var carriers: [Dot: Burial.Carriers] = [:]
    }

    private func look(
        at id: ObjectID, _ survey: inout Survey, _ reading: inout CopyReading
    ) throws(StorageError) {
        guard survey.states[id] == nil else { return }
        var state = ObjectState()
        for carried in try ownCopyOperations(of: id, in: survey.audience, &reading) {
            state.apply(carried.operation, dot: carried.dot, carrier: carried.carrier)
            guard carried.operation.writes else { continue }
            if ChainRecord.number(ofDelta: carried.row) == survey.chain.number {
                survey.carriers[carried.dot, default: Burial.Carriers()].here.append(
                    Burial.Place(
                        sequence: ChainRecord.sequence(ofDelta: carried.row),
                        index: carried.index))
            } else {
                survey.carriers[carried.dot, default: Burial.Carriers()].isElsewhere = true
            }
        }
        survey.states[id] = state
    }

    // Returns what dies in a chain, and the objects that still have something left there.
    private func plan(
        _ objects: [ObjectID], of chain: ChainRecord, in audience: AudienceRecord,
        mayRewrite: Bool, _ reading: inout CopyReading
    ) throws(StorageError) -> (Burial, left: [ObjectID]) {
        var survey = Survey(audience: audience, chain: chain)
        var places: [(id: ObjectID, sequences: Set<UInt64>)] = []
        var sequences: Set<UInt64> = []
        for id in objects {
            try look(at: id, &survey, &reading)
            let rows = try ownCopyOperations(of: id, in: audience, &reading).map(\.row)
            let here = rows.filter { ChainRecord.number(ofDelta: $0) == chain.number }
                .map(ChainRecord.sequence(ofDelta:))
            sequences.formUnion(here)
            places.append((id, Set(here)))
        }
        var deltas: [(sequence: UInt64, entries: [Burial.Entry])] = []
        for sequence in sequences.sorted() {
            let operations = try operations(ofDelta: survey.chain.row(sequence)) ?? []
            var entries: [Burial.Entry] = []
            for (index, entry) in operations.enumerated() {
                let dot = entry.dot(in: survey.chain.id, at: sequence, index)
                entries.append(try fate(of: entry.operation, dot: dot, &survey, &reading))
            }
            deltas.append((sequence, entries))
        }
        let burial = Burial(
            deltas: deltas, carriers: survey.carriers,
            seen: try seenByOthers(of: chain, in: audience), last: chain.length - 1,
            mayRewrite: mayRewrite)
        let dead = Set(burial.dead)
        let left = places.filter { place in
            !place.sequences.isSubset(of: dead)
                || burial.rewritten.contains { $0.operation.copied == place.id }
        }
        return (burial, left.map(\.id))
    }

    private func fate(
        of operation: Operation, dot: Dot, _ survey: inout Survey, _ reading: inout CopyReading
    ) throws(StorageError) -> Burial.Entry {
        let entry = OriginedOperation(origin: dot, operation)
        guard let id = operation.copied, !operation.isAtHome(in: survey.audience.kind) else {
            return Burial.Entry(operation: entry, isOver: false, named: [], isMovable: false)
        }
        try look(at: id, &survey, &reading)
        var isOver = survey.states[id]?.isOver(operation, dot: dot) ?? false
        // By another placement it may show again, and then the withdrawal must stay.
        if case .withdraw = operation, let home = try home(of: id),
            try object(row: home)?.state.isPlaced(in: survey.audience.name) == true
        {
            isOver = false
        }
        return Burial.Entry(
            operation: entry, isOver: isOver, named: operation.named, isMovable: true)
    }

    // Returns how much of a chain every other own chain had seen when its deltas were declared dead.
    private func seenByOthers(
        of chain: ChainRecord, in audience: AudienceRecord
    ) throws(StorageError) -> UInt64 {
        let me = try person(of: chain)
        var seen = UInt64.max
        for other in try chains(of: audience) where other.id != chain.id {
            guard try person(of: other) == me else { continue }
            let records = try checkpoints(of: other)
            guard !records.isEmpty else { continue }
            let lengths = records.map { record in
                record.checkpoint.seen.first { $0.chain == chain.id }?.length ?? 0
            }
            seen = min(seen, lengths.max() ?? 0)
        }
        return seen
    }
}

extension ObjectState {
    /// Whether nothing that the operation with origin `dot` wrote shows. An operation that only ends others is over
    /// as soon as those are removed.
    func isOver(_ operation: Operation, dot: Dot) -> Bool {
        switch operation {
        case .create: return withdrawn.containsSorted(dot)
        case .write(let write): return !(register(write.field)?.dots.contains(dot) ?? false)
        case .add(let addition):
            return
                !(set(addition.field)?.additions.contains {
                    $0.dot == dot && $0.element == addition.element
                } ?? false)
        case .remove, .withdraw: return true
        case .open, .certify, .decertify, .grant, .cut, .rotate, .admit, .checkpoint, .place,
            .unknown:
            return false
        }
    }
}

extension Operation {
    /// The dots that it ends.
    var named: [Dot] {
        switch self {
        case .write(let write): return write.replaces
        case .remove(let removal): return removal.dots
        case .withdraw(let withdrawal): return withdrawal.dots
        case .place(let placement): return placement.replaces
        case .open, .certify, .decertify, .grant, .cut, .rotate, .admit, .checkpoint, .create,
            .add, .unknown:
            return []
        }
    }

    /// Whether other operations may name its origin in order to end it.
    var writes: Bool {
        switch self {
        case .create, .write, .add, .place: return true
        case .open, .certify, .decertify, .grant, .cut, .rotate, .admit, .checkpoint, .remove,
            .withdraw, .unknown:
            return false
        }
    }
}
