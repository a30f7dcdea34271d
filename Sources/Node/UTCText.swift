#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Formats times in UTC.
enum UTCText {
    /// Formats the time `seconds` after 1970 began with a strftime(3) `format` that makes at most 31 bytes.
    static func text(_ seconds: time_t, _ format: String) -> String {
        var seconds = seconds
        var parts = tm()
        gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, format, &parts)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
