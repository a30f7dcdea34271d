import Primitives

/// The version vector of a replica in an audience: for each chain, the number of deltas held with none
/// missing.
///
/// - Shape: sorted by chain; chains of length 0 are left out.
/// - Law: merging is commutative, associative and idempotent (`FrontierTests`).
/// - Source: Parker et al., "Detection of Mutual Inconsistency", 1983 (version vectors).
package struct Frontier: Equatable, Sendable {
    /// A chain and the number of its deltas that are held, counted up to the last signed one.
    package struct Entry: Hashable, Sendable {
        package let chain: ChainID
        package let length: UInt64

        /// Records `length` deltas of `chain`.
        package init(chain: ChainID, length: UInt64) {
            self.chain = chain
            self.length = length
        }
    }

    /// Sorted by chain, each chain once, no zero length.
    package private(set) var entries: [Entry]

    /// Creates an empty frontier.
    package init() {
        entries = []
    }

    /// Creates a frontier from entries in any order; of two for one chain the longer counts.
    package init(_ unsorted: some Collection<Entry>) {
        entries = []
        entries.reserveCapacity(unsorted.count)
        for entry in unsorted.sorted(by: { ($0.chain, $0.length) < ($1.chain, $1.length) })
        where entry.length > 0 {
            if entries.last?.chain == entry.chain { entries.removeLast() }
            entries.append(entry)
        }
    }

    /// Returns the number of deltas of `chain` that are held; 0 if none.
    package func length(of chain: ChainID) -> UInt64 {
        entries.length(of: chain) ?? 0
    }

    /// Records that `length` deltas of `chain` are held. The length never falls.
    package mutating func extend(_ chain: ChainID, to length: UInt64) {
        guard length > 0 else { return }
        let index = entries.position(of: chain)
        if index < entries.count, entries[index].chain == chain {
            entries[index] = Entry(chain: chain, length: max(length, entries[index].length))
        } else {
            entries.insert(Entry(chain: chain, length: length), at: index)
        }
    }

    /// Records everything that `other` holds.
    package mutating func merge(_ other: Frontier) {
        for entry in other.entries { extend(entry.chain, to: entry.length) }
    }

    /// Returns the frontier with no chain longer than in `bounds`, which are sorted by chain. Chains without
    /// a bound stay as they are.
    package func bounded(by bounds: [Entry]) -> Frontier {
        guard !bounds.isEmpty else { return self }
        return Frontier(
            entries.map { entry in
                let bound = bounds.length(of: entry.chain) ?? .max
                return Entry(chain: entry.chain, length: min(entry.length, bound))
            })
    }

    /// Whether this frontier holds everything that `other` holds.
    package func covers(_ other: Frontier) -> Bool {
        other.entries.allSatisfy { length(of: $0.chain) >= $0.length }
    }

    /// Returns the number of deltas that this frontier holds and `other` lacks; at most `Int.foreignMax`, whatever
    /// peers claim, so that the sum over audiences fits.
    package func surplus(over other: Frontier) -> Int {
        entries.reduce(0) { sum, entry in
            let theirs = other.length(of: entry.chain)
            guard entry.length > theirs else { return sum }
            return min(sum + min(Int(clamping: entry.length - theirs), .foreignMax), .foreignMax)
        }
    }
}

extension Array where Element == Frontier.Entry {
    /// The length of `chain` in entries that are sorted by chain; nil if it has no entry.
    package func length(of chain: ChainID) -> UInt64? {
        let index = position(of: chain)
        return index < count && self[index].chain == chain ? self[index].length : nil
    }

    /// The index at which `chain` stands or would be inserted.
    fileprivate func position(of chain: ChainID) -> Int {
        firstPlace { $0.chain >= chain }
    }
}
