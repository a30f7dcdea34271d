import ArgumentParser
import FoundationEssentials

/// The seeds to run.
struct Seeds: ExpressibleByArgument {
    let range: ClosedRange<UInt64>

    init?(argument: String) {
        let parts = argument.components(separatedBy: "...").map { UInt64($0) }
        switch (parts.count, parts.first ?? nil, parts.last ?? nil) {
        case (1, let count?, _) where count > 0: range = 1...count
        case (2, let first?, let last?) where first <= last: range = first...last
        default: return nil
        }
    }
}
