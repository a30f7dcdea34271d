import Primitives

/// Days, months and years in a search, all in UTC: `2026-01-31`, `2026-01`, `2026`.
///
/// - Source: Howard Hinnant, "chrono-compatible low-level date algorithms": days are counted in years that begin in
///   March, so that the leap day comes last.
enum SearchDay {
    static let milliseconds: UInt64 = 24 * 60 * 60 * 1000

    /// The beginning of the day, month or year that `text` names; nil if it names none from 1970 on.
    static func start(of text: String) -> WallTime? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), let year = digits(parts[0], count: 4),
            let month = parts.count < 2 ? 1 : digits(parts[1], count: 2),
            let day = parts.count < 3 ? 1 : digits(parts[2], count: 2),
            year >= 1970, (1...12).contains(month), day >= 1
        else { return nil }
        let number = dayNumber(year: year, month: month, day: day)
        // Rejects days such as the 31st of a 30-day month, which would be in the next month.
        guard civil(number) == (year, month, day) else { return nil }
        return WallTime(milliseconds: UInt64(number) * milliseconds)
    }

    /// Formats the day of `time`, at most the last day of 9999.
    static func spelled(_ time: WallTime) -> String {
        let last = dayNumber(year: 9999, month: 12, day: 31)
        let (year, month, day) = civil(min(Int(time.milliseconds / milliseconds), last))
        return "\(year)-\(padded(month))-\(padded(day))"
    }

    private static func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    private static func digits(_ text: Substring, count: Int) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == count, bytes.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return bytes.reduce(0) { $0 * 10 + Int($1 - 48) }
    }

    /// Days since 1970-01-01; for years after 0.
    private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let (era, yearOfEra) = marchYear.quotientAndRemainder(dividingBy: 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func civil(_ number: Int) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = (number + 719_468).quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}

/// Durations in a search: a whole number and `h`, `d`, `w`, `m` (30 days) or `y` (365 days).
enum SearchAge {
    /// A hundred years, which is older than any link.
    private static let hoursMax = 100 * 365 * 24

    /// Parses a duration; nil if it is invalid or over a hundred years.
    static func duration(_ text: Substring) -> Duration? {
        guard let unit = text.last, let hoursEach = hours(of: unit) else { return nil }
        let number = text.dropLast()
        guard !number.isEmpty, number.utf8.allSatisfy({ (48...57).contains($0) }),
            let count = Int(number), count <= hoursMax / hoursEach
        else { return nil }
        return .seconds(count * hoursEach * 3600)
    }

    /// Formats a duration in days if it is whole days, else in hours.
    static func spelled(_ duration: Duration) -> String {
        let hours = min(max(Int(duration.components.seconds / 3600), 0), hoursMax)
        return hours.isMultiple(of: 24) ? "\(hours / 24)d" : "\(hours)h"
    }

    private static func hours(of unit: Character) -> Int? {
        switch unit {
        case "h", "H": return 1
        case "d", "D": return 24
        case "w", "W": return 7 * 24
        case "m", "M": return 30 * 24
        case "y", "Y": return 365 * 24
        default: return nil
        }
    }
}
