import Domain
import Testing

@Suite struct CanonicalCompositionTests {
    @Test(
        arguments: [
            ("e\u{301}", [0xE9]),
            ("\u{212B}", [0xC5]),
            ("s\u{323}\u{307}", [0x1E69]),
            ("s\u{307}\u{323}", [0x1E69]),
            ("\u{1E9B}\u{323}", [0x1E9B, 0x323]),
            ("\u{1112}\u{1161}\u{11AB}", [0xD55C]),
            ("\u{D558}\u{11AB}", [0xD55C]),
            ("\u{958}", [0x915, 0x93C]),
            ("\u{344}", [0x308, 0x301]),
            ("a\u{5AE}\u{300}", [0xE0, 0x5AE]),
            ("\u{32D}\u{F75}", [0xF71, 0xF74, 0x32D]),
            ("\u{F900}", [0x8C48]),
            ("plain", [0x70, 0x6C, 0x61, 0x69, 0x6E]),
        ] as [(String, [UInt32])])
    func `a text becomes its normal form C`(text: String, expected: [UInt32]) {
        let scalars = CanonicalComposition.compose(text).unicodeScalars.map(\.value)

        #expect(scalars == expected)
    }

    @Test func `every character keeps its meaning and has one form`() {
        var wrong: [UInt32] = []

        for value in UInt32(0)...0x2FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let once = CanonicalComposition.compose(String(scalar))
            let twice = CanonicalComposition.compose(once)
            if once != String(scalar) || !once.utf8.elementsEqual(twice.utf8) {
                wrong.append(value)
            }
        }

        #expect(wrong.isEmpty)
    }

    @Test func `canonically equal sequences become the same bytes`() {
        var forms: [String: String] = [:]
        let marks = ["\u{300}", "\u{301}", "\u{323}", "\u{345}", "\u{5AE}", "\u{308}"]
        let letters = ["a", "e", "\u{3B1}", "\u{212B}", "\u{1EA0}", "s", "\u{1100}\u{1161}"]
        var differing: [String] = []

        for letter in letters {
            for first in marks {
                for second in marks {
                    for third in marks {
                        let text = letter + first + second + third
                        let form = CanonicalComposition.compose(text)
                        // Equal keys are canonically equivalent texts.
                        let known = forms[text] ?? form
                        forms[text] = known
                        if !known.utf8.elementsEqual(form.utf8) { differing.append(text) }
                    }
                }
            }
        }

        #expect(differing.isEmpty)
    }
}
