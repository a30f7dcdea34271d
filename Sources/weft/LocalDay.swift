#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Days as the person at this machine counts them.
enum LocalDay {
    /// Today by the machine's clock and time zone: `2026-01-31`.
    static func today() -> String { day(of: time(nil)) }

    /// The day on which a moment falls here, in seconds since 1970.
    static func day(of moment: time_t) -> String {
        var moment = moment
        var parts = tm()
        localtime_r(&moment, &parts)
        return [
            padded(Int(parts.tm_year) + 1900, to: 4), padded(Int(parts.tm_mon) + 1, to: 2),
            padded(Int(parts.tm_mday), to: 2),
        ].joined(separator: "-")
    }

    private static func padded(_ number: Int, to count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
