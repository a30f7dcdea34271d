import Primitives

/// Converts between times and the forms in which bookmark files write them.
enum Timestamps {
    /// Interprets a number since 1970 in seconds, milliseconds, microseconds or nanoseconds, or in Chromium's
    /// microseconds since 1601, distinguished by magnitude; nil for 0 and for numbers in no range. Dates from 2100 on
    /// are not accepted.
    ///
    ///     below 4.1 * 10^9                       seconds
    ///     from 10^11, below 4.1 * 10^12          milliseconds, from 1973 on
    ///     from 10^14, below 4.1 * 10^15          microseconds, from 1973 on
    ///     from 1.16 * 10^16, below 1.57 * 10^16  microseconds since 1601, from 1970 on
    ///     from 10^17, below 4.1 * 10^18          nanoseconds, from 1973 on
    static func number(_ value: UInt64) -> WallTime? {
        switch value {
        case 1..<secondsMax: return WallTime(milliseconds: value * 1000)
        case 100_000_000_000..<(secondsMax * 1000): return WallTime(milliseconds: value)
        case 100_000_000_000_000..<(secondsMax * 1_000_000):
            return WallTime(milliseconds: value / 1000)
        case sinceWindowsEpoch..<(sinceWindowsEpoch + secondsMax * 1_000_000):
            return WallTime(milliseconds: (value - sinceWindowsEpoch) / 1000)
        case 100_000_000_000_000_000..<(secondsMax * 1_000_000_000):
            return WallTime(milliseconds: value / 1_000_000)
        default: return nil
        }
    }

    /// Parses any form of `DateText` with an unambiguous order of day and month; nil if it is none.
    static func text(_ bytes: some Sequence<UInt8>) -> WallTime? {
        guard case .time(let time) = DateText.read(bytes) else { return nil }
        return time
    }

    /// Formats as RFC 3339 in UTC, with milliseconds unless they are zero; at most the end of the year 9999.
    static func format(_ time: WallTime) -> String {
        let milliseconds = Int(min(time.milliseconds, 253_402_300_799_999))
        let days = milliseconds / 86_400_000
        let rest = milliseconds % 86_400_000
        let date = civil(days)
        let clock = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { padded($0, 2) }
        let fraction = rest % 1000 == 0 ? "" : "." + padded(rest % 1000, 3)
        return padded(date.year, 4) + "-" + padded(date.month, 2) + "-" + padded(date.day, 2)
            + "T" + clock.joined(separator: ":") + fraction + "Z"
    }

    private static let sinceWindowsEpoch: UInt64 = 11_644_473_600_000_000
    /// The beginning of the year 2100.
    private static let secondsMax: UInt64 = 4_102_444_800

    /// Returns the number of days in a month of the Gregorian calendar.
    static func days(in month: Int, of year: Int) -> Int {
        daysSince1970(month == 12 ? year + 1 : year, month % 12 + 1, 1)
            - daysSince1970(year, month, 1)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    /// Returns the days since 1970 in the Gregorian calendar; years are counted from March, so that leap days come
    /// last.
    /// - Source: E. G. Richards, "Mapping Time", 1998.
    static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let fromMarch = (month + 9) % 12
        let shifted = year - (month <= 2 ? 1 : 0)
        return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400
            + (153 * fromMarch + 2) / 5 + day - 1 - 719_468
    }

    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        var year = 1970 + days / 366
        while daysSince1970(year + 1, 1, 1) <= days { year += 1 }
        var month = 12
        while daysSince1970(year, month, 1) > days { month -= 1 }
        return (year, month, days - daysSince1970(year, month, 1) + 1)
    }
}
