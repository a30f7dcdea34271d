import Primitives

/// What a replica has seen of an audience: for each chain, how many deltas with none missing.
///
/// - Shape: sorted by chain; a chain of length 0 is not in it.
/// - Law: merging is commutative, associative and idempotent (`FrontierTests`).
/// - Source: Parker et al., "Detection of Mutual Inconsistency", 1983 (version vectors).
package struct Frontier: Equatable, Sendable {
    /// One chain and the number of its deltas that are held, counted up to the last signed one.
    package struct Entry: Hashable, Sendable {
        package let chain: ChainID
        package let length: UInt64

        /// `length` deltas of `chain`.
        package init(chain: ChainID, length: UInt64) {
            self.chain = chain
            self.length = length
        }
    }

    /// Sorted by chain, each once, no zero length.
    package private(set) var entries: [Entry]

    /// Nothing seen.
    package init() {
        entries = []
    }

    /// Entries in any order; of two for one chain the longer counts.
    package init(_ unsorted: some Collection<Entry>) {
        entries = []
        entries.reserveCapacity(unsorted.count)
        for entry in unsorted.sorted(by: { ($0.chain, $0.length) < ($1.chain, $1.length) })
        where entry.length > 0 {
            if entries.last?.chain == entry.chain { entries.removeLast() }
            entries.append(entry)
        }
    }

    /// How many deltas of `chain` are held.
    package func length(of chain: ChainID) -> UInt64 {
        entries.length(of: chain) ?? 0
    }

    /// Takes note that `length` deltas of `chain` are held; never falls.
    package mutating func extend(_ chain: ChainID, to length: UInt64) {
        guard length > 0 else { return }
        let index = entries.position(of: chain)
        if index < entries.count, entries[index].chain == chain {
            entries[index] = Entry(chain: chain, length: max(length, entries[index].length))
        } else {
            entries.insert(Entry(chain: chain, length: length), at: index)
        }
    }

    /// Takes note of everything that `other` holds.
    package mutating func merge(_ other: Frontier) {
        for entry in other.entries { extend(entry.chain, to: entry.length) }
    }

    /// The same, no chain longer than `bounds` say, which rise by chain.
    package func bounded(by bounds: [Entry]) -> Frontier {
        guard !bounds.isEmpty else { return self }
        return Frontier(
            entries.map { entry in
                let bound = bounds.length(of: entry.chain) ?? .max
                return Entry(chain: entry.chain, length: min(entry.length, bound))
            })
    }

    /// Holds everything that `other` holds.
    package func covers(_ other: Frontier) -> Bool {
        other.entries.allSatisfy { length(of: $0.chain) >= $0.length }
    }

    /// How many deltas this one holds that `other` lacks; at most `Int.foreignMax`, whatever peers claim,
    /// so that the sum over audiences fits.
    package func surplus(over other: Frontier) -> Int {
        entries.reduce(0) { sum, entry in
            let theirs = other.length(of: entry.chain)
            guard entry.length > theirs else { return sum }
            return min(sum + min(Int(clamping: entry.length - theirs), .foreignMax), .foreignMax)
        }
    }
}

extension Array where Element == Frontier.Entry {
    /// What is said of `chain` in entries that rise by chain; nil if nothing is.
    package func length(of chain: ChainID) -> UInt64? {
        let index = position(of: chain)
        return index < count && self[index].chain == chain ? self[index].length : nil
    }

    /// Where `chain` stands, or would.
    fileprivate func position(of chain: ChainID) -> Int {
        firstPlace { $0.chain >= chain }
    }
}
