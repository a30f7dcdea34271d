import CRDT
import Domain
package import Primitives
import Wire

/// The removal of one audience's dead deltas, in slices. First the objects they touched are collected, then those are
/// folded from the living deltas, and last the rows are deleted. Until then everything is as before, and after a
/// restart it begins again.
struct Erasing {
    let audience: AudienceRecord
    /// The delta rows to delete, in ascending order.
    fileprivate var rows: [Int64] = []
    /// Whether all rows were collected.
    fileprivate var isCollected = false
    fileprivate var touched: Set<Store.ObjectKey> = []
    /// Things at home whose creation is removed, and the living deltas that refer to them with the dots they name.
    fileprivate var unmade: Set<Store.ObjectKey> = []
    fileprivate var speaking: [Store.ObjectKey: [(delta: Int64, maker: ObjectRef)]] = [:]
    /// Own things whose copies were touched.
    fileprivate var copied: Set<ObjectID> = []
    fileprivate var states: [Store.ObjectKey: ObjectState] = [:]
    /// The next sequence to read of each chain, by the chain's row.
    fileprivate var read: [Int64: UInt64] = [:]
    /// The objects in order, once all are known, and the number of them done.
    fileprivate var keys: [Store.ObjectKey] = []
    fileprivate var done = 0

    fileprivate init(audience: AudienceRecord) {
        self.audience = audience
    }
}

// Removes dead deltas from the file: headers and payloads, what refers to them, and what was folded from them alone.
extension Store {
    /// Whether the log may contain dead deltas.
    package var isErasingDue: Bool { memory.isErasingDue || memory.isMerging != false }

    /// Removes some of the dead deltas, for about 10 ms.
    ///
    /// - Returns: whether more remain.
    package func eraseSome(at wall: WallTime) throws(StorageError) -> Bool {
        guard memory.isErasingDue else { return try mergeSome() }
        var effort = limits.erasingEffort
        var work: Erasing
        if let known = memory.erasing {
            work = known
        } else if let next = try nextErasing() {
            work = next
        } else {
            memory.isErasingDue = false
            return try mergeSome()
        }
        let isDone = try proceed(with: &work, &effort, at: wall)
        // The cache may have been reset meanwhile because more has died.
        memory.erasing = isDone ? nil : work
        return true
    }

    /// Restarts the removal, because deltas were folded in a part of the log that was already read.
    func restartErasing(in audience: Int64) {
        if memory.erasing?.audience.number == audience { memory.erasing = nil }
    }

    // Finds the first audience whose log contains dead deltas.
    private func nextErasing() throws(StorageError) -> Erasing? {
        let numbers = try database.rows(
            "SELECT DISTINCT audience FROM checkpoints ORDER BY audience"
        ) { (row) throws(StorageError) in row.integer(0) }
        for number in numbers {
            let audience = try audience(number)
            for chain in try judgedChains(of: audience) {
                guard try deadRows(of: chain, limit: 1).isEmpty else {
                    return Erasing(audience: audience)
                }
            }
        }
        return nil
    }

    /// Returns the chains for which a checkpoint declares something dead.
    func judgedChains(of audience: AudienceRecord) throws(StorageError) -> [ChainRecord] {
        let targets = try checkpoints(in: audience.number).map(\.checkpoint.chain)
        var chains: [ChainRecord] = []
        for target in Set(targets).sorted() {
            if let chain = try chain(target), chain.audience == audience.number {
                chains.append(chain)
            }
        }
        return chains
    }

    // Returns the rows of dead deltas of a chain in the log, except those that are permanent.
    private func deadRows(of chain: ChainRecord, limit: Int) throws(StorageError) -> [Int64] {
        var found: [Int64] = []
        for range in try dead(of: chain).ranges where range.upperBound <= ChainRecord.lengthMax {
            let rows = try database.rows(
                "SELECT id FROM deltas WHERE id >= ? AND id < ? ORDER BY id LIMIT ?",
                [
                    .integer(chain.row(range.lowerBound)), .integer(chain.row(range.upperBound)),
                    .integer(limit + memory.spared.count),
                ]
            ) { (row) throws(StorageError) in row.integer(0) }
            found += rows.filter { !memory.spared.contains($0) }
            if found.count >= limit { break }
        }
        return Array(found.prefix(limit))
    }

    // MARK: One slice

    // Returns whether everything is done.
    private func proceed(
        with work: inout Erasing, _ effort: inout Int, at wall: WallTime
    ) throws(StorageError) -> Bool {
        if !work.isCollected {
            try collect(&work, &effort)
            guard work.isCollected else { return false }
            work.keys = work.touched.sorted()
        }
        if work.done < work.keys.count {
            guard try readLiving(&work, &effort) else { return false }
            let end = min(work.done + limits.erasedObjectsPerSlice, work.keys.count)
            for key in work.keys[work.done..<end] { try settle(key, in: work, at: wall) }
            work.done = end
            return false
        }
        let part = work.rows.prefix(limits.erasedRowsPerSlice)
        for row in part { try drop(row) }
        work.rows.removeFirst(part.count)
        guard work.rows.isEmpty else { return false }
        for id in work.copied.sorted() {
            if let home = try home(of: id) { try mark(home) }
        }
        memory.isResidueDue = true
        memory.isMerging = true
        try set(Self.residueSetting, to: [1])
        try noteSweepOfLeftovers(in: work.audience.number)
        return true
    }

    private func collect(_ work: inout Erasing, _ effort: inout Int) throws(StorageError) {
        for chain in try judgedChains(of: work.audience) {
            for row in try deadRows(of: chain, limit: limits.erasingRowsMax)
            where work.rows.last.map({ $0 < row }) ?? true {
                guard effort > 0 else { return }
                guard work.rows.count < limits.erasingRowsMax,
                    work.touched.count < limits.erasingTouchedMax
                else {
                    work.isCollected = true
                    return
                }
                effort -= try take(row, of: chain, into: &work)
            }
        }
        work.isCollected = true
    }

    // Returns the cost.
    private func take(
        _ row: Int64, of chain: ChainRecord, into work: inout Erasing
    ) throws(StorageError) -> Int {
        guard let delta = try delta(row: row) else { return 1 }
        let sequence = ChainRecord.sequence(ofDelta: row)
        switch try read(delta, in: chain.audience) {
        // A delta that nobody could read has no effect.
        case .void: work.rows.append(row)
        case .sealed: memory.spared.insert(row)
        case .operations(let operations):
            guard try isDead(operations, sequence, of: chain) else {
                memory.spared.insert(row)
                return 1
            }
            work.rows.append(row)
            work.touched.formUnion(
                try objects(of: operations, chain, sequence, in: work.audience))
            let carrier = Carrier(chain: chain.id, stamp: delta.header.stamp)
            for (index, entry) in operations.enumerated()
            where entry.operation.isCreation && !entry.operation.isCopy(in: work.audience.kind) {
                let dot = entry.dot(in: chain.id, at: sequence, index)
                let key = try key(
                    of: entry.operation, dot: dot, carrier, chain, in: work.audience)
                if let key { work.unmade.insert(key) }
            }
            if try isOwnCopies(chain, in: work.audience) {
                work.copied.formUnion(
                    operations.compactMap {
                        $0.operation.isAtHome(in: work.audience.kind) ? nil : $0.operation.copied
                    })
            }
            return operations.count + 1
        }
        return 1
    }

    // Folds the living deltas chain by chain, up to the current length of the chains.
    private func readLiving(_ work: inout Erasing, _ effort: inout Int) throws(StorageError) -> Bool
    {
        for chain in try chains(of: work.audience) {
            var next = work.read[chain.number] ?? 0
            while let sequence = try heldPlace(of: chain, from: next, before: chain.length) {
                guard effort > 0 else { return false }
                effort -= try readLiving(sequence, of: chain, into: &work)
                next = sequence + 1
                work.read[chain.number] = next
            }
        }
        return true
    }

    private func readLiving(
        _ sequence: UInt64, of chain: ChainRecord, into work: inout Erasing
    ) throws(StorageError) -> Int {
        try forEachChange(at: sequence, of: chain, in: work.audience) {
            key, operation, dot, carrier in
            guard work.touched.contains(key) else { return }
            work.states[key, default: ObjectState()].apply(operation, dot: dot, carrier: carrier)
            if let maker = operation.object, work.unmade.contains(key) {
                work.speaking[key, default: []].append((chain.row(sequence), maker))
            }
        } + 1
    }

    private func settle(
        _ key: ObjectKey, in work: Erasing, at wall: WallTime
    ) throws(StorageError) {
        let place = work.audience.place
        guard let state = work.states[key] else {
            try forgetHome(of: key, in: work)
            return try erase(key.id, author: key.author, in: place)
        }
        if !state.exists, work.unmade.contains(key) {
            let row = try object(key.id, author: key.author, in: place)
            let makers = work.speaking[key]?.map(\.maker) ?? []
            let returning = try returning(row, state, of: makers)
            try forgetHome(of: key, in: work)
            try erase(key.id, author: key.author, in: place)
            if let returning { try bringBack(returning, at: wall) }
            return
        }
        try update(key.id, author: key.author, in: place) { row in
            // The time of the last change to sets stays, although the change itself is erased.
            let changed = row.setsChanged
            row = state
            if let changed { row.noteSetsChanged(at: changed) }
        }
    }

    // The creation is erased, so the thing no longer exists, whatever other deltas say of it, unless it is created
    // again later.
    private func forgetHome(of key: ObjectKey, in work: Erasing) throws(StorageError) {
        guard work.unmade.contains(key) else { return }
        if work.audience.kind == .private { try noteHomeless(key.id) }
        try database.run("DELETE FROM moved WHERE object = ?", .blob(key.id.bytes.bytes))
        for (delta, maker) in work.speaking[key] ?? [] {
            try wait(delta, onMaking: maker)
        }
    }

    // Deletes a delta and everything that refers to it, except the record of who it was shown to, which lives as long
    // as the thing.
    private func drop(_ row: Int64) throws(StorageError) {
        let chain = try chain(number: ChainRecord.number(ofDelta: row))
        try keepShowing(row)
        try database.run("DELETE FROM waiting WHERE delta = ?", .integer(row))
        try database.run("DELETE FROM copied WHERE delta = ?", .integer(row))
        let acts = try database.rows(
            "SELECT act FROM act_deltas WHERE delta = ? ORDER BY act", [.integer(row)]
        ) { (row) throws(StorageError) in row.integer(0) }
        try database.run("DELETE FROM act_deltas WHERE delta = ?", .integer(row))
        for act in acts { try closeAct(act) }
        try database.run(
            "DELETE FROM checkpoints WHERE chain = ? AND sequence = ?",
            .blob(chain.id.bytes.bytes),
            .integer(Int64(ChainRecord.sequence(ofDelta: row))))
        if database.changes > 0 {
            memory.checkpoints[chain.audience] = nil
            memory.covered[chain.audience] = nil
        }
        try database.run("DELETE FROM deltas WHERE id = ?", .integer(row))
    }

    // Records the epoch of the delta, so that it can still be determined who could read what it showed.
    private func keepShowing(_ row: Int64) throws(StorageError) {
        let hasShown = try database.row(
            "SELECT 1 FROM shown WHERE delta = ? ORDER BY object", [.integer(row)]
        ) { _ in true }
        guard hasShown == true, let header = try header(row: row) else { return }
        try database.run(
            "INSERT OR REPLACE INTO shown_once (delta, stamp, epoch) VALUES (?, ?, ?)",
            .integer(row), .integer(Int64(bitPattern: header.stamp.rawValue)),
            .blob(header.isPlain ? [] : header.epoch.bytes))
    }
}
