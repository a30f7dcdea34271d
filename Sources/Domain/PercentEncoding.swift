/// Canonical percent-encoding of a part of an address. - Source: RFC 3986 sections 2.1 to 2.3.
enum PercentEncoding {
    /// Appends `part` to `result`: unreserved characters decoded, hex digits in upper case; spaces, control characters,
    /// quotation marks, angle brackets and all bytes over 127 encoded. A `%` without two hex digits is kept.
    static func append(_ part: ArraySlice<UInt8>, to result: inout [UInt8]) {
        var index = part.startIndex
        while index < part.endIndex {
            let byte = part[index]
            if byte == percent, part.endIndex - index > 2, let high = digit(part[index + 1]),
                let low = digit(part[index + 2])
            {
                let value = high << 4 | low
                if isUnreserved(value) {
                    result.append(value)
                } else {
                    appendTriplet(value, to: &result)
                }
                index += 3
                continue
            }
            if mustBeEncoded(byte) {
                appendTriplet(byte, to: &result)
            } else {
                result.append(byte)
            }
            index += 1
        }
    }

    /// Returns the bytes of `text` with each triplet decoded. A `%` without two hex digits is kept.
    static func decoded(_ text: String) -> [UInt8] {
        let part = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < part.count {
            if part[index] == percent, part.count - index > 2, let high = digit(part[index + 1]),
                let low = digit(part[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(part[index])
                index += 1
            }
        }
        return result
    }

    private static let percent = UInt8(ascii: "%")
    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func appendTriplet(_ value: UInt8, to result: inout [UInt8]) {
        result.append(percent)
        result.append(digits[Int(value >> 4)])
        result.append(digits[Int(value & 15)])
    }

    private static func mustBeEncoded(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7F...0xFF: return true
        case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"): return true
        default: return false
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            return true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            return true
        default:
            return false
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): return byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): return byte - UInt8(ascii: "A") + 10
        default: return nil
        }
    }
}
