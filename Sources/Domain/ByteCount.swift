/// Formats and parses byte counts.
package enum ByteCount {
    /// Formats a size as `1.5 GiB`, with one decimal.
    package static func shown(_ bytes: UInt64) -> String {
        let units = [("GiB", UInt64(1) << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
        guard let (name, unit) = units.first(where: { bytes >= $0.1 }) else {
            return "\(bytes) bytes"
        }
        return "\(bytes / unit).\(bytes % unit * 10 / unit) \(name)"
    }

    /// Formats an exact size as people type it, without a decimal: `512MiB`.
    package static func typed(_ bytes: Int) -> String {
        let units = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
        guard let (name, unit) = units.first(where: { bytes >= $0.1 && bytes % $0.1 == 0 }) else {
            return "\(bytes)"
        }
        return "\(bytes / unit)\(name)"
    }

    /// Parses `64MiB`, `2 GiB`, `1.5 GiB`, `512KiB`, `2GB` (thousands) or a plain number. A unit may have up to
    /// three decimals; what they leave over a whole byte is dropped.
    ///
    /// - Returns: nil for anything else, and on overflow.
    package static func read(_ text: String) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        var rest = text.dropFirst(digits.count)
        var decimals: Substring = ""
        if rest.first == "." {
            decimals = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(1 + decimals.count)
            guard (1...3).contains(decimals.count) else { return nil }
        }
        let unit = rest.drop { $0 == " " }.lowercased()
        guard decimals.isEmpty || !unit.isEmpty else { return nil }
        let sizes = [
            "": 1, "kib": 1 << 10, "k": 1 << 10, "mib": 1 << 20, "m": 1 << 20, "gib": 1 << 30,
            "g": 1 << 30, "tib": 1 << 40, "t": 1 << 40, "kb": 1_000, "mb": 1_000_000,
            "gb": 1_000_000_000, "tb": 1_000_000_000_000,
        ]
        guard let number = Int(digits), let size = sizes[unit] else { return nil }
        let (bytes, isTooMuch) = number.multipliedReportingOverflow(by: size)
        // The units are below 2^41, so a thousand of them fit.
        let part = (Int(decimals) ?? 0) * size / [1, 10, 100, 1_000][decimals.count]
        let (sum, isTooMuchInAll) = bytes.addingReportingOverflow(part)
        return isTooMuch || isTooMuchInAll ? nil : sum
    }
}
