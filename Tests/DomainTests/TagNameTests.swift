import Domain
import Testing

@Suite struct TagNameTests {
    @Test(arguments: [
        ("crdt", "crdt", "crdt"),
        ("  ##CRDT ", "CRDT", "crdt"),
        ("reading \t\n list", "reading list", "reading list"),
        ("/a// b /", "a/b", "a/b"),
        ("Doe, Jane", "Doe, Jane", "doe, jane"),
        ("U\u{308}nicode", "\u{DC}nicode", "\u{FC}nicode"),
        ("C#", "C#", "c#"),
        ("Straße/STRAẞE", "Straße/STRAẞE", "strasse/strasse"),
        ("Ὀδός", "Ὀδός", "ὀδόσ"),
        ("\u{A0}# x", "x", "x"),
        ("#/#a", "a", "a"),
        ("/ # /#/ a/#b", "a/#b", "a/#b"),
    ])
    func `a name is written in one way`(raw: String, name: String, folded: String) throws {
        let tag = try TagName.normalise(raw).get()

        #expect(tag.name.utf8.elementsEqual(name.utf8))
        #expect(tag.folded.utf8.elementsEqual(folded.utf8))
    }

    @Test(arguments: ["", "  ", "#", "///", "##/###/#", "a\u{0}b", "a\u{7}"])
    func `a name that is empty or hides something is no tag`(raw: String) {
        #expect(throws: Problem.self) { try TagName.normalise(raw).get() }
    }

    @Test(arguments: [(127, true), (128, true), (129, false)])
    func `a tag has at most 128 bytes`(bytes: Int, isKept: Bool) {
        let result = TagName.normalise(String(repeating: "t", count: bytes))

        #expect(((try? result.get()) != nil) == isKept)
    }

    @Test func `an endless tag is refused at once`() {
        let endless = "a" + String(repeating: "\u{301}", count: 2_000_000)

        #expect(throws: Problem.self) { try TagName.normalise(endless).get() }
    }

    @Test func `a name of signs that mean something is normalised to itself`() {
        let signs: [Character] = ["#", "/", " ", "a", "\u{308}"]
        for number in 0..<Int(3125 * 25) {
            let raw = String(
                sequence(first: number) { $0 / 5 }.prefix(7).map { signs[$0 % 5] })
            guard case .success(let once) = TagName.normalise(raw) else { continue }

            #expect((try? TagName.normalise(once.name).get().name) == once.name, "\(raw)")
        }
    }

    @Test func `normalising and folding twice changes nothing`() throws {
        for value in UInt32(0x21)...0x2FFF {
            guard let scalar = Unicode.Scalar(value),
                case .success(let once) = TagName.normalise("a" + String(scalar) + "\u{323}")
            else { continue }
            let twice = try TagName.normalise(once.name).get()

            #expect(twice.name.utf8.elementsEqual(once.name.utf8), "U+\(value)")
            #expect(TagName.fold(once.folded).utf8.elementsEqual(once.folded.utf8), "U+\(value)")
        }
    }
}
