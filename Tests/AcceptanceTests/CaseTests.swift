import Foundation
import Testing

/// Tests faults reported of other programs with the real program, each with the file in which it was found.
@Suite(.serialized) struct CaseTests {
    private static func path(_ file: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Fixtures/cases/" + file).path
    }

    private func bytes(_ file: String) throws -> String {
        try String(contentsOfFile: Self.path(file), encoding: .utf8)
    }

    /// Returns a person's links, by URL.
    private func links(_ person: Person) throws -> [String: [String: Any]] {
        var links: [String: [String: Any]] = [:]
        var cursor = ""
        repeat {
            let page = try person.weft("api", "GET", "/v1/bookmarks?limit=500\(cursor)").succeeds()
                .json()
            for link in try #require(page["items"] as? [[String: Any]]) {
                links[try #require(link["url"] as? String)] = link
            }
            cursor = (page["next_cursor"] as? String).map { "&cursor=\($0)" } ?? ""
        } while !cursor.isEmpty
        return links
    }

    private func check(_ cases: [FoundCase]) throws {
        let house = try Household()
        let ana = try house.node("ana")
        var before: Set<String> = []
        for found in cases {
            let imported = try ana.weft("import", Self.path(found.file))

            #expect(imported.code == found.code, "\(found.file): \(imported.err)")
            for words in found.said { #expect(imported.err.contains(words), "\(found.file)") }
            let links = try links(ana)
            #expect(
                Set(links.keys).subtracting(before) == Set(found.rows.map(\.url)), "\(found.file)")
            before = Set(links.keys)
            for row in found.rows {
                let link = try #require(links[row.url], "\(row.url)")
                #expect(link["title"] as? String == row.title)
                #expect(link["note"] as? String == row.note, "\(row.url)")
                let tags = try #require(link["tags"] as? [String])
                #expect(Set(tags) == Set(row.tags) && tags.count == row.tags.count, "\(row.url)")
                #expect(link["unread"] as? Bool == row.isUnread, "\(row.url)")
                guard let time = row.time else { continue }
                #expect(link["created_at"] as? String == time, "\(row.url)")
            }
        }
    }

    @Test func `exports of other services come whole`() throws {
        try check(FoundCase.services)
    }

    @Test func `files of browsers and of Pinboard come whole`() throws {
        try check(FoundCase.files)
    }

    @Test func `words are found where no blanks part them`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        try ana.weft("import", Self.path("15-search-without-blanks/words.csv")).succeeds()

        for (words, title) in [
            ("東京", "東京都の天気予報"), ("天気", "東京都の天気予報"), ("提示词", "如何写好提示词"),
            ("itgc", "手順2 重跑gen-itgc後の確認"), ("เชียงใหม่", "ไปเที่ยวเชียงใหม่กับเพื่อน"),
            ("맞춤법", "한국어 맞춤법"), ("gross", "Groß und Klein"), ("مدرس", "مُدَرِّسٌ جديد"),
        ] {
            let page = try ana.weft("ls", "--json", words).succeeds().json()
            let items = try #require(page["items"] as? [[String: Any]])
            #expect(items.map { $0["title"] as? String } == [title], "\(words)")
        }
    }

    @Test func `one address in several spellings is one link`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let imported = try ana.weft(
            "import", Self.path("16-one-address-two-spellings/urls.txt")
        ).succeeds()

        #expect(imported.out.hasPrefix("4 added, 0 merged, 5 skipped"))
        #expect(try ana.count("site:xn--bcher-kva.c16.example") == 1)
        #expect(try ana.count("site:bücher.c16.example") == 1)
        #expect(try ana.weft("dup").succeeds().err.contains("no duplicate links"))
    }

    @Test func `tags with blanks and marks are found, and come back from a file`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try ana.weft("import", Self.path("19-tags-with-blanks/tags.html")).succeeds()
        let file = house.path + "/x.html"

        #expect(try ana.count("#\"blue whale\"") == 1)
        #expect(try ana.count("#\"deep sea\"") == 1)
        #expect(try ana.count("#\"a,b\"") == 1)
        #expect(try ana.count("#straße") == 1)
        try ana.weft("export", "-F", "html", "-o", file).succeeds()
        try ben.weft("import", file).succeeds()

        let tags = { (person: Person) in
            try links(person).mapValues { $0["tags"] as? [String] }
        }
        #expect(try tags(ana) == tags(ben))
        #expect(try tags(ben).count == 4)
    }

    @Test func `a Pinboard client's commas part tags, and a time is right or refused`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        func add(_ rest: String) throws -> String {
            try ana.weft(
                "api", "GET", "/pinboard/v1/posts/add?format=json&url=https://c22.example/" + rest
            ).succeeds().text("result_code")
        }

        #expect(try add("comma&description=T&tags=a,b+c") == "done")
        #expect(
            try add("plus&description=T&dt=2020-01-02T03:04:05+02:00").hasPrefix("dt is not a time")
        )
        #expect(try add("enc&description=T&dt=2020-01-02T03:04:05%2B02:00") == "done")

        let links = try links(ana)
        #expect(Set(links.keys) == ["https://c22.example/comma", "https://c22.example/enc"])
        #expect(links["https://c22.example/comma"]?["tags"] as? [String] == ["a", "b", "c"])
        #expect(
            links["https://c22.example/enc"]?["created_at"] as? String == "2020-01-02T01:04:05.000Z"
        )
        let told = try ana.weft(
            "api", "GET", "/pinboard/v1/posts/get?format=json&url=https://c22.example/comma"
        ).succeeds().json()
        let post = try #require((told["posts"] as? [[String: Any]])?.first)
        #expect(post["tags"] as? String == "a b c")
    }

    @Test func `a feed of odd texts and addresses is one that readers take`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        try ana.weft("api", "POST", "/v1/bookmarks", bytes("24-feeds/add.json")).succeeds()
        try ana.weft("import", Self.path("24-feeds/urls.csv")).succeeds()
        let file = house.path + "/x.atom"
        try ana.weft("export", "-F", "atom", "-o", file).succeeds()

        let feed = try String(contentsOfFile: file, encoding: .utf8)
        #expect(feed.contains("href=\"https://c24.example/a%20b\""))
        #expect(feed.contains("href=\"https://c24.example/x%7Cy%7Bz%7D\""))
        #expect(feed.contains("&lt;i&gt;&amp;amp;") && feed.contains("term=\"a&amp;b&lt;c\""))
        // Characters that XML cannot hold (XML 1.0, section 2.2).
        #expect(
            feed.unicodeScalars.allSatisfy {
                ["\t", "\n", "\r"].contains($0)
                    || ($0.value >= 0x20 && ![0xFFFE, 0xFFFF].contains($0.value))
            })
        let ids = feed.components(separatedBy: "<id>").dropFirst().map { $0.prefix { $0 != "<" } }
        #expect(ids.count == 4 && Set(ids).count == 4)
    }

    @Test func `an export for a browser has the folders again`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        try ana.weft("import", Self.path("26-folders-of-an-export/in.html")).succeeds()
        let file = house.path + "/out.html"
        try ana.weft("export", "-F", "html", "--folders", "tags", "-o", file).succeeds()

        let names = try String(contentsOfFile: file, encoding: .utf8)
            .components(separatedBy: "</H3>").dropLast()
            .compactMap { $0.components(separatedBy: ">").last }
        #expect(names == ["Computing", "Shops"])
    }

    @Test(arguments: ["json", "html", "csv"])
    func `an export imports without a difference, and a second time adds nothing`(
        form: String
    ) throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        for found in FoundCase.services + FoundCase.files {
            #expect(try ana.weft("import", Self.path(found.file)).code == found.code)
        }
        try keep(bytes("25-round-trip/links-of-profile-a.txt"), ana)
        let file = "\(house.path)/all.\(form)"

        try ana.weft("export", "-F", form, "-o", file).succeeds()
        try ben.weft("import", file).succeeds()
        let again = try ben.weft("import", file).succeeds().out

        let (before, after) = (try links(ana), try links(ben))
        #expect(before.count > 100 && Set(before.keys) == Set(after.keys))
        for (url, link) in before {
            for member in ["title", "note", "tags", "created_at", "unread", "size"] {
                let (sent, come) = (link[member], after[url]?[member])
                #expect("\(sent ?? "")" == "\(come ?? "")", "\(url): \(member)")
            }
        }
        // Highlights are things of their own, which the other two formats do not have.
        let passages = form == "json" ? try passages(ana) : 0
        #expect(
            again.hasPrefix("0 added, 0 merged, \(before.count + passages) skipped, 0 refused"),
            "\(again)")
    }

    private func passages(_ person: Person) throws -> Int {
        let page = try person.weft("api", "GET", "/v1/highlights?limit=500").succeeds().json()
        return try #require(page["items"] as? [[String: Any]]).count
    }

    // Each line is a link: URL, title, note, tags, time of saving, whether it is unread, its size.
    private func keep(_ lines: String, _ person: Person) throws {
        let drafts = try lines.split(separator: "\n").map { line -> [String: Any] in
            let row = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
            return [
                "url": row[0], "title": row[1], "note": row[2], "tags": row[3],
                "created_at": row[4], "unread": row[5], "size": row[6],
            ]
        }
        let body = try JSONSerialization.data(withJSONObject: ["drafts": drafts])
        try person.weft(
            ["api", "POST", "/v1/bookmarks:batch", "-"],
            input: String(decoding: body, as: UTF8.self)
        ).succeeds()
    }
}
