/// The joint effect of several ends, each of which names lengths of some chains: for each chain the smallest
/// length named, and 0 for a chain that one of the ends does not name.
struct NamedLengths {
    private let ends: Int
    // Sorted by chain; only the chains that every end names.
    private var lengths: [Frontier.Entry] = []

    /// Combines `ends`, whose order does not matter.
    init(_ ends: [[ChainLength]]) {
        self.ends = ends.count
        var named: [(chain: ChainID, end: Int, length: UInt64)] = []
        for (end, chains) in ends.enumerated() {
            for entry in chains { named.append((entry.chain, end, entry.length)) }
        }
        named.sort { ($0.chain, $0.end, $0.length) < ($1.chain, $1.end, $1.length) }
        var from = 0
        while from < named.count {
            let chain = named[from].chain
            var to = from
            // A chain that one end names twice counts as named by one end.
            var namedBy = 0
            var smallest = UInt64.max
            while to < named.count, named[to].chain == chain {
                if to == from || named[to].end != named[to - 1].end { namedBy += 1 }
                smallest = min(smallest, named[to].length)
                to += 1
            }
            if namedBy == self.ends {
                lengths.append(Frontier.Entry(chain: chain, length: smallest))
            }
            from = to
        }
    }

    /// Returns the length that the ends leave of `chain`; `UInt64.max` if there are no ends.
    func length(of chain: ChainID) -> UInt64 {
        ends > 0 ? lengths.length(of: chain) ?? 0 : .max
    }
}

extension RandomAccessCollection where Index == Int {
    /// The first index whose element passes `test`, found by binary search; `endIndex` if none does. All
    /// elements behind one that passes have to pass too.
    func firstPlace(where test: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if test(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
