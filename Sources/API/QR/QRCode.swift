/// A text as a picture that cameras read: QR code, model 2, ISO/IEC 18004:2015.
///
/// A QR code of what a ticket needs of the standard: one segment, alphanumeric where it fits and else bytes;
/// levels L and M; every version and mask.
package struct QRCode: Equatable, Sendable {
    /// The level of error correction: about 7 % or 15 % of a picture may be lost.
    package enum Level: Int, CaseIterable, Sendable {
        case low, medium
    }

    /// 1 to 40: a picture has 17 + 4 * version modules on each side.
    package let version: Int
    /// 0 to 7.
    package let mask: Int
    /// The picture, without the light modules around it.
    package let matrix: QRMatrix

    /// The picture of a text of which case does not matter, as of a ticket, an invitation or a code.
    ///
    /// The text is in capitals in it. So it is alphanumeric, and the picture a quarter smaller.
    ///
    /// - Returns: nil if `text` is too long for any.
    package init?(ofAnyCase text: String) { self.init(text.uppercased()) }

    /// The smallest picture of `text`, at the higher level where that costs no larger one.
    ///
    /// - Parameters:
    ///   - level: exactly this one.
    ///   - mask: this one; else the one by which the picture is read best.
    /// - Returns: nil if `text` is too long for any: more than 2,953 bytes or 4,296 alphanumeric
    ///   characters.
    package init?(_ text: String, level: Level? = nil, mask: Int? = nil) {
        let segment = QRSegment(text)
        let fitting = (1...40).first { version in
            segment.bitCount(version) <= QRLayout(version, level ?? .low).dataBytes * 8
        }
        guard let version = fitting else { return nil }
        let fitsMedium = segment.bitCount(version) <= QRLayout(version, .medium).dataBytes * 8
        let level = level ?? (fitsMedium ? .medium : .low)
        let layout = QRLayout(version, level)
        let codewords = layout.interleaved(segment.bytes(version, filling: layout.dataBytes))
        let blank = QRMatrix(version: version, codewords: codewords)
        let masked = (mask.map { $0...$0 } ?? 0...7).map { mask in
            (mask, blank.masked(by: mask, level: level))
        }
        let scored = masked.map { ($0.0, $0.1, masked.count > 1 ? $0.1.penalty : 0) }
        guard let best = scored.min(by: { $0.2 < $1.2 }) else { return nil }
        self.version = version
        self.mask = best.0
        matrix = best.1
    }
}

/// The data before any correction.
private struct QRSegment {
    private let isAlphanumeric: Bool
    private let characters: [UInt8]

    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)

    init(_ text: String) {
        let values = text.utf8.map { Self.alphabet.firstIndex(of: $0) }
        isAlphanumeric = !values.contains(nil)
        characters = isAlphanumeric ? values.map { UInt8($0 ?? 0) } : Array(text.utf8)
    }

    private func lengthBits(_ version: Int) -> Int {
        if isAlphanumeric { return version < 10 ? 9 : version < 27 ? 11 : 13 }
        return version < 10 ? 8 : 16
    }

    func bitCount(_ version: Int) -> Int {
        let (pairs, rest) = characters.count.quotientAndRemainder(dividingBy: 2)
        return 4 + lengthBits(version)
            + (isAlphanumeric ? pairs * 11 + rest * 6 : characters.count * 8)
    }

    /// All of it, a terminator, and filling up to `count` bytes.
    func bytes(_ version: Int, filling count: Int) -> [UInt8] {
        var bits: [Bool] = []
        func put(_ value: Int, _ width: Int) {
            for place in (0..<width).reversed() { bits.append(value >> place & 1 == 1) }
        }
        put(isAlphanumeric ? 2 : 4, 4)
        put(characters.count, lengthBits(version))
        if isAlphanumeric {
            for start in stride(from: 0, to: characters.count, by: 2) {
                let first = Int(characters[start])
                if start + 1 < characters.count {
                    put(first * 45 + Int(characters[start + 1]), 11)
                } else {
                    put(first, 6)
                }
            }
        } else {
            for byte in characters { put(Int(byte), 8) }
        }
        put(0, min(4, count * 8 - bits.count))
        put(0, (8 - bits.count % 8) % 8)
        for filling in 0..<(count - bits.count / 8) { put(filling % 2 == 0 ? 0xEC : 0x11, 8) }
        return stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        }
    }
}

/// The blocks of one version and level, and the bytes that are added to correct them.
private struct QRLayout {
    private let blocks: Int
    private let correctionEach: Int
    private let allBytes: Int

    /// Bytes that say something.
    var dataBytes: Int { allBytes - blocks * correctionEach }

    init(_ version: Int, _ level: QRCode.Level) {
        blocks = Self.blocks[level.rawValue][version - 1]
        correctionEach = Self.corrections[level.rawValue][version - 1]
        allBytes = QRMatrix.roomBits(version) / 8
    }

    /// The blocks of `data`, each with its correction, a byte of each in turn.
    func interleaved(_ data: [UInt8]) -> [UInt8] {
        let shortBlocks = blocks - allBytes % blocks
        let shortData = allBytes / blocks - correctionEach
        let divisor = Self.divisor(correctionEach)
        var parts: [(data: ArraySlice<UInt8>, correction: [UInt8])] = []
        var rest = data[...]
        for block in 0..<blocks {
            let part = rest.prefix(shortData + (block < shortBlocks ? 0 : 1))
            rest = rest.dropFirst(part.count)
            parts.append((part, Self.remainder(of: part, by: divisor)))
        }
        var bytes: [UInt8] = []
        for place in 0...shortData {
            for part in parts where place < part.data.count {
                bytes.append(part.data[part.data.startIndex + place])
            }
        }
        for place in 0..<correctionEach { bytes += parts.map { $0.correction[place] } }
        return bytes
    }

    // MARK: Reed and Solomon, over the field of 256 with x^8 + x^4 + x^3 + x^2 + 1

    private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var product = 0
        for place in (0..<8).reversed() {
            product = product << 1 ^ (product >> 7) * 0x11D
            product ^= (Int(right) >> place & 1) * Int(left)
        }
        return UInt8(product)
    }

    /// The product of all x - 2^i with i below `degree`, without its first 1.
    private static func divisor(_ degree: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: degree - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<degree {
            for place in result.indices {
                result[place] = product(result[place], root)
                if place + 1 < degree { result[place] ^= result[place + 1] }
            }
            root = product(root, 2)
        }
        return result
    }

    private static func remainder(of data: ArraySlice<UInt8>, by divisor: [UInt8]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: divisor.count)
        for byte in data {
            let factor = byte ^ result.removeFirst()
            result.append(0)
            for place in result.indices { result[place] ^= product(divisor[place], factor) }
        }
        return result
    }

    /// The bytes of each version, by level: ISO/IEC 18004:2015, table 9.
    private static let corrections = [
        [
            7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28,
            30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
        [
            10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28,
            28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
        ],
    ]
    private static let blocks = [
        [
            1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13,
            14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
        ],
        [
            1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21,
            23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
        ],
    ]
}
