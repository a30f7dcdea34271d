import Domain

/// Removes metadata from a WebP: chunks not needed for display are overwritten with zeros and renamed so that readers
/// skip them, which keeps the size in the header valid. Data after the end is removed.
///
/// - Source: RFC 9649, section 2.
struct WebPMetadata {
    private var pending = PendingBytes()
    private var phase = Phase.head
    /// The number of bytes left in the file.
    private var left = 0

    private enum Phase: Equatable {
        case head
        case chunk
        case flags(rest: Int)
        case body(rest: Int, isKept: Bool)
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
        case .head:
            guard pending.count >= 12, let size = pending.littleNumber(at: 4, width: 4) else {
                return false
            }
            guard size >= 12, size <= Limits.blobBytesMax else {
                throw .damagedPicture("its size is \(size)", at: 4)
            }
            left = size + size % 2 - 4
            out += pending.take(12)
            phase = .chunk
            return true
        case .chunk:
            guard left > 0 else {
                phase = .over
                return false
            }
            guard pending.count >= 8, let length = pending.littleNumber(at: 4, width: 4) else {
                return false
            }
            try chunk(length, &out)
            return true
        case .flags(let rest):
            guard pending.count >= 1 else { return false }
            // Clears the flags for Exif and XMP.
            out.append(pending[0] & ~0b0000_1100)
            pending.skip(1)
            left -= 1
            phase = .body(rest: rest - 1, isKept: true)
            return true
        case .body(let rest, let isKept):
            let part = pending.take(min(rest, pending.count))
            out += isKept ? Array(part) : [UInt8](repeating: 0, count: part.count)
            left -= part.count
            guard part.count == rest else {
                phase = .body(rest: rest - part.count, isKept: isKept)
                return false
            }
            phase = .chunk
            return true
        case .over: return false
        }
    }

    private mutating func chunk(_ length: Int, _ out: inout [UInt8]) throws(Problem) {
        let padded = length + length % 2
        guard left >= 8, padded <= left - 8 else {
            throw .damagedPicture("a chunk is longer than the file", at: pending.offset)
        }
        let name = String(decoding: pending.prefix(4), as: UTF8.self)
        let isKept = Self.needed.contains(name)
        out += isKept ? Array(pending.prefix(4)) : Array("none".utf8)
        out += pending.prefix(8).suffix(4)
        pending.skip(8)
        left -= 8
        if name == "VP8X", padded > 0 {
            phase = .flags(rest: padded)
        } else {
            phase = .body(rest: padded, isKept: isKept)
        }
    }

    private static let needed: Set<String> = [
        "VP8X", "VP8 ", "VP8L", "ANIM", "ANMF", "ALPH", "ICCP",
    ]
}
