package import Primitives

/// RFC 3339 times in UTC: `2026-11-21T04:06:43.120Z`, always with milliseconds when written.
package enum Timestamp {
    /// The text of `time`; years beyond 9999 are cut to the last millisecond of 9999.
    package static func text(_ time: WallTime) -> String {
        let milliseconds = min(time.milliseconds, latest)
        let (year, month, day) = civil(daysSince1970: Int(milliseconds / 86_400_000))
        let rest = Int(milliseconds % 86_400_000)
        return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2)
            + "T" + padded(rest / 3_600_000, 2) + ":" + padded(rest / 60_000 % 60, 2)
            + ":" + padded(rest / 1000 % 60, 2) + "." + padded(rest % 1000, 3) + "Z"
    }

    /// The time that `text` shows; any offset, any fraction (cut to milliseconds).
    ///
    /// - Returns: nil for anything that is not RFC 3339, and for times before 1970.
    package static func time(_ text: String) -> WallTime? {
        var rest = ArraySlice(text.utf8)
        guard let year = number(4, &rest), take("-", &rest), let month = number(2, &rest),
            take("-", &rest), let day = number(2, &rest), take("T", &rest) || take("t", &rest),
            let hour = number(2, &rest), take(":", &rest), let minute = number(2, &rest),
            take(":", &rest), let second = number(2, &rest),
            let fraction = fraction(&rest), let offset = offsetMinutes(&rest), rest.isEmpty,
            1...12 ~= month, day >= 1, day <= lengthOfMonth(year, month),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        let minutes = (days(year, month, day) * 24 + hour) * 60 + minute - offset
        let milliseconds = (minutes * 60 + min(second, 59)) * 1000 + fraction
        return milliseconds < 0 ? nil : WallTime(milliseconds: UInt64(milliseconds))
    }

    /// 9999-12-31T23:59:59.999Z.
    private static let latest: UInt64 = 253_402_300_799_999

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    // Days are counted from 0000-03-01, so that a leap day is the last of its year.
    // - Source: Hinnant, "chrono-Compatible Low-Level Date Algorithms".
    private static func civil(daysSince1970: Int) -> (year: Int, month: Int, day: Int) {
        let days = daysSince1970 + 719_468
        let era = days / 146_097
        let dayOfEra = days % 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }

    private static func lengthOfMonth(_ year: Int, _ month: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        switch month {
        case 2: return isLeap ? 29 : 28
        case 4, 6, 9, 11: return 30
        default: return 31
        }
    }

    private static func number(_ digits: Int, _ rest: inout ArraySlice<UInt8>) -> Int? {
        guard rest.count >= digits else { return nil }
        var value = 0
        for byte in rest.prefix(digits) {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        rest = rest.dropFirst(digits)
        return value
    }

    private static func take(_ mark: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.first == UInt8(ascii: mark) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Int? {
        guard take(".", &rest) else { return 0 }
        let digits = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }
        guard !digits.isEmpty, digits.count <= 18 else { return nil }
        rest = rest.dropFirst(digits.count)
        let three = digits.prefix(3).map { Int($0 - 0x30) } + [0, 0]
        return three[0] * 100 + three[1] * 10 + three[2]
    }

    private static func offsetMinutes(_ rest: inout ArraySlice<UInt8>) -> Int? {
        if take("Z", &rest) || take("z", &rest) { return 0 }
        let isEast = take("+", &rest)
        guard isEast || take("-", &rest), let hours = number(2, &rest), take(":", &rest),
            let minutes = number(2, &rest), hours < 24, minutes < 60
        else { return nil }
        return (isEast ? 1 : -1) * (hours * 60 + minutes)
    }
}
