import Domain

/// Converts between text and the LaTeX markup used in BibTeX.
///
/// Decoding removes braces and styles; accents, symbols, dashes and quotation marks become characters; runs of spaces
/// become one, the lines of a paragraph are joined, and an empty line is kept.
struct LaTeXText {
    private var text = RawText()
    private let bytesMax: Int
    /// The whitespace due before the next character: 1 for a space, 2 for an empty line.
    private var gap = 0
    /// Accents whose letter has not been read yet.
    private var accents: [(mark: String, alone: String)] = []
    /// Whether dollar signs are paired and thus delimit mathematics.
    private let hasMathematics: Bool

    /// Accents that one letter may have; further ones are left out.
    private static let accentsMax = 4

    /// Returns the text of `raw`, at most `bytesMax` bytes.
    static func decode(_ raw: [UInt8], bytesMax: Int) -> RawText {
        var dollars = 0
        for (index, byte) in raw.enumerated() where byte == UInt8(ascii: "$") {
            if index == 0 || raw[index - 1] != UInt8(ascii: "\\") { dollars += 1 }
        }
        var reader = LaTeXText(bytesMax: bytesMax, hasMathematics: dollars % 2 == 0)
        var index = 0
        while index < raw.count {
            guard reader.text.bytes.count < bytesMax else {
                reader.text.wasCut = true
                break
            }
            index = reader.read(raw, at: index)
        }
        reader.standAlone()
        return reader.text
    }

    private init(bytesMax: Int, hasMathematics: Bool) {
        self.bytesMax = bytesMax
        self.hasMathematics = hasMathematics
    }

    // Reads the element at `index`; returns the index of the next.
    private mutating func read(_ raw: [UInt8], at index: Int) -> Int {
        let byte = raw[index]
        switch byte {
        case UInt8(ascii: "\\"): return command(raw, at: index + 1)
        case UInt8(ascii: "{"): return index + 1
        case UInt8(ascii: "}"):
            standAlone()
            return index + 1
        case UInt8(ascii: "$") where hasMathematics:
            standAlone()
            return index + 1
        case UInt8(ascii: "~"):
            standAlone()
            put(" ")
            return index + 1
        case 0...0x20: return blanks(raw, at: index)
        case UInt8(ascii: "-"), UInt8(ascii: "`"), UInt8(ascii: "'"):
            return run(of: byte, raw, at: index)
        default:
            let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
            let end = min(index + length, raw.count)
            if accents.isEmpty {
                put(raw[index..<end])
            } else {
                put(String(decoding: raw[index..<end], as: UTF8.self))
            }
            return end
        }
    }

    private mutating func blanks(_ raw: [UInt8], at start: Int) -> Int {
        var index = start
        var lineEnds = 0
        while index < raw.count, raw[index] <= 0x20 {
            if raw[index] == 0x0A { lineEnds += 1 }
            index += 1
        }
        // A space between an accent and its letter has no meaning.
        if accents.isEmpty { gap = max(gap, lineEnds > 1 ? 2 : 1) }
        return index
    }

    private mutating func run(of byte: UInt8, _ raw: [UInt8], at start: Int) -> Int {
        var count = 0
        while count < 3, start + count < raw.count, raw[start + count] == byte { count += 1 }
        standAlone()
        switch (byte, count) {
        case (UInt8(ascii: "-"), 3): put("—")
        case (UInt8(ascii: "-"), 2): put("–")
        case (UInt8(ascii: "`"), 2...):
            put("“")
            return start + 2
        case (UInt8(ascii: "'"), 2...):
            put("”")
            return start + 2
        default:
            put([byte][...])
            return start + 1
        }
        return start + count
    }

    private mutating func command(_ raw: [UInt8], at start: Int) -> Int {
        guard start < raw.count else {
            put("\\")
            return start
        }
        let letters = raw[start...].prefix(32).prefix { (0x61...0x7A).contains($0 | 0x20) }
        guard !letters.isEmpty else { return mark(raw, at: start) }
        let name = String(decoding: letters, as: UTF8.self)
        var end = letters.endIndex
        if LaTeXSymbols.accent(name) == nil, LaTeXSymbols.text(name) == nil,
            !LaTeXSymbols.isStyle(name), accents.isEmpty, !isFollowedByGroup(raw, end)
        {
            // The command is unknown, and nothing follows that it could apply to.
            standAlone()
            put("\\" + name)
            return end
        }
        while end < raw.count, raw[end] == 0x20 || raw[end] == 0x09 { end += 1 }
        if let accent = LaTeXSymbols.accent(name) {
            if accents.count < Self.accentsMax { accents.append(accent) }
        } else if let text = LaTeXSymbols.text(name) {
            symbol(name, text)
        }
        return end
    }

    private func isFollowedByGroup(_ raw: [UInt8], _ index: Int) -> Bool {
        index < raw.count && (raw[index] == UInt8(ascii: "{") || raw[index] == UInt8(ascii: "["))
    }

    private mutating func symbol(_ name: String, _ text: String) {
        switch name {
        case "i" where !accents.isEmpty: put("i")
        case "j" where !accents.isEmpty: put("j")
        case "newline": lineEnd()
        case "par": gap = 2
        default: put(text)
        }
    }

    // Reads a command of one punctuation mark.
    private mutating func mark(_ raw: [UInt8], at start: Int) -> Int {
        let byte = raw[start]
        if let accent = LaTeXSymbols.accent(String(UnicodeScalar(byte))) {
            if accents.count < Self.accentsMax { accents.append(accent) }
            return start + 1
        }
        switch byte {
        case UInt8(ascii: "\\"):
            lineEnd()
            var end = start + 1
            while end < raw.count, raw[end] <= 0x20 { end += 1 }
            return end
        case UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "@"), UInt8(ascii: "("),
            UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "!"):
            return start + 1
        case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: ">"):
            gap = max(gap, 1)
            return start + 1
        case 0...0x20:
            gap = max(gap, 1)
            return start + 1
        default:
            standAlone()
            // `\&`, `\%`, `\_`, `\{` stand for the character itself.
            return byte < 0x80 ? putOne(byte, start + 1) : start
        }
    }

    private mutating func putOne(_ byte: UInt8, _ next: Int) -> Int {
        put([byte][...])
        return next
    }

    // MARK: Output

    private mutating func lineEnd() {
        standAlone()
        gap = 0
        text.bytes.append(0x0A)
    }

    private mutating func fill() {
        guard gap > 0 else { return }
        if !text.bytes.isEmpty, text.bytes.last != 0x0A {
            text.bytes += gap > 1 ? [0x0A, 0x0A] : [0x20]
        }
        gap = 0
    }

    private mutating func put(_ bytes: ArraySlice<UInt8>) {
        fill()
        text.bytes += bytes
    }

    private mutating func put(_ shown: String) {
        fill()
        guard !accents.isEmpty else {
            text.bytes += shown.utf8
            return
        }
        let marks = accents.reversed().map(\.mark).joined()
        accents = []
        text.bytes += CanonicalComposition.compose(shown + marks).utf8
    }

    // Writes accents that no letter follows.
    private mutating func standAlone() {
        guard !accents.isEmpty else { return }
        let alone = accents.map(\.alone).joined()
        accents = []
        put(alone)
    }
}

extension LaTeXText {
    /// Returns `text` in LaTeX, so that every program shows the original and BibTeX counts braces correctly. A line end
    /// becomes `\\`, which is a line break in LaTeX as well.
    static func encode(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        var last: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): result += "{\\textbackslash}".utf8
            case UInt8(ascii: "{"): result += "{\\textbraceleft}".utf8
            case UInt8(ascii: "}"): result += "{\\textbraceright}".utf8
            case UInt8(ascii: "~"): result += "{\\textasciitilde}".utf8
            case UInt8(ascii: "^"): result += "{\\textasciicircum}".utf8
            case UInt8(ascii: "&"), UInt8(ascii: "%"), UInt8(ascii: "$"), UInt8(ascii: "#"),
                UInt8(ascii: "_"):
                result += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "-"), UInt8(ascii: "'"), UInt8(ascii: "`"):
                result += last == byte ? [UInt8(ascii: "{"), UInt8(ascii: "}"), byte] : [byte]
            case 0x0A: result += "\\\\\n".utf8
            default: result.append(byte)
            }
            last = byte
        }
        return result
    }
}
