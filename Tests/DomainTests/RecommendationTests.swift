import CRDT
import Primitives
import Testing

@testable import Domain

@Suite struct RecommendationTests {
    private func thing(
        _ number: UInt64, _ name: String, tags: [String] = [], _ details: [Detail] = [],
        kind: Kind = .garment, own: Reaction? = nil, isMine: Bool = false
    ) throws -> Bookmark {
        let key = try #require(Bytes32([UInt8](repeating: isMine ? 1 : 2, count: 32)))
        return Bookmark(
            author: Author(person: PersonID(key), name: isMine ? "Ana" : "Bob", isMe: isMine),
            id: ObjectID(Bytes16(high: number << 16, low: 0)), url: "", canonicalURL: "",
            title: name, note: "", tags: tags, size: .medium, isUnread: false,
            added: WallTime(milliseconds: number), updated: WallTime(milliseconds: number),
            placement: [], isTrashed: false, conflicts: [], kind: kind, details: details,
            reactions: Reactions(likes: 0, dislikes: 0, comments: 0, own: own))
    }

    private func candidates() throws -> [Bookmark] {
        try [
            thing(1, "scarf", tags: ["Wool"], [Detail(.color, ["red"])]),
            thing(2, "coat", tags: ["fur"], [Detail(.season, ["winter"])]),
            thing(3, "shirt", [Detail(.category, ["tops/shirts"])], isMine: true),
            thing(4, "boots", [Detail(.season, ["winter"]), Detail(.style, ["Work"])]),
            thing(5, "look", [Detail(.occasion, ["work"])], kind: .outfit),
            thing(6, "liked", tags: ["wool"], own: .like),
            thing(7, "gown", tags: ["wool", "fur"]),
        ]
    }

    private func judged() throws -> [Bookmark] {
        try [
            thing(10, "a", tags: ["wool"], [Detail(.color, ["Red"])], own: .like),
            thing(11, "b", tags: ["wool"], own: .like),
            thing(12, "c", [Detail(.category, ["Tops/Shirts"])], own: .like),
            thing(13, "d", tags: ["fur"], own: .dislike),
            thing(14, "e", tags: ["fur"], own: .dislike),
            thing(15, "f", tags: ["fur"], own: .dislike),
        ]
    }

    @Test func `things like those that were liked come first, with reasons`() throws {
        let found = Recommendation.of(
            try candidates(), judged: try judged(), for: RecommendationWish())

        #expect(found.map(\.thing.title) == ["scarf", "shirt"])
        #expect(found.map(\.score) == [7, 3])
        #expect(found[0].reasons == ["you like #Wool", "you like red"])
        #expect(found[1].thing.author.isMe)
    }

    @Test func `a wish weighs, and leaves out what is for something else`() throws {
        let wish = RecommendationWish(season: "winter", occasion: "work")

        let found = Recommendation.of(try candidates(), judged: try judged(), for: wish)
        let outfits = Recommendation.of(
            try candidates(), judged: [], for: RecommendationWish(kind: .outfit, occasion: "WORK"))

        #expect(found.map(\.thing.title) == ["boots", "scarf", "look", "shirt"])
        #expect(found[0].reasons == ["is for work", "is for winter"])
        #expect(outfits.map(\.thing.title) == ["look"])
        #expect(
            Recommendation.of(
                try candidates(), judged: [], for: RecommendationWish(season: "summer")
            ).isEmpty)
    }

    @Test(arguments: 1...16)
    func `the same things give the same, whatever their order`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        var (things, judged) = (try candidates(), try judged())
        let wish = RecommendationWish(season: "winter")
        let expected = Recommendation.of(things, judged: judged, for: wish)

        for index in things.indices { things.swapAt(index, dice.roll(below: things.count)) }
        for index in judged.indices { judged.swapAt(index, dice.roll(below: judged.count)) }

        #expect(Recommendation.of(things, judged: judged, for: wish) == expected)
    }

    @Test func `of a wish that nobody can have it is told what is wrong`() {
        for wish in [
            RecommendationWish(kind: .closet), RecommendationWish(season: "monsoon"),
            RecommendationWish(occasion: " "), RecommendationWish(limit: 0),
            RecommendationWish(limit: Limits.pageMax + 1),
        ] {
            guard case .failure(let problem) = wish.checked else {
                Issue.record("\(wish) was taken")
                continue
            }
            #expect(!problem.fix.isEmpty)
        }
    }
}
