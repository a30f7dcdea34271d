import Primitives

/// The content of a date field in a file.
enum DateReading: Equatable {
    /// No date: it is empty, or a program's word for no date.
    case absent
    /// A date.
    case time(WallTime)
    /// Day and month, whose order is ambiguous.
    case dayOrMonth
    /// Anything else.
    case unknown
}

/// The order of day and month in a column of dates.
enum DayOrder: Equatable {
    case dayFirst, monthFirst
}

/// Parses a date in any of the forms that programs write.
///
/// The whole text must have one of these forms; a time without a zone is in UTC:
///
///     1588332645                       since 1970, see `Timestamps.number`
///     1588332645.25                    seconds with a fraction
///     20200501  20200501T113045Z       ISO 8601, basic form
///     2020-05-01  2020/5/1             year, month, day; a clock may follow
///     01.05.2020                       day, month, year
///     5/13/2020  13-5-2020             by the order of its column
///     01/May/2020:13:30:45 +0200       Shaarli, the log of Apache
///     Fri, 01 May 2020 11:30:45 GMT    RFC 5322 and RFC 9110
///     May 1, 2020  Fri May 01 2020     with or without a clock
///
/// A clock is `11:30`, `11:30:45`, `11:30:45.25` or `11:30 AM`, a zone `Z`, `UTC`, `GMT`, `+02`, `+0200`, `+02:00` or
/// `GMT+0200`.
struct DateText {
    /// The maximum length of any form.
    private static let bytesMax = 64
    private static let slash = UInt8(ascii: "/")
    private static let hyphen = UInt8(ascii: "-")
    private static let dot = UInt8(ascii: ".")
    private static let colon = UInt8(ascii: ":")
    private static let blank = UInt8(ascii: " ")

    private let text: [UInt8]
    private var cursor: TextCursor

    /// Parses all of `bytes`; the order of day and month may be known from the column.
    static func read(_ bytes: some Sequence<UInt8>, _ order: DayOrder? = nil) -> DateReading {
        var text = Array(bytes.drop { $0 <= 0x20 }.prefix(bytesMax + 1))
        guard text.count <= bytesMax else { return .unknown }
        while let last = text.last, last <= 0x20 { text.removeLast() }
        // Go writes this for no time.
        let isAbsent =
            text.allSatisfy { $0 == 0x30 } || text.starts(with: "0001-01-01T00:00:00".utf8)
            || ["null", "none"].contains(String(decoding: text, as: UTF8.self).lowercased())
        guard !isAbsent else { return .absent }
        var reader = DateText(text: text)
        return reader.date(order)
    }

    /// Returns which of day and month comes first in `bytes`; nil if it is no such date, or ambiguous.
    static func order(of bytes: some Sequence<UInt8>) -> DayOrder? {
        switch (read(bytes, .dayFirst), read(bytes, .monthFirst)) {
        case (.time, .unknown): return .dayFirst
        case (.unknown, .time): return .monthFirst
        default: return nil
        }
    }

    private init(text: [UInt8]) {
        self.text = text
        cursor = TextCursor(text)
    }

    // MARK: Forms

    private mutating func date(_ order: DayOrder?) -> DateReading {
        let digits = text.prefix { TextCursor.isDigit($0) }.count
        if digits == text.count { return number() }
        if digits >= 9, digits <= 10, text[digits] == Self.dot { return seconds(digits) }
        switch digits {
        case 8: return reading { $0.basic() }
        case 4: return reading { $0.yearFirst() }
        case 1, 2: return dayOrMonth(order)
        case 0: return reading { $0.named() }
        default: return .unknown
        }
    }

    private func reading(_ form: (inout DateText) -> WallTime?) -> DateReading {
        var reader = self
        guard let time = form(&reader) else { return .unknown }
        return .time(time)
    }

    private func number() -> DateReading {
        if text.count == 8 || text.count == 14 {
            var reader = self
            if let time = reader.basic() { return .time(time) }
        }
        let value = UInt64(String(decoding: text, as: UTF8.self))
        return value.flatMap(Timestamps.number).map { .time($0) } ?? .unknown
    }

    private func seconds(_ digits: Int) -> DateReading {
        let fraction = text.dropFirst(digits + 1)
        guard !fraction.isEmpty, fraction.allSatisfy(TextCursor.isDigit),
            let value = UInt64(String(decoding: text.prefix(digits), as: UTF8.self)),
            let time = Timestamps.number(value)
        else { return .unknown }
        let thousandths = Self.milliseconds(fraction)
        return .time(WallTime(milliseconds: time.milliseconds + UInt64(thousandths)))
    }

    // `20200501`, with an optional clock without colons.
    private mutating func basic() -> WallTime? {
        guard let year = cursor.digits(4...4), let month = cursor.digits(2...2),
            let day = cursor.digits(2...2)
        else {
            return nil
        }
        guard !cursor.isAtEnd else { return civil(year, month, day, Clock()) }
        _ = cursor.take(UInt8(ascii: "T"))
        guard let hour = cursor.digits(2...2), let minute = cursor.digits(2...2),
            let second = cursor.digits(2...2)
        else { return nil }
        var clock = Clock(hour: hour, minute: minute, second: second)
        clock.milliseconds = fraction()
        return zone(&clock) ? civil(year, month, day, clock) : nil
    }

    private mutating func yearFirst() -> WallTime? {
        guard let year = cursor.digits(4...4), let mark = cursor.mark(),
            let month = cursor.digits(1...2), cursor.take(mark),
            let day = cursor.digits(1...2), let clock = clockBehind()
        else { return nil }
        return civil(year, month, day, clock)
    }

    private func dayOrMonth(_ order: DayOrder?) -> DateReading {
        var reader = self
        guard let first = reader.cursor.digits(1...2) else { return .unknown }
        if let time = reader.dayAndName(first) { return .time(time) }
        reader.cursor.place = 0
        guard reader.cursor.digits(1...2) != nil, let mark = reader.cursor.mark(),
            let second = reader.cursor.digits(1...2), reader.cursor.take(mark),
            let year = reader.cursor.digits(4...4),
            let clock = reader.clockBehind()
        else { return .unknown }
        // With dots, the day always comes first.
        let known = mark == Self.dot || first == second ? .dayFirst : order
        let byDay = reader.civil(year, second, first, clock)
        let byMonth = reader.civil(year, first, second, clock)
        switch known {
        case .dayFirst: return byDay.map { .time($0) } ?? .unknown
        case .monthFirst: return byMonth.map { .time($0) } ?? .unknown
        case nil:
            guard let only = byDay ?? byMonth else { return .unknown }
            return byDay != nil && byMonth != nil ? .dayOrMonth : .time(only)
        }
    }

    // The part after a day: `/May/2020:11:30:45 +0200`, ` May 2020 11:30`.
    private mutating func dayAndName(_ day: Int) -> WallTime? {
        guard let mark = cursor.mark() ?? cursor.blankMark(), let month = month(),
            cursor.take(mark),
            let year = cursor.digits(4...4)
        else { return nil }
        if mark == Self.slash, cursor.take(Self.colon) {
            guard var clock = clock(), zone(&clock) else { return nil }
            return civil(year, month, day, clock)
        }
        return clockBehind().flatMap { civil(year, month, day, $0) }
    }

    // `Fri, 01 May 2020`, `Fri May 01 2020`, `May 1, 2020`.
    private mutating func named() -> WallTime? {
        let start = cursor.place
        if Self.weekdays.contains(String(cursor.word().prefix(3))) {
            _ = cursor.take(UInt8(ascii: ","))
            guard cursor.take(Self.blank) else { return nil }
        } else {
            cursor.place = start
        }
        if let day = cursor.digits(1...2) { return dayAndName(day) }
        guard let month = month(), cursor.take(Self.blank), let day = cursor.digits(1...2) else {
            return nil
        }
        _ = cursor.take(UInt8(ascii: ","))
        guard cursor.take(Self.blank), let year = cursor.digits(4...4), let clock = clockBehind()
        else {
            return nil
        }
        return civil(year, month, day, clock)
    }

    // MARK: Clocks and zones

    private struct Clock {
        var hour = 0
        var minute = 0
        var second = 0
        var milliseconds = 0
        /// The offset from UTC in seconds, positive to the east.
        var offset = 0
    }

    // Reads a clock up to the end; midnight if nothing is left.
    private mutating func clockBehind() -> Clock? {
        guard !cursor.isAtEnd else { return Clock() }
        _ = cursor.take(UInt8(ascii: ","))
        guard cursor.take(UInt8(ascii: "T")) || cursor.take(Self.blank) else { return nil }
        guard var clock = clock(), zone(&clock) else { return nil }
        return clock
    }

    private mutating func clock() -> Clock? {
        guard let hour = cursor.digits(1...2), cursor.take(Self.colon),
            let minute = cursor.digits(2...2)
        else {
            return nil
        }
        var clock = Clock(hour: hour, minute: minute)
        if cursor.take(Self.colon) {
            guard let second = cursor.digits(2...2) else { return nil }
            clock.second = second
            clock.milliseconds = fraction()
        }
        let before = cursor.place
        _ = cursor.take(Self.blank)
        switch cursor.word() {
        case "am" where (1...12).contains(hour): clock.hour = hour % 12
        case "pm" where (1...12).contains(hour): clock.hour = hour % 12 + 12
        default: cursor.place = before
        }
        return clock
    }

    private mutating func fraction() -> Int {
        guard cursor.take(Self.dot) || cursor.take(UInt8(ascii: ",")) else { return 0 }
        return Self.milliseconds(cursor.allDigits())
    }

    // Returns false if something else is there, or follows it.
    private mutating func zone(_ clock: inout Clock) -> Bool {
        _ = cursor.take(Self.blank)
        let name = cursor.word()
        guard ["", "z", "utc", "gmt", "ut"].contains(name) else { return false }
        let isEast = cursor.take(UInt8(ascii: "+"))
        if isEast || cursor.take(Self.hyphen) {
            guard let hours = cursor.digits(2...2) else { return false }
            let hasColon = cursor.take(Self.colon)
            let minutes = cursor.digits(2...2)
            guard hours <= 15, minutes ?? 0 < 60, minutes != nil || !hasColon else { return false }
            clock.offset = (hours * 3600 + (minutes ?? 0) * 60) * (isEast ? 1 : -1)
        }
        // A browser appends the zone's name: `GMT+0200 (CEST)`.
        if name == "gmt", cursor.take(Self.blank), cursor.take(UInt8(ascii: "(")) {
            cursor.goToEnd()
        }
        return cursor.isAtEnd
    }

    private func civil(_ year: Int, _ month: Int, _ day: Int, _ clock: Clock) -> WallTime? {
        guard (1...12).contains(month), day >= 1, day <= Timestamps.days(in: month, of: year),
            clock.hour < 24, clock.minute < 60, clock.second <= 60
        else { return nil }
        let seconds =
            Timestamps.daysSince1970(year, month, day) * 86_400 + clock.hour * 3600
            + clock.minute * 60 + clock.second - clock.offset
        guard seconds >= 0 else { return nil }
        return WallTime(milliseconds: UInt64(seconds * 1000 + clock.milliseconds))
    }

    private static func milliseconds(_ fraction: some Sequence<UInt8>) -> Int {
        let three = Array(fraction.prefix(3)) + [0x30, 0x30, 0x30]
        return three.prefix(3).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    // MARK: Names

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    private static let longMonths = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ]
    private static let weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

    private mutating func month() -> Int? {
        let name = cursor.word()
        let place = Self.months.firstIndex(of: name) ?? Self.longMonths.firstIndex(of: name)
        return place.map { $0 + 1 }
    }
}
