import CRDT
import Domain
import Interchange
import Primitives
import Testing

/// Tests files for other bookmark and note programs, byte for byte.
@Suite struct ForeignExportTests {
    private func link(
        _ title: String, url: String = "https://a.example/?a=1&b=2", note: String = "",
        tags: [String] = [], in placement: Set<Audience> = [], isUnread: Bool = false
    ) -> Bookmark {
        Bookmark(
            author: Author(person: PersonID(.zero), name: "ana", isMe: true),
            id: ObjectID(Bytes16(high: 1, low: 2)), url: url,
            canonicalURL: CanonicalURL.canonical(url), title: title, note: note, tags: tags,
            size: .medium, isUnread: isUnread, added: WallTime(milliseconds: 1_290_990_000_000),
            updated: WallTime(milliseconds: 1_300_000_000_000), placement: placement.sorted(),
            isTrashed: false, conflicts: [])
    }

    private func text(_ links: [Bookmark], _ format: ExportFormat) -> String {
        String(decoding: exported(links, as: format), as: UTF8.self)
    }

    @Test func `a file for Pinboard has what its own export has`() {
        let id = ObjectID(Bytes16(high: 1, low: 2)).text
        let meta = String(1_300_000_000_000 as UInt64, radix: 36)

        let text = text(
            [
                link("T", note: "n", tags: ["a", "b c"], in: [.public], isUnread: true), link(""),
            ], .pinboard)

        #expect(
            text == """
                [
                {"href": "https://a.example/?a=1&b=2", "description": "T", "extended": "n", \
                "meta": "\(meta)", "hash": "\(id)", "time": "2010-11-29T00:20:00Z", \
                "shared": "yes", "toread": "yes", "tags": "a b_c"},
                {"href": "https://a.example/?a=1&b=2", "description": "", "extended": "", \
                "meta": "\(meta)", "hash": "\(id)", "time": "2010-11-29T00:20:00Z", \
                "shared": "no", "toread": "no", "tags": ""}
                ]

                """)
    }

    @Test(arguments: [[], [.friends], [.private], [.friends, .group("lab")]] as [Set<Audience>])
    func `a link that is not public is not marked as shared`(placement: Set<Audience>) {
        let text = text([link("T", in: placement)], .pinboard)

        #expect(text.contains(#""shared": "no""#))
        #expect(!text.contains(#""shared": "yes""#))
    }

    @Test func `an export for Pinboard is read back unchanged`() throws {
        let links = [
            link("T \"<&\u{1F600}", note: "one\ntwo \\", tags: ["a", "x/y"], in: [.public]),
            link("", url: "https://b.example/", isUnread: true),
        ]

        let reading = try Importer.read(exported(links, as: .pinboard), fileName: "x.json")

        #expect(reading.format == .pinboard)
        #expect(reading.entries.map(\.draft.url) == links.map(\.url))
        #expect(reading.entries.map(\.draft.title) == links.map(\.title))
        #expect(reading.entries.map(\.draft.note) == links.map(\.note))
        #expect(reading.entries.map(\.draft.tags) == links.map(\.tags))
        #expect(reading.entries.map(\.draft.added) == links.map(\.added))
        #expect(reading.entries.map(\.draft.isUnread) == [false, true])
        #expect(reading.entries.map(\.draft.wasShared) == [true, false])
        #expect(reading.report.warningCount == 0)
        #expect(reading.report.refusedCount == 0)
    }

    @Test func `XBEL has title, tags, audiences and note, and nothing of a text is markup`() {
        let text = text(
            [
                link(
                    "</title><script>", note: "a < b\n\u{1}", tags: ["b c", "<d>"],
                    in: [.friends, .public]),
                link(""),
            ], .xbel)

        #expect(
            text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <xbel version="1.0">
                <bookmark href="https://a.example/?a=1&amp;b=2" id="1" \
                added="2010-11-29T00:20:00Z" modified="2011-03-13T07:06:40Z">
                <title>&lt;/title&gt;&lt;script&gt;</title>
                <info>
                <metadata owner="weft">
                <tag>b c</tag>
                <tag>&lt;d&gt;</tag>
                \([Audience.friends, .public].sorted().map { "<audience>\($0.name)</audience>\n" }
                    .joined())</metadata>
                </info>
                <desc>a &lt; b&#10;\u{FFFD}</desc>
                </bookmark>
                <bookmark href="https://a.example/?a=1&amp;b=2" id="2" \
                added="2010-11-29T00:20:00Z" modified="2011-03-13T07:06:40Z">
                <title>https://a.example/?a=1&amp;b=2</title>
                </bookmark>
                </xbel>

                """)
    }

    @Test func `a list in Markdown has a line for each link, and its note under it`() {
        let text = text(
            [
                link("T", note: "one\n\n- two\n1. three", tags: ["a", "b c", "x_y"]),
                link("[x](y) *b* <i> \\ &amp;\nz", url: "https://a.example/(x) <>"),
                link("", url: "https://a.example/?a&copy;"),
            ], .md)

        #expect(
            text == #"""
                - [T](https://a.example/?a=1&b=2) #a #b_c #x_y
                  one

                  \- two
                  1\. three
                - [\[x\](y) \*b\* \<i\> \\ \&amp; z](<https://a.example/(x) \<\>>)
                - [https://a.example/?a\&copy;](https://a.example/?a\&copy;)

                """#)
    }

    @Test func `an outline for Org mode runs and includes nothing`() {
        let nothing = "\u{200B}"
        let text = text(
            [
                link("T", note: "one\n#+INCLUDE: \"/etc/passwd\"\n\n* x", tags: ["a", "b-c d"]),
                link("]] src_sh{x} {{{m}}} @@h:x@@ call_x()", url: "https://[::1]/\\[\\"),
                link(""),
            ], .org)

        #expect(
            text == """
                * Weft
                ** [[https://a.example/?a=1&b=2][T]] :a:b_c_d:
                   : one
                   : #+INCLUDE: "/etc/passwd"
                   :
                   : * x
                ** [[https://\\[::1\\]/\\\\\\[\\\\][]\(nothing)]\(nothing) src_sh\(nothing){x} \
                \(nothing){\(nothing){\(nothing){m}}} @\(nothing)@h:x@\(nothing)@ \
                call_\(nothing)x()]]
                ** [[https://a.example/?a=1&b=2]]

                """)
    }

    @Test(arguments: [ExportFormat.pinboard, .xbel, .md, .org])
    func `a file of nothing is whole`(format: ExportFormat) {
        let wanted: [ExportFormat: String] = [
            .pinboard: "[\n]\n", .md: "", .org: "* Weft\n",
            .xbel: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xbel version=\"1.0\">\n</xbel>\n",
        ]

        #expect(text([], format) == wanted[format])
    }
}
