import Domain
import Interchange
import Primitives
import Testing

/// Tests tables that other services give to people who leave them.
@Suite struct TableTests {
    private func date(_ link: ImportedLink) -> UInt64? { link.draft.added?.milliseconds }

    @Test func `Pocket says what is still to be read`() throws {
        let file = """
            title,url,time_added,tags,status
            Seed calendar,https://c02.example/seeds,1588332645,garden|cold frame|über,unread
            "Two
            lines",https://c02.example/two,1319490000,,archive
            "Commas, many","https://c02.example/a,b,c",1700000000,one,archive

            """

        let reading = try Importer.read(file)

        let links = reading.entries.map(\.draft)
        #expect(links.map(\.title) == ["Seed calendar", "Two\nlines", "Commas, many"])
        #expect(links.map(\.isUnread) == [true, false, false])
        #expect(links.map(\.tags) == [["garden", "cold frame", "über"], [], ["one"]])
        #expect(
            reading.entries.map(date) == [1_588_332_645_000, 1_319_490_000_000, 1_700_000_000_000])
        #expect(reading.report.notices == [])
    }

    @Test func `Raindrop's excerpt is a note, and Unsorted no folder`() throws {
        let file = """
            id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite
            901,Moss lawns,my own note,What the page says of moss,https://c04.example/moss,\
            Garden / Ground cover,"moss, shade plants",2021-04-05T06:07:08.901Z,\
            https://c04.example/m.jpg,"Highlight:moss needs no mowing",true
            902,No note,,Only the page says this,https://c04.example/fern,Unsorted,,\
            2022-01-02T03:04:05.000Z,,,false

            """

        let reading = try Importer.read(file)

        let links = reading.entries.map(\.draft).filter { $0.kind == .link }
        #expect(
            links.map(\.note)
                == ["my own note\n\nWhat the page says of moss", "Only the page says this"])
        #expect(links.map(\.tags) == [["moss", "shade plants", "Garden/Ground cover"], []])
        #expect(date(reading.entries[0]) == 1_617_602_828_901)
        #expect(
            reading.report.notices
                == ["ignored columns: 'id', 'cover', 'favorite'"])
    }

    @Test func `Instapaper's lists are tags, and its states none`() throws {
        let file = """
            URL,Title,Selection,Folder,Timestamp,Tags
            https://c06.example/boats,Boats,"a passage I marked",Unread,1588332645,"[""sail"",""small boats""]"
            https://c06.example/nets,Nets,,Archive,1400000000,[]
            https://c06.example/knots,Knots,,Rope work,1400000001,[]

            """

        let links = try Importer.read(file).entries.map(\.draft)

        #expect(links.map(\.tags) == [["sail", "small boats"], [], ["Rope work"]])
        #expect(links.map(\.isUnread) == [true, false, false])
        #expect(links.map(\.note) == ["a passage I marked", "", ""])
        #expect(
            links.map(\.added?.milliseconds)
                == [1_588_332_645_000, 1_400_000_000_000, 1_400_000_001_000])
    }

    @Test func `Readwise writes lists as Python does`() throws {
        let file = """
            Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen
            Bees,https://c11.example/bees,01h,"['hive', 'honey & wax', 'bee\\'s']",\
            2023-05-06 07:08:09+00:00,0.5,new,True

            """

        let link = try #require(try Importer.read(file).entries.first)

        #expect(link.draft.tags == ["hive", "honey & wax", "bee's"])
        #expect(date(link) == 1_683_356_889_000)
        #expect(link.draft.isUnread)
    }

    @Test func `wallabag parts values by semicolons and has the day first`() throws {
        let file = """
            Title;URL;Content;Tags;"MIME Type";Language;"Creation date"
            Planes;https://c09.example/csv;"<p>Long; text</p>";"wood, hand tools";text/html;en;\
            "07/08/2019 06:05:04"

            """

        let reading = try Importer.read(file)

        #expect(reading.format == .csv)
        #expect(reading.entries.map(\.draft.tags) == [["wood", "hand tools"]])
        #expect(reading.entries.map(date) == [1_565_157_904_000])
    }

    @Test(arguments: [
        "url\ttitle\ttags\nhttps://a/\tTab\ta,b\n", "url|title|tags\nhttps://a/|Tab|a,b\n",
        "sep=,\nurl,title,tags\nhttps://a/,Tab,\"a,b\"\n",
        "sep=;\r\nurl;title;tags\r\nhttps://a/;Tab;a,b\r\n",
        "SEP=_\nurl_title_tags\nhttps://a/_Tab_a,b\n", "\u{FEFF}url;title;tags\nhttps://a/;Tab;a,b",
    ])
    func `values are parted by what parts the heading`(file: String) throws {
        let links = try Importer.read(file).entries.map(\.draft)

        #expect(links.map(\.url) == ["https://a/"])
        #expect(links.map(\.title) == ["Tab"])
        #expect(links.map(\.tags) == [["a", "b"]])
    }

    @Test func `of columns with one meaning the first that says something counts`() throws {
        let file = """
            url,link,title,name,notes,comment,Date Added,Created At,keywords
            https://a/,https://b/,,N,one,two,,2020-01-03T00:00:00Z,oak
            ,https://c/,T,N,one,one,2020-01-02,2020-01-03,

            """

        let reading = try Importer.read(file)

        let links = reading.entries.map(\.draft)
        #expect(links.map(\.url) == ["https://a/", "https://c/"])
        #expect(links.map(\.title) == ["N", "T"])
        #expect(links.map(\.note) == ["one\n\ntwo", "one\n\none"])
        #expect(reading.entries.map(date) == [1_578_009_600_000, 1_577_923_200_000])
        #expect(links.map(\.tags) == [["oak"], []])
    }

    @Test(arguments: [("13/7/2021", 1_625_529_600_000), ("7/13/2021", 1_623_024_000_000)])
    func `a thirteenth somewhere tells which of day and month is first`(
        other: String, expected: UInt64
    ) throws {
        let rows = Array(repeating: "https://a/,6/7/2021", count: 300)
        let file = "url,date\n\(rows.joined(separator: "\n"))\nhttps://b/,\(other)\n"

        let reading = try Importer.read(file)

        #expect(date(reading.entries[0]) == expected)
        #expect(reading.entries.allSatisfy { $0.draft.added != nil })
        #expect(reading.report.notices == [])
    }

    @Test(arguments: ["", "https://b/,13/7/2021\nhttps://c/,7/13/2021\n"])
    func `a date that could be two is told and not taken`(others: String) throws {
        let file = "url,date\nhttps://a/,6/7/2021 8:09\nhttps://d/,7/6/2021\n\(others)"

        let reading = try Importer.read(file)

        #expect(reading.entries[0].draft.added == nil)
        #expect(
            reading.report.notices == [
                """
                2 dates, such as '6/7/2021 8:09' on line 2, are with day and month in an order that \
                the file does not tell; what has it counts as added now
                """
            ])
    }

    @Test func `a date in no form is told with the first of them`() throws {
        let file = "url,added\nhttps://a/,1.62305E+09\nhttps://b/,2021-02-31\nhttps://c/,0\n"

        let reading = try Importer.read(file)

        #expect(reading.entries.allSatisfy { $0.draft.added == nil })
        #expect(
            reading.report.notices == [
                """
                2 dates, such as '1.62305E+09' on line 2, are in no form that is known; what has it \
                counts as added now
                """
            ])
    }

    @Test func `only our own file has marks to take off`() throws {
        let own = """
            url,title,note,tags,added,unread,size,placement,thumbnail,snapshots
            https://a/,'=1+1,,"a\\,b,c",2020-01-01T00:00:00Z,no,m,private,,
            """
        let other = "url,title,tags\nhttps://a/,'=1+1,\"a\\,b,c\"\n"

        let mine = try #require(try Importer.read(own).entries.first?.draft)
        let theirs = try #require(try Importer.read(other).entries.first?.draft)

        #expect(mine.title == "=1+1")
        #expect(mine.tags == ["a,b", "c"])
        #expect(theirs.title == "'=1+1")
        #expect(theirs.tags == ["a\\", "b", "c"])
    }

    @Test func `a million columns and a row without an end cost no more than they are`() throws {
        let heading = "url" + String(repeating: ",x", count: 1_000_000)
        let reading = try Importer.read("\(heading)\nhttps://a/\n")
        #expect(reading.entries.map(\.draft.url) == ["https://a/"])

        let open = try Importer.read("url,title\nhttps://a/,a\nhttps://b/,\"b\nhttps://c/,c\n")
        #expect(open.entries.map(\.draft.url) == ["https://a/"])
        #expect(open.report.earlyEnd?.line == 5)
    }
}
