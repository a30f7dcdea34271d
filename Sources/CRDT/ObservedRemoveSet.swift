/// A set in which an addition wins over a concurrent removal: a removal names the additions it saw.
///
/// - Law: the order in which operations arrive does not matter, nor whether they arrive twice
///   (`ObservedRemoveSetTests`).
/// - Source: Bieniusa et al., "An Optimized Conflict-free Replicated Set", 2012.
package struct ObservedRemoveSet: Equatable, Sendable {
    /// One addition of one element.
    package struct Addition: Hashable, Comparable, Sendable {
        /// The added element: the bytes of a name or of an id.
        package let element: [UInt8]
        /// The origin of the operation that added it.
        package let dot: Dot

        /// Records that `dot` added `element`.
        package init(element: [UInt8], dot: Dot) {
            self.element = element
            self.dot = dot
        }

        package static func < (left: Addition, right: Addition) -> Bool {
            if left.element == right.element { return left.dot < right.dot }
            return left.element.lexicographicallyPrecedes(right.element)
        }
    }

    /// Additions that nobody removed, sorted.
    package private(set) var additions: [Addition]
    /// Removed additions, including ones that have not arrived yet; sorted.
    package private(set) var removed: [Addition]

    /// Creates the empty set.
    package init() {
        additions = []
        removed = []
    }

    /// Restores a stored set; both lists are sorted.
    package init(additions: [Addition], removed: [Addition]) {
        self.additions = additions
        self.removed = removed
    }

    /// The elements, sorted by bytes, each once.
    package var elements: [[UInt8]] {
        var result: [[UInt8]] = []
        for addition in additions where result.last != addition.element {
            result.append(addition.element)
        }
        return result
    }

    /// The dots that a removal has to name to remove `element`, as far as its additions are known here.
    package func dots(of element: [UInt8]) -> [Dot] {
        additions.filter { $0.element == element }.map(\.dot)
    }

    /// Applies an addition; has no effect if it was removed already.
    package mutating func add(_ addition: Addition) {
        guard !Self.contains(addition, in: removed) else { return }
        insert(addition, into: &additions)
    }

    /// Removes what `dots` added as `element`, whether or not those additions have arrived.
    package mutating func remove(_ element: [UInt8], dots: [Dot]) {
        for dot in dots {
            let addition = Addition(element: element, dot: dot)
            if Self.contains(addition, in: additions) {
                additions.remove(at: Self.index(of: addition, in: additions))
            }
            insert(addition, into: &removed)
        }
    }

    /// Deletes what `dot` added. The caller remembers that it must not come back.
    mutating func forget(_ dot: Dot) {
        additions.removeAll { $0.dot == dot }
    }

    private func insert(_ addition: Addition, into list: inout [Addition]) {
        let index = Self.index(of: addition, in: list)
        if index == list.count || list[index] != addition { list.insert(addition, at: index) }
    }

    private static func contains(_ addition: Addition, in list: [Addition]) -> Bool {
        let index = index(of: addition, in: list)
        return index < list.count && list[index] == addition
    }

    // The index at which an addition stands or would be inserted. Binary search, since sets of ten thousand
    // are changed a hundred times in one delta.
    private static func index(of addition: Addition, in list: [Addition]) -> Int {
        var (low, high) = (0, list.count)
        while low < high {
            let middle = low + (high - low) / 2
            if list[middle] < addition { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
