import CRDT
import Domain
import Primitives
import Wire

// The state of own copies is not stored, because home holds the same. For a comparison it is folded from
// the deltas that carry it, which `copied` finds. Deltas of this person's other devices are traced there
// on arrival; those of this device only when a comparison needs them, so that writing costs nothing
// extra.
extension Store {
    /// The remaining budget of comparisons, and what several objects of one slice share.
    struct CopyReading {
        /// Operations that may still be read in this slice; 3,000 take about 10 ms.
        var effort = 3_000
        /// Rows of audiences for which everything written here is in `copied`.
        fileprivate var traced: Set<Int64> = []
        /// Deltas that were read, by row. When many links are shared at once, each delta holds a hundred
        /// copies.
        fileprivate var deltas: [Int64: [Carried]] = [:]
    }

    /// An operation with the context it needs to be applied.
    struct Carried {
        /// The row of the delta.
        let row: Int64
        let index: Int
        let operation: Operation
        let dot: Dot
        let carrier: Carrier
    }

    /// Handles an operation on an own copy, written by another device of this person or by an earlier
    /// incarnation of this one: traces it and marks its home for comparison.
    func heard(
        _ operation: Operation, in audience: AudienceRecord, delta: Int64
    ) throws(StorageError) {
        try trace(operation, in: audience, delta: delta)
        try markHome(of: operation, in: audience)
    }

    private func trace(
        _ operation: Operation, in audience: AudienceRecord, delta: Int64
    ) throws(StorageError) {
        guard let id = operation.copied else { return }
        try database.run(
            "INSERT OR IGNORE INTO copied (object, audience, delta) VALUES (?, ?, ?)",
            .integer(Self.traceKey(of: id)), .integer(audience.number), .integer(delta))
    }

    /// Traces what this device has written in `audience` since the last call.
    ///
    /// - Returns: false if the budget ran out; the next call continues.
    func traceWritten(
        in audience: AudienceRecord, _ reading: inout CopyReading
    ) throws(StorageError) -> Bool {
        guard !reading.traced.contains(audience.number) else { return true }
        let behind = try database.rows(
            """
            SELECT c.id, coalesce(t.length, 0) FROM chains c
            JOIN devices d ON d.id = c.device LEFT JOIN traced t ON t.chain = c.id
            WHERE c.audience = ? AND d.device = ? AND c.length > coalesce(t.length, 0)
            ORDER BY c.id
            """, [.integer(audience.number), .blob(owner.device.key.bytes)]
        ) { (row) throws(StorageError) in (row.integer(0), UInt64(row.integer(1))) }
        for (number, start) in behind {
            let chain = try chain(number: number)
            var sequence = start
            while sequence < chain.length, reading.effort > 0 {
                let operations = try operations(ofDelta: chain.row(sequence)) ?? []
                reading.effort -= operations.count + 1
                for entry in operations where !entry.operation.isAtHome(in: audience.kind) {
                    try trace(entry.operation, in: audience, delta: chain.row(sequence))
                }
                sequence += 1
            }
            try database.run(
                "INSERT OR REPLACE INTO traced (chain, length) VALUES (?, ?)", .integer(number),
                .integer(Int64(sequence)))
            if sequence < chain.length { return false }
        }
        reading.traced.insert(audience.number)
        return true
    }

    /// Returns the state of the own copy of `id` in `audience`, folded from what this device holds.
    func ownCopy(
        of id: ObjectID, in audience: AudienceRecord, _ reading: inout CopyReading
    ) throws(StorageError) -> ObjectState {
        ObjectState(of: try ownCopyOperations(of: id, in: audience, &reading))
    }

    /// Returns the operations of the own copy of `id` in `audience` that count, in the order of rows.
    func ownCopyOperations(
        of id: ObjectID, in audience: AudienceRecord, _ reading: inout CopyReading
    ) throws(StorageError) -> [Carried] {
        let rows = try database.rows(
            "SELECT delta FROM copied WHERE object = ? AND audience = ? ORDER BY delta",
            [.integer(Self.traceKey(of: id)), .integer(audience.number)]
        ) { (row) throws(StorageError) in row.integer(0) }
        var operations: [Carried] = []
        for row in rows {
            operations += try carried(by: row, in: audience, &reading).filter {
                $0.operation.copied == id
            }
        }
        return operations
    }

    /// Returns the audiences in which an own thing has or had copies, according to `copied`.
    func audiencesTraced(of id: ObjectID) throws(StorageError) -> [Int64] {
        try database.rows(
            "SELECT DISTINCT audience FROM copied WHERE object = ? ORDER BY audience",
            [.integer(Self.traceKey(of: id))]
        ) { (row) throws(StorageError) in row.integer(0) }
    }

    // Returns the operations on own copies that a delta carries; none if the delta is void.
    private func carried(
        by row: Int64, in audience: AudienceRecord, _ reading: inout CopyReading
    ) throws(StorageError) -> [Carried] {
        if let known = reading.deltas[row] { return known }
        var list: [Carried] = []
        let chain = try chain(number: ChainRecord.number(ofDelta: row))
        if let delta = try delta(row: row),
            case .operations(let operations) = try read(delta, in: audience.number),
            try counts(operations, delta.header, of: chain, in: audience)
        {
            reading.effort -= operations.count
            let carrier = Carrier(chain: chain.id, stamp: delta.header.stamp)
            let sequence = delta.header.sequence
            for (index, entry) in operations.enumerated()
            where entry.operation.copied != nil && !entry.operation.isAtHome(in: audience.kind) {
                let dot = entry.dot(in: chain.id, at: sequence, index)
                list.append(
                    Carried(
                        row: row, index: index, operation: entry.operation, dot: dot,
                        carrier: carrier))
            }
        }
        reading.effort -= 1
        if reading.deltas.count >= limits.copyDeltasAtHand { reading.deltas = [:] }
        reading.deltas[row] = list
        return list
    }

    /// Returns the own things at home that a key of `copied` may stand for.
    func homes(traced key: Int64) throws(StorageError) -> [Int64] {
        let first = UInt64(bitPattern: key)
        return try database.rows(
            "SELECT id FROM objects WHERE object BETWEEN ? AND ? AND author = ? AND audience = 1 ORDER BY id",
            [
                .blob(Bytes16(high: first, low: 0).bytes),
                .blob(Bytes16(high: first, low: .max).bytes), .integer(try me),
            ]
        ) { (row) throws(StorageError) in row.integer(0) }
    }

    // Returns the first 8 bytes of an id. Integers that rise with time make a small index; collisions are
    // resolved by reading the deltas.
    private static func traceKey(of id: ObjectID) -> Int64 {
        Int64(bitPattern: id.bytes.leading)
    }
}

extension ObjectState {
    /// Folds a copy from the operations that carry it.
    init(of operations: [Store.Carried]) {
        self.init()
        for carried in operations {
            apply(carried.operation, dot: carried.dot, carrier: carried.carrier)
        }
    }
}
