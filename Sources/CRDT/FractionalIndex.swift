/// A place in an ordered list that always has room before, behind and between.
///
/// - Shape: bytes compared as a fraction below 1 in base 256; never empty, never ending in 0.
/// - Two places can be equal when two devices write at once; then the element's dot decides.
/// - Source: fractional indexing (Greenspan, "Implementing Fractional Indexing", 2020).
package enum FractionalIndex {
    /// Returns the shortest place behind `lower` (nil: the start) and before `upper` (nil: the end).
    ///
    /// - Returns: A place strictly between the two, or nil if they are equal or the wrong way round.
    package static func between(_ lower: [UInt8]?, _ upper: [UInt8]?) -> [UInt8]? {
        if let upper, !(lower ?? []).lexicographicallyPrecedes(upper) { return nil }
        let lengthBelow = lower?.count ?? 0
        return place(lower ?? [], upper) { index, room in
            // At an open end, take the smallest step: appending or prepending adds a byte every 255 times.
            // Between two places, take the middle: a byte every 8 times in the same gap.
            switch (lower, upper) {
            case (nil, .some): return room - 1
            case (.some, nil): return index >= lengthBelow - 1 ? 1 : room / 2
            case (nil, nil), (.some, .some): return room / 2
            }
        }
    }

    /// Returns `count` rising places strictly between `lower` (nil: the start) and `upper` (nil: the end).
    ///
    /// - Shape: as short as halving makes them: 20,000 in an empty list have at most 3 bytes.
    /// - Returns: nil where `between` finds none.
    package static func spread(
        _ count: Int, between lower: [UInt8]?, and upper: [UInt8]?
    ) -> [[UInt8]]? {
        if let lower, let upper, !lower.lexicographicallyPrecedes(upper) { return nil }
        var places: [[UInt8]] = []
        places.reserveCapacity(count)
        fill(count, lower ?? [], upper, into: &places)
        return places
    }

    // Places the middle one, then recurses to its left and right.
    private static func fill(
        _ count: Int, _ low: [UInt8], _ upper: [UInt8]?, into places: inout [[UInt8]]
    ) {
        guard count > 0 else { return }
        let middle = place(low, upper) { _, room in room / 2 }
        fill(count / 2, low, middle, into: &places)
        places.append(middle)
        fill(count - 1 - count / 2, middle, upper, into: &places)
    }

    // Copies the bytes that `low` and `upper` (nil: the end) share, then goes one `step` above the lower one
    // at the first byte where the room between them is more than 1. The two have to differ.
    private static func place(
        _ low: [UInt8], _ upper: [UInt8]?, step: (_ index: Int, _ room: Int) -> Int
    ) -> [UInt8] {
        var place: [UInt8] = []
        var isBelowUpper = upper == nil
        while true {
            let index = place.count
            let floor = index < low.count ? Int(low[index]) : 0
            var ceiling = 256
            if !isBelowUpper, let upper { ceiling = index < upper.count ? Int(upper[index]) : 0 }
            guard ceiling - floor <= 1 else {
                place.append(UInt8(floor + step(index, ceiling - floor)))
                return place
            }
            place.append(UInt8(floor))
            if ceiling > floor { isBelowUpper = true }
        }
    }

    /// Whether `bytes` are a valid place: not empty and not ending in 0.
    package static func isValid(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
        guard let last = bytes.last else { return false }
        return last != 0
    }
}
