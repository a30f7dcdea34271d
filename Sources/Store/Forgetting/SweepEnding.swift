import CRDT
import Domain
import Primitives
import Wire

// Declares dead what a sweep has found, some deltas at a time. Living operations in those deltas are rewritten first,
// if the chain is the one currently written. A thing ends in the slice that declares its creation dead. Operations on
// it in deltas of later slices, and in chains of others, have no effect from then on, and go like all operations on
// erased things, whatever the clock shows by then.
extension Store {
    /// Ends some of what was found in `chain`.
    func end(
        _ sweep: inout Sweep, of chain: ChainRecord, at wall: WallTime
    ) throws(StorageError) {
        let isCurrent = try chainWritten(in: sweep.audience) == chain.id
        var finding = Finding(chain: chain)
        var effort = Self.effortPerEnding
        // Each delta may be a range of its own, and a checkpoint has to hold all of them.
        let deltasMax = min(Self.deltasPerEnding, limits.rangesMax - 1)
        while effort > 0, finding.deltas.count < deltasMax,
            let sequence = sweep.take(1, of: chain.number).first
        {
            effort -= try look(at: sequence, &finding, in: sweep, at: wall)
        }
        let burial = Burial(
            deltas: finding.deltas, carriers: finding.carriers, seen: .max,
            last: chain.length - 1, mayRewrite: isCurrent)
        guard !burial.dead.isEmpty else { return }
        let dead = Set(burial.dead)
        for dot in Set(finding.deltas.flatMap { $0.entries.compactMap(\.operation.origin) })
            .sorted()
        {
            sweep.carriers[dot]?.removeAll {
                $0.chain == chain.number && dead.contains($0.sequence)
            }
        }
        let written = try write(burial.rewritten, into: sweep.audience, at: wall)
        for entry in written { try keepActs(of: finding.rows[entry.dot], in: entry.delta) }
        sweep.note(written, in: chain)
        try writeCheckpoint(of: chain.id, burying: burial.dead, in: sweep.audience, at: wall)
        sweep.unheard.remove(chain.id)
    }

    // The state of some deltas of one chain.
    private struct Finding {
        let chain: ChainRecord
        var deltas: [(sequence: UInt64, entries: [Burial.Entry])] = []
        var carriers: [Dot: Burial.Carriers] = [:]
        /// The row of the delta that contains an operation.
        var rows: [Dot: Int64] = [:]
        /// Creations that were examined again, and whether they have expired.
        var isOver: [Dot: Bool] = [:]
    }

    private func look(
        at sequence: UInt64, _ finding: inout Finding, in sweep: Sweep, at wall: WallTime
    ) throws(StorageError) -> Int {
        let chain = finding.chain
        let row = chain.row(sequence)
        guard let header = try header(row: row), let operations = try operations(ofDelta: row)
        else { return 1 }
        var entries: [Burial.Entry] = []
        for (index, entry) in operations.enumerated() {
            let dot = entry.dot(in: chain.id, at: sequence, index)
            let isOver = try isOver(entry.operation, dot, &finding, in: sweep, at: wall)
            var named: [Dot] = []
            var creations: [Dot] = []
            if isOver {
                named = entry.operation.ended
                creations = sweep.creations(besides: entry.operation, dot)
                for dot in named + creations { try findCarriers(of: dot, &finding, in: sweep) }
            } else {
                finding.rows[dot] = row
            }
            let again = entry.operation.again(dot, stamp: header.stamp)
            let isMovable =
                entry.operation.canMove(in: sweep.audience.kind)
                && !entry.operation.isCopy(in: sweep.audience.kind)
            entries.append(
                Burial.Entry(
                    operation: OriginedOperation(origin: dot, again), isOver: isOver,
                    named: named, creations: creations, isMovable: isMovable))
        }
        finding.deltas.append((sequence, entries))
        return operations.count + 1
    }

    // The thing may have been restored from the trash since the scan.
    private func isOver(
        _ operation: Operation, _ dot: Dot, _ finding: inout Finding, in sweep: Sweep,
        at wall: WallTime
    ) throws(StorageError) -> Bool {
        guard !operation.isCopy(in: sweep.audience.kind), let maker = operation.maker(dot) else {
            return false
        }
        if let known = finding.isOver[maker] { return known }
        let isOver: Bool
        if let key = sweep.over[maker] {
            isOver = try self.isOver(key, in: sweep.audience.place, at: wall)
        } else {
            isOver = try isOrphan(maker, sweep)
        }
        finding.isOver[maker] = isOver
        return isOver
    }

    private func findCarriers(
        of dot: Dot, _ finding: inout Finding, in sweep: Sweep
    ) throws(StorageError) {
        guard finding.carriers[dot] == nil else { return }
        var carriers = Burial.Carriers()
        carriers.isElsewhere = sweep.isFull
        for place in sweep.carriers[dot] ?? [] {
            if place.chain == finding.chain.number {
                carriers.here.append(
                    Burial.Place(sequence: place.sequence, index: place.index))
            } else {
                carriers.isElsewhere = true
            }
        }
        if case .position(let id, _, _) = dot, id != finding.chain.id {
            let made = try chain(id)
            carriers.seen =
                try made.map { (made) throws(StorageError) in
                    try seen(of: finding.chain, by: made)
                } ?? 0
        }
        finding.carriers[dot] = carriers
    }

    // A rewritten operation can still be undone with its act.
    private func keepActs(of old: Int64?, in new: Int64) throws(StorageError) {
        guard let old else { return }
        try database.run(
            """
            INSERT OR IGNORE INTO act_deltas (act, delta)
            SELECT act, ? FROM act_deltas WHERE delta = ? ORDER BY act
            """, .integer(new), .integer(old))
    }

    private static let effortPerEnding = 2_000
    private static let deltasPerEnding = 200
}

extension Sweep {
    /// Returns the creations of the expired thing that `operation` with origin `dot` is about; none if it is one of
    /// them, or if the thing is erased.
    fileprivate func creations(besides operation: Operation, _ dot: Dot) -> [Dot] {
        guard !operation.isCreation, let maker = operation.maker(dot), let key = over[maker] else {
            return []
        }
        return creations[key] ?? []
    }

    /// Notes where operations about expired things were rewritten in `chain`.
    fileprivate mutating func note(_ written: [Store.Written], in chain: ChainRecord) {
        var (delta, index) = (Int64(0), 0)
        for entry in written {
            index = entry.delta == delta ? index + 1 : 0
            delta = entry.delta
            guard entry.operation.writes, let maker = entry.operation.maker(entry.dot),
                over[maker] != nil
            else { continue }
            let sequence = ChainRecord.sequence(ofDelta: delta)
            carriers[entry.dot, default: []].append(
                Place(chain: chain.number, sequence: sequence, index: index))
        }
    }
}

extension Operation {
    /// The dots that it ends. A deletion also ends the creation, which would show without it.
    fileprivate var ended: [Dot] {
        guard case .write(let write) = self, write.field == .deletion,
            case .creation(let maker) = write.object
        else { return named }
        return named + [maker]
    }

    /// Whether, in any audience but `private`, it concerns a copy of a thing at home elsewhere.
    func isCopy(in kind: AudienceKind) -> Bool {
        kind != .private && !isAtHome(in: kind)
    }

    /// Returns the operation as it is rewritten: a creation keeps its id, which was derived from the first stamp.
    fileprivate func again(_ dot: Dot, stamp: HybridTime) -> Operation {
        guard case .create(let creation) = self, creation.id == nil else { return self }
        return .create(
            Creation(
                kind: creation.kind, id: Derivation.object(origin: dot, stamp: stamp),
                values: creation.values, elements: creation.elements))
    }

    /// Whether it means the same anywhere in its chain. In a group a creation with an id is a copy.
    fileprivate func canMove(in kind: AudienceKind) -> Bool {
        switch self {
        case .create: return !kind.hasID
        case .write, .add, .remove, .place: return true
        case .open, .certify, .decertify, .grant, .cut, .rotate, .admit, .checkpoint, .withdraw,
            .unknown:
            return false
        }
    }
}
