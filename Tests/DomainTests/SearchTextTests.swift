import Domain
import Testing

@Suite struct SearchTextTests {
    @Test(
        arguments: [
            ("", []), ("  -- ", []), ("Vector clocks, 2nd ed.", ["vector", "clocks", "2nd", "ed"]),
            ("C++ & C#", ["c", "c"]), ("Crème Brûlée", ["creme", "brulee"]),
            ("cre\u{300}me", ["creme"]), ("Ørsted Łódź ß", ["ørsted", "łodz", "ss"]),
            ("ΟΔΥΣΣΕΥΣ οδυσσευς", ["οδυσσευσ", "οδυσσευσ"]), ("Йод", ["йод"]),
            ("日本語 テキスト", ["日", "本", "語", "テ", "キ", "ス", "ト"]), ("snake_case", ["snake", "case"]),
            ("手順2 重跑gen-itgc後", ["手", "順", "2", "重", "跑", "gen", "itgc", "後"]),
            ("마당쇠", ["마", "당", "쇠"]), ("ไปเที่ยว", ["ไ", "ป", "เ", "ที่", "ย", "ว"]), ("๒๐", ["๒๐"]),
            ("ビール", ["ビ", "ー", "ル"]), ("हिन्दी में", ["हिन्दी", "में"]), ("தமிழ்", ["தமிழ்"]),
            ("مُدَرِّسٌ جديد", ["مدرس", "جديد"]), ("شـــكرا", ["شكرا"]), ("שָׁלוֹם", ["שלום"]),
            ("Groß GROSS ﬁn", ["gross", "gross", "fin"]), ("ＡＢＣ１", ["abc1"]),
            ("İstanbul", ["istanbul"]),
            ("❤\u{FE0F} 1\u{FE0F}\u{20E3}", ["1"]), ("葛\u{E0100}城", ["葛", "城"]),
            ("\u{93F} a", ["a"]),
            ("https://example.org/a?b=1", ["https", "example", "org", "a", "b", "1"]),
        ] as [(String, [String])])
    func `words are runs of letters and numbers, or letters of a script without blanks`(
        text: String, words: [String]
    ) {
        #expect(SearchText.words(in: text) == words)
    }

    @Test(arguments: ["東京都", "gen後x", "หนึ่ง", "日本 語", "ab c"])
    func `runs are the texts between blanks`(text: String) {
        let runs = SearchText.runs(in: text)

        #expect(runs == text.split(separator: " ").map(String.init))
        #expect(runs.flatMap { SearchText.units(of: $0) } == SearchText.words(in: text))
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
        ("http://", nil), ("magnet:?xt=//a", nil),
        ("https://BÜCHER.example/x", "xn--bcher-kva.example"),
        ("https://c16。example/", "c16.example"),
        ("https://Ｃ16.example:80", "c16.example"),
        ("https://b%C3%BCcher.example", "xn--bcher-kva.example"),
        ("https://XN--BCHER-KVA.example", "xn--bcher-kva.example"),
        ("https://a_b.example", "a_b.example"),
        ("https://a／b.example/", "a／b.example"), ("http://a.b./", "a.b"), ("", nil),
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
