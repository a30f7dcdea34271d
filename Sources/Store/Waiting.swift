import CRDT
import Domain
import Primitives
import Wire

// Deltas that cannot be folded yet, by what they wait for.
extension Store {
    /// Makes a delta wait for a reason: an epoch's key, or more of a chain.
    func wait(_ delta: Int64, on reason: [UInt8]) throws(StorageError) {
        try database.run(
            "INSERT OR IGNORE INTO waiting (reason, delta) VALUES (?, ?)", .blob(reason),
            .integer(delta))
    }

    /// The reason of a delta that refers to something in a chain that is not held that far.
    func waitingKey(chain: ChainID) -> [UInt8] {
        [1] + chain.bytes.bytes
    }

    /// Folds the deltas that waited on `reason`; folding twice changes nothing. Reasons that this fulfils
    /// are queued, because keys that open each other could be nested thousands deep.
    func retryWaiting(on reason: [UInt8]) throws(StorageError) {
        memory.arrived.append(reason)
        guard memory.arrived.count == 1 else { return }
        while let next = memory.arrived.first {
            try foldWaiting(on: next)
            memory.arrived.removeFirst()
        }
    }

    private func foldWaiting(on reason: [UInt8]) throws(StorageError) {
        let rows = try database.rows(
            "SELECT delta FROM waiting WHERE reason = ? ORDER BY delta", [.blob(reason)]
        ) { (row) throws(StorageError) in row.integer(0) }
        guard !rows.isEmpty else { return }
        try database.run("DELETE FROM waiting WHERE reason = ?", .blob(reason))
        for row in rows {
            guard let delta = try delta(row: row) else { continue }
            let chain = try chain(number: ChainRecord.number(ofDelta: row))
            restartErasing(in: chain.audience)
            try foldReceived(
                delta, of: chain, sequence: ChainRecord.sequence(ofDelta: row),
                in: try audience(chain.audience))
        }
    }
}
