import Domain
import Primitives
import Testing

@testable import Store

/// Tests that the cost of a page of a feed does not grow with the number of things.
@Suite struct FeedSizeTests {
    /// Creates `count` things of three people, of every kind, every second with one tag, every
    /// 1000th with another; and as many of Ana's own, without tags.
    private func world(_ count: Int) throws -> FeedWorld {
        let world = try FeedWorld()
        for author in 1...3 { try world.see(author, tag: author == 1 ? "common" : "rare") }
        let people = try (1...3).map { try FeedWorld.person($0) }
        try world.ana.step { (store) throws(StorageError) in
            let first = try store.number(of: people[0])
            for (shift, mine) in [(0, 0), (count, 1)] {
                try store.database.run(
                    """
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
                    INSERT INTO objects (object, author, audience, kind, hidden, state)
                    SELECT CAST(printf('%016d', i + ?2) AS BLOB),
                    CASE WHEN ?3 THEN ?4 ELSE ?5 + i % 3 END, CASE WHEN ?3 THEN 1 ELSE 2 END,
                    CASE i % 7 WHEN 0 THEN 11 WHEN 1 THEN 12 WHEN 2 THEN 13 ELSE 1 END, 0, x''
                    FROM n ORDER BY i
                    """, .integer(count), .integer(shift), .integer(mine), .integer(try store.me),
                    .integer(first))
            }
            try store.database.run(
                """
                INSERT INTO bookmarks
                (object, added, updated, canonical, size, unread, url, title, note, kind)
                SELECT id, id, id, id, 2, 0, 'https://a.example/' || id, 'Title ' || id, '', kind
                FROM objects WHERE id > 3 AND kind IN (1, 11, 12, 13) ORDER BY id
                """)
            for (tag, each) in [("common", 2), ("rare", 1000)] {
                try store.database.run(
                    """
                    INSERT INTO tagged (object, tag) SELECT b.object, g.id
                    FROM bookmarks b, tags g WHERE g.name = ? AND b.object % ? = 0
                    AND b.object > 3 AND b.object <= ? ORDER BY b.object
                    """, .text(tag), .integer(each), .integer(count + 3))
            }
        }
        return world
    }

    private func cost(_ world: FeedWorld, _ request: FeedRequest) throws -> (steps: Int, rows: Int)
    {
        try world.ana.step { (store) throws(StorageError) in
            guard case .plan(let plan) = try store.plan(request, now: world.ana.wall) else {
                throw .corrupt
            }
            let stream = try FeedStream(
                store, behind: .start, authors: plan.authors, except: plan.except, list: plan.list)
            var run = try FeedRun(plan.plan, of: stream, behind: .start, store: store)
            let rows = try run.page(request.limit).rows.count
            return (FeedRun.effort.left - run.left, rows)
        }
    }

    private static let follows: [[String]] = [
        ["@friend1"], ["#rare"], ["#common"], ["@friend2", "#rare"],
        ["type:garment", "@friend3", "is:unread"],
    ]

    @Test(arguments: 0..<5)
    func `a page costs the same among ten times as many`(number: Int) throws {
        var steps: [[Int]] = []
        for count in [2_000, 20_000] {
            let world = try world(count)
            for what in Self.follows[number] { try world.follow(what) }
            var costs: [Int] = []
            for request in [
                FeedRequest(.following), FeedRequest(.discover), FeedRequest(.unjudged),
            ] {
                let (steps, rows) = try cost(world, request)
                #expect(rows > 0, "\(request.scope)")
                #expect(steps < 2_000, "\(request.scope): \(steps) steps")
                costs.append(steps)
            }
            steps.append(costs)
        }

        for (few, many) in zip(steps[0], steps[1]) { #expect(many < few + 500) }
    }

    @Test func `a page that finds nothing ends when it has cost enough, and the next goes on`()
        throws
    {
        let world = try world(40_000)
        try world.follow("size:l")

        let first = try world.page(FeedRequest(.following))
        var cursor = first.cursor
        var pages = 1
        while let place = cursor, pages < 20 {
            let page = try world.page(FeedRequest(.following, cursor: place))
            #expect(page.rows.isEmpty)
            cursor = page.cursor
            pages += 1
        }

        #expect(first.rows.isEmpty && first.cursor != nil)
        #expect(cursor == nil && (2...10).contains(pages))
    }
}
