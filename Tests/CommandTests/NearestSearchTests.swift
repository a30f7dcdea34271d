import Testing

@testable import weft

@Suite struct NearestSearchTests {
    @Test func `a quoted text is one word of a search`() {
        #expect(
            NearestSearch.words(of: #"a  place:"Loom market" b"#) == [
                "a", #"place:"Loom market""#, "b",
            ])
        #expect(NearestSearch.words(of: #""a b"#) == [#""a b"#])
        #expect(NearestSearch.words(of: " ").isEmpty)
    }

    @Test(arguments: ["lomm", "#crfat", "by:@bne", "place:lomm", "category:x", #""a b""#])
    func `a word that names something may be a typing error`(word: String) {
        #expect(NearestSearch.mayName(word))
    }

    @Test(arguments: [
        "or", "NOT", "-#craft", "(a", "b)", "wor*", "after:2026", "title:x", "is:unread",
    ])
    func `a word with a meaning of its own is not a typing error`(word: String) {
        #expect(!NearestSearch.mayName(word))
    }
}
