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
        let low = lower ?? []
        if let upper, !low.lexicographicallyPrecedes(upper) { return nil }
        var place: [UInt8] = []
        var isBelowUpper = upper == nil
        for index in 0... {
            let floor = index < low.count ? Int(low[index]) : 0
            let ceiling: Int
            if isBelowUpper {
                ceiling = 256
            } else {
                ceiling = index < (upper?.count ?? 0) ? Int(upper?[index] ?? 0) : 0
            }
            if ceiling - floor > 1 {
                // At an open end the smallest step: appending and prepending cost a byte in 255
                // times. Between two the middle: a byte in 8 times at the same gap.
                let step: Int
                switch (lower, upper) {
                case (nil, .some): step = ceiling - floor - 1
                case (.some, nil): step = index >= low.count - 1 ? 1 : (ceiling - floor) / 2
                case (nil, nil), (.some, .some): step = (ceiling - floor) / 2
                }
                place.append(UInt8(floor + step))
                return place
            }
            place.append(UInt8(floor))
            if ceiling > floor { isBelowUpper = true }
        }
        return nil
    }

    /// Whether `bytes` may stand in a list.
    package static func isValid(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
        guard let last = bytes.last else { return false }
        return last != 0
    }
}
