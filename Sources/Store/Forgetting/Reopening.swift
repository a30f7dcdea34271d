import CRDT
import Primitives
import Wire

// A checkpoint that counted counts no more: its device was revoked before it wrote that. What it
// called dead was dropped here, and lives; whoever revoked the device has it.
extension Store {
    /// Holds of every chain of an audience only what is before the first delta that is neither there
    /// nor dead. So that is asked for, and comes with all that is behind it.
    func reopenChains(of audience: AudienceRecord) throws(StorageError) {
        for chain in try judgedChains(of: audience) where try device(of: chain) != owner.device {
            guard let hole = try firstHole(in: chain),
                let row = try lastSigned(chain, before: hole), let last = try delta(row: row)
            else { continue }
            var chain = chain
            chain.length = last.header.sequence
            advance(&chain, behind: last)
            try keep(chain)
            try leap(chain)
        }
    }

    private func firstHole(in chain: ChainRecord) throws(StorageError) -> UInt64? {
        let dead = try dead(of: chain)
        var start: UInt64 = 0
        while start < chain.length {
            let next = dead.range(from: start) ?? chain.length..<chain.length
            let end = min(next.lowerBound, chain.length)
            if start < end, let hole = try firstHole(in: chain, start..<end) { return hole }
            start = next.upperBound
        }
        return nil
    }

    // By halves: a chain has as many deltas there as places, or a hole.
    private func firstHole(
        in chain: ChainRecord, _ places: Range<UInt64>
    ) throws(StorageError) -> UInt64? {
        guard try held(of: chain, places) < places.count else { return nil }
        var (low, high) = (places.lowerBound, places.upperBound)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if try held(of: chain, low..<middle) < Int(middle - low) {
                high = middle
            } else {
                low = middle
            }
        }
        return low
    }

    private func held(of chain: ChainRecord, _ places: Range<UInt64>) throws(StorageError) -> Int {
        try database.row(
            "SELECT count(*) FROM deltas WHERE id >= ? AND id < ?",
            [.integer(chain.row(places.lowerBound)), .integer(chain.row(places.upperBound))]
        ) { Int($0.integer(0)) } ?? 0
    }

    // Its row. What others are sent ends with a signature.
    private func lastSigned(
        _ chain: ChainRecord, before hole: UInt64
    ) throws(StorageError) -> Int64? {
        try database.row(
            """
            SELECT id FROM deltas WHERE id >= ? AND id < ? AND signature IS NOT NULL
            ORDER BY id DESC LIMIT 1
            """, [.integer(chain.row(0)), .integer(chain.row(hole))]
        ) { $0.integer(0) }
    }
}
