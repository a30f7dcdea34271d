import CRDT
import Domain
import Laws
import Primitives
import Testing

@testable import Store

@Suite struct SearchOracleTests {
    /// Creates a world of 150 links: own ones in every audience and in the trash, and some of
    /// ben's.
    private func world(seed: UInt64) throws -> ReadingWorld {
        let world = try ReadingWorld()
        var links = RandomLinks(dice: Dice(seed: seed))
        let ids = try world.keep((0..<120).map { links.draft($0) })
        try world.keep((120..<135).map { links.draft($0) }, in: .friends)
        try world.keep((135..<140).map { links.draft($0) }, in: .public)
        try world.perform(.remove(.references(ids.prefix(12).map { .id($0.text) })))
        try world.perform(
            .newCollection(name: "Sewing", description: "", query: "#craft -cabin"))
        for number in 1...10 {
            try world.see(
                links.pick(["quilt log", "cabin", "a b c"]), by: "Ben",
                in: number < 8 ? .friends : .public, number: UInt8(number))
        }
        return world
    }

    private func expected(
        _ query: SearchQuery, of links: [(row: Int64, bookmark: Bookmark)], in world: ReadingWorld
    ) throws -> [Int64] {
        let inner = try SearchQuery.parse("#craft -cabin").get()
        return links.filter { entry in
            query.matches(entry.bookmark, now: world.now) { name in
                name == "sewing" && inner.matches(entry.bookmark, now: world.now) { _ in false }
            }
        }.map(\.row)
    }

    @Test(arguments: LawSeeds.seeds(4, soak: 12))
    func `a search finds what the plain way finds`(seed: UInt64) throws {
        let world = try world(seed: seed)
        let all = try world.everything()
        var links = RandomLinks(dice: Dice(seed: seed + 1000))

        for _ in 0..<60 {
            let text = links.query(depth: 2)
            guard case .success(let query) = SearchQuery.parse(text) else { continue }
            let found = try world.step { (store) throws(StorageError) in
                try store.rows(matching: query, atMost: 1000, now: world.now)
            }
            let total = try world.page(ListRequest(query: text, limit: 1, withTotal: true)).total

            let expected = try expected(query, of: all, in: world)
            #expect(try found.get() == expected, "\(text)")
            #expect(total == expected.count, "\(text)")
        }
    }

    @Test(arguments: 1...8)
    func `pages in every order hold each match once`(seed: UInt64) throws {
        let world = try world(seed: seed)
        var links = RandomLinks(dice: Dice(seed: seed + 2000))
        let sizes = [1, 7, 50]

        for order in SortOrder.allCases {
            let asked = ["", "quilt or a*", "#craft is:unread", "-cabin"][links.dice.roll(below: 4)]
            // Without a point in the query, there is no order by distance (`PlaceTests`).
            let text = order == .near ? "near:0,0,20037" : asked
            var pages: [Bookmark] = []
            var cursor: String?
            repeat {
                let page = try world.page(
                    ListRequest(
                        query: text, sort: order, limit: links.pick(sizes), cursor: cursor))
                pages += page.items
                cursor = page.nextCursor
            } while cursor != nil

            let query = try SearchQuery.parse(text).get()
            let expected = try world.everything().map(\.bookmark).filter {
                query.matches($0, now: world.now) { _ in false }
            }
            #expect(pages.map(\.url).sorted() == expected.map(\.url).sorted(), "\(order) \(text)")
            #expect(isSorted(pages, by: order), "\(order) \(text)")
        }
    }

    private func isSorted(_ pages: [Bookmark], by order: SortOrder) -> Bool {
        zip(pages, pages.dropFirst()).allSatisfy { left, right in
            switch order {
            case .added: return left.added >= right.added
            case .near: return true
            case .updated: return left.updated >= right.updated
            case .size:
                return (left.size.rawValue, left.added) >= (right.size.rawValue, right.added)
            case .likes:
                return (left.reactions.likes, left.added)
                    >= (right.reactions.likes, right.added)
            case .title:
                let (first, second) = (
                    SearchText.folded(left.title), SearchText.folded(right.title)
                )
                if first.isEmpty || second.isEmpty { return second.isEmpty }
                return !Array(second.utf8).lexicographicallyPrecedes(Array(first.utf8))
            }
        }
    }
}
