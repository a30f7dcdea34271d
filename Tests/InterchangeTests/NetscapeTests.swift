import Domain
import Interchange
import Primitives
import Testing

@Suite struct NetscapeTests {
    @Test(arguments: [
        ("a &amp; b &lt;&gt; &quot;&apos;", "a & b <> \"'"),
        ("&uuml;&nbsp;&Auml;&szlig;&yuml;", "ü\u{A0}Äßÿ"),
        ("&#252;&#xFC;&#XFC;&#x1F600;", "üüü\u{1F600}"),
        ("AT&T &copy &unknown; &#; &#x; &;", "AT&T &copy &unknown; &#; &#x; &;"),
        ("&#0;&#xD800;&#x110000;", "\u{FFFD}\u{FFFD}\u{FFFD}"),
        ("x <b>y</b> <a>", "x <b>y</b> <a>"),
        ("  padded \n", "padded"),
        ("&#32;kept&#10;", " kept\n"),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
    ])
    func `references are undone and everything else is text`(raw: String, title: String) throws {
        let link = try Importer.link("<DT><A HREF=\"https://a/\">\(raw)</A>")

        #expect(link.draft.title == title)
    }

    @Test(arguments: [
        "<DT><A HREF=\"https://a/\" TAGS=\"x,y\" ADD_DATE=\"1700000000\" TOREAD=\"1\">t</A>",
        "<dt><a add_date=1700000000 toread=1 tags='x,y' href=https://a/>t</a>",
        "<DT><A\n  TAGS = \"x,y\"\n TOREAD=\"1\" ICON=\"data:image/png;base64,A>B\" "
            + "SHORTCUTURL=\"k\"\n HREF = \"https://a/\" ADD_DATE=\"1700000000\" LAST>t</A>",
    ])
    func `attributes come in any order, case and quotation`(body: String) throws {
        let draft = try Importer.link(body).draft

        var wanted = BookmarkDraft(
            url: "https://a/", title: "t", tags: ["x", "y"], isUnread: true,
            added: WallTime(milliseconds: 1_700_000_000_000))
        wanted.isFromFile = true
        #expect(draft == wanted)
    }

    @Test(
        arguments: [
            ("1700000000", 1_700_000_000_000), ("1700000000123", 1_700_000_000_123),
            ("1700000000123456", 1_700_000_000_123), ("13439698570075203", 1_795_224_970_075),
            ("1700000000123456789", 1_700_000_000_123), ("2023-11-14T22:13:20Z", 1_700_000_000_000),
            ("2023-11-15T00:13:20.5+02:00", 1_700_000_000_500),
            ("10/Oct/2000:13:55:36 +0300", 971_175_336_000), ("0", nil), ("", nil), ("-5", nil),
            ("99999999999999999999", nil),
        ] as [(String, UInt64?)])
    func `a time is told by its magnitude`(raw: String, milliseconds: UInt64?) throws {
        let link = try Importer.link("<DT><A HREF=\"https://a/\" ADD_DATE=\"\(raw)\">t</A>")

        #expect(link.draft.added?.milliseconds == milliseconds)
    }

    @Test func `folders nest, roots go, separators and empty folders say nothing`() throws {
        let body = """
            <DT><H3 PERSONAL_TOOLBAR_FOLDER="true">Lesezeichenleiste</H3>
            <DL><p>
              <DT><H3>Papers</H3><DD>about the folder
              <DL><p>
                <DT><H3>AC/DC &amp; co</H3>
                <DL><p><DT><A HREF="https://a/">a</A></DL><p>
                <HR>
                <DT><H3>Empty</H3><DL><p></DL><p>
                <DT><A HREF="https://b/">b</A>
              </DL><p>
              <DT><A HREF="https://c/">c</A>
            </DL><p>
            <DT><H3>Other bookmarks</H3>
            <DL><p><DT><A HREF="https://d/">d</A></DL><p>
            """
        let file = "<DL><p>\n\(body)\n</DL><p>"

        let tags = try Importer.read(file).entries.map(\.draft.tags)
        let paths = try Importer.read(file, options: .init(folders: .asCollections)).entries
        let plain = try Importer.read(file, options: .init(folders: .ignored, extraTags: ["#old"]))

        #expect(tags == [["Papers/AC-DC & co"], ["Papers"], [], []])
        #expect(paths.map(\.folders) == [["Papers", "AC/DC & co"], ["Papers"], [], []])
        #expect(paths.allSatisfy { $0.draft.tags.isEmpty })
        #expect(plain.entries.map(\.draft.tags) == [["old"], ["old"], ["old"], ["old"]])
    }

    @Test func `bookmarklets are left out, what is wrong is refused with its line`() throws {
        let file = """
            <DL><p>
            <DT><A HREF="javascript:alert(1)">let</A>
            <DT><A HREF="data:text/html,x">data</A>
            <DT><A NAME="x">nothing</A>
            <DT><A HREF="https://a/>no mark</A>
            <DT><A HREF="https://b/">b</A>
            </DL><p>
            """

        let reading = try Importer.read(file)

        #expect(reading.entries.map(\.draft.url) == ["https://b/"])
        #expect(reading.report.refused.map(\.line) == [3, 4, 5])
        #expect(reading.report.refused[0].why.contains("data:"))
        #expect(reading.report.notices == ["left out: 1 bookmarklet"])
        #expect(reading.report.earlyEnd == nil)
    }

    @Test func `a comma inside a tag survives our own files`() throws {
        let link = try Importer.link("<DT><A HREF=\"https://a/\" TAGS=\"Doe&#44; Jane,x\">t</A>")

        let again = try Importer.read(exported([Bookmark(link)], as: .html))

        #expect(link.draft.tags == ["Doe, Jane", "x"])
        #expect(again.entries[0].draft.tags == link.draft.tags)
    }

    @Test func `linkding's second note is joined to the first`() throws {
        let link = try Importer.link(
            "<DT><A HREF=\"https://a/\">t</A>\n<DD>About\n[linkding-notes]Mine[/linkding-notes]")

        #expect(link.draft.note == "About\n\nMine")
    }

    @Test func `blanks part the tags of Shaarli`() throws {
        let entry = "<DL><p><DT><A HREF=\"https://a/\" TAGS=\"x y\">t</A></DL><p>"
        let shaarli = try Importer.read("<!-- Shaarli export -->" + entry)
        let other = try Importer.read(entry)

        #expect(shaarli.entries[0].draft.tags == ["x", "y"])
        #expect(other.entries[0].draft.tags == ["x y"])
    }

    @Test func `Safari's reading list is unread`() throws {
        let file =
            "<DL><p><DT><H3 id=\"com.apple.ReadingList\">Leseliste</H3><DL><p>"
            + "<DT><A HREF=\"https://a/\">t</A></DL><p></DL><p>"

        let draft = try Importer.read(file).entries[0].draft

        #expect(draft.isUnread)
        #expect(draft.tags.isEmpty)
    }
}
