import CRDT
import Domain
import Primitives
import Testing

@testable import Interchange

/// Tests feeds and responses to Pinboard clients, which other programs parse.
@Suite struct FeedTests {
    private static let hostile = "</title><script>alert(1)</script> & \"x\" ]]> \u{1}\u{FFFE}\n\t"

    private func thing(_ title: String, url: String = "https://a.example/?a=1&b=\"2\"") -> Bookmark
    {
        Bookmark(
            author: Author(person: PersonID(.zero), name: "Ana & Bob", isMe: true),
            id: ObjectID(Bytes16(high: 1, low: 2)), url: url, canonicalURL: url, title: title,
            note: "<b>note</b>", tags: ["a b", "<c>"], size: .medium, isUnread: true,
            added: WallTime(milliseconds: 1_290_990_000_123),
            updated: WallTime(milliseconds: 1_300_000_000_000), placement: [.public],
            isTrashed: false, conflicts: [])
    }

    private func feed(_ things: Bookmark...) -> String {
        var bytes = AtomWriter.opening(
            FeedHead(
                title: "Weft: #a<b", id: "urn:weft:feed:x", updated: WallTime(milliseconds: 0),
                url: "http://localhost/feeds/atom?q=a&sort=title", next: "http://localhost/?b=\"1\""
            ))
        for thing in things { AtomWriter.append(thing, to: &bytes) }
        return String(decoding: bytes + AtomWriter.closing, as: UTF8.self)
    }

    @Test(arguments: [
        ("https://c24.example/a b", "https://c24.example/a%20b"),
        ("https://c24.example/x|y{z}", "https://c24.example/x%7Cy%7Bz%7D"),
        ("https://c24.example/%zz%41%", "https://c24.example/%25zz%41%25"),
        ("https://c24.example/ü?ü#ü#b", "https://c24.example/ü?ü#ü%23b"),
        ("http://[2001:db8::1]/[x]", "http://[2001:db8::1]/%5Bx%5D"),
        (
            "https://c24.example/\u{1}\u{7F}\u{FFFE}\u{E000}",
            "https://c24.example/%01%7F%EF%BF%BE%EE%80%80"
        ),
        ("file:///C:\\x", "file:///C:%5Cx"), ("mailto:a@b.example", "mailto:a@b.example"),
        ("no address", nil), ("", nil), (":x", nil), ("https:", nil), ("1a:b", nil),
    ])
    func `every address of a feed is an IRI, or left out`(url: String, iri: String?) {
        #expect(FeedAddress.iri(url) == iri)
        let atom = feed(thing("T", url: url))
        #expect(atom.contains("rel=\"alternate\"") == (iri != nil))
        if iri == nil { #expect(atom.contains("<content type=\"text\">")) }
    }

    @Test func `an Atom feed says what RFC 4287 asks for, and nothing of a text is markup`() {
        let entry = """
            <entry>
            <title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot; ]]&gt; \
            \u{FFFD}\u{FFFD}&#10;&#9;</title>
            <id>urn:weft:thing:\(PersonID(.zero).text):\(ObjectID(Bytes16(high: 1, low: 2)).text)</id>
            <link rel="alternate" href="https://a.example/?a=1&amp;b=%222%22" />
            <published>2010-11-29T00:20:00.123Z</published>
            <updated>2011-03-13T07:06:40Z</updated>
            <author><name>Ana &amp; Bob</name>
            </author>
            <category term="a b" />
            <category term="&lt;c&gt;" />
            <content type="text">&lt;b&gt;note&lt;/b&gt;</content>
            </entry>

            """
        #expect(
            feed(thing(Self.hostile)) == """
                <?xml version="1.0" encoding="utf-8"?>
                <feed xmlns="http://www.w3.org/2005/Atom">
                <title>Weft: #a&lt;b</title>
                <id>urn:weft:feed:x</id>
                <updated>1970-01-01T00:00:00Z</updated>
                <link rel="self" href="http://localhost/feeds/atom?q=a&amp;sort=title" />
                <link rel="next" href="http://localhost/?b=&quot;1&quot;" />
                <generator>weft</generator>
                \(entry)</feed>

                """)
    }

    @Test func `a thing without an address has content, one without a title its address`() {
        let noAddress = feed(thing("Hat", url: ""))
        let noTitle = feed(thing(""))

        #expect(!noAddress.contains("alternate"))
        #expect(noAddress.contains("<content"))
        #expect(noTitle.contains("<title>https://a.example/?a=1&amp;b=&quot;2&quot;</title>"))
    }

    @Test func `a JSON Feed says what version 1.1 asks for`() {
        var bytes = JSONFeedWriter.opening(
            FeedHead(title: "W\"x", id: "i", updated: WallTime(milliseconds: 0), next: "http://n/"))
        JSONFeedWriter.append(thing("T"), isFirst: true, to: &bytes)
        JSONFeedWriter.append(thing("</script>"), isFirst: false, to: &bytes)
        let text = String(decoding: bytes + JSONFeedWriter.closing, as: UTF8.self)

        let item = """
            "url": "https://a.example/?a=1&b=%222%22", "title": "T", "content_text": \
            "\\u003cb>note\\u003c/b>", "date_published": "2010-11-29T00:20:00.123Z", \
            "date_modified": "2011-03-13T07:06:40Z", "authors": [{"name": "Ana & Bob"}], "tags": \
            ["a b", "\\u003cc>"]}
            """
        #expect(
            text.hasPrefix(
                """
                {"version": "https://jsonfeed.org/version/1.1", "title": "W\\"x", \
                "next_url": "http://n/",
                 "items": [
                {"id": "urn:weft:thing:
                """))
        #expect(text.contains(item))
        #expect(text.contains("\"\\u003c/script>\""))
        #expect(text.hasSuffix("\n]}\n"))
    }

    @Test func `an export of links is a feed as well`() {
        for (format, first, last) in [
            (ExportFormat.atom, "<?xml", "</feed>\n"), (.jsonfeed, "{\"version\"", "]}\n"),
        ] {
            var writer = LinkWriter(format, exported: WallTime(milliseconds: 0))
            var bytes = writer.opening
            writer.append(thing("A"), to: &bytes)
            writer.append(thing("B"), to: &bytes)
            let text = String(decoding: bytes + writer.closing, as: UTF8.self)

            #expect(text.hasPrefix(first) && text.hasSuffix(last))
            #expect(text.split(separator: "urn:weft:thing:").count == 3)
        }
    }

    @Test func `a post is told as Pinboard tells it, in both languages`() {
        let post = PinboardPost(thing("T<"))
        let answer = PinboardAnswer.posts([post], date: "2010-11-29T00:00:00Z")
        let id = ObjectID(Bytes16(high: 1, low: 2)).text
        let meta = String(1_300_000_000_000 as UInt64, radix: 36)

        #expect(
            String(decoding: answer.text(.json), as: UTF8.self) == """
                {"date": "2010-11-29T00:00:00Z", "user": "weft", "posts": [
                {"href": "https://a.example/?a=1&b=\\"2\\"", "description": "T\\u003c", \
                "extended": "\\u003cb>note\\u003c/b>", "meta": "\(meta)", "hash": "\(id)", \
                "time": "2010-11-29T00:20:00Z", "shared": "yes", "toread": "yes", \
                "tags": "a_b \\u003cc>"}]}

                """)
        #expect(
            String(decoding: answer.text(.xml), as: UTF8.self) == """
                <?xml version="1.0" encoding="UTF-8" ?>
                <posts user="weft" dt="2010-11-29T00:00:00Z">
                <post href="https://a.example/?a=1&amp;b=&quot;2&quot;" \
                time="2010-11-29T00:20:00Z" description="T&lt;" \
                extended="&lt;b&gt;note&lt;/b&gt;" tag="a_b &lt;c&gt;" hash="\(id)" \
                meta="\(meta)" shared="yes" toread="yes" />
                </posts>

                """)
    }

    @Test(arguments: [
        (
            PinboardAnswer.update(time: "t"), #"{"update_time": "t"}"#, #"<update time="t" />"#
        ),
        (.code("done"), #"{"result_code": "done"}"#, #"<result code="done" />"#),
        (.result("done"), #"{"result": "done"}"#, "<result>done</result>"),
        (
            .dates([.init(day: "2010-11-29", count: 5)], tag: "a"),
            #"{"user": "weft", "tag": "a", "dates": {"2010-11-29": 5}}"#,
            """
            <dates user="weft" tag="a">
            <date count="5" date="2010-11-29" />
            </dates>
            """
        ),
        (
            .suggestion(["a", "b"]), #"[{"popular": []}, {"recommended": ["a", "b"]}]"#,
            """
            <suggested>
            <recommended>a</recommended>
            <recommended>b</recommended>
            </suggested>
            """
        ),
        (
            .tags([TagCount(name: "a", count: 2)]), #"{"a": 2}"#,
            """
            <tags>
            <tag count="2" tag="a" />
            </tags>
            """
        ),
        (.notes, #"{"count": 0, "notes": []}"#, "<notes>\n</notes>"),
    ])
    func `other answers are Pinboard's too`(answer: PinboardAnswer, json: String, xml: String) {
        #expect(String(decoding: answer.text(.json), as: UTF8.self) == json + "\n")
        #expect(
            String(decoding: answer.text(.xml), as: UTF8.self)
                == "<?xml version=\"1.0\" encoding=\"UTF-8\" ?>\n" + xml + "\n")
    }

    @Test func `a list of all is whole with none, one and two`() {
        for count in 0...2 {
            for format in PinboardFormat.allCases {
                var list = PinboardList(format, tag: "a&b")
                var bytes = list.opening
                for _ in 0..<count { list.append(PinboardPost(thing("T")), to: &bytes) }
                let text = String(decoding: bytes + list.closing, as: UTF8.self)

                switch format {
                case .json:
                    #expect(text.hasPrefix("[") && text.hasSuffix("]\n"))
                    #expect(text.split(separator: "},\n{").count == max(1, count))
                case .xml:
                    #expect(text.contains(#"<posts tag="a&amp;b" user="weft">"#))
                    #expect(text.split(separator: "<post ").count == count + 1)
                }
            }
        }
    }
}
