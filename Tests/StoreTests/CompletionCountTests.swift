import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests the counts of completions: only shown ones are counted to the end.
@Suite struct CompletionCountTests {
    private func completions(
        _ typed: String, limit: Int = 10, in world: ReadingWorld
    ) throws -> [String] {
        try world.step { (store) throws(StorageError) in
            try store.completions(of: typed, limit: limit)
        }.map { "\($0.query) \($0.count)" }
    }

    private func link(_ number: Int, _ tags: [String]) -> BookmarkDraft {
        BookmarkDraft(url: "https://example.org/\(number)", title: "link", tags: tags)
    }

    private func garment(_ number: Int, brand: String, category: String) -> BookmarkDraft {
        BookmarkDraft(
            url: "", title: "garment \(number)", kind: .garment,
            details: [Detail(.brand, [brand]), Detail(.category, [category])])
    }

    @Test func `a name that exceeds the count for ranking is counted in full when it shows`()
        throws
    {
        let world = try ReadingWorld()
        try world.keep((0..<400).map { link($0, ["craft", "crochet"]) })
        try world.keep((400..<800).map { link($0, $0 % 2 == 0 ? ["craft"] : ["cross", "craft"]) })

        #expect(try completions("cr", in: world) == ["#craft 800", "#crochet 400", "#cross 200"])
        #expect(try completions("cr", limit: 1, in: world) == ["#craft 800"])
    }

    @Test func `the most used of any number of names come first`() throws {
        let world = try ReadingWorld()
        try world.keep((0..<400).map { garment($0, brand: "crab \($0)", category: "hats") })
        try world.keep((0..<6).map { link($0, ["crzwei"]) })
        try world.keep((6..<9).map { link($0, ["crzdrei"]) })
        for start in [1000, 1500] {
            try world.keep((start..<start + 500).map { link($0, ["cr\($0)"]) })
        }
        try world.keep((2000..<2020).map { garment($0, brand: "crz", category: "crz") })

        let found = try completions("cr", in: world)
        let many = try completions("cr", limit: 500, in: world)

        #expect(
            found.prefix(4) == ["brand:crz 20", "category:crz 20", "#crzwei 6", "#crzdrei 3"])
        #expect(found.count == 10 && many.count == 500)
        #expect(many.prefix(10) == found[...])
        #expect(Set(many).count == 500)
    }

    @Test func `trashed things count for nothing, and names that only they have are not shown`()
        throws
    {
        let world = try ReadingWorld()
        let ids = try world.keep([
            link(1, ["craft", "crew"]), link(2, ["craft"]),
            garment(1, brand: "Crown", category: "hats"),
            garment(2, brand: "Crab", category: "hats"),
            garment(3, brand: "crown", category: "hats"),
        ])
        try world.perform(.remove(.references([.id(ids[0].text), .id(ids[3].text)])))

        #expect(try completions("cr", in: world) == ["brand:Crown 2", "#craft 1"])
        #expect(try completions("#cr", in: world) == ["#craft 1"])
        #expect(try completions("hat", in: world) == ["category:hats 2"])
        #expect(try completions("crwon", in: world) == ["brand:Crown 2"])
    }

    @Test
    func `a category is completed by what stands below, whatever stands before it in the order`()
        throws
    {
        let world = try ReadingWorld()
        try world.keep([
            garment(1, brand: "A", category: "clothes/shirts"),
            garment(2, brand: "B", category: "shirts"),
            garment(3, brand: "C", category: "clothes/shirts"),
        ])

        #expect(
            try completions("shi", in: world) == ["category:clothes/shirts 2", "category:shirts 1"])
        #expect(try completions("", limit: 2, in: world).count == 2)
    }

    @Test(arguments: [1, 4, 9])
    func `the trash counts for nothing, be it less than what is counted or more`(trashed: Int)
        throws
    {
        let world = try ReadingWorld()
        let ids = try world.keep(
            (0..<10).map { link($0, $0 % 2 == 0 ? ["craft"] : ["craft", "Craft"]) })
        let dressed = try world.keep(
            (0..<10).map { garment($0, brand: "Crown", category: "crowns") })
        let gone = ids.prefix(trashed) + dressed.prefix(trashed)
        try world.perform(.remove(.references(gone.map { .id($0.text) })))

        let left = 10 - trashed
        #expect(try completions("#cr", in: world) == ["#craft \(left)"])
        #expect(try completions("brand:", in: world) == ["brand:Crown \(left)"])
        #expect(try completions("category:", in: world) == ["category:crowns \(left)"])
    }

    @Test func `a count ends at ten thousand`() throws {
        let world = try ReadingWorld()
        let most = Completion.countMax
        var ids: [ObjectID] = []
        for start in stride(from: 0, to: most + 1, by: 500) {
            let part = start..<min(start + 500, most + 1)
            ids += try world.keep(part.map { link($0, ["craft"]) })
        }

        #expect(try completions("#cr", in: world) == ["#craft \(most)"])
        try world.perform(.remove(.references([.id(ids[0].text)])))
        #expect(try completions("#cr", in: world) == ["#craft \(most)"])
        try world.perform(.remove(.references([.id(ids[1].text)])))
        #expect(try completions("#cr", in: world) == ["#craft \(most - 1)"])
    }

    @Test func `a person's reactions to others' things are not counted among their things`() throws
    {
        let ana = try WriteReplica(1, name: "Ana")
        let ben = try WriteReplica(2, name: "Ben")
        try ana.add(friend: ben)
        try ben.add(friend: ana)
        let mine = try ana.keep(link(1, []), in: .friends)[0]
        try ana.sync(to: ben)
        try ben.keep(link(2, ["craft"]), in: .friends)
        try ben.perform(.react(.id(mine.text), .like))
        try ben.sync(to: ana)

        let found = try ana.step { (store) throws(StorageError) in
            try store.completions(of: "by:", limit: 10)
        }
        #expect(found.map { "\($0.query) \($0.count)" } == ["by:@Ben 1"])
    }
}
