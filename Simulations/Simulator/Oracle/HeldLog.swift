import CRDT
import Domain
import Primitives
import Wire

@testable import Store

/// The log of one audience in one replica, read from scratch: every delta that the replica can read, and whether it
/// counts by its verdict.
struct HeldLog {
    /// One delta.
    struct Entry {
        let chain: ChainID
        /// The row of the person who writes the chain.
        let writer: Int64
        let header: DeltaHeader
        let operations: [OriginedOperation]
        let counts: Bool
    }

    let audience: AudienceRecord
    /// By chain in the order of discovery, then by sequence.
    private(set) var entries: [Entry] = []
    /// Whether all of it can be read and nothing waits for a rotation.
    private(set) var isWhole = true

    init(of audience: AudienceRecord, in store: Store) throws(StorageError) {
        self.audience = audience
        for chain in try store.chains(of: audience) {
            let writer = try store.person(of: chain)
            let rows = try store.database.rows(
                "SELECT id FROM deltas WHERE id >= ? AND id < ? ORDER BY id",
                [.integer(chain.row(0)), .integer(chain.row(chain.length))]
            ) { (row) throws(StorageError) in row.integer(0) }
            for row in rows { try read(row, of: chain, by: writer, in: store) }
        }
    }

    private mutating func read(
        _ row: Int64, of chain: ChainRecord, by writer: Int64, in store: Store
    ) throws(StorageError) {
        guard let delta = try store.delta(row: row) else { return }
        switch try store.read(delta) {
        case .void: return
        case .sealed: isWhole = false
        case .operations(let operations):
            // Until its rotation says which audience an epoch belongs to, its key is only a claim.
            let home = try store.epoch(delta.header.epoch)?.audience
            guard delta.header.isPlain || home == audience.number else {
                isWhole = false
                return
            }
            let counts = try store.counts(operations, delta.header, of: chain, in: audience)
            entries.append(
                Entry(
                    chain: chain.id, writer: writer, header: delta.header, operations: operations,
                    counts: counts))
        }
    }

    /// Returns the logs of all audiences of which `store` holds a chain, ascending by row.
    static func all(of store: Store) throws(StorageError) -> [HeldLog] {
        var logs: [HeldLog] = []
        for audience in try audiences(of: store) {
            logs.append(try HeldLog(of: audience, in: store))
        }
        return logs
    }

    /// Returns every audience of which `store` holds a chain, ascending by row.
    static func audiences(of store: Store) throws(StorageError) -> [AudienceRecord] {
        let numbers = try store.database.rows(
            "SELECT DISTINCT audience FROM chains ORDER BY audience"
        ) { (row) throws(StorageError) in row.integer(0) }
        var audiences: [AudienceRecord] = []
        for number in numbers { audiences.append(try store.audience(number)) }
        return audiences
    }
}
