import Domain
import Interchange
import Primitives
import Testing

/// Tests files that other services give to people who leave them.
@Suite struct ServiceTests {
    @Test func `Omnivore's metadata is read`() throws {
        let file = """
            [
             {"id": "o1", "slug": "tea", "title": "Tea", "description": "How leaves are rolled",
              "author": "A. Leaf", "url": "https://c08.example/tea", "state": "Active",
              "thumbnail": null, "labels": ["drink", "slow food"],
              "savedAt": "2023-03-04T05:06:07.890Z", "publishedAt": null},
             {"id": "o2", "slug": "salt", "title": "Salt", "description": "", "author": "",
              "url": "https://c08.example/salt", "state": "Archived", "labels": [],
              "savedAt": "2022-03-04T05:06:07.890Z"}
            ]
            """

        let reading = try Importer.read(file)

        let links = reading.entries.map(\.draft)
        #expect(reading.format == .omnivore)
        #expect(links.map(\.title) == ["Tea", "Salt"])
        #expect(links.map(\.note) == ["How leaves are rolled", ""])
        #expect(links.map(\.tags) == [["drink", "slow food"], []])
        #expect(links.map(\.isUnread) == [true, false])
        #expect(links.map(\.added?.milliseconds) == [1_677_906_367_890, 1_646_370_367_890])
    }

    @Test func `wallabag's JSON is read, and what was marked is a highlight`() throws {
        let file = #"""
            [{"is_archived": 0, "is_starred": 1, "tags": ["wood", "hand tools"], "is_public": false,
              "id": 7, "title": "Planes", "url": "https:\/\/c09.example\/planes",
              "content": "<p>Long text<\/p>", "created_at": "2019-08-07T06:05:04+02:00",
              "annotations": [{"text": "mine", "quote": "sharp iron", "ranges": []}]}]
            """#

        let reading = try Importer.read(file)

        let link = try #require(reading.entries.first?.draft)
        #expect(reading.format == .wallabag)
        #expect(link.url == "https://c09.example/planes")
        #expect(link.tags == ["wood", "hand tools"])
        #expect(link.isUnread)
        #expect(link.added?.milliseconds == 1_565_150_704_000)
        let marked = try #require(reading.entries.last?.draft)
        #expect(reading.entries.count == 2)
        #expect(marked.kind == .highlight)
        #expect([marked.url, marked.title, marked.note] == [link.url, "sharp iron", "mine"])
        #expect(marked.added == link.added)
        #expect(reading.report.notices.isEmpty)
    }

    @Test func `Karakeep's lists are folders, and a text is no link`() throws {
        let file = """
            {"bookmarks": [
              {"createdAt": 1752420630, "title": "Looms", "tags": ["weave", "warp and weft"],
               "content": {"type": "link", "url": "https://c10.example/looms"},
               "note": "bring yarn", "archived": false, "lists": ["l2"]},
              {"createdAt": 1752420631, "title": null, "tags": [],
               "content": {"type": "text", "text": "just words"}, "note": null, "archived": true}],
             "lists": [{"id": "l1", "name": "Craft", "type": "manual", "parentId": null},
                       {"id": "l2", "name": "Yarn", "type": "manual", "parentId": "l1"},
                       {"id": "x", "name": "Loop", "parentId": "x"}]}
            """

        let reading = try Importer.read(file)

        let links = reading.entries.map(\.draft)
        #expect(reading.format == .karakeep)
        #expect(links.map(\.url) == ["https://c10.example/looms"])
        #expect(links.map(\.title) == ["Looms"])
        #expect(links.map(\.note) == ["bring yarn"])
        #expect(links.map(\.tags) == [["weave", "warp and weft", "Craft/Yarn"]])
        #expect(links.map(\.added?.milliseconds) == [1_752_420_630_000])
        #expect(reading.report.refused.map(\.why) == ["it is not a link: it has no address"])
    }

    @Test func `linkding's answer has two notes`() throws {
        let file = """
            {"count": 1, "next": null, "previous": null, "results": [{"id": 1,
             "url": "https://c10.example/kiln", "title": "Kiln", "description": "what it is",
             "notes": "my notes", "is_archived": false, "unread": true, "shared": true,
             "tag_names": ["clay", "fire"], "date_added": "2020-09-26T09:46:23.006313Z"}]}
            """

        let reading = try Importer.read(file)

        let link = try #require(reading.entries.first?.draft)
        #expect(reading.format == .linkding)
        #expect(link.note == "what it is\n\nmy notes")
        #expect(link.tags == ["clay", "fire"])
        #expect(link.isUnread)
        #expect(link.wasShared == true)
        #expect(link.added?.milliseconds == 1_601_113_583_006)
    }

    @Test func `Linkwarden's collections are folders`() throws {
        let file = """
            {"id":1,"name":"Ana","username":"ana","collections":[
              {"id":1,"name":"Unorganized","links":[]},
              {"id":2,"name":"Dyes","description":"","color":"#0ea5e9","links":[
                {"id":9,"name":"Madder","type":"url","description":"red","url":"https://d.example/madder",
                 "tags":[{"id":3,"name":"root"},{"id":4,"name":"red dye"}],
                 "createdAt":"2024-02-03T04:05:06.000Z"},
                {"id":10,"name":"Weld","url":"https://d.example/weld","tags":[]}],"parentId":null},
              {"links":[{"name":"Woad","url":"https://d.example/woad"}],"name":"Late"}],
             "pinnedLinks":[]}
            """

        let reading = try Importer.read(file)

        let links = reading.entries.map(\.draft)
        #expect(reading.format == .linkwarden)
        #expect(links.map(\.title) == ["Madder", "Weld", "Woad"])
        #expect(links.map(\.tags) == [["root", "red dye", "Dyes"], ["Dyes"], []])
        #expect(links.map(\.note) == ["red", "", ""])
        #expect(links[0].added?.milliseconds == 1_706_933_106_000)
    }

    @Test func `Pinboard's XML and its feed are read`() throws {
        let xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <posts user="x">
            <post href="https://c10.example/ink?a=1&amp;b=2" time="2012-03-04T05:06:07Z" description="Ink" \
            extended="a &quot;note&quot;" tag="ink blot" shared="no" toread="yes" />
            </posts>
            """
        let feed = #"[{"u":"https://a/","d":"T","n":"N","dt":"2012-03-04T05:06:07Z","t":["x"]}]"#

        let reading = try Importer.read(xml)
        let link = try #require(reading.entries.first?.draft)
        let fed = try #require(try Importer.read(feed).entries.first?.draft)

        #expect(reading.format == .pinboardXML)
        #expect(reading.report.earlyEnd == nil)
        #expect(link.url == "https://c10.example/ink?a=1&b=2")
        #expect([link.title, link.note] == ["Ink", "a \"note\""])
        #expect(link.tags == ["ink", "blot"])
        #expect(link.isUnread && link.wasShared == false)
        #expect(link.added?.milliseconds == 1_330_837_567_000)
        #expect([fed.url, fed.title, fed.note] == ["https://a/", "T", "N"])
        #expect(fed.tags == ["x"])
    }

    @Test func `XBEL has folders, and ours comes back as it was`() throws {
        let floccus = """
            <?xml version="1.0" encoding="UTF-8"?>
            <xbel version="1.0">
            <folder id="1"><title>Maps</title><bookmark href="https://c10.example/old" id="2">\
            <title>Old maps</title></bookmark><separator/><bookmark href="https://c10.example/new"/></folder>
            <bookmark href="https://c10.example/out"><title>Out</title><desc>a &lt;note&gt;</desc></bookmark>
            </xbel>
            """

        let reading = try Importer.read(floccus)

        let links = reading.entries.map(\.draft)
        #expect(reading.format == .xbel)
        #expect(links.map(\.title) == ["Old maps", "", "Out"])
        #expect(links.map(\.tags) == [["Maps"], ["Maps"], []])
        #expect(links.map(\.note) == ["", "", "a <note>"])
        #expect(reading.report.earlyEnd == nil)

        var own = Bookmark(
            try Importer.link(
                "<DT><A HREF=\"https://a/?x=1&amp;y\" ADD_DATE=\"1600000000\">T &lt;</A>"))
        own.tags = ["a,b", "c d"]
        own.note = "one\n\ntwo & three"
        own.placement = [.friends]
        let bytes = exported([own], as: .xbel)
        let back = try #require(try Importer.read(bytes).entries.first)
        #expect(Bookmark(back).title == own.title)
        #expect(Bookmark(back).url == own.url)
        #expect(Bookmark(back).tags.sorted() == own.tags.sorted())
        #expect(Bookmark(back).note == own.note)
        #expect(Bookmark(back).added == own.added)
        #expect(Bookmark(back).placement == own.placement)
    }

    @Test(arguments: [
        #"[{"name":"x","address":"y"}]"#, "[1,2,3]", #"{"items":[{"url":"https://a/"}]}"#,
        #"[["https://a/"]]"#,
    ])
    func `JSON of an unknown shape is no known file`(text: String) {
        #expect(throws: InterchangeError.unknownFormat) { try Importer.read(text) }
    }

    @Test func `a page without a link is told`() throws {
        let reading = try Importer.read("<html><p>nothing</p></html>", format: .netscape)
        let empty = try Importer.read("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p></DL>")

        #expect(reading.report.earlyEnd?.why == "no link is in the file")
        #expect(empty.report.earlyEnd == nil)
    }

    /// Wherever a file is truncated, what came before is kept, and the truncation is reported.
    @Test func `every truncation ends, and loses nothing that was whole`() throws {
        let file = Array(
            """
            {"collections":[{"name":"Dyes","links":[{"name":"Madder","url":"https://d.example/a",\
            "tags":[{"name":"root"}]},{"name":"Weld","url":"https://d.example/b","tags":[]}]}]}
            """.utf8)
        for end in file.indices.dropFirst(48) {
            let reading = try? Importer.read(Array(file[..<end]), format: .linkwarden)
            guard let reading else { continue }
            #expect(reading.report.earlyEnd != nil || reading.entries.count == 2)
        }
        let xbel = Array(
            "<xbel><folder><title>A</title><bookmark href=\"https://a/\"><title>T</title></bookmark></folder></xbel>"
                .utf8)
        for end in xbel.indices.dropFirst(8) {
            let reading = try Importer.read(Array(xbel[..<end]), format: .xbel)
            #expect(reading.report.earlyEnd != nil)
        }
    }
}
