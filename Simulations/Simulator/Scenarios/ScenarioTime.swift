import Primitives

/// Durations as people write them: `90s`, `1h30m`, `200ms`, `3m12.000000345s`.
enum ScenarioTime {
    /// The longest duration.
    static let longest: Duration = .seconds(100 * 365 * 86_400)

    private static let units: [(name: String, nanoseconds: UInt64)] = [
        ("y", 365 * 86_400_000_000_000), ("d", 86_400_000_000_000), ("h", 3_600_000_000_000),
        ("m", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1000), ("ns", 1),
    ]

    /// Parses a duration; nil if `text` is none.
    static func parse(_ text: String) -> Duration? {
        var rest = Array(text)[...]
        var sum: UInt64 = 0
        guard !rest.isEmpty, rest.count <= 64 else { return nil }
        while !rest.isEmpty {
            let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest.dropFirst(number.count)
            let name = rest.prefix { $0.isASCII && $0.isLetter }
            rest = rest.dropFirst(name.count)
            guard let unit = units.first(where: { $0.name == String(name) }),
                let part = nanoseconds(number, unit.nanoseconds)
            else { return nil }
            let (next, overflow) = sum.addingReportingOverflow(part)
            guard !overflow, next <= longest.nanoseconds else { return nil }
            sum = next
        }
        return .nanoseconds(Int64(clamping: sum))
    }

    // Accepts up to nine decimal places, and only whole nanoseconds.
    private static func nanoseconds(_ number: ArraySlice<Character>, _ unit: UInt64) -> UInt64? {
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = UInt64(String(parts[0])) else {
            return nil
        }
        let (most, overflow) = whole.multipliedReportingOverflow(by: unit)
        guard !overflow else { return nil }
        guard parts.count == 2 else { return most }
        guard (1...9).contains(parts[1].count), let part = UInt64(String(parts[1])) else {
            return nil
        }
        let scale = parts[1].reduce(UInt64(1)) { product, _ in product * 10 }
        let (scaled, isTooMuch) = part.multipliedReportingOverflow(by: unit)
        guard !isTooMuch, scaled % scale == 0 else { return nil }
        let (sum, isOver) = most.addingReportingOverflow(scaled / scale)
        return isOver ? nil : sum
    }

    /// Returns the text that `parse` reads, in the largest units that fit.
    static func text(_ time: Duration) -> String {
        var left = time.nanoseconds
        guard left > 0 else { return "0s" }
        for unit in units.suffix(3) where left < unit.nanoseconds * 1000 {
            if left % unit.nanoseconds == 0, left < 1_000_000_000 {
                return "\(left / unit.nanoseconds)\(unit.name)"
            }
        }
        var text = ""
        for unit in units.prefix(4) where left >= unit.nanoseconds {
            text += "\(left / unit.nanoseconds)\(unit.name)"
            left %= unit.nanoseconds
        }
        guard left > 0 else { return text }
        let (whole, part) = (left / 1_000_000_000, left % 1_000_000_000)
        guard part > 0 else { return text + "\(whole)s" }
        var digits = String(part)
        digits = String(repeating: "0", count: 9 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return text + "\(whole).\(digits)s"
    }
}
