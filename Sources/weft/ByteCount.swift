/// Sizes, for people.
enum ByteCount {
    /// `1.5 GiB`, with one digit behind the point.
    static func shown(_ bytes: UInt64) -> String {
        let units = [("GiB", UInt64(1) << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
        guard let (name, unit) = units.first(where: { bytes >= $0.1 }) else {
            return "\(bytes) bytes"
        }
        return "\(bytes / unit).\(bytes % unit * 10 / unit) \(name)"
    }
}
