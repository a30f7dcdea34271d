import Domain

/// Removes metadata from a PNG: only the chunks needed to display it are kept. Data after the end is removed.
///
/// - Source: Portable Network Graphics, third edition, sections 5 and 11 (w3.org/TR/png-3).
struct PNGMetadata {
    private var pending = PendingBytes()
    private var phase = Phase.signature

    private enum Phase: Equatable {
        case signature
        case chunk
        /// The content of a chunk, with the number of bytes left.
        case body(rest: Int, isKept: Bool, isLast: Bool)
        /// The end was reached.
        case over
    }

    mutating func take(_ bytes: [UInt8]) throws(Problem) -> [UInt8] {
        guard phase != .over else { return [] }
        pending.append(bytes)
        var out: [UInt8] = []
        while try step(&out) {}
        return out
    }

    func finish() throws(Problem) {
        guard phase == .over else {
            throw .damagedPicture("it ends too early", at: pending.offset)
        }
    }

    private mutating func step(_ out: inout [UInt8]) throws(Problem) -> Bool {
        switch phase {
        case .signature:
            guard pending.count >= 8 else { return false }
            out += pending.take(8)
            phase = .chunk
            return true
        case .chunk:
            guard pending.count >= 8, let length = pending.number(at: 0, width: 4) else {
                return false
            }
            let name = String(decoding: pending.prefix(8).suffix(4), as: UTF8.self)
            guard length <= Limits.blobBytesMax, name.utf8.allSatisfy(Self.isLetter) else {
                throw .damagedPicture("no chunk begins", at: pending.offset)
            }
            let isKept = Self.isNeeded(name)
            if isKept { out += pending.prefix(8) }
            pending.skip(8)
            // The checksum follows.
            phase = .body(rest: length + 4, isKept: isKept, isLast: name == "IEND")
            return true
        case .body(let rest, let isKept, let isLast):
            let part = pending.take(min(rest, pending.count))
            if isKept { out += part }
            guard part.count == rest else {
                phase = .body(rest: rest - part.count, isKept: isKept, isLast: isLast)
                return false
            }
            phase = isLast ? .over : .chunk
            return !isLast
        case .over: return false
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (65...90).contains(byte) || (97...122).contains(byte)
    }

    // A capital initial means that the chunk is needed for display.
    private static func isNeeded(_ name: String) -> Bool {
        name.utf8.first.map { $0 <= 90 } == true || harmless.contains(name)
    }

    /// Other chunks that affect the display and reveal nothing about the origin.
    private static let harmless: Set<String> = [
        "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "bKGD", "hIST", "pHYs", "sPLT", "acTL",
        "fcTL", "fdAT", "cICP", "mDCV", "cLLI",
    ]
}
