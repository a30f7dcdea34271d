/// A time as people type it behind an option.
enum DurationText {
    /// The seconds in `90s`, `30m`, `1h` or `7d`; nil if it is no such time, or none at all.
    static func seconds(_ text: String) -> Int? {
        guard let unit = text.last, let factor = units[unit], let count = Int(text.dropLast()),
            count > 0
        else { return nil }
        let (seconds, isTooLong) = count.multipliedReportingOverflow(by: factor)
        return isTooLong ? nil : seconds
    }

    private static let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
}
