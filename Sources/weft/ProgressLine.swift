import Domain

/// The text of a progress bar.
struct ProgressLine {
    private let done: Int
    private let total: Int?
    private let seconds: Double
    private let unit: Unit

    /// The unit of the count.
    enum Unit: Sendable {
        case items, bytes
    }

    /// - Parameters:
    ///   - total: nil where it is not known; then there is no bar.
    ///   - time: how long it has taken so far.
    init(done: Int, total: Int?, after time: Duration, _ unit: Unit = .items) {
        self.total = total.flatMap { $0 > 0 ? $0 : nil }
        self.done = max(0, min(done, self.total ?? .max))
        let parts = time.components
        seconds = Double(parts.seconds) + Double(parts.attoseconds) / 1e18
        self.unit = unit
    }

    /// `[##########----------]  50 %  60 of 120  30/s  2 s left`, or as much of it as `columns` hold. Where the
    /// total is not known: `60 so far  30/s`.
    func text(columns: Int) -> String {
        guard let total else {
            return Self.joined(["\(shown(done)) so far", rate].compactMap { $0 }, in: columns)
        }
        let tail = [count(of: total), rate, left(of: total)].compactMap { $0 }
        let percent = "\(done * 100 / total) %"
        for width in [20, 10] {
            let head = "[\(bar(width, of: total))]  \(percent)"
            // Numbers say more than a long bar.
            let least = width == 20 ? "\(head)  \(count(of: total))" : head
            if least.count <= columns { return Self.joined([head] + tail, in: columns) }
        }
        return Self.joined([percent] + tail, in: columns)
    }

    // As many of the parts as fit, from the first on; the first is cut off where even it does not.
    private static func joined(_ parts: [String], in columns: Int) -> String {
        var text = ""
        for part in parts {
            let longer = text.isEmpty ? part : text + "  " + part
            if longer.count > columns { break }
            text = longer
        }
        return text.isEmpty ? String(parts[0].prefix(max(0, columns))) : text
    }

    private func bar(_ width: Int, of total: Int) -> String {
        let filled = Int(Double(done) / Double(total) * Double(width))
        return String(repeating: "#", count: filled)
            + String(repeating: "-", count: width - filled)
    }

    private func count(of total: Int) -> String { "\(shown(done)) of \(shown(total))" }

    private func shown(_ number: Int) -> String {
        switch unit {
        case .items: return "\(number)"
        case .bytes: return ByteCount.shown(UInt64(number))
        }
    }

    // In the first second it says nothing yet.
    private var speed: Double? {
        seconds >= 1 && done > 0 ? Double(done) / seconds : nil
    }

    private var rate: String? {
        speed.map { $0 < 1 && unit == .items ? "<1/s" : "\(shown(Int($0)))/s" }
    }

    private func left(of total: Int) -> String? {
        guard let speed, done < total else { return nil }
        let rest = Double(total - done) / speed
        guard rest < 1e9 else { return nil }
        return StatusCommand.age(milliseconds: UInt64(rest.rounded(.up)) * 1000) + " left"
    }
}
