import CRDT
import Primitives
import Wire

// A checkpoint that counted counts no more: its device was revoked, or its person removed from the
// group, before others heard of it. What it called dead was dropped here, and lives; whoever ended it
// has that.
extension Store {
    /// Holds of every chain of an audience only what is before the first delta that is neither there
    /// nor dead. So that is asked for, and comes with all that is behind it.
    ///
    /// - Returns: the place from which on what is held of a chain has changed, by row. What lies in the
    ///   log behind a chain's end counts for nothing before what is lacking has come.
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
            // Whoever wrote on would write two deltas for one place.
            let isWritten = try chainWritten(in: audience) == chain.id
            let logged = try loggedLength(of: chain)
            // One that parts is of an incarnation that is over.
            if isWritten, more.upperBound < logged {
                try beginIncarnation()
            }
        }
        return changed
    }

    /// A chain that was reopened goes on over what lies in the log behind it, as far as that is tied
    /// to it.
    ///
    /// - Returns: the places by which it is longer, to be folded again.
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

    /// A chain that was reopened, and grew by what others had, goes on over what lies in the log
    /// behind that, and what counts of it counts again. Nobody else may have it.
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

    /// What other chains say of things that were made behind the end of one that was reopened waits for
    /// it, as if these had never come: they are made again once the chain goes on.
    ///
    /// - Parameter changed: rows of those chains.
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
