import Domain
import Testing

@Suite struct SearchTextTests {
    @Test(
        arguments: [
            ("", []), ("  -- ", []), ("Vector clocks, 2nd ed.", ["vector", "clocks", "2nd", "ed"]),
            ("C++ & C#", ["c", "c"]), ("Crème Brûlée", ["creme", "brulee"]),
            ("cre\u{300}me", ["creme"]), ("Ørsted Łódź ß", ["ørsted", "łodz", "ß"]),
            ("ΟΔΥΣΣΕΥΣ οδυσσευς", ["οδυσσευσ", "οδυσσευσ"]), ("Йод", ["йод"]),
            ("日本語 テキスト", ["日本語", "テキスト"]), ("snake_case", ["snake", "case"]),
            ("https://example.org/a?b=1", ["https", "example", "org", "a", "b", "1"]),
        ] as [(String, [String])])
    func `words are runs of letters and numbers`(text: String, words: [String]) {
        #expect(SearchText.words(in: text) == words)
    }

    @Test func `folding twice is folding once, for every scalar`() {
        for value in UInt32(0)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let folded = SearchText.folded(String(Character(scalar)))
            let again = SearchText.folded(folded)
            if !folded.unicodeScalars.elementsEqual(again.unicodeScalars) {
                Issue.record("U+\(String(value, radix: 16))")
            }
        }
    }

    @Test(arguments: [
        ("https://Example.ORG:80/x", "example.org"), ("http://ana@example.org", "example.org"),
        ("http://[::1]:7434/", "[::1]"), ("mailto:ana@example.org", nil), ("example.org", nil),
        ("http://", nil), ("magnet:?xt=//a", nil), ("http://a.b./", "a.b"), ("", nil),
        ("://a", nil),
    ])
    func `a host is what stands before port and path`(url: String, host: String?) {
        #expect(SiteHost.host(of: url) == host)
    }

    @Test func `a site holds its host and those under it`() {
        #expect(SiteHost.isHost("example.org", within: "example.org"))
        #expect(SiteHost.isHost("www.example.org", within: "example.org"))
        #expect(!SiteHost.isHost("badexample.org", within: "example.org"))
        #expect(!SiteHost.isHost("org", within: "example.org"))
    }

    @Test(arguments: [
        ("titel", "title"), ("TAG", "tag"), ("tga", "tag"), ("sit", "site"), ("x", nil),
        ("", nil), ("quilting", nil), ("nto", nil), ("onte", "note"), ("b", nil),
    ])
    func `the nearest word is suggested if it is near`(typed: String, meant: String?) {
        let words = ["tag", "title", "site", "note", "by"]

        #expect(Suggestion.nearest(to: typed, among: words) == meant)
        #expect(Suggestion.nearest(to: String(repeating: "a", count: 5000), among: words) == nil)
    }
}
