import Domain
import Primitives

/// Removes metadata from a JPEG: only the segments needed to display it are kept. Exif's orientation is kept in a
/// segment of its own. Data after the end is removed.
///
/// - Source: ITU-T T.81, annex B; Exif 2.32, section 4.5; TIFF 6.0, section 2.
struct JPEGMetadata {
    private var pending = PendingBytes()
    private var phase = Phase.start
    private var hasTurned = false

    private enum Phase: Equatable {
        case start
        /// A marker is next.
        case marker
        /// Image data, up to the next marker.
        case scan
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
        guard phase == .over || phase == .scan else {
            throw .damagedPicture("it ends too early", at: pending.offset)
        }
    }

    // Returns false if more bytes are needed.
    private mutating func step(_ out: inout [UInt8]) throws(Problem) -> Bool {
        switch phase {
        case .start:
            guard pending.count >= 2 else { return false }
            out += pending.take(2)
            phase = .marker
            return true
        case .marker: return try segment(&out)
        case .scan: return scan(&out)
        case .over: return false
        }
    }

    private mutating func segment(_ out: inout [UInt8]) throws(Problem) -> Bool {
        guard pending.count >= 2 else { return false }
        guard pending[0] == 0xFF else {
            throw .damagedPicture("no segment begins", at: pending.offset)
        }
        let marker = pending[1]
        switch marker {
        // Fill byte.
        case 0xFF:
            pending.skip(1)
            return true
        case 0xD9:
            out += pending.take(2)
            phase = .over
            return false
        case 0x01, 0xD0...0xD8:
            out += pending.take(2)
            return true
        default: break
        }
        guard let length = pending.number(at: 2, width: 2) else { return false }
        guard length >= 2 else {
            throw .damagedPicture("a segment is too short", at: pending.offset)
        }
        guard pending.count >= 2 + length else { return false }
        let whole = pending.take(2 + length)
        if Self.isNeeded(marker, whole.dropFirst(4)) {
            out += whole
        } else if !hasTurned, let turn = ExifTurn.turn(inSegment: Array(whole.dropFirst(4))) {
            out += ExifTurn.segment(turn)
            hasTurned = true
        }
        if marker == 0xDA { phase = .scan }
        return true
    }

    // In image data, FF is followed by 00 or by a marker.
    private mutating func scan(_ out: inout [UInt8]) -> Bool {
        guard let place = pending.firstIndex(of: 0xFF) else {
            out += pending.take(pending.count)
            return false
        }
        out += pending.take(place)
        guard pending.count >= 2 else { return false }
        switch pending[1] {
        case 0x00, 0xD0...0xD7: out += pending.take(2)
        // Fill byte. If these were kept, filtering a file that ends in one would remove the last one each time.
        case 0xFF: pending.skip(1)
        default: phase = .marker
        }
        return true
    }

    // JFIF, the color profile, Adobe's color transform; and all segments that are neither application data nor a
    // comment.
    private static func isNeeded(_ marker: UInt8, _ body: ArraySlice<UInt8>) -> Bool {
        switch marker {
        case 0xE0: return body.starts(with: Array("JFIF\0".utf8))
        case 0xE2: return body.starts(with: Array("ICC_PROFILE\0".utf8))
        case 0xEE: return body.starts(with: Array("Adobe".utf8))
        case 0xE1...0xEF, 0xFE: return false
        default: return true
        }
    }
}

/// The orientation of a picture in Exif's numbering: 2...8, where 1 is upright.
enum ExifTurn {
    /// Returns the orientation in a segment's body; nil if it is not Exif, or the picture is upright.
    static func turn(inSegment body: [UInt8]) -> UInt8? {
        guard body.starts(with: Array("Exif\0\0".utf8)) else { return nil }
        let tiff = Array(body.dropFirst(6))
        guard tiff.count >= 8 else { return nil }
        let isLittle = tiff[0] == UInt8(ascii: "I")
        func number(_ place: Int, _ width: Int) -> Int? {
            isLittle
                ? tiff.littleNumber(at: place, width: width) : tiff.number(at: place, width: width)
        }
        guard let first = number(4, 4), let count = number(first, 2) else { return nil }
        for entry in stride(from: 0, to: count, by: 1) {
            let place = first + 2 + 12 * entry
            guard let tag = number(place, 2), let value = number(place + 8, 2) else { return nil }
            if tag == 0x0112 { return (2...8).contains(value) ? UInt8(value) : nil }
        }
        return nil
    }

    /// Returns an Exif segment with the orientation alone.
    static func segment(_ turn: UInt8) -> [UInt8] {
        [0xFF, 0xE1, 0, 34] + Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1]
            + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, turn, 0, 0] + [0, 0, 0, 0]
    }
}
