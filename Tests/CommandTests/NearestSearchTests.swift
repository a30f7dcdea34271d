import Testing

@testable import weft

@Suite struct NearestSearchTests {
    @Test func `what stands in quotation marks is one word of a search`() {
        #expect(
            NearestSearch.words(of: #"a  place:"Loom market" b"#) == [
                "a", #"place:"Loom market""#, "b",
            ])
        #expect(NearestSearch.words(of: #""a b"#) == [#""a b"#])
        #expect(NearestSearch.words(of: " ").isEmpty)
    }

    @Test(arguments: ["lomm", "#crfat", "by:@bne", "place:lomm", "category:x", #""a b""#])
    func `what names something may be a slip`(word: String) {
        #expect(NearestSearch.mayName(word))
    }

    @Test(arguments: [
        "or", "NOT", "-#craft", "(a", "b)", "wor*", "after:2026", "title:x", "is:unread",
    ])
    func `what has a sense of its own is none`(word: String) {
        #expect(!NearestSearch.mayName(word))
    }
}
