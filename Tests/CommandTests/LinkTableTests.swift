import API
import Testing

@testable import weft

struct LinkTableTests {
    private func link(title: String, tags: String = "[]", note: String = "") throws -> BookmarkJSON
    {
        let text = """
            {"id":"0000000000000000K3F9QH2M00","short_id":"9QH2M00","type":"bookmark",\
            "url":"https://a.example","canonical_url":"https://a.example","title":\
            \(VersionedJSON.quoted(title)),"note":\(VersionedJSON.quoted(note)),"tags":\(tags),\
            "placement":[],"size":"m","unread":false,"trashed":false,"author":{"id":"P",\
            "name":"ben","me":false},"created_at":"2026-01-01T00:00:00.000Z","updated_at":\
            "2026-01-01T00:00:00.000Z","conflicts":[{"field":"title","losing_value":"Old\\u001b",\
            "by":{"id":"P","name":"ben\\u001b","me":false},"at":"2026-01-01T00:00:00.000Z"}],
            "reactions":{"likes":0,"dislikes":0,"comments":0,"follower_count":0},"highlights_count":0,"snapshots":[],
            "etag":"E"}
            """
        return try Reply(status: 200, body: Array(text.utf8)).decoded(as: BookmarkJSON.self)
    }

    @Test func `a link is one line, whatever its title holds`() throws {
        let link = try link(title: "a\nb\u{1B}[2J\u{202E}", tags: "[\"x\\u0007\"]")

        let line = LinkTable.line(link).plain

        #expect(line == "9QH2M00  a\\u{000A}b\\u{001B}[2J\\u{202E}  #x\\u{0007}  private  @ben")
    }

    @Test func `everything about a link is shown, and nothing of it acts`() throws {
        let link = try link(title: "t\u{9B}", note: "one\ntwo\u{2066}")

        let lines = LinkTable.details(link).map(\.plain)

        #expect(lines.contains("title       t\\u{009B}"))
        #expect(
            lines.suffix(4) == [
                "note", "  one", "  two\\u{2066}",
                "conflict  title: also \"Old\\u{001B}\" (@ben\\u{001B}, 2026-01-01 00:00:00 UTC)",
            ])
    }

    @Test func `a link without a title shows its address`() throws {
        #expect(try LinkTable.line(link(title: "")).plain.contains("https://a.example"))
    }
}
