import CRDT
import Domain
package import Primitives
import Wire

/// One pass over an audience's log for expired content that is not declared dead: things whose time in the trash is
/// over, and writes about erased things. A scan is needed because no index leads from a thing to the deltas that
/// refer to it.
struct Sweep {
    let audience: AudienceRecord
    /// The creations of things whose time in the trash is over.
    let over: [Dot: Store.ObjectKey]
    /// Whether no checkpoint is held ahead of its chain. Then a thing whose creation was erased is expired, unless
    /// something held creates it again.
    fileprivate(set) var isWhole = false
    /// The next sequence to read of each chain, by the chain's row.
    fileprivate var read: [Int64: UInt64] = [:]
    fileprivate(set) var isRead = false
    /// The sequences that refer to expired things, ascending, by the chain's row.
    fileprivate(set) var found: [Int64: [UInt64]] = [:]
    /// The positions that carry each dot of expired things.
    var carriers: [Dot: [Place]] = [:]
    /// Own chains that need a new checkpoint, because writes by others about an ended thing became known later.
    var unheard: Set<ChainID> = []

    /// The position of an operation that counts.
    struct Place: Equatable {
        let chain: Int64
        let sequence: UInt64
        let index: Int
    }

    /// The creations of each expired thing, in ascending order.
    let creations: [Store.ObjectKey: [Dot]]

    init(_ audience: AudienceRecord, over: [Dot: Store.ObjectKey]) {
        self.audience = audience
        self.over = over
        var creations: [Store.ObjectKey: [Dot]] = [:]
        for (dot, key) in over.sorted(by: { $0.key < $1.key }) {
            creations[key, default: []].append(dot)
        }
        self.creations = creations
    }

    /// Removes and returns the next sequences found in a chain.
    mutating func take(_ count: Int, of chain: Int64) -> [UInt64] {
        let part = found[chain]?.prefix(count) ?? []
        found[chain]?.removeFirst(part.count)
        return Array(part)
    }

    /// Whether memory is used up. The rest is found by the next sweep, and until then operations that name dots stay.
    var isFull: Bool { carriers.count >= 100_000 }
}

/// The progress of a search for expired content.
package enum SweepProgress {
    /// There is more to do.
    case more
    /// Nothing has expired now. Search again at `next`, or when the store requests it.
    case done(next: WallTime?)
}

// Finds expired content and declares it dead, in slices.
extension Store {
    /// Whether something may have expired since the last sweep.
    package var isSweepWanted: Bool { memory.isSweepWanted }

    /// Whether something was moved to the trash since the last look.
    package var isTrashFilled: Bool { memory.isTrashFilled }

    /// Schedules a sweep of an audience's log.
    func noteSweep(of audience: Int64) throws(StorageError) {
        try database.run(
            "INSERT OR IGNORE INTO sweeps (audience) VALUES (?)", .integer(audience))
        memory.sweptAgain.insert(audience)
        memory.isSweepWanted = true
    }

    /// Schedules a sweep if deltas wait for erased things, because those deltas may have expired as well.
    func noteSweepOfLeftovers(in audience: Int64) throws(StorageError) {
        let waits = try database.row(
            "SELECT 1 FROM waiting WHERE reason >= X'02' AND reason < X'03' ORDER BY reason LIMIT 1"
        ) { _ in true }
        if waits == true { try noteSweep(of: audience) }
    }

    /// Searches for expired content and declares it dead, for about 10 ms.
    package func sweepSome(at wall: WallTime) throws(StorageError) -> SweepProgress {
        memory.isSweepWanted = false
        // The caller retries in an hour, as it does for held back work.
        guard try canWrite else { return .done(next: wall) }
        if var sweep = memory.sweep {
            memory.sweep = nil
            let isDone = try proceed(with: &sweep, at: wall)
            if !isDone { memory.sweep = sweep }
            return .more
        }
        if var look = memory.trash {
            memory.trash = nil
            let isDone = try lookIntoTrash(&look, at: wall)
            guard isDone else {
                memory.trash = look
                return .more
            }
            memory.trashEnds = look.next
            for number in look.over.keys.sorted() {
                memory.sweepsDue.append(Sweep(try audience(number), over: look.over[number] ?? [:]))
            }
        }
        if !memory.sweepsDue.isEmpty {
            memory.sweep = memory.sweepsDue.removeFirst()
            return .more
        }
        let next = try database.row("SELECT audience FROM sweeps ORDER BY audience LIMIT 1") {
            $0.integer(0)
        }
        guard let next else {
            return .done(next: memory.trashEnds)
        }
        memory.sweptAgain.remove(next)
        memory.sweep = Sweep(try audience(next), over: [:])
        return .more
    }

    /// Begins a pass through the trash, which `sweepSome` continues.
    package func beginTrash() {
        guard memory.trash == nil, memory.sweep == nil, memory.sweepsDue.isEmpty else { return }
        memory.trash = TrashLook()
        memory.trashEnds = nil
    }

    // Returns whether everything is done.
    private func proceed(
        with sweep: inout Sweep, at wall: WallTime
    ) throws(StorageError) -> Bool {
        if !sweep.isRead {
            try readSome(&sweep)
            return false
        }
        for chain in try chains(of: sweep.audience) where try mayEnd(chain, in: sweep.audience) {
            guard sweep.found[chain.number]?.isEmpty == false else { continue }
            try end(&sweep, of: chain, at: wall)
            return false
        }
        for id in sweep.unheard.sorted() {
            try writeCheckpoint(of: id, burying: [], in: sweep.audience, at: wall)
        }
        if sweep.isFull { memory.trashEnds = wall }
        if !memory.sweptAgain.contains(sweep.audience.number) {
            try database.run(
                "DELETE FROM sweeps WHERE audience = ?", .integer(sweep.audience.number))
        }
        return true
    }

    /// Whether this device may declare deltas of `chain` dead: it writes the chain, or wrote it in an earlier
    /// incarnation, or the chain belongs to another device of this person whose right has ended.
    func mayEnd(
        _ chain: ChainRecord, in audience: AudienceRecord
    ) throws(StorageError) -> Bool {
        guard try person(of: chain) == (try me) else { return false }
        let writer = try writer(of: chain)
        if writer.device == owner.device { return true }
        return try judgement(of: audience).hasEnded(chain.id, of: writer)
    }

    // MARK: Reading

    private func readSome(_ sweep: inout Sweep) throws(StorageError) {
        let audience = sweep.audience
        guard audience.kind.hasID || audience.founder == owner.person,
            try writable(audience.name) != nil
        else {
            sweep.isRead = true
            return
        }
        sweep.isWhole = try isHeldWhole(audience)
        var effort = Self.effortPerSweep
        for chain in try chains(of: audience) {
            var next = sweep.read[chain.number] ?? 0
            while let sequence = try heldPlace(of: chain, from: next, before: chain.length) {
                guard effort > 0 else { return }
                effort -= try read(sequence, of: chain, into: &sweep)
                next = sequence + 1
                sweep.read[chain.number] = next
            }
        }
        sweep.isRead = true
    }

    /// Whether no checkpoint is held ahead of the chain that contains it.
    func isHeldWhole(_ audience: AudienceRecord) throws(StorageError) -> Bool {
        let ahead = try database.row(
            """
            SELECT 1 FROM checkpoints WHERE audience = ? AND proof IS NOT NULL
            ORDER BY chain LIMIT 1
            """, [.integer(audience.number)]
        ) { _ in true }
        return ahead == nil
    }

    private func read(
        _ sequence: UInt64, of chain: ChainRecord, into sweep: inout Sweep
    ) throws(StorageError) -> Int {
        let audience = sweep.audience
        guard let delta = try delta(row: chain.row(sequence)),
            case .operations(let operations) = try read(delta, in: audience.number),
            try counts(operations, delta.header, of: chain, in: audience)
        else { return 1 }
        let areCopies = try isOwnCopies(chain, in: audience)
        for (index, entry) in operations.enumerated() {
            if areCopies, !entry.operation.isAtHome(in: audience.kind) {
                try noteEnding(entry.operation, in: audience)
                continue
            }
            let dot = entry.dot(in: chain.id, at: sequence, index)
            guard let maker = entry.operation.maker(dot), !sweep.isFull else { continue }
            var isOrphan = false
            if sweep.over[maker] == nil {
                isOrphan = try self.isOrphan(maker, sweep)
                guard isOrphan else { continue }
            }
            if sweep.found[chain.number]?.last != sequence {
                sweep.found[chain.number, default: []].append(sequence)
            }
            if isOrphan, let id = try unheard(maker, sequence, of: chain) {
                sweep.unheard.insert(id)
            }
            guard entry.operation.writes else { continue }
            sweep.carriers[dot, default: []].append(
                Sweep.Place(chain: chain.number, sequence: sequence, index: index))
        }
        return operations.count + 1
    }

    /// Whether the creation `maker` was erased, and nothing held creates the thing again.
    func isOrphan(_ maker: Dot, _ sweep: Sweep) throws(StorageError) -> Bool {
        guard sweep.isWhole, case .position(let id, let sequence, _) = maker,
            let chain = try chain(id), chain.audience == sweep.audience.number,
            sequence < chain.length, try dead(of: chain).contains(sequence),
            try header(row: chain.row(sequence)) == nil
        else { return false }
        return try movedID(of: maker) == nil
    }

    // Returns the own chain that created a thing, if its checkpoints have not seen what `chain` says about it.
    private func unheard(
        _ maker: Dot, _ sequence: UInt64, of chain: ChainRecord
    ) throws(StorageError) -> ChainID? {
        guard case .position(let id, _, _) = maker, id != chain.id, let made = try self.chain(id),
            try device(of: made) == owner.device,
            try seen(of: chain, by: made) <= sequence
        else { return nil }
        return id
    }

    /// Returns how much of `chain` was known to those who declared deltas of `other` dead.
    func seen(of chain: ChainRecord, by other: ChainRecord) throws(StorageError) -> UInt64 {
        var seen: UInt64 = 0
        for record in try checkpoints(of: other) {
            let entry = record.checkpoint.seen.first { $0.chain == chain.id }
            // A checkpoint in the chain itself has seen everything before it.
            let before = record.chain == chain.id ? record.sequence : 0
            seen = max(seen, entry?.length ?? 0, before)
        }
        return seen
    }

    /// The operations read in one slice: about 10 ms.
    private static let effortPerSweep = 3_000
}

extension Operation {
    /// The creation of the thing at home that it creates or changes; `dot` is the operation's own.
    func maker(_ dot: Dot) -> Dot? {
        if isCreation { return dot }
        if case .creation(let maker)? = object { return maker }
        return nil
    }
}
