/// The bytes that a `Range` header asks for (RFC 9110, section 14).
package enum ByteRange: Equatable, Sendable {
    /// All of them: nothing is asked, or nothing that is understood.
    case whole
    /// These.
    case part(Range<Int>)
    /// None of them can be given: they lie behind the end.
    case unsatisfiable

    /// Reads `header`, about `size` bytes. Several ranges at once count as all of it, as the RFC allows.
    package init(_ header: String?, of size: Int) {
        guard let header, header.utf8.count <= Self.bytesMax else {
            self = .whole
            return
        }
        let halves = header.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, halves[0].lowercased() == "bytes" else {
            self = .whole
            return
        }
        let text = Self.trimmed(halves[1])
        let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2 else {
            self = .whole
            return
        }
        switch (Self.number(ends[0]), Self.number(ends[1])) {
        case (let first?, let last?):
            guard first <= last else {
                self = .whole
                return
            }
            self = first < size ? .part(first..<min(last, size - 1) + 1) : .unsatisfiable
        case (let first?, nil):
            guard ends[1].isEmpty else {
                self = .whole
                return
            }
            self = first < size ? .part(first..<size) : .unsatisfiable
        case (nil, let count?):
            guard ends[0].isEmpty else {
                self = .whole
                return
            }
            self = count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .unsatisfiable
        case (nil, nil): self = .whole
        }
    }

    /// Longest header that is looked at.
    private static let bytesMax = 100

    // Digits; what is too large to count is larger than any file.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(text).map { min($0, Int.max / 2) } ?? Int.max / 2
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop { $0 == " " || $0 == "\t" }
        guard let end = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return start }
        return start[...end]
    }
}
