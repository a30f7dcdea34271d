import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests that text without blanks, with marks or in another script is found as people type it.
@Suite struct ScriptSearchTests {
    private static let texts = [
        "ar": "مُدَرِّسٌ جديد", "de": "Groß und Klein", "ko": "한국어 맞춤법",
        "th": "ไปเที่ยวเชียงใหม่กับเพื่อน", "mixed": "手順2 重跑gen-itgc後の確認", "zh": "如何写好提示词",
        "jp": "東京都の天気予報",
    ]

    private static func found(_ query: String, at ana: WriteReplica) throws -> [String] {
        let outcome = try ana.step { (store) throws(StorageError) in
            try store.list(ListRequest(query: query, limit: 100), now: ana.wall)
        }
        guard case .page(let page) = outcome else {
            throw WriteReplica.Unexpected(what: "\(outcome)")
        }
        return page.items.map(\.url).sorted()
    }

    private static func keepTexts(at ana: WriteReplica) throws {
        for (name, title) in texts.sorted(by: { $0.key < $1.key }) {
            try ana.keep(BookmarkDraft(url: "https://c15.example/\(name)", title: title))
        }
    }

    private static let expected = [
        ("東京", "jp"), ("天気", "jp"), ("提示词", "zh"), ("itgc", "mixed"), ("เชียงใหม่", "th"),
        ("맞춤법", "ko"), ("gross", "de"), ("GROẞ", "de"), ("مدرس", "ar"), ("مُدَرِّسٌ", "ar"),
        ("予", "jp"), ("\"東京 都\"", "jp"), ("title:天気", "jp"), ("title:gross", "de"),
        ("京都の天*", "jp"), ("후", ""), ("京東", ""), ("天予", ""), ("ーー", ""),
    ]

    @Test func `a word is found inside a text without blanks`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        try Self.keepTexts(at: ana)

        for (query, name) in Self.expected {
            let urls = name.isEmpty ? [] : ["https://c15.example/\(name)"]
            #expect(try Self.found(query, at: ana) == urls, "\(query)")
        }
    }

    @Test func `letters of two tags are no word`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        try ana.keep(link("apart", tags: ["東", "京"]), link("one", tags: ["東京"]))
        try ana.keep(link("mixed", tags: ["log", "後"]), link("joined", tags: ["log後"]))

        #expect(try Self.found("東京", at: ana) == [link("one").url])
        #expect(try Self.found("log後", at: ana) == [link("joined").url])
        #expect(try Self.found("東 京", at: ana).count == 2)
    }

    @Test func `texts that an earlier version split differently are found once indexed anew`()
        throws
    {
        let file = try TemporaryDatabase()
        let before = try WriteReplica(1, name: "Ana", path: file.path)
        try Self.keepTexts(at: before)
        try before.keep(
            BookmarkDraft(
                url: "", title: "coat", kind: .garment, details: [Detail(.brand, ["Groß"])]))
        _ = try Self.found("x", at: before)
        try before.step { (store) throws(StorageError) in
            for sql in [
                "INSERT INTO search (search) VALUES ('delete-all')",
                """
                INSERT INTO search (rowid, title, url, note, tags)
                SELECT object, title, url, note, '' FROM bookmarks
                """,
                "UPDATE facets SET folded = 'groß' WHERE detail = 2",
                "DELETE FROM grdb_migrations WHERE identifier = '22'",
            ] { try store.database.run(sql) }
        }
        try before.store.close()

        let after = try WriteReplica(1, name: "Ana", path: file.path)

        for (query, name) in Self.expected where query != "gross" && query != "GROẞ" {
            let urls = name.isEmpty ? [] : ["https://c15.example/\(name)"]
            #expect(try Self.found(query, at: after) == urls, "\(query)")
        }
        #expect(try Self.found("brand:GROSS", at: after) == [""])
        // A change removes what was indexed, so that nothing is left of it.
        try after.perform(
            .edit(.url("https://c15.example/jp"), BookmarkChange(title: "大阪府の雨")))
        #expect(try Self.found("東京", at: after) == [])
        #expect(try Self.found("大阪", at: after) == ["https://c15.example/jp"])
        try after.store.close()
    }

    @Test func `an address has one spelling, whatever script its host is in`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let urls = [
            "https://bücher.c16.example/x", "https://xn--bcher-kva.c16.example/x",
            "https://c16.example/a/../b", "https://c16.example/b", "https://c16。example/b",
        ]
        try ana.perform(
            .addBookmarks(
                urls.map { BookmarkDraft(url: $0) }, to: nil, onDuplicate: .skip, act: nil))

        let all = ["https://bücher.c16.example/x", "https://c16.example/a/../b"]
        #expect(try Self.found("", at: ana) == all)
        for site in [
            "xn--bcher-kva.c16.example", "BÜCHER.c16.example", "https://bücher.c16.example/",
        ] { #expect(try Self.found("site:\(site)", at: ana) == [all[0]]) }
        #expect(try Self.found("site:c16.example", at: ana) == all)
    }

    @Test func `two spellings of one address are reported as duplicates`() throws {
        let file = try TemporaryDatabase()
        let before = try WriteReplica(1, name: "Ana", path: file.path)
        try before.keep(
            BookmarkDraft(url: "https://bücher.example/x"),
            BookmarkDraft(url: "https://other.example/y"))
        try before.step { (store) throws(StorageError) in
            // As an earlier version stored two of them: with the keys of the previous URL rule.
            for sql in [
                "UPDATE bookmarks SET url = 'https://xn--bcher-kva.example/x' WHERE url LIKE '%other%'",
                "DELETE FROM settings WHERE name = 'address rule'",
            ] { try store.database.run(sql) }
        }
        try before.store.close()

        let after = try WriteReplica(1, name: "Ana", path: file.path)

        #expect(
            try Self.found("is:dup", at: after) == [
                "https://bücher.example/x", "https://xn--bcher-kva.example/x",
            ])
        try after.store.close()
    }
}
