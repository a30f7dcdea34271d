package import Primitives

/// The places of one chain that are dead.
///
/// - Shape: rising, none empty, none touching the next.
/// - Law: the union of several does not depend on their order (`DeadRangesTests`).
package struct DeadRanges: Equatable, Sendable {
    package private(set) var ranges: [Range<UInt64>]

    /// Everything lives.
    package init() {
        ranges = []
    }

    /// Ranges in any order, which may overlap.
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

    /// How many places are dead.
    package var count: UInt64 {
        ranges.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }
    }

    /// The delta `sequence` is dead.
    package func contains(_ sequence: UInt64) -> Bool {
        range(from: sequence)?.contains(sequence) ?? false
    }

    /// The first range that ends behind `sequence`; nil if nothing from there on is dead.
    package func range(from sequence: UInt64) -> Range<UInt64>? {
        let index = ranges.firstPlace { $0.upperBound > sequence }
        return index < ranges.count ? ranges[index] : nil
    }

    /// What is dead here or in `other`.
    package func union(_ other: DeadRanges) -> DeadRanges {
        DeadRanges(ranges + other.ranges)
    }

    /// The same from `start` on.
    package func from(_ start: UInt64) -> DeadRanges {
        DeadRanges(ranges.map { max($0.lowerBound, start)..<max($0.upperBound, start) })
    }

    /// Everything that is dead in `other` is dead here.
    package func covers(_ other: DeadRanges) -> Bool { union(other) == self }
}

extension Checkpoint {
    /// What it declares to be dead: everything up to its length that is in no living range.
    package var dead: DeadRanges {
        var start: UInt64 = 0
        var ranges: [Swift.Range<UInt64>] = []
        for range in living {
            ranges.append(start..<range.start)
            start = range.end
        }
        return DeadRanges(ranges + [start..<length])
    }

    /// Can be believed where it stands, whatever is held of its chain: the opening lives, something
    /// living stands behind everything dead, so that what follows is tied on, and of its own chain
    /// it judges only what was there before it.
    ///
    /// - Parameter chain: in which it stands, as delta `sequence`.
    package func isSound(in chain: ChainID, at sequence: UInt64) -> Bool {
        guard living.first?.start == 0, living.last?.end == length, length > 0 else { return false }
        return self.chain != chain || length <= sequence
    }

    /// The verdict that `dead` of the first `length` deltas of `chain` is dead.
    ///
    /// - Parameter ids: the id of the header at a place; asked for the ends of what is dead and of
    ///   what lives.
    /// - Returns: nil if it would not be sound, or an id is not known.
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
