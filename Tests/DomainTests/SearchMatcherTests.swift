import CRDT
import Domain
import Primitives
import Testing

@Suite struct SearchMatcherTests {
    private static let day: UInt64 = 86_400_000
    private let now = WallTime(milliseconds: 20_000 * day)

    /// Returns a link saved by ana 19,990 days after the start of 1970, which is 2024-09-24.
    private func quilt(isMine: Bool = true) throws -> Bookmark {
        let key = try #require(Bytes32([UInt8](repeating: 1, count: 32)))
        let id = try #require(Bytes16([UInt8](repeating: 2, count: 16)))
        return Bookmark(
            author: Author(person: PersonID(key), name: "Zoë Ana", isMe: isMine),
            id: ObjectID(id), url: "https://www.example.org/Patterns?id=7",
            canonicalURL: "https://www.example.org/Patterns?id=7",
            title: "Crème quilt patterns", note: "Try the log cabin (100% cotton)",
            tags: ["Craft/Sewing", "to read"], size: .large, isUnread: true,
            added: WallTime(milliseconds: 19_990 * Self.day),
            updated: WallTime(milliseconds: 19_995 * Self.day), placement: [.friends],
            isTrashed: false, conflicts: [])
    }

    private func matches(_ text: String, _ bookmark: Bookmark) throws -> Bool {
        try SearchQuery.parse(text).get().matches(bookmark, now: now) { $0 == "patchwork" }
    }

    @Test(arguments: [
        "", "quilt", "QUILT creme", "Crème", "pat*", "quilt -wool", "wool or cabin",
        "\"log cabin\"",
        "\"log cab\"*", "log-cabin", "100", "sewing", "example", "id", "#craft", "#craft/sewing",
        "#CRAFT/*", "tag:=craft/sewing", "#\"to read\"", "tag:(wool,craft)", "title:\"QUILT PAT\"",
        "title:uilt", "note:100%", "url:/patterns", "https://WWW.example.org/", "site:example.org",
        "site:www.example.org", "by:me", "by:@\"zoe ana\"", "by:(@bob,me)", "in:Patchwork",
        "is:unread", "-is:read", "is:friends", "is:shared", "is:mine", "is:tagged", "type:bookmark",
        "type:link", "type:(garment,link)", "-type:garment", "-brand:acme", "-worn:0",
        "after:2024-09-24", "before:2024-09-25", "after:2024 before:2025", "age:<11d", "age:>9d",
        "size:l", "size:(s,l)", "-(wool or cotton2)", "not (quilt wool)",
    ])
    func `a matching bookmark is found`(text: String) throws {
        #expect(try matches(text, quilt()))
    }

    @Test(arguments: [
        "wool", "quil", "quilt wool", "-quilt", "\"cabin log\"", "\"quilt patterns try\"",
        "\"craft sewing\"", "pat", "#sewing", "#craft/sew", "#craft/sewing/*", "tag:=craft",
        "#read",
        "title:cabin", "note:quilt", "url:quilt", "site:ample.org", "site:example.com",
        "by:bob", "-by:me", "in:wool", "is:read", "is:private", "is:public", "is:others",
        "is:untagged", "is:conflicted", "is:trashed", "-type:bookmark", "type:garment",
        "brand:acme", "worn:0", "price:>=0", "after:2024-09-25",
        "before:2024-09-24", "age:<10d", "age:>10d", "size:(s,m)", "-(wool or cotton)",
    ])
    func `a bookmark that does not match is not found`(text: String) throws {
        #expect(try !matches(text, quilt()))
    }

    @Test func `the trash is seen only by those who name it`() throws {
        var bookmark = try quilt()
        bookmark.isTrashed = true

        #expect(try !matches("quilt", bookmark))
        #expect(try matches("quilt is:trashed", bookmark))
        #expect(try matches("is:trashed or wool", bookmark))
        #expect(try !matches("-is:trashed", bookmark))
    }

    @Test func `somebody else's link is found by their name`() throws {
        let bookmark = try quilt(isMine: false)

        #expect(try matches("by:\"ZOË ana\" is:others", bookmark))
        #expect(try !matches("by:me or is:mine", bookmark))
    }

    @Test func `a link without a part is told by that`() throws {
        var bookmark = try quilt()
        bookmark.tags = []
        bookmark.placement = []
        bookmark.url = "mailto:ben@example.org"
        bookmark.conflicts = [
            Conflict(
                field: "title", losingValue: "x", by: bookmark.author, at: WallTime(milliseconds: 0)
            )
        ]

        #expect(try matches("is:untagged is:private is:conflicted", bookmark))
        #expect(try !matches("site:example.org or is:shared", bookmark))
    }

    @Test func `a bookmark saved in the future counts as new`() throws {
        var bookmark = try quilt()
        bookmark.added = WallTime(milliseconds: .max)

        #expect(try matches("age:<1h", bookmark))
        #expect(try !matches("age:>1h", bookmark))
    }
}
