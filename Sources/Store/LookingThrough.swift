import CRDT
import Wire

/// A delta that does not lie in the log as it was signed: the disk has changed it.
package struct DamagedDelta: Equatable, Sendable {
    /// Its row.
    package let row: Int64
    /// It was written here, and no other device has said that it has it.
    package let isOnlyHere: Bool
    /// SQLite can read its row; if not, nothing is known of it, nor of what is behind it in its chain.
    package var isReadable = true
}

/// What a look at some of the log has shown.
package struct LogLook: Equatable, Sendable {
    /// Rows that were looked at: from `first` to before `next`.
    package let first: Int64
    /// Where the next look begins; 0 behind the last delta.
    package let next: Int64
    /// In the order of rows.
    package let damaged: [DamagedDelta]
}

// Whether the log is as it was written. A disk may change a bit, and neither SQLite nor the file system
// need notice; deltas have hashes and signatures, so that this can be found out whenever there is time.
extension Store {
    /// Looks at some deltas from row `first` on: as many as `effort` is enough for, at least one.
    ///
    /// What is read is the header, the payload that it names, the header that it names before it, and the
    /// signature. Changes nothing, and notes what it found (`mend`).
    package func lookThrough(
        from first: Int64, effort: Int = lookEffort
    ) throws(StorageError) -> LogLook {
        let look = try lookClosely(from: first, effort: effort)
        noteDamaged(look)
        return look
    }

    private func lookClosely(
        from first: Int64, effort: Int
    ) throws(StorageError) -> LogLook {
        var damaged: [DamagedDelta] = []
        var spent = 0
        var next = first
        var before: (row: Int64, header: DeltaHeader)?
        // One at a time: a payload may have a hundred kilobytes.
        while true {
            let (row, header, payload, signature): (Int64, [UInt8], [UInt8], [UInt8])
            switch try readable(from: next) {
            case .end: return LogLook(first: first, next: 0, damaged: damaged)
            case .delta(let found): (row, header, payload, signature) = found
            case .unreadable:
                // What was looked at before it is told first; behind its chain the look goes on.
                if next > first { return LogLook(first: first, next: next, damaged: damaged) }
                let end = (ChainRecord.number(ofDelta: next) + 1) << 40
                let lost = DamagedDelta(row: next, isOnlyHere: false, isReadable: false)
                return LogLook(first: first, next: end, damaged: [lost])
            }
            guard spent < effort else {
                return LogLook(first: first, next: row, damaged: damaged)
            }
            spent += signature.isEmpty ? 1 : Self.signatureEffort
            spent += payload.count / Self.bytesPerEffort
            let chain = try chain(number: ChainRecord.number(ofDelta: row))
            let delta = Self.delta(header: header, payload: payload, signature: signature)
            let isWhole = try delta.map { (delta) throws(StorageError) in
                try isAsWritten(delta, row, of: chain, behind: before)
            }
            if isWhole != true {
                damaged.append(
                    DamagedDelta(row: row, isOnlyHere: try isOnlyHere(row, of: chain)))
            }
            before = delta.map { (row, $0.header) }
            next = row + 1
        }
    }

    private enum Found {
        /// Its row, header, payload and signature.
        case delta((Int64, [UInt8], [UInt8], [UInt8]))
        /// SQLite cannot read a page of it.
        case unreadable
        case end
    }

    // The first delta from this row on.
    private func readable(from row: Int64) throws(StorageError) -> Found {
        do throws(StorageError) {
            return try delta(from: row).map { .delta($0) } ?? .end
        } catch .corrupt {
            return .unreadable
        }
    }

    // The first delta from this row on: its row, header, payload and signature.
    private func delta(
        from row: Int64
    ) throws(StorageError) -> (row: Int64, header: [UInt8], payload: [UInt8], signature: [UInt8])? {
        try database.row(
            """
            SELECT id, header, payload, signature FROM deltas WHERE id >= ? ORDER BY id LIMIT 1
            """, [.integer(row)]
        ) { ($0.integer(0), $0.bytes(1), $0.bytes(2), $0.bytes(3)) }
    }

    private func isAsWritten(
        _ delta: SignedDelta, _ row: Int64, of chain: ChainRecord,
        behind before: (row: Int64, header: DeltaHeader)?
    ) throws(StorageError) -> Bool {
        let header = delta.header
        guard header.chain == chain.id, header.sequence == ChainRecord.sequence(ofDelta: row),
            delta.isWhole
        else { return false }
        if let before, before.row + 1 == row, header.previous != before.header.id { return false }
        if header.sequence + 1 == chain.length, header.id != chain.head { return false }
        guard delta.signature != nil else { return true }
        return delta.isSigned(by: try device(of: chain))
    }

    private func isOnlyHere(_ row: Int64, of chain: ChainRecord) throws(StorageError) -> Bool {
        guard try device(of: chain) == owner.device else { return false }
        let most = try database.row(
            "SELECT coalesce(max(length), 0) FROM acknowledged WHERE chain = ?",
            [.integer(chain.number)]
        ) { UInt64($0.integer(0)) }
        return (most ?? 0) <= ChainRecord.sequence(ofDelta: row)
    }

    /// What one look may cost, in deltas without a signature: about 5 ms.
    package static let lookEffort = 2048
    /// A signature takes 77 us, and all else of a delta 2.
    private static let signatureEffort = 32
    /// Bytes that are hashed in that time.
    private static let bytesPerEffort = 2048
}
