/// A multi-value register: a value that is replaced as a whole. A write names the writes it replaces; those
/// that nobody replaced survive. Survivors are concurrent: the latest is shown, the others are conflicts.
///
/// No counter can be driven to its maximum, and no clock overrides what a writer knew: stamps only order
/// survivors.
/// - Law: the order in which writes arrive does not matter, nor whether they arrive twice (`RegisterTests`).
/// - Source: multi-value register, Shapiro et al., "A Comprehensive Study of CRDTs", 2011.
package struct Register: Equatable, Sendable {
    /// A write that nobody replaced.
    package struct Survivor: Equatable, Sendable {
        /// The write's origin.
        package let dot: Dot
        /// The lowest place that carries the write.
        package let carrier: Carrier
        /// The written value; the field defines its meaning.
        package let value: [UInt8]

        /// Creates a survivor from a write.
        package init(dot: Dot, carrier: Carrier, value: [UInt8]) {
            self.dot = dot
            self.carrier = carrier
            self.value = value
        }
    }

    /// Sorted by dot, each dot once.
    package private(set) var survivors: [Survivor]
    /// Replaced writes, including ones that have not arrived yet; sorted.
    package private(set) var replaced: [Dot]

    /// Creates a register that was never written.
    package init() {
        survivors = []
        replaced = []
    }

    /// Restores a stored register; both lists are sorted by dot.
    package init(survivors: [Survivor], replaced: [Dot]) {
        self.survivors = survivors
        self.replaced = replaced
    }

    /// The survivor that is shown: the one with the highest (stamp, chain); nil if never written.
    package var shown: Survivor? {
        guard var best = survivors.first else { return nil }
        for survivor in survivors.dropFirst() where Self.isShownBefore(survivor, best) {
            best = survivor
        }
        return best
    }

    /// The survivors that are not shown and hold another value than the one that is.
    package var conflicts: [Survivor] {
        guard let shown else { return [] }
        return survivors.filter { $0.dot != shown.dot && $0.value != shown.value }
    }

    /// Applies a write that replaces `dots`.
    package mutating func write(_ survivor: Survivor, replacing dots: [Dot]) {
        for dot in dots { replace(dot) }
        add(survivor)
    }

    /// The dots that a write has to name to replace everything known here.
    package var dots: [Dot] { survivors.map(\.dot) }

    /// Deletes what `dot` wrote. The caller remembers that it must not come back.
    mutating func forget(_ dot: Dot) {
        survivors.removeAll { $0.dot == dot }
    }

    private mutating func replace(_ dot: Dot) {
        survivors.removeAll { $0.dot == dot }
        replaced.insertSorted(dot)
    }

    private mutating func add(_ survivor: Survivor) {
        guard !replaced.containsSorted(survivor.dot) else { return }
        if let index = survivors.firstIndex(where: { $0.dot == survivor.dot }) {
            // If the writer is honest, carriers of one origin hold the same value; if not, the lowest counts.
            if Self.counts(survivor, before: survivors[index]) { survivors[index] = survivor }
            return
        }
        let index = survivors.firstIndex { survivor.dot < $0.dot } ?? survivors.count
        survivors.insert(survivor, at: index)
    }

    private static func counts(_ left: Survivor, before right: Survivor) -> Bool {
        if left.carrier == right.carrier {
            return left.value.lexicographicallyPrecedes(right.value)
        }
        return left.carrier < right.carrier
    }

    // Two writes of one delta share stamp and chain; then the higher dot is the later one.
    private static func isShownBefore(_ left: Survivor, _ right: Survivor) -> Bool {
        if left.carrier == right.carrier { return left.dot > right.dot }
        return left.carrier.isLater(than: right.carrier)
    }
}

extension [Dot] {
    /// Whether a sorted list contains `dot`.
    package func containsSorted(_ dot: Dot) -> Bool {
        let index = insertionIndex(of: dot)
        return index < count && self[index] == dot
    }

    /// Inserts `dot` into a sorted list unless it is there.
    package mutating func insertSorted(_ dot: Dot) {
        let index = insertionIndex(of: dot)
        if index == count || self[index] != dot { insert(dot, at: index) }
    }

    private func insertionIndex(of dot: Dot) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < dot { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
