/// Sizes, for people.
package enum ByteCount {
    /// `1.5 GiB`, with one digit behind the point.
    package static func shown(_ bytes: UInt64) -> String {
        let units = [("GiB", UInt64(1) << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
        guard let (name, unit) = units.first(where: { bytes >= $0.1 }) else {
            return "\(bytes) bytes"
        }
        return "\(bytes / unit).\(bytes % unit * 10 / unit) \(name)"
    }

    /// The same without a point where none is needed, as people type it: `512MiB`.
    package static func typed(_ bytes: Int) -> String {
        let units = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
        guard let (name, unit) = units.first(where: { bytes >= $0.1 && bytes % $0.1 == 0 }) else {
            return "\(bytes)"
        }
        return "\(bytes / unit)\(name)"
    }

    /// The bytes that `64MiB`, `2 GiB`, `512KiB`, `2GB` (thousands) or a number alone mean.
    ///
    /// - Returns: nil for anything else, and for more than there is room to count.
    package static func read(_ text: String) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
        let sizes = [
            "": 1, "kib": 1 << 10, "k": 1 << 10, "mib": 1 << 20, "m": 1 << 20, "gib": 1 << 30,
            "g": 1 << 30, "tib": 1 << 40, "t": 1 << 40, "kb": 1_000, "mb": 1_000_000,
            "gb": 1_000_000_000, "tb": 1_000_000_000_000,
        ]
        guard let number = Int(digits), let size = sizes[unit] else { return nil }
        let (bytes, isTooMuch) = number.multipliedReportingOverflow(by: size)
        return isTooMuch ? nil : bytes
    }
}
