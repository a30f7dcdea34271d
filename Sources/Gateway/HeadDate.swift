#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A time as the head of an answer says it.
///
/// - Source: RFC 9110, section 5.6.7, `IMF-fixdate`: names of days and months in English, always GMT.
enum HeadDate {
    /// The time when an answer is made.
    static var now: String { text(time(nil)) }

    /// Seconds since 1970.
    static func text(_ seconds: time_t) -> String {
        var seconds = seconds
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)])"
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(two).joined(separator: ":")
        return "\(day) \(parts.tm_year + 1900) \(clock) GMT"
    }
}
