import Domain
import Primitives
import Testing

@testable import Store

/// Tests the order by likes with so many things that an index is read instead of sorting.
@Suite struct LikesOrderTests {
    private static let count = 1500

    /// A thing, as far as the order goes.
    private struct Place: Equatable {
        let row: Int64
        let likes: Int64
        let added: UInt64
    }

    /// Creates links, most of them without likes, and a random few with one to four.
    private func world(_ dice: inout Dice) throws -> ReadingWorld {
        let world = try ReadingWorld()
        for start in stride(from: 0, to: Self.count, by: 500) {
            try world.keep(
                (start..<start + 500).map { number in
                    BookmarkDraft(
                        url: "https://example.org/\(number)", title: "link \(number)",
                        tags: number % 5 == 0 ? [] : ["most"],
                        added: WallTime(
                            milliseconds: 1_700_000_000_000 + UInt64(dice.roll(below: 400)) * 1000))
                })
        }
        for entry in try world.everything() where dice.roll(below: 3) == 0 {
            let likes = dice.roll(below: 5)
            try world.step { (store) throws(StorageError) in
                try store.database.run(
                    """
                    INSERT INTO tallies (object, likes, dislikes, comments, own)
                    VALUES (?, ?, 1, 0, 0)
                    """, .integer(entry.row), .integer(likes))
            }
        }
        return world
    }

    private func expected(_ query: String, in world: ReadingWorld) throws -> [String] {
        let query = try SearchQuery.parse(query).get()
        return try world.everything().filter { entry in
            query.matches(entry.bookmark, now: world.now) { _ in false }
        }.sorted { left, right in
            (right.bookmark.reactions.likes, right.bookmark.added, right.row)
                < (left.bookmark.reactions.likes, left.bookmark.added, left.row)
        }.map(\.bookmark.url)
    }

    private func paged(_ query: String, _ limit: Int, in world: ReadingWorld) throws -> [String] {
        var urls: [String] = []
        var cursor: String?
        repeat {
            let page = try world.page(
                ListRequest(query: query, sort: .likes, limit: limit, cursor: cursor))
            urls += page.items.map(\.url)
            cursor = page.nextCursor
        } while cursor != nil
        return urls
    }

    @Test(arguments: 1...3)
    func `pages by likes are what a plain sort gives`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let world = try world(&dice)

        for query in ["", "#most", "-#most", "likes:>=3", "likes:0", "#most likes:<=1"] {
            let limit = [7, 50, 499, 500][dice.roll(below: 4)]
            let found = try paged(query, limit, in: world)

            #expect(try found == expected(query, in: world), "\(query) by \(limit)")
        }
    }

    @Test func `a cursor of no page is followed as any other, or refused`() throws {
        var dice = Dice(seed: 9)
        let world = try world(&dice)
        let page = try world.page(ListRequest(query: "", sort: .likes, limit: 1))
        let bytes = try #require(page.nextCursor.flatMap { Base32.decode($0) })

        for changed in [UInt8.min, .max] {
            for place in bytes.indices.dropFirst() {
                var other = bytes
                other[place] = changed
                let request = ListRequest(
                    query: "", sort: .likes, limit: 3, cursor: Base32.encode(other))
                let found = try world.page(request).items
                #expect(found.count <= 3)
            }
        }
    }
}
