/// The expected result of each case file: faults that users reported of other programs.
struct FoundCase {
    /// Its path in `Fixtures/cases`.
    let file: String
    var code: Int32 = 0
    let rows: [Row]
    /// The words that the output must contain besides.
    var said: [String] = []

    /// A link as listed.
    struct Row {
        let url: String
        let title: String
        var note = ""
        var tags: [String] = []
        /// Nil for the time of the import.
        var time: String?
        var isUnread = false

        init(
            _ url: String, _ title: String, note: String = "", tags: [String] = [],
            at time: String? = nil, unread: Bool = false
        ) {
            (self.url, self.title, self.note, self.tags) = (url, title, note, tags)
            (self.time, isUnread) = (time, unread)
        }
    }

    private static func unlisted(_ columns: String) -> String {
        "ignored columns: " + columns
    }

    /// Services that people leave.
    static let services = [
        FoundCase(
            file: "02-pocket-csv/pocket.csv",
            rows: [
                Row(
                    "https://c02.example/seeds", "Seed calendar",
                    tags: ["cold frame", "garden", "über"], at: "2020-05-01T11:30:45.000Z",
                    unread: true),
                Row("https://c02.example/two", "Two\nlines", at: "2011-10-24T21:00:00.000Z"),
                Row(
                    "https://c02.example/a,b,c", "Commas, many", tags: ["one"],
                    at: "2023-11-14T22:13:20.000Z"),
            ]),
        FoundCase(
            file: "02-pocket-csv/pocket-cursor.csv",
            rows: [
                Row(
                    "https://c02.example/cursor", "With cursor", tags: ["x", "y"],
                    at: "2024-10-10T14:20:00.000Z", unread: true)
            ], said: [unlisted("'cursor'")]),
        FoundCase(
            file: "03-pocket-html/pocket.html",
            rows: [
                Row(
                    "https://c03.example/kites", "Kites", tags: ["long lines", "wind"],
                    at: "2020-05-01T11:30:45.000Z", unread: true),
                Row("https://c03.example/ropes", "Ropes", at: "2014-05-13T16:53:20.000Z"),
            ]),
        FoundCase(
            file: "04-raindrop-csv/raindrop.csv",
            rows: [
                Row(
                    "https://c04.example/moss", "Moss lawns",
                    note: "my own note\n\nWhat the page says of moss",
                    tags: ["Garden/Ground cover", "moss", "shade plants"],
                    at: "2021-04-05T06:07:08.901Z"),
                Row(
                    "https://c04.example/fern", "No note", note: "Only the page says this",
                    at: "2022-01-02T03:04:05.000Z"),
            ], said: [unlisted("'id', 'cover', 'favorite'")]),
        FoundCase(
            file: "06-instapaper-csv/instapaper.csv",
            rows: [
                Row(
                    "https://c06.example/boats", "Boats", note: "a passage I marked",
                    tags: ["sail", "small boats"], at: "2020-05-01T11:30:45.000Z", unread: true),
                Row("https://c06.example/nets", "Nets", at: "2014-05-13T16:53:20.000Z"),
                Row(
                    "https://c06.example/knots", "Knots", tags: ["Rope work"],
                    at: "2014-05-13T16:53:21.000Z"),
            ]),
        FoundCase(
            file: "07-instapaper-html/instapaper.html",
            rows: [
                Row("https://c07.example/boats", "Boats", unread: true),
                Row("https://c07.example/knots", "Knots & bends", tags: ["Rope work"]),
            ]),
        FoundCase(
            file: "08-omnivore-json/metadata_0_to_2.json",
            rows: [
                Row(
                    "https://c08.example/tea", "Tea", note: "How leaves are rolled",
                    tags: ["drink", "slow food"], at: "2023-03-04T05:06:07.890Z", unread: true),
                Row("https://c08.example/salt", "Salt", at: "2022-03-04T05:06:07.890Z"),
            ]),
        FoundCase(
            file: "09-wallabag/wallabag.json",
            rows: [
                Row(
                    "https://c09.example/planes", "Planes", tags: ["hand tools", "wood"],
                    at: "2019-08-07T04:05:04.000Z", unread: true)
            ]),
        FoundCase(
            file: "09-wallabag/semicolons.csv",
            rows: [
                Row(
                    "https://c09.example/csv", "Planes", tags: ["hand tools", "wood"],
                    at: "2019-08-07T06:05:04.000Z")
            ], said: [unlisted("'Content', 'MIME Type', 'Language'")]),
        FoundCase(
            file: "09-wallabag/excel.csv", rows: [Row("https://c09.example/sep", "Sep")]),
        FoundCase(
            file: "09-wallabag/tabs.csv",
            rows: [Row("https://c09.example/tab", "Tab", tags: ["a", "b"])]),
        FoundCase(
            file: "10-karakeep-json/karakeep.json", code: 6,
            rows: [
                Row(
                    "https://c10.example/looms", "Looms", note: "bring yarn",
                    tags: ["Craft", "warp and weft", "weave"], at: "2025-07-13T15:30:30.000Z")
            ], said: ["it is not a link: it has no address"]),
        FoundCase(
            file: "10-karakeep-json/linkding-api.json",
            rows: [
                Row(
                    "https://c10.example/kiln", "Kiln", note: "what it is\n\nmy notes",
                    tags: ["clay", "fire"], at: "2020-09-26T09:46:23.006Z", unread: true)
            ]),
        FoundCase(
            file: "10-karakeep-json/pinboard.xml",
            rows: [
                Row(
                    "https://c10.example/ink", "Ink", tags: ["blot", "ink"],
                    at: "2012-03-04T05:06:07.000Z", unread: true)
            ]),
        FoundCase(
            file: "10-karakeep-json/floccus.xbel",
            rows: [Row("https://c10.example/old", "Old maps", tags: ["Maps"])]),
        FoundCase(
            file: "11-readwise-csv/readwise.csv",
            rows: [
                Row(
                    "https://c11.example/bees", "Bees", tags: ["hive", "honey & wax"],
                    at: "2023-05-06T07:08:09.000Z", unread: true)
            ], said: [unlisted("'ID', 'Reading progress', 'Seen'")]),
        FoundCase(
            file: "11-readwise-csv/headings.csv",
            rows: [
                Row("https://c11.example/h", "H", tags: ["oak"], at: "2020-01-02T00:00:00.000Z")
            ]),
    ]

    /// Texts, folders, tags and URLs of browsers and of Pinboard.
    static let files = [
        FoundCase(
            file: "13-declared-charset/latin1.html",
            rows: [
                Row(
                    "https://c13.example/fr", "Recettes à goûter – œufs", note: "déjà vu",
                    tags: ["Cafés", "été"], at: "2013-10-19T01:17:20.000Z")
            ]),
        FoundCase(
            file: "13-declared-charset/cp1251.html",
            rows: [Row("https://c13.example/ru", "Книги о море", tags: ["море"])]),
        FoundCase(
            file: "13-declared-charset/sjis.html", rows: [Row("https://c13.example/jp", "日本の庭")]),
        FoundCase(
            file: "13-declared-charset/excel.csv",
            rows: [Row("https://c13.example/csv", "Crème brûlée")],
            said: ["not in UTF-8, and was read as windows-1252"]),
        FoundCase(
            file: "14-character-references/refs.html",
            rows: [
                Row(
                    "https://c14.example/reported?a=1&b=2",
                    "Pat's \"best\" & last \u{1F331} \u{E9}"),
                Row(
                    "https://c14.example/w1252", "Pat’s “best” – list…", tags: ["it’s", "ok"]),
                Row("https://c14.example/named", "α-rays ♥ Žižka ✓"),
            ]),
        FoundCase(
            file: "17-folders/roots.html",
            rows: [
                Row("https://c17.example/menu", "Soup", tags: ["Menu"]),
                Row("https://c17.example/mobile", "Calder", tags: ["Mobile"]),
                Row("https://c17.example/fav", "Fav", tags: ["Favourites"]),
                Row("https://c17.example/pc", "PC", tags: ["Computing/Dealers"]),
                Row("https://c17.example/ski", "Ski", tags: ["Sports/Dealers"]),
            ]),
        FoundCase(
            file: "17-folders/long.html",
            rows: [
                Row(
                    "https://c17.example/long", "遊び場",
                    tags: ["週末に家族で出かける場所の一覧/子どもと一緒に遊べる広場の情報"])
            ], said: ["the outer folders are left out of the tag, which holds at most 128 bytes"]),
        FoundCase(
            file: "19-tags-with-blanks/tags.html",
            rows: [
                Row("https://c19.example/1", "Blank tag", tags: ["deep sea", "later", "squid"]),
                Row("https://c19.example/2", "Blank inside", tags: ["blue whale", "sea_cow"]),
                Row(
                    "https://c19.example/3", "Marks",
                    tags: ["\"", ".net", "<b>", "C++", "R&D", "a,b", "c#", "👩‍🔬"]),
                Row("https://c19.example/4", "Case", tags: ["Café", "Straße"]),
            ]),
        FoundCase(
            file: "20-schemes-and-separators/schemes.html", code: 6,
            rows: [
                Row("file:///home/x/a%20b.html", "5"), Row("ftp://c20.example/f", "6"),
                Row("https://c20.example/space", "7"), Row("https://c20.example/a b", "8"),
                Row("https://c20.example/empty", ""),
            ],
            said: [
                "line 7: 'about:config'", "line 8: 'chrome://settings/'",
                "line 9: 'data:text/html,x'", "line 15:", "is longer than 8192 bytes",
                "left out: 1 bookmarklet", "left out: 1 smart folder", "not imported: 4",
            ]),
        FoundCase(
            file: "22-pinboard-api/pinboard.html",
            rows: [
                Row(
                    "https://c22.example/a?x=1&y=2", "Oats & milk",
                    note: "<blockquote>With salt</blockquote>", tags: ["oat", "porridge"],
                    at: "2011-03-13T07:06:40.000Z", unread: true)
            ]),
        FoundCase(
            file: "22-pinboard-api/variants.json",
            rows: [
                Row(
                    "https://c22.example/f", "", tags: ["ink", "two_words"],
                    at: "2012-03-04T05:06:07.000Z", unread: true),
                Row(
                    "https://c22.example/n", "", tags: ["x", "y z"],
                    at: "2012-03-04T03:06:07.000Z"),
            ]),
        FoundCase(
            file: "26-folders-of-an-export/in.html",
            rows: [Row("https://c26.example/pc", "PC", tags: ["Computing/Shops"])]),
    ]
}
