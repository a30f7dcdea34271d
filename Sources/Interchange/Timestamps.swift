import Primitives

/// The ways in which bookmark files write a time.
enum Timestamps {
    /// A number since 1970 in seconds, milliseconds, microseconds or nanoseconds, or in Chromium's
    /// microseconds since 1601, told apart by magnitude; nil for 0 and what fits none.
    ///
    ///     below 10^11                       seconds, until the year 5138
    ///     below 10^14                       milliseconds
    ///     below 11 644 473 600 000 000      microseconds, until the year 2338
    ///     below 10^17                       microseconds since 1601, from 1970 on
    ///     from  10^17                       nanoseconds, from 1973 on
    static func number(_ value: UInt64) -> WallTime? {
        switch value {
        case 0: return nil
        case ..<100_000_000_000: return WallTime(milliseconds: value * 1000)
        case ..<100_000_000_000_000: return WallTime(milliseconds: value)
        case ..<sinceWindowsEpoch: return WallTime(milliseconds: value / 1000)
        case ..<100_000_000_000_000_000:
            return WallTime(milliseconds: (value - sinceWindowsEpoch) / 1000)
        default: return WallTime(milliseconds: value / 1_000_000)
        }
    }

    /// Any of the ways, as text: a number, RFC 3339, or `10/Oct/2000:13:55:36 +0300` (Shaarli).
    static func text(_ bytes: some Sequence<UInt8>) -> WallTime? {
        let text = Array(bytes.drop { $0 <= 0x20 }.prefix(40))
        let digits = text.prefix { (0x30...0x39).contains($0) }
        if digits.count == 4, text.dropFirst(4).first == UInt8(ascii: "-") { return rfc3339(text) }
        if digits.count == 2, text.dropFirst(2).first == UInt8(ascii: "/") { return log(text) }
        return UInt64(String(decoding: digits, as: UTF8.self)).flatMap(number)
    }

    /// RFC 3339 in UTC, with milliseconds where there are any; at most the end of the year 9999.
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

    private static func rfc3339(_ text: [UInt8]) -> WallTime? {
        guard let year = digits(text, 0, 4), let month = digits(text, 5, 2),
            let day = digits(text, 8, 2)
        else { return nil }
        let hasClock = text.count >= 19
        let clock = hasClock ? [11, 14, 17].compactMap { digits(text, $0, 2) } : [0, 0, 0]
        var milliseconds = 0
        var rest = text.dropFirst(19)
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            rest = rest.dropFirst(1 + fraction.count)
            let three = Array(fraction.prefix(3)) + [0x30, 0x30, 0x30]
            milliseconds = digits(three, 0, 3) ?? 0
        }
        return time(year, month, day, clock, zone: Array(rest), milliseconds: milliseconds)
    }

    /// `10/Oct/2000:13:55:36 +0300`
    private static func log(_ text: [UInt8]) -> WallTime? {
        guard text.count >= 20, let day = digits(text, 0, 2), let year = digits(text, 7, 4) else {
            return nil
        }
        let names =
            ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov"]
            + ["dec"]
        let name = String(decoding: text[3..<6], as: UTF8.self).lowercased()
        guard let month = names.firstIndex(of: name) else { return nil }
        let clock = [12, 15, 18].compactMap { digits(text, $0, 2) }
        return time(year, month + 1, day, clock, zone: Array(text.dropFirst(20)), milliseconds: 0)
    }

    private static func time(
        _ year: Int, _ month: Int, _ day: Int, _ clock: [Int], zone: [UInt8], milliseconds: Int
    ) -> WallTime? {
        guard (1...12).contains(month), (1...31).contains(day), clock.count == 3, clock[0] < 24,
            clock[1] < 60, clock[2] <= 60
        else { return nil }
        let seconds =
            daysSince1970(year, month, day) * 86_400 + clock[0] * 3600 + clock[1] * 60
            + clock[2] - offset(zone)
        guard seconds >= 0 else { return nil }
        return WallTime(milliseconds: UInt64(seconds * 1000 + milliseconds))
    }

    /// Seconds east of Greenwich; `Z`, nothing and nonsense are 0.
    private static func offset(_ zone: [UInt8]) -> Int {
        let text = zone.filter { $0 != 0x20 && $0 != UInt8(ascii: ":") }
        guard let sign = text.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
            let hours = digits(text, 1, 2), let minutes = digits(text, 3, 2)
        else { return 0 }
        return (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
    }

    private static func digits(_ text: [UInt8], _ start: Int, _ count: Int) -> Int? {
        guard text.count >= start + count else { return nil }
        var value = 0
        for byte in text[start..<(start + count)] {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        return value
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    /// Days from 1970 in the Gregorian calendar, years counted from March so that leap days come
    /// last. - Source: E. G. Richards, "Mapping Time", 1998.
    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
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
