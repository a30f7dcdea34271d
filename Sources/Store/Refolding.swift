import CRDT
import Domain
package import Primitives
import Wire

// Folds objects again from the log after a verdict on held deltas has changed.
extension Store {
    /// Folds again what a changed verdict affects, at most once a minute for each audience. This reads
    /// the audience's whole log, and a writer there could cause it with every delta; so within that
    /// minute it is postponed.
    func refold(
        _ audience: AudienceRecord, from before: Judgement, to after: Judgement, at wall: WallTime
    ) throws(StorageError) {
        if isTooSoon(audience.number, wall) {
            return try oweRefold(of: audience)
        }
        memory.refolded[audience.number] = wall
        // A postponed refold covers the whole audience.
        let isWhole = try isRefoldWaiting(in: audience.number)
        try database.run(
            "DELETE FROM refolds WHERE audience = ?", .integer(audience.number))
        try refold(audience, from: isWhole ? nil : before, to: after)
    }

    /// Marks an audience to be folded again as a whole, with the next verdict or by `settleRefolds`.
    func oweRefold(of audience: AudienceRecord) throws(StorageError) {
        try database.run(
            "INSERT OR IGNORE INTO refolds (audience) VALUES (?)", .integer(audience.number))
        memory.isRefoldDue = true
    }

    /// Folds again the audiences whose refold was postponed.
    ///
    /// - Returns: true if some are still postponed.
    @discardableResult
    package func settleRefolds(at wall: WallTime) throws(StorageError) -> Bool {
        guard memory.isRefoldDue else { return false }
        let numbers = try database.rows("SELECT audience FROM refolds ORDER BY audience") {
            (row) throws(StorageError) in row.integer(0)
        }
        memory.isRefoldDue = false
        for number in numbers {
            if isTooSoon(number, wall) {
                memory.isRefoldDue = true
                continue
            }
            memory.refolded[number] = wall
            try database.run("DELETE FROM refolds WHERE audience = ?", .integer(number))
            let audience = try audience(number)
            try refold(audience, from: nil, to: try judgement(of: audience))
        }
        return memory.isRefoldDue
    }

    /// Whether a refold may be pending, as far as this run knows.
    package var isRefoldWaiting: Bool { memory.isRefoldDue }

    /// Whether objects shown in an audience may be outdated, because its refold is pending.
    func isRefoldWaiting(in audience: Int64) throws(StorageError) -> Bool {
        guard memory.isRefoldDue else { return false }
        return try database.row(
            "SELECT 1 FROM refolds WHERE audience = ? ORDER BY audience", [.integer(audience)]
        ) { _ in true } == true
    }

    // A clock that was set back does not extend the pause.
    private func isTooSoon(_ audience: Int64, _ wall: WallTime) -> Bool {
        guard let last = memory.refolded[audience], wall >= last else { return false }
        return wall.milliseconds - last.milliseconds < Self.refoldPauseMilliseconds
    }

    private static let refoldPauseMilliseconds: UInt64 = 60_000

    // Folds again what differs between two verdicts; everything if the first one is nil.
    private func refold(
        _ audience: AudienceRecord, from before: Judgement?, to after: Judgement
    ) throws(StorageError) {
        restartErasing(in: audience.number)
        let changed = try reopenChains(of: audience)
        if !changed.isEmpty { try waitForReopened(changed, in: audience) }
        var touched: Set<ObjectKey> = []
        var late: [(chain: ChainRecord, sequence: UInt64)] = []
        for chain in try chains(of: audience) {
            let new = after.standing(of: chain.id)
            var start: UInt64 = 0
            if let old = before?.standing(of: chain.id) {
                guard old != new || changed[chain.number] != nil else { continue }
                if old.role == new.role {
                    start = old == new ? .max : min(old.length, new.length)
                    start = min(start, changed[chain.number] ?? .max)
                }
            }
            // Includes deltas beyond a proven fork, which may have been folded before it was proven.
            let end = try loggedLength(of: chain)
            var next = start
            while let sequence = try heldPlace(of: chain, from: next, before: end) {
                next = sequence + 1
                guard let operations = try operationsRead(at: chain.row(sequence), in: audience)
                else { continue }
                touched.formUnion(try objects(of: operations, chain, sequence, in: audience))
                if sequence < chain.length, new.covers(sequence) { late.append((chain, sequence)) }
            }
        }
        if !touched.isEmpty { try refold(touched, in: audience) }
        // Applies the keys, certificates and grants of deltas that count only now.
        for (chain, sequence) in late {
            guard let delta = try delta(row: chain.row(sequence)) else { continue }
            try foldReceived(delta, of: chain, sequence: sequence, in: audience)
        }
    }

    // Includes deltas sealed by an epoch that has been lost, because they may have been folded before.
    private func operationsRead(
        at row: Int64, in audience: AudienceRecord
    ) throws(StorageError) -> [OriginedOperation]? {
        guard let delta = try delta(row: row), case .operations(let operations) = try read(delta)
        else { return nil }
        guard !delta.header.isPlain else { return operations }
        return try epoch(delta.header.epoch)?.audience == audience.number ? operations : nil
    }

    /// Folds some objects of an audience again from its whole log.
    func refold(
        _ objects: Set<ObjectKey>, in audience: AudienceRecord
    ) throws(StorageError) {
        var states: [ObjectKey: ObjectState] = [:]
        for chain in try chains(of: audience) {
            var next: UInt64 = 0
            while let sequence = try heldPlace(of: chain, from: next, before: chain.length) {
                next = sequence + 1
                try forEachChange(at: sequence, of: chain, in: audience) {
                    key, operation, dot, carrier in
                    guard objects.contains(key) else { return }
                    states[key, default: ObjectState()].apply(
                        operation, dot: dot, carrier: carrier)
                }
            }
        }
        let isHome = audience.kind == .private && audience.founder == owner.person
        var homeless: [ObjectID] = []
        for key in objects.sorted() {
            if let state = states[key] {
                try update(key.id, author: key.author, in: audience.place) { $0 = state }
            } else {
                try erase(key.id, author: key.author, in: audience.place)
                if isHome { homeless.append(key.id) }
            }
        }
        if !homeless.isEmpty { try showCopies(of: homeless) }
    }

    /// Passes every operation of a delta that counts to `body`, with the object that it changes or
    /// creates, if that is stored here.
    ///
    /// - Returns: the number of operations read; 0 if the delta does not count.
    @discardableResult
    func forEachChange(
        at sequence: UInt64, of chain: ChainRecord, in audience: AudienceRecord,
        _ body: (ObjectKey, Operation, Dot, Carrier) -> Void
    ) throws(StorageError) -> Int {
        guard let delta = try delta(row: chain.row(sequence)),
            case .operations(let operations) = try read(delta, in: audience.number),
            try counts(operations, delta.header, of: chain, in: audience)
        else { return 0 }
        let carrier = Carrier(chain: chain.id, stamp: delta.header.stamp)
        for (index, entry) in operations.enumerated() {
            let dot = entry.dot(in: chain.id, at: sequence, index)
            if let key = try key(of: entry.operation, dot: dot, carrier, chain, in: audience) {
                body(key, entry.operation, dot, carrier)
            }
        }
        return operations.count
    }

    // Returns the objects that a delta's operations change, if their creations are here.
    func objects(
        of operations: [OriginedOperation], _ chain: ChainRecord, _ sequence: UInt64,
        in audience: AudienceRecord
    ) throws(StorageError) -> [ObjectKey] {
        guard let header = try header(row: chain.row(sequence)) else { throw .corrupt }
        let carrier = Carrier(chain: chain.id, stamp: header.stamp)
        var objects: [ObjectKey] = []
        let areCopies = try isOwnCopies(chain, in: audience)
        for (index, entry) in operations.enumerated() {
            if areCopies { try markHome(of: entry.operation, in: audience) }
            let dot = entry.dot(in: chain.id, at: sequence, index)
            if let key = try key(of: entry.operation, dot: dot, carrier, chain, in: audience) {
                objects.append(key)
            }
        }
        return objects
    }

    /// Returns the object that an operation changes or creates; nil if it is not stored here.
    func key(
        of operation: Operation, dot: Dot, _ carrier: Carrier, _ chain: ChainRecord,
        in audience: AudienceRecord
    ) throws(StorageError) -> ObjectKey? {
        if try isOwnCopies(chain, in: audience), !operation.isAtHome(in: audience.kind) {
            guard operation.object != nil || operation.isCreation, !(try isAtHome(operation)) else {
                return nil
            }
        }
        if case .create(let creation) = operation {
            return ObjectKey(
                author: try author(of: chain, in: audience),
                id: creation.id ?? Derivation.object(origin: dot, stamp: carrier.stamp))
        }
        guard let object = operation.object,
            let key = try key(of: object, named: chain, in: audience),
            operation.isFor(key, writer: try author(of: chain, in: audience))
        else { return nil }
        return key
    }

    /// Returns all chains of an audience, in the order in which they were first received.
    func chains(of audience: AudienceRecord) throws(StorageError) -> [ChainRecord] {
        let numbers = try database.rows(
            "SELECT id FROM chains WHERE audience = ? ORDER BY id", [.integer(audience.number)]
        ) { (row) throws(StorageError) in row.integer(0) }
        var chains: [ChainRecord] = []
        for number in numbers { chains.append(try chain(number: number)) }
        return chains
    }

    /// Returns the chains of an audience that this device signs, ordered by id.
    func chainsWrittenHere(in audience: AudienceRecord) throws(StorageError) -> [ChainRecord] {
        let numbers = try database.rows(
            """
            SELECT c.id FROM chains c JOIN devices d ON d.id = c.device
            WHERE c.audience = ? AND d.device = ? ORDER BY c.chain
            """, [.integer(audience.number), .blob(owner.device.key.bytes)]
        ) { (row) throws(StorageError) in row.integer(0) }
        var chains: [ChainRecord] = []
        for number in numbers { chains.append(try chain(number: number)) }
        return chains
    }
}
