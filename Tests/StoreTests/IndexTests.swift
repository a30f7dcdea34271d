import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests the order of everything that matches, and things that are read by their ids.
@Suite struct IndexTests {
    private func world(_ count: Int, _ dice: inout Dice) throws -> ReadingWorld {
        let world = try ReadingWorld()
        try world.keep(
            (0..<count).map { number in
                BookmarkDraft(
                    url: "https://example.org/\(number)",
                    title: dice.roll(below: 4) == 0 ? "" : "link \(dice.roll(below: 50))",
                    tags: number % 3 == 0 ? ["third"] : [],
                    size: TileSize.allCases[dice.roll(below: 3)],
                    added: WallTime(
                        milliseconds: 1_700_000_000_000 + UInt64(dice.roll(below: 40)) * 1000))
            })
        for number in 1...20 {
            try world.see("seen \(number)", by: "ben", in: .friends, number: UInt8(number))
        }
        return world
    }

    private func index(_ request: ListRequest, in world: ReadingWorld) throws -> ThingIndex {
        let outcome = try world.step { (store) throws(StorageError) in
            try store.index(request, now: world.now)
        }
        guard case .index(let index) = outcome else {
            throw ReadingWorld.Unexpected(what: "\(outcome)")
        }
        return index
    }

    @Test(arguments: SortOrder.allCases.filter { $0 != .near })
    func `it has what the pages of a list have, in their order`(order: SortOrder) throws {
        var dice = Dice(seed: 31)
        let world = try world(240, &dice)
        for query in ["", "#third", "-#third", "link", "by:@ben", "nothing like this"] {
            var pages: [Bookmark] = []
            var cursor: String?
            repeat {
                let page = try world.page(
                    ListRequest(query: query, sort: order, limit: 37, cursor: cursor))
                pages += page.items
                cursor = page.nextCursor
            } while cursor != nil

            let index = try index(ListRequest(query: query, sort: order), in: world)

            #expect(index.entries.map(\.id) == pages.map(\.id), "\(order) \(query)")
            #expect(index.entries.map(\.size) == pages.map(\.size))
            #expect(index.total == pages.count)
        }
    }

    @Test func `many entries are read in one scan, and are the same`() throws {
        let world = try ReadingWorld()
        for start in stride(from: 0, to: 10_500, by: 500) {
            try world.keep(
                (start..<start + 500).map { number in
                    BookmarkDraft(
                        url: "https://example.org/\(number)", title: "\((number * 7919) % 10_500)",
                        tags: number % 2 == 0 ? ["even"] : [],
                        size: TileSize.allCases[number % 3])
                })
        }
        let all = try index(ListRequest(sort: .title), in: world)
        let even = try index(ListRequest(query: "#even", sort: .title), in: world)
        let odd = try index(ListRequest(query: "-#even", sort: .title), in: world)

        #expect(all.entries.count == 10_500 && even.entries.count == 5250)
        for some in [even, odd] {
            let ids = Set(some.entries.map(\.id))
            #expect(all.entries.filter { ids.contains($0.id) } == some.entries)
        }
    }

    @Test func `a page size and a cursor count for nothing`() throws {
        var dice = Dice(seed: 32)
        let world = try world(60, &dice)

        let index = try index(ListRequest(limit: 1, cursor: "nothing"), in: world)

        #expect(index.entries.count == 80)
    }

    @Test func `it tells which things have a picture`() throws {
        let world = try ReadingWorld()
        try world.keep([BookmarkDraft(url: "https://example.org/", title: "plain")])
        let plain = try index(ListRequest(), in: world)
        #expect(plain.entries.map(\.hasPicture) == [false])
        let row = try #require(try world.everything().first).row
        try world.step { (store) throws(StorageError) in
            try store.database.run(
                "INSERT INTO facets (object, detail, value, folded) VALUES (?, ?, 'p', 'p')",
                .integer(row), .integer(Int(DetailName.photo.rawValue)))
        }
        #expect(try index(ListRequest(), in: world).entries.map(\.hasPicture) == [true])
    }

    @Test func `a search that cannot be answered says why`() throws {
        let world = try ReadingWorld()
        for (query, sort) in [("likes:many", nil), ("", SortOrder.near)] {
            let outcome = try world.step { (store) throws(StorageError) in
                try store.index(ListRequest(query: query, sort: sort), now: world.now)
            }
            guard case .rejected = outcome else {
                Issue.record("\(query): \(outcome)")
                continue
            }
        }
    }

    @Test func `things by their ids come in that order, and those that are not here are left out`()
        throws
    {
        let world = try ReadingWorld()
        let ids = try world.keep(
            (0..<Limits.thingsAtOnceMax + 1).map {
                BookmarkDraft(url: "https://example.org/\($0)", title: "link \($0)")
            })
        let nobody = ObjectID(try #require(Bytes16([UInt8](repeating: 9, count: 16))))
        func read(_ ids: [ObjectID]) throws -> [ObjectID] {
            try world.step { (store) throws(StorageError) in try store.things(ids).map(\.id) }
        }

        #expect(try read([]) == [])
        #expect(try read([ids[3], nobody, ids[1], ids[2]]) == [ids[3], ids[1], ids[2]])
        #expect(try read(Array(ids.reversed().prefix(200))) == Array(ids.reversed().prefix(200)))
        #expect(try read(ids).count == Limits.thingsAtOnceMax)
    }
}
