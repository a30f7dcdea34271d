import CRDT
import Wire

/// A delta that the disk has changed, so that it is no longer in the log as it was signed.
package struct DamagedDelta: Equatable, Sendable {
    /// The row in `deltas`.
    package let row: Int64
    /// Whether this device wrote it and no other device has acknowledged it.
    package let isOnlyHere: Bool
    /// Whether SQLite can read the row. If not, nothing is known of it or of the rest of its chain.
    package var isReadable = true
}

/// The result of checking a part of the log.
package struct LogLook: Equatable, Sendable {
    /// The checked rows are from `first` up to, but not including, `next`.
    package let first: Int64
    /// The row where the next check begins; 0 after the last delta.
    package let next: Int64
    /// The damaged deltas, in the order of rows.
    package let damaged: [DamagedDelta]
}

// Checks that the log is as it was written. A disk may flip a bit unnoticed by SQLite and the file
// system; the hashes and signatures of deltas reveal that at any time.
extension Store {
    /// Checks deltas from row `first` on: as many as `effort` covers, at least one.
    ///
    /// Checks each header, the payload hash in it, the link to the previous header, and the signature.
    /// Changes nothing in the log, and records what it found (`mend`).
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
        // One delta at a time, because a payload may have a hundred kilobytes.
        while true {
            let (row, header, payload, signature): (Int64, [UInt8], [UInt8], [UInt8])
            switch try readable(from: next) {
            case .end: return LogLook(first: first, next: 0, damaged: damaged)
            case .delta(let found): (row, header, payload, signature) = found
            case .unreadable:
                // Reports what was checked before this row first; the next check skips the rest of the
                // chain.
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
        /// The row, header, payload and signature.
        case delta((Int64, [UInt8], [UInt8], [UInt8]))
        /// SQLite cannot read a page of the row.
        case unreadable
        case end
    }

    // Returns the first delta from this row on.
    private func readable(from row: Int64) throws(StorageError) -> Found {
        do throws(StorageError) {
            return try delta(from: row).map { .delta($0) } ?? .end
        } catch .corrupt {
            return .unreadable
        }
    }

    // Returns the row, header, payload and signature of the first delta from this row on.
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

    /// The budget of one check, in deltas without a signature: about 5 ms.
    package static let lookEffort = 2048
    /// The cost of a signature, which takes 77 us; everything else of a delta takes 2.
    private static let signatureEffort = 32
    /// The bytes that are hashed in the time of one delta.
    private static let bytesPerEffort = 2048
}
