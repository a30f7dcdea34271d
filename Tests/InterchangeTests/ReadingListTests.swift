import Domain
import Interchange
import Primitives
import Testing

/// Tests pages of links that are no browser's bookmark files, and folders of those that are.
@Suite struct ReadingListTests {
    @Test func `Pocket's page has dates, and what is unread`() throws {
        let file = """
            <!DOCTYPE html><html><head><title>Pocket Export</title></head><body>
            <h1>Unread</h1>
            <ul>
            <li><a href="https://c03.example/kites" time_added="1588332645" tags="wind,long lines">Kites</a></li>
            </ul>
            <h1>Read Archive</h1>
            <ul>
            <li><a href="https://c03.example/ropes" time_added="1400000000" tags="">Ropes</a></li>
            </ul></body></html>
            """

        let links = try Importer.read(file).entries.map(\.draft)

        #expect(links.map(\.added?.milliseconds) == [1_588_332_645_000, 1_400_000_000_000])
        #expect(links.map(\.isUnread) == [true, false])
        #expect(links.map(\.tags) == [["wind", "long lines"], []])
    }

    @Test func `Instapaper's headings are folders`() throws {
        let file = """
            <!DOCTYPE html>
            <html><head><title>Instapaper: Export</title></head><body>
            <h1>Unread</h1>
            <ol><li><a href="https://c07.example/boats">Boats</a></ol>
            <h1>Rope work</h1>
            <ol><li><a href="https://c07.example/knots">Knots &amp; bends</a></ol>
            </body></html>
            """

        let links = try Importer.read(file).entries.map(\.draft)

        #expect(links.map(\.title) == ["Boats", "Knots & bends"])
        #expect(links.map(\.isUnread) == [true, false])
        #expect(links.map(\.tags) == [[], ["Rope work"]])
    }

    @Test(arguments: ["Menu", "Mobile", "Favourites", "Toolbar", "Unfiled", "Bookmarks"])
    func `a folder of one's own may be called like a browser's`(name: String) throws {
        let link = try Importer.link(
            "<DT><H3>\(name)</H3>\n<DL><p>\n<DT><A HREF=\"https://a/\">Soup</A>\n</DL><p>")

        #expect(link.draft.tags == [name])
    }

    @Test(arguments: [
        "<H3 FOLDED>Favorites</H3>", "<H3>Mobile bookmarks</H3>", "<H3 FOLDED>Bookmarks Menu</H3>",
        "<H3 PERSONAL_TOOLBAR_FOLDER=\"true\">Leiste</H3>",
    ])
    func `a browser's own folder is none`(heading: String) throws {
        let link = try Importer.link(
            "<DT>\(heading)\n<DL><p>\n<DT><A HREF=\"https://a/\">Soup</A>\n</DL><p>")

        #expect(link.draft.tags == [])
    }

    @Test func `folders that do not fit a tag are told once`() throws {
        let names = [
            "東京都江東区の図書館と公園の案内", "週末に家族で出かける場所の一覧", "子どもと一緒に遊べる広場の情報",
        ]
        let links = "<DT><A HREF=\"https://a/\">a</A>\n<DT><A HREF=\"https://b/\">b</A>\n"
        let file =
            "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n"
            + names.map { "<DT><H3>\($0)</H3>\n<DL><p>\n" }.joined() + links
            + "</DL><p></DL><p></DL><p></DL><p>\n"

        let reading = try Importer.read(file)

        #expect(
            reading.entries.map(\.draft.tags)
                == Array(repeating: ["\(names[1])/\(names[2])"], count: 2))
        #expect(reading.report.warningCount == 1)
        #expect(reading.report.warnings[0].why.contains("left out of the tag"))
    }

    @Test(arguments: ["<DD>note", "<HR>", "<H3>next</H3>", "<DT>"])
    func `a title ends where it cannot go on`(behind: String) throws {
        let link = try Importer.link("<DT><A HREF=\"https://a/\">Title \(behind)\n")

        #expect(link.draft.title == "Title")
    }
}
