package import Primitives

/// The dead places of one chain.
///
/// - Shape: rising, none empty, none touching the next.
/// - Law: the union of several does not depend on their order (`DeadRangesTests`).
package struct DeadRanges: Equatable, Sendable {
    package private(set) var ranges: [Range<UInt64>]

    /// Creates the set of a chain in which everything lives.
    package init() {
        ranges = []
    }

    /// Normalizes ranges that may come in any order and overlap.
    package init(_ unsorted: [Range<UInt64>]) {
        ranges = []
        let sorted = unsorted.sorted {
            ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
        }
        for range in sorted where !range.isEmpty {
            if let last = ranges.last, range.lowerBound <= last.upperBound {
                ranges[ranges.count - 1] =
                    last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                ranges.append(range)
            }
        }
    }

    package var isEmpty: Bool { ranges.isEmpty }

    /// The number of dead places.
    package var count: UInt64 {
        ranges.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }
    }

    /// Whether the delta `sequence` is dead.
    package func contains(_ sequence: UInt64) -> Bool {
        range(from: sequence)?.contains(sequence) ?? false
    }

    /// The first range that ends behind `sequence`; nil if nothing from there on is dead.
    package func range(from sequence: UInt64) -> Range<UInt64>? {
        let index = ranges.firstPlace { $0.upperBound > sequence }
        return index < ranges.count ? ranges[index] : nil
    }

    /// The places that are dead here or in `other`.
    package func union(_ other: DeadRanges) -> DeadRanges {
        DeadRanges(ranges + other.ranges)
    }

    /// The dead places from `start` on.
    package func from(_ start: UInt64) -> DeadRanges {
        DeadRanges(ranges.map { max($0.lowerBound, start)..<max($0.upperBound, start) })
    }

    /// Whether everything that is dead in `other` is dead here too.
    package func covers(_ other: DeadRanges) -> Bool { union(other) == self }
}

extension Checkpoint {
    /// The places that the checkpoint declares dead: everything up to its length that is in no living range.
    package var dead: DeadRanges {
        var start: UInt64 = 0
        var ranges: [Swift.Range<UInt64>] = []
        for range in living {
            ranges.append(start..<range.start)
            start = range.end
        }
        return DeadRanges(ranges + [start..<length])
    }

    /// Whether the checkpoint is well formed at its place, whatever is held of its chain. The opening has to
    /// live, a living delta has to stand behind everything dead so that what follows is tied on, and a
    /// checkpoint of its own chain may judge only what stood there before it.
    ///
    /// - Parameter chain: The chain that the checkpoint stands in, as delta `sequence`.
    package func isSound(in chain: ChainID, at sequence: UInt64) -> Bool {
        guard living.first?.start == 0, living.last?.end == length, length > 0 else { return false }
        return self.chain != chain || length <= sequence
    }

    /// Declares `dead` among the first `length` deltas of `chain` to be dead.
    ///
    /// - Parameter id: Returns the id of the header at a place; called for the ends of the dead and the
    ///   living ranges.
    /// - Returns: nil if the checkpoint would not be sound, or an id is not known.
    package init?<Failure: Error>(
        of chain: ChainID, length: UInt64, dead: DeadRanges, seen: [Frontier.Entry],
        id: (UInt64) throws(Failure) -> Bytes32?
    ) throws(Failure) {
        var living: [Range] = []
        var start: UInt64 = 0
        var previous = Bytes32.zero
        for range in dead.ranges + [length..<length] {
            guard range.lowerBound > start, range.upperBound <= length,
                let last = try id(range.lowerBound - 1)
            else { return nil }
            living.append(
                Range(start: start, end: range.lowerBound, previous: previous, last: last))
            start = range.upperBound
            guard !range.isEmpty else { continue }
            guard let tie = try id(range.upperBound - 1) else { return nil }
            previous = tie
        }
        self.init(chain: chain, living: living, length: length, seen: seen)
    }
}
