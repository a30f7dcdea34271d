import Domain
import Testing

@Suite struct CaseFoldingTests {
    private static let foldings: [Unicode.Scalar: String] = {
        var foldings: [Unicode.Scalar: String] = [:]
        for entry in CaseFoldings.text.split(whereSeparator: \.isWhitespace) {
            let scalars = entry.split { $0 == "=" || $0 == "+" }
                .compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
            foldings[scalars[0]] = scalars.dropFirst().map { String($0) }.joined()
        }
        return foldings
    }()

    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.utf8.elementsEqual(right.utf8)
    }

    @Test func `every scalar is folded as Unicode says, Cherokee in small letters`() {
        var others: [UInt32] = []
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let said = Self.foldings[scalar] ?? scalar.properties.lowercaseMapping
            let wanted = CanonicalComposition.compose(said.lowercased())
            if !Self.isSame(CaseFolding.folded(String(scalar)), wanted) { others.append(value) }
        }

        #expect(Self.foldings.count == 297)
        #expect(others == [])
    }

    @Test func `folding twice or after lower case changes nothing more`() {
        var others: [UInt32] = []
        for value in UInt32(0)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value), scalar.properties.changesWhenCaseMapped
            else { continue }
            for mark in ["", "\u{301}", "\u{307}", "\u{308}", "\u{345}"] {
                let text = CanonicalComposition.compose("a\(scalar)\(mark)")
                let folded = CaseFolding.folded(text)
                let small = CanonicalComposition.compose(text.lowercased())
                let isLaw =
                    Self.isSame(CaseFolding.folded(folded), folded)
                    && Self.isSame(CanonicalComposition.compose(folded.lowercased()), folded)
                    && Self.isSame(CaseFolding.folded(small), folded)
                if !isLaw { others.append(value) }
            }
        }

        #expect(others == [])
    }

    @Test(arguments: [
        ("Straße", "STRASSE"), ("STRAẞE", "strasse"), ("Ὀδυσσεύς", "ὈΔΥΣΣΕΎΣ"), ("ﬁsh", "FISH"),
        ("ŉ", "ʼN"), ("ᾳ", "ΑΙ"), ("µ", "Μ"), ("ſ", "s"), ("ᏣᎳᎩ", "ꮳꮃꭹ"), ("ΐ", "Ϊ́"),
        ("եւ", "և"), ("Å", "å"),
    ])
    func `one word in two cases is one`(one: String, other: String) {
        #expect(Self.isSame(CaseFolding.folded(one), CaseFolding.folded(other)))
    }

    @Test(arguments: [
        ("ı", "i"), ("ı", "I"), ("İ", "i"), ("é", "e"), ("ø", "o"), ("日", "目"), ("ss", "s"),
    ])
    func `texts that differ by more than case stay different`(one: String, other: String) {
        #expect(!Self.isSame(CaseFolding.folded(one), CaseFolding.folded(other)))
    }
}
