import CRDT
import Domain
import Interchange
import Primitives
import Testing

@Suite struct ExportTests {
    /// A link whose texts contain everything that some format has to escape.
    private var awkward: Bookmark {
        var bookmark = Bookmark(
            ImportedLink(
                draft: BookmarkDraft(
                    url: "https://a/?x=1&y=\"<'>,[|]\\",
                    title: " =1+1 & <b>\"x\"</b>, &amp; \u{1F600}\t",
                    note: "\n @note\r\n<DT><A HREF=x>\n</DL> [linkding-notes]\u{1}\\ ''=\n",
                    tags: ["a,b", "a|b", "a\\b", "Doe, Jane", "x/y", "ü&<\">'", "=z"],
                    size: .large, isUnread: true, added: WallTime(milliseconds: 1_700_000_000_123)),
                folders: [], placement: [.friends], line: 1))
        bookmark.title = "'=" + bookmark.title
        return bookmark
    }

    @Test(arguments: ExportFormat.allCases.filter(\.isReadBack))
    func `every text comes back as it was`(format: ExportFormat) throws {
        var plain = awkward
        plain.title = "+49 30"
        plain.note = ""
        plain.placement = [.friends, .public]
        plain.size = .small

        let bytes = exported([awkward, plain], as: format)
        let reading = try Importer.read(bytes, fileName: "x.\(format.rawValue)")

        #expect(reading.entries.map { Bookmark($0) } == [awkward, plain])
        #expect(reading.report.warningCount == 0)
    }

    /// Includes times whose number would be read as another date, or as none.
    @Test(arguments: ExportFormat.allCases.filter(\.isReadBack))
    func `every time comes back as it was`(format: ExportFormat) throws {
        // Numbers that look like no time, like days and like milliseconds, and the year 2100.
        let seconds: [UInt64] = [
            0, 1, 20_210_607, 99_999_999, 4_102_444_800, 100_000_000_000, 89_999_999_999,
        ]
        let links = (seconds.map { $0 * 1000 } + [1, 20_210_607_001]).map { time in
            var link = awkward
            (link.url, link.canonicalURL) = ("https://a/\(time)", "https://a/\(time)")
            link.added = WallTime(milliseconds: time)
            return link
        }

        let reading = try Importer.read(
            exported(links, as: format), fileName: "x.\(format.rawValue)")

        #expect(reading.entries.map { Bookmark($0).added } == links.map(\.added))
        #expect(reading.report.warningCount == 0)
    }

    @Test func `friends are private to other programs`() throws {
        let text = String(decoding: exported([awkward], as: .html), as: UTF8.self)

        #expect(text.contains("PRIVATE=\"1\""))
        #expect(text.contains("DATA-WEFT-AUDIENCE=\"friends\""))
    }

    @Test func `the HTML has this form`() throws {
        let link = try Importer.link(
            "<DT><A HREF='https://a/?b&c' ADD_DATE=1700000000 PRIVATE=0 TAGS='x,y'>T</A>"
                + "<DD>one\ntwo")

        let text = String(decoding: exported([Bookmark(link)], as: .html), as: UTF8.self)

        #expect(
            text.hasSuffix(
                """
                <DL><p>
                    <DT><A HREF="https://a/?b&amp;c" ADD_DATE="1700000000" \
                LAST_MODIFIED="1700000000" PRIVATE="0" TAGS="x,y" DATA-WEFT-AUDIENCE="public">T</A>
                    <DD>one
                two
                </DL><p>

                """))
    }

    @Test func `no cell begins a formula`() {
        let text = String(decoding: exported([awkward], as: .csv), as: UTF8.self)

        #expect(text.contains(",\"''= =1+1"))
        #expect(!text.contains(",\"="))
    }

    @Test func `the JSON holds every field`() {
        var bookmark = awkward
        bookmark.isTrashed = true
        bookmark.conflicts = [
            Conflict(
                field: "title", losingValue: "old", by: bookmark.author,
                at: WallTime(milliseconds: 1000))
        ]

        let text = String(decoding: exported([bookmark], as: .json), as: UTF8.self)

        #expect(text.contains("\"trashed\": true, \"conflicts\": [{\"field\": \"title\", "))
        #expect(text.contains("\"losing_value\": \"old\", \"by\": {\"person\": \"0000"))
        #expect(text.contains("}, \"at\": \"1970-01-01T00:00:01Z\""))
        #expect(text.contains("\"author\": {\"person\": \"0000"))
        #expect(text.contains("\"placement\": [\"friends\"]"))
        #expect(text.hasPrefix("{\"format\": \"weft bookmarks\", \"version\": 1, \"exported\": "))
    }

    @Test(arguments: ExportFormat.allCases.filter(\.isReadBack))
    func `an export of nothing is whole`(format: ExportFormat) throws {
        let reading = try Importer.read(exported([], as: format), fileName: "x.\(format.rawValue)")

        #expect(reading.entries.isEmpty)
        #expect(reading.report.earlyEnd == nil)
    }
}
