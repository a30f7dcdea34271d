#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Repeated measurements of one quantity.
struct Sample {
    /// Ascending.
    private let sorted: [Double]

    init(_ values: [Double]) {
        precondition(!values.isEmpty, "a sample has a value")
        sorted = values.sorted()
    }

    var count: Int { sorted.count }
    var least: Double { sorted[0] }
    var most: Double { sorted[sorted.count - 1] }
    var median: Double { quantile(0.5) }
    var p95: Double { quantile(0.95) }
    var p99: Double { quantile(0.99) }

    /// Returns the smallest value that at least `part` of the values do not exceed (nearest rank).
    private func quantile(_ part: Double) -> Double {
        sorted[max(0, Int((part * Double(count)).rounded(.up)) - 1)]
    }

    /// The least and most of the runs, and their number.
    var spread: String {
        "\(Number.text(least))..\(Number.text(most)), n=\(count)"
    }
}

/// A monotonic stopwatch.
struct Stopwatch {
    private let start = Self.nanoseconds()

    var milliseconds: Double { Double(Self.nanoseconds() - start) / 1_000_000 }

    private static func nanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

/// Formats numbers for tables.
enum Number {
    /// Returns three significant digits, never a power of ten.
    static func text(_ value: Double) -> String {
        let size = value.magnitude
        let digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let whole = Int((size * scale).rounded())
        let (front, back) = whole.quotientAndRemainder(dividingBy: Int(scale))
        let sign = value < 0 && whole > 0 ? "-" : ""
        guard digits > 0 else { return sign + String(front) }
        let fraction = String(back)
        return sign + String(front) + "." + String(repeating: "0", count: digits - fraction.count)
            + fraction
    }
}
