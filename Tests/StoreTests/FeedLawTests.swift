import Domain
import Laws
import Primitives
import Testing

@testable import Store

/// Laws of feeds: nothing twice, nothing skipped, no author without end.
@Suite struct FeedLawTests {
    private static let tags = ["wool", "wool/merino", "silk", "linen"]

    /// A person's follows and mutes, at random.
    private struct Taste {
        var people: Set<Int> = []
        var tags: Set<String> = []
        var isUnread = false
        var mutedPeople: Set<Int> = []
        var mutedTags: Set<String> = []

        func follows(_ thing: FeedWorld.Thing) -> Bool {
            people.contains(thing.author) || isUnread && thing.isUnread
                || Self.has(thing.tag, any: tags)
        }

        func mutes(_ thing: FeedWorld.Thing) -> Bool {
            mutedPeople.contains(thing.author) || Self.has(thing.tag, any: mutedTags)
        }

        private static func has(_ tag: String?, any names: Set<String>) -> Bool {
            guard let tag else { return false }
            return names.contains { tag == $0 || tag.hasPrefix($0 + "/") }
        }
    }

    private func arrive(_ count: Int, _ dice: inout Dice, in world: FeedWorld) throws {
        // Some have much more than others, and their things arrive in long runs.
        var author = 1 + dice.roll(below: 5)
        for _ in 0..<count {
            if dice.roll(below: 4) == 0 {
                author = 1 + min(dice.roll(below: 6), dice.roll(below: 6))
            }
            let tag = dice.roll(below: 3) == 0 ? nil : Self.tags[dice.roll(below: 4)]
            try world.see(
                author, tag: tag, isUnread: dice.roll(below: 5) == 0,
                kind: dice.roll(below: 4) == 0 ? .garment : .link,
                audience: dice.roll(below: 3) == 0 ? .public : .friends)
        }
    }

    private func taste(_ dice: inout Dice, in world: FeedWorld) throws -> Taste {
        var taste = Taste()
        for author in 1...6 {
            switch dice.roll(below: 6) {
            case 0, 1:
                taste.people.insert(author)
                try world.follow("@" + FeedWorld.name(author))
            case 2 where dice.roll(below: 2) == 0:
                taste.mutedPeople.insert(author)
                try world.follow("@" + FeedWorld.name(author), .mute)
            default: break
            }
        }
        for tag in Self.tags {
            switch dice.roll(below: 5) {
            case 0, 1:
                taste.tags.insert(tag)
                try world.follow("#" + tag)
            case 2 where dice.roll(below: 2) == 0:
                taste.mutedTags.insert(tag)
                try world.follow("#" + tag, .mute)
            default: break
            }
        }
        if dice.roll(below: 3) == 0 {
            taste.isUnread = true
            try world.follow("is:unread")
        }
        return taste
    }

    @Test(arguments: LawSeeds.seeds(12, soak: 64))
    func `a feed by pages is one feed, whatever comes between them`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let world = try FeedWorld()
        for author in 1...6 { try world.see(author) }
        try arrive(dice.roll(below: 150), &dice, in: world)
        let taste = try taste(&dice, in: world)

        for scope in [FeedScope.following, .discover, .unjudged] {
            let there = world.things.filter { thing in
                guard !taste.mutes(thing) else { return false }
                switch scope {
                case .following: return taste.follows(thing)
                case .discover: return !taste.follows(thing)
                case .unjudged, .unjudgedElsewhere: return true
                }
            }
            var shown: [Int64] = []
            var cursor: String?
            var pages = 0
            repeat {
                // So little work that it shows one thing now and then, or as much as needed.
                let effort = dice.roll(below: 2) == 0 ? 10 + dice.roll(below: 60) : 100_000
                let page = try world.page(
                    FeedRequest(scope, limit: 1 + dice.roll(below: 7), cursor: cursor),
                    effort: effort)
                shown += page.rows
                cursor = page.cursor
                pages += 1
                if dice.roll(below: 3) == 0 { try arrive(dice.roll(below: 4), &dice, in: world) }
            } while cursor != nil && pages < 5000

            #expect(cursor == nil, "\(scope) comes to an end")
            #expect(shown == FeedWorld.expected(there), "\(scope)")
        }
    }

    @Test func `one who has very much does not push out the one thing of another`() throws {
        let world = try FeedWorld()
        let first = try world.see(2)
        for _ in 0..<500 { try world.see(1) }

        let page = try world.page(FeedRequest(.discover, limit: 4))
        let next = try world.page(FeedRequest(.discover, limit: 4, cursor: page.cursor))

        let newest = world.things.suffix(500).map(\.row).reversed()
        #expect(page.rows == Array(newest.prefix(2)) + [first] + newest.dropFirst(2).prefix(1))
        #expect(next.rows == Array(newest.dropFirst(3).prefix(4)))
    }

    @Test(arguments: [FeedScope.following, .discover])
    func `a cursor that somebody made up ends in a page or in a refusal`(scope: FeedScope) throws {
        let world = try FeedWorld()
        for number in 0..<30 {
            try world.see(1 + number % 3, tag: number % 2 == 0 ? "wool" : nil)
        }
        try world.follow("#wool")
        var dice = Dice(seed: 7)

        let cursor = try #require(try world.page(FeedRequest(scope, limit: 1)).cursor)
        for length in 0..<cursor.utf8.count {
            #expect(FeedPlace(cursor: String(cursor.prefix(length)), in: scope) == nil)
        }
        #expect(FeedPlace(cursor: cursor + "00", in: scope) == nil)
        #expect(FeedPlace(cursor: cursor, in: scope == .following ? .discover : .following) == nil)
        for _ in 0..<200 {
            var bytes = [32 + scope.rawValue]
            for _ in 0..<4 {
                let number = [0, 1, 2, 5, UInt64(Int64.max), UInt64.max][dice.roll(below: 6)]
                for shift in stride(from: 56, through: 0, by: -8) {
                    bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
                }
            }
            bytes.append(UInt8(dice.roll(below: 4)))
            let forged = Base32.encode(bytes)
            guard FeedPlace(cursor: forged, in: scope) != nil else { continue }
            let page = try world.page(FeedRequest(scope, limit: 3, cursor: forged))
            #expect(page.rows.count <= 3)
        }
    }
}
