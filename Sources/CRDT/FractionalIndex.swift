/// A place in an ordered list that always has room before, behind and between.
///
/// - Shape: bytes compared as a fraction below 1 in base 256; never empty, never ending in 0.
/// - Two places may be equal when two devices wrote at once: then the element's dot decides.
/// - Source: fractional indexing (Greenspan, "Implementing Fractional Indexing", 2020).
package enum FractionalIndex {
    /// The shortest place behind `lower` (nil: the start) and before `upper` (nil: the end).
    ///
    /// - Returns: a place strictly between, or nil if the two leave none: they are equal or the
    ///   wrong way round.
    package static func between(_ lower: [UInt8]?, _ upper: [UInt8]?) -> [UInt8]? {
        if let upper, !(lower ?? []).lexicographicallyPrecedes(upper) { return nil }
        let lengthBelow = lower?.count ?? 0
        return place(lower ?? [], upper) { index, room in
            // At an open end the smallest step: appending and prepending cost a byte in 255
            // times. Between two the middle: a byte in 8 times at the same gap.
            switch (lower, upper) {
            case (nil, .some): return room - 1
            case (.some, nil): return index >= lengthBelow - 1 ? 1 : room / 2
            case (nil, nil), (.some, .some): return room / 2
            }
        }
    }

    /// So many places, rising, strictly between `lower` (nil: the start) and `upper` (nil: the end).
    ///
    /// - Shape: as short as halving makes them: 20,000 in an empty list have 3 bytes at most.
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

    // The middle one, and what is left of it and right of it.
    private static func fill(
        _ count: Int, _ low: [UInt8], _ upper: [UInt8]?, into places: inout [[UInt8]]
    ) {
        guard count > 0 else { return }
        let middle = place(low, upper) { _, room in room / 2 }
        fill(count / 2, low, middle, into: &places)
        places.append(middle)
        fill(count - 1 - count / 2, middle, upper, into: &places)
    }

    // Between two that differ, `upper` nil being the end: alike as far as they touch, and then one
    // `step` above the lower one, where the room between them is more than 1.
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

    /// Whether `bytes` may stand in a list.
    package static func isValid(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
        guard let last = bytes.last else { return false }
        return last != 0
    }
}
