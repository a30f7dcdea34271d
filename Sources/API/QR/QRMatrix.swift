/// The modules of a QR code: where what stands, and how well a camera takes it.
package struct QRMatrix: Equatable, Sendable {
    /// Modules on each side.
    package let size: Int
    /// Row by row; true is dark.
    private var dark: [Bool]
    /// Belongs to the pattern that every code has, and is not masked.
    private var fixed: [Bool]

    private let version: Int

    /// The module at this row and column; light outside of the picture.
    package func isDark(_ row: Int, _ column: Int) -> Bool {
        guard 0..<size ~= row, 0..<size ~= column else { return false }
        return dark[row * size + column]
    }

    /// The patterns of `version`, and `codewords` in the order in which they are read; not masked.
    init(version: Int, codewords: [UInt8]) {
        self.version = version
        size = 17 + 4 * version
        dark = Array(repeating: false, count: size * size)
        fixed = dark
        putPatterns()
        putFormat(0)
        putVersion()
        put(codewords)
    }

    /// Bits that find room beside the patterns of a version.
    static func roomBits(_ version: Int) -> Int {
        let size = 17 + 4 * version
        let centres = version == 1 ? 0 : version / 7 + 2
        // Three finders with their rims and format, two timing lines, the alignments, the version.
        var bits = size * size - 3 * 64 - 31 - 2 * (size - 16)
        if centres > 0 { bits -= (centres * centres - 3) * 25 - (centres - 2) * 10 }
        return version >= 7 ? bits - 36 : bits
    }

    // MARK: Patterns

    private mutating func set(_ row: Int, _ column: Int, _ isDark: Bool) {
        guard 0..<size ~= row, 0..<size ~= column else { return }
        dark[row * size + column] = isDark
        fixed[row * size + column] = true
    }

    private mutating func putPatterns() {
        for place in 0..<size {
            set(6, place, place % 2 == 0)
            set(place, 6, place % 2 == 0)
        }
        for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] {
            putRings(row, column, reach: 4)
        }
        let centres = alignmentCentres()
        for row in centres {
            for column in centres {
                // Where the finders are there is none.
                let corner = [row, column].allSatisfy { $0 == 6 || $0 == size - 7 }
                if corner, row == 6 || column == 6 { continue }
                putRings(row, column, reach: 2)
            }
        }
    }

    // A dark centre with rings around it: two of a finder and its rim, or one of an alignment.
    private mutating func putRings(_ row: Int, _ column: Int, reach: Int) {
        for down in -reach...reach {
            for right in -reach...reach {
                let distance = max(abs(down), abs(right))
                let isDark = reach == 4 ? distance != 2 && distance != 4 : distance != 1
                set(row + down, column + right, isDark)
            }
        }
    }

    /// ISO/IEC 18004:2015, annex E.
    private func alignmentCentres() -> [Int] {
        guard version > 1 else { return [] }
        let count = version / 7 + 2
        let step = (version * 8 + count * 3 + 5) / (count * 4 - 4) * 2
        return [6] + (0..<count - 1).map { size - 7 - $0 * step }.reversed()
    }

    // Level and mask, twice, with ten bits that correct them.
    private mutating func putFormat(_ data: Int) {
        var rest = data
        for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
        let bits = (data << 10 | rest) ^ 0x5412
        func bit(_ place: Int) -> Bool { bits >> place & 1 == 1 }
        for place in 0..<6 { set(place, 8, bit(place)) }
        set(7, 8, bit(6))
        set(8, 8, bit(7))
        set(8, 7, bit(8))
        for place in 9..<15 { set(8, 14 - place, bit(place)) }
        for place in 0..<8 { set(8, size - 1 - place, bit(place)) }
        for place in 8..<15 { set(size - 15 + place, 8, bit(place)) }
        set(size - 8, 8, true)
    }

    private mutating func putVersion() {
        guard version >= 7 else { return }
        var rest = version
        for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
        let bits = version << 12 | rest
        for place in 0..<18 {
            let (far, near) = (size - 11 + place % 3, place / 3)
            set(near, far, bits >> place & 1 == 1)
            set(far, near, bits >> place & 1 == 1)
        }
    }

    // Up and down in columns of two, from the right; column 6 is a timing line.
    private mutating func put(_ codewords: [UInt8]) {
        var next = 0
        var isUp = true
        for right in stride(from: size - 1, through: 1, by: -2).map({ $0 <= 6 ? $0 - 1 : $0 }) {
            for step in 0..<size {
                let row = isUp ? size - 1 - step : step
                for column in [right, right - 1] where !fixed[row * size + column] {
                    guard next < codewords.count * 8 else { continue }
                    dark[row * size + column] = codewords[next / 8] >> (7 - next % 8) & 1 == 1
                    next += 1
                }
            }
            isUp.toggle()
        }
    }

    // MARK: Masks

    /// With every second module or so turned over by `mask`, and saying so.
    func masked(by mask: Int, level: QRCode.Level) -> QRMatrix {
        var turned = self
        for row in 0..<size {
            for column in 0..<size
            where !fixed[row * size + column] && Self.turns(mask, row, column) {
                turned.dark[row * size + column].toggle()
            }
        }
        turned.putFormat((level == .low ? 1 : 0) << 3 | mask)
        return turned
    }

    private static func turns(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
        switch mask {
        case 0: return (row + column) % 2 == 0
        case 1: return row % 2 == 0
        case 2: return column % 3 == 0
        case 3: return (row + column) % 3 == 0
        case 4: return (row / 2 + column / 3) % 2 == 0
        case 5: return row * column % 2 + row * column % 3 == 0
        case 6: return (row * column % 2 + row * column % 3) % 2 == 0
        default: return ((row + column) % 2 + row * column % 3) % 2 == 0
        }
    }

    /// The penalty for patterns that are read badly: section 7.8.3.1 of the standard; the mask with the least is taken.
    var penalty: Int {
        var penalty = 0
        for line in 0..<size {
            penalty += Self.penalty(ofLine: (0..<size).map { dark[line * size + $0] })
            penalty += Self.penalty(ofLine: (0..<size).map { dark[$0 * size + line] })
        }
        for row in 1..<size {
            for column in 1..<size {
                let here = dark[row * size + column]
                if here == dark[row * size + column - 1], here == dark[(row - 1) * size + column],
                    here == dark[(row - 1) * size + column - 1]
                {
                    penalty += 3
                }
            }
        }
        let percent = dark.count(where: { $0 }) * 100
        let away = abs(percent - 50 * size * size)
        return penalty + away / (5 * size * size) * 10
    }

    // Long runs of one colour, and what looks like a finder.
    private static func penalty(ofLine line: [Bool]) -> Int {
        var penalty = 0
        var run = 0
        var window = 0
        for (place, isDark) in line.enumerated() {
            run = place > 0 && line[place - 1] == isDark ? run + 1 : 1
            if run >= 5 { penalty += run == 5 ? 3 : 1 }
            window = (window << 1 | (isDark ? 1 : 0)) & 0x7FF
            if place >= 10, window == 0b1011101_0000 || window == 0b0000_1011101 { penalty += 40 }
        }
        return penalty
    }
}
