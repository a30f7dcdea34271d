import Domain
import Testing

@Suite struct BookmarkRulesTests {
    @Test(arguments: [
        "http://a", "https://a/", "FTP://a/x", "gemini://a/", "mailto:a@b", "magnet:?xt=1",
    ])
    func `these schemes are kept for everybody`(url: String) throws {
        let kept = try BookmarkRules.check(BookmarkDraft(url: url), audience: .public).get()

        #expect(kept.url == url)
    }

    @Test(arguments: [
        "javascript:alert(1)", "JavaScript:alert(1)", " java\nscript:x", "data:text/html,x",
        "place:sort=8", "about:blank", "example.org", "", "http:", "http://", "http:///x",
        "https:a", "http://?x", "http://:80/", "mailto:", "https://a/\u{0}b", "https://a/\u{1B}b",
        "1http://a",
    ])
    func `these addresses are never kept`(url: String) {
        let result = BookmarkRules.check(BookmarkDraft(url: url), audience: .private)

        #expect(throws: Problem.self) { try result.get() }
    }

    @Test func `a file stays private`() throws {
        let draft = BookmarkDraft(url: "file:///home/ana/paper.pdf")

        #expect(try BookmarkRules.check(draft, audience: .private).get() == draft)
        #expect(throws: Problem.self) {
            try BookmarkRules.check(draft, audience: .friends).get()
        }
    }

    @Test func `blanks and line ends leave an address`() throws {
        let draft = BookmarkDraft(url: " \u{1}https://a/\tlong\n path ")

        let kept = try BookmarkRules.check(draft, audience: .private).get()

        #expect(kept.url == "https://a/long path")
    }

    @Test(arguments: [(-1, true), (0, true), (1, false)])
    func `each text ends at its limit`(over: Int, isKept: Bool) {
        func filled(_ limit: Int, _ start: String = "") -> String {
            start + String(repeating: "x", count: limit + over - start.utf8.count)
        }
        let drafts = [
            BookmarkDraft(url: filled(Limits.urlBytesMax, "https://a/")),
            BookmarkDraft(url: "https://a/", title: filled(Limits.titleBytesMax)),
            BookmarkDraft(url: "https://a/", note: filled(Limits.noteBytesMax)),
            BookmarkDraft(
                url: "https://a/", tags: (0..<Limits.tagsPerObjectMax + over).map { "t\($0)" }),
        ]

        let kept = drafts.map { (try? BookmarkRules.check($0, audience: .private).get()) != nil }

        #expect(kept == [isKept, isKept, isKept, isKept])
    }

    @Test func `tags are kept once, as first written`() throws {
        let draft = BookmarkDraft(url: "https://a/", tags: ["CRDT", "#crdt", " p2p "])

        let kept = try BookmarkRules.check(draft, audience: .private).get()

        #expect(kept.tags == ["CRDT", "p2p"])
    }

    @Test func `a change obeys the rules of a draft`() throws {
        let good = BookmarkChange(url: " https://a/", addTags: ["#x"], removeTags: ["Y "])
        let bad = BookmarkChange(url: "javascript:1")

        let kept = try BookmarkRules.check(change: good, audience: .public).get()

        #expect(kept == BookmarkChange(url: "https://a/", addTags: ["x"], removeTags: ["Y"]))
        #expect(throws: Problem.self) {
            try BookmarkRules.check(change: bad, audience: .private).get()
        }
        #expect(throws: Problem.self) {
            try BookmarkRules.check(change: BookmarkChange(note: "a\u{0}"), audience: .private)
                .get()
        }
    }
}
