import ArgumentParser
import FoundationEssentials

/// The seeds to run: a count from 1 on, ranges, or several of these separated by commas.
struct Seeds: ExpressibleByArgument {
    let ranges: [ClosedRange<UInt64>]

    init?(argument: String) {
        var ranges: [ClosedRange<UInt64>] = []
        for part in argument.components(separatedBy: ",") {
            guard let range = Self.range(part) else { return nil }
            ranges.append(range)
        }
        self.ranges = ranges
    }

    private static func range(_ text: String) -> ClosedRange<UInt64>? {
        let parts = text.components(separatedBy: "...").map { UInt64($0) }
        switch (parts.count, parts.first ?? nil, parts.last ?? nil) {
        case (1, let count?, _) where count > 0: return 1...count
        case (2, let first?, let last?) where first <= last: return first...last
        default: return nil
        }
    }
}
