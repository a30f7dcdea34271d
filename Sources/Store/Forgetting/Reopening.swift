import CRDT
import Primitives
import Wire

// Reopens chains after a checkpoint became invalid, because its device was revoked or its person removed from the
// group before others received it. Deltas that it declared dead were erased here but are living; the device that
// ended the right has them.
extension Store {
    /// Shortens every chain of an audience to before the first delta that is neither held nor dead, so that it is
    /// requested again together with everything after it.
    ///
    /// - Returns: the position from which each chain has changed, by row. Deltas in the log past a chain's end do not
    ///   count until the missing ones have arrived.
    func reopenChains(of audience: AudienceRecord) throws(StorageError) -> [Int64: UInt64] {
        var changed: [Int64: UInt64] = [:]
        for chain in try chains(of: audience) {
            if let hole = try firstHole(in: chain), let row = try lastSigned(chain, before: hole),
                let last = try delta(row: row)
            {
                var shorter = chain
                shorter.length = last.header.sequence
                advance(&shorter, behind: last)
                try keep(shorter)
                try leap(shorter)
                changed[chain.number] = shorter.length
            }
            guard try device(of: chain) == owner.device else { continue }
            let more = try takeUp(try self.chain(number: chain.number))
            if !more.isEmpty, changed[chain.number] == nil {
                changed[chain.number] = more.lowerBound
            }
            // Writing on would produce two deltas for one position.
            let isWritten = try chainWritten(in: audience) == chain.id
            let logged = try loggedLength(of: chain)
            // A forked chain belongs to an incarnation that is over.
            if isWritten, more.upperBound < logged {
                try beginIncarnation()
            }
        }
        return changed
    }

    /// Extends a reopened chain over the deltas in the log after it, as far as they link to it.
    ///
    /// - Returns: the positions added, to be folded again.
    func takeUp(_ reopened: ChainRecord) throws(StorageError) -> Range<UInt64> {
        let fork = try fork(of: reopened.id, in: reopened.audience)
        let end = min(try loggedLength(of: reopened), fork ?? .max)
        var (chain, signed) = (reopened, reopened)
        while chain.length < end {
            if let next = try delta(row: chain.row(chain.length)) {
                guard next.header.previous == chain.head else { break }
                advance(&chain, behind: next)
                if next.signature != nil { signed = chain }
            } else {
                guard try leap(chain) else { break }
                chain = try self.chain(number: chain.number)
                signed = chain
            }
        }
        if signed != reopened { try keep(signed) }
        return reopened.length..<signed.length
    }

    /// Extends a reopened chain that received deltas over the log after them, and folds those again. Nobody else may
    /// have them.
    func goOn(_ grown: ChainRecord) throws(StorageError) -> ChainRecord {
        let places = try takeUp(grown)
        guard !places.isEmpty else { return grown }
        let audience = try audience(grown.audience)
        let chain = try self.chain(number: grown.number)
        for sequence in places {
            guard let delta = try delta(row: chain.row(sequence)) else { continue }
            try foldReceived(delta, of: chain, sequence: sequence, in: audience)
        }
        return chain
    }

    /// Makes deltas of other chains that refer to things created past the end of a reopened chain wait for it, as if
    /// those things had never arrived; they are created again once the chain continues.
    ///
    /// - Parameter changed: the rows of the reopened chains.
    func waitForReopened(
        _ changed: [Int64: UInt64], in audience: AudienceRecord
    ) throws(StorageError) {
        let chains = try chains(of: audience)
        var ends: [ChainID: UInt64] = [:]
        for chain in chains where changed[chain.number] != nil { ends[chain.id] = chain.length }
        for chain in chains {
            var next: UInt64 = 0
            while let sequence = try heldPlace(of: chain, from: next, before: chain.length) {
                next = sequence + 1
                let row = chain.row(sequence)
                for entry in try operations(ofDelta: row) ?? [] {
                    guard
                        case .creation(.position(let maker, let place, _))? = entry.operation.object,
                        let end = ends[maker], place >= end
                    else { continue }
                    try wait(row, on: waitingKey(chain: maker))
                }
            }
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

    // A binary search: a range either has as many deltas as positions, or has a hole.
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

    // Returns the row of the last signed delta. A run sent to a peer ends with a signature.
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
