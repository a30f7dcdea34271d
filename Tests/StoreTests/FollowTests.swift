import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests follows and mutes, and what is derived from them.
@Suite struct FollowTests {
    private func follows(
        _ ana: WriteReplica, _ attention: Attention = .follow
    ) throws -> [Follow] {
        try ana.step { (store) throws(StorageError) in try store.follows(attention) }
    }

    @discardableResult
    private func attend(
        _ ana: WriteReplica, _ what: String, _ attention: Attention = .follow
    ) throws -> Answer {
        try ana.perform(.feeds(.attend(.typed(what), attention)))
    }

    private func refusal(_ answer: Answer) -> Problem? {
        guard case .rejected(let problem) = answer else { return nil }
        return problem
    }

    private func titles(_ ana: WriteReplica, _ query: FeedQuery) throws -> [String] {
        let answer = try ana.step { (store) throws(StorageError) in
            try store.answer(.feeds(query), now: ana.wall)
        }
        guard case .page(let page)? = answer else {
            throw WriteReplica.Unexpected(what: "\(answer as Any)")
        }
        return page.items.map(\.title)
    }

    private func found(_ ana: WriteReplica, _ query: String) throws -> [String] {
        let outcome = try ana.step { (store) throws(StorageError) in
            try store.list(ListRequest(query: query, withTotal: true), now: ana.wall)
        }
        guard case .page(let page) = outcome else {
            throw WriteReplica.Unexpected(what: "\(outcome)")
        }
        #expect(page.total == page.items.count)
        return page.items.map(\.title).sorted()
    }

    /// Creates Ana, and what Bob shares with friends.
    private func world() throws -> (ana: WriteReplica, bob: WriteReplica) {
        let (ana, bob) = try WriteReplica.friends()
        try ana.exchange(with: bob)
        return (ana, bob)
    }

    private func keep(
        _ bob: WriteReplica, _ title: String, _ tags: [String] = [], kind: Kind = .link
    ) throws -> ObjectID {
        try bob.keep(
            BookmarkDraft(
                url: kind == .link ? "https://\(title).example/" : "", title: title, tags: tags,
                kind: kind), in: .friends)[0]
    }

    @Test func `a followed thing is listed by its name, once, and undo restores it`() throws {
        let (ana, _) = try world()
        try ana.perform(
            .newCollection(name: "To Read", description: "", query: "is:unread"))

        for what in ["@Bob", "by:@bob", "#Wool", "tag:wool", "To Read", "silk or #linen"] {
            try attend(ana, what)
        }
        let all = try follows(ana)
        try ana.perform(.feeds(.leave("#wool", .follow)))
        let left = try follows(ana)
        try ana.perform(.undo(act: nil))

        #expect(all.map(\.name) == ["@Bob", "#wool", "in:\"to read\"", "silk or #linen"])
        #expect(all.map(\.followed.form) == ["person", "tag", "search", "search"])
        #expect(left.map(\.name) == ["@Bob", "in:\"to read\"", "silk or #linen"])
        #expect(try follows(ana) == all)
    }

    @Test func `an impossible follow is refused with a fix`() throws {
        let (ana, _) = try world()

        #expect(refusal(try attend(ana, ""))?.code == .invalidQuery)
        #expect(refusal(try attend(ana, "is:trashed"))?.code == .invalidQuery)
        #expect(refusal(try attend(ana, "likes:many"))?.code == .invalidQuery)
        #expect(refusal(try attend(ana, "@nobody"))?.code == .notFound)
        #expect(refusal(try attend(ana, "@Ana"))?.code == .invalidValue)
        #expect(refusal(try attend(ana, "silk", .mute))?.code == .invalidValue)
        #expect(refusal(try ana.perform(.feeds(.leave("@Bob", .follow))))?.code == .notFound)
        for problem in ["", "is:trashed", "@nobody", "@Ana"].compactMap({
            try? refusal(attend(ana, $0))
        }) {
            #expect(!problem.fix.isEmpty)
        }
        let forged = FeedRequest(.following, limit: 1, cursor: "XYZ")
        for query in [
            FeedQuery.feed(forged), .feed(FeedRequest(.following, limit: 0)),
            .feed(FeedRequest(.following, limit: Limits.pageMax + 1)),
            .feed(FeedRequest(.discover, query: "is:trashed")),
            .feed(FeedRequest(.unjudged, audience: .private)), .lookbook(limit: 0, cursor: nil),
            .lookbook(limit: 1, cursor: "XYZ"), .portfolio(PortfolioRequest(limit: 0)),
            .portfolio(PortfolioRequest(cursor: "XYZ")),
            .recommend(RecommendationWish(kind: .link)),
            .recommend(RecommendationWish(season: "monsoon")),
        ] {
            let answer = try ana.step { (store) throws(StorageError) in
                try store.answer(.feeds(query), now: ana.wall)
            }
            #expect(refusal(try #require(answer))?.fix.isEmpty == false, "\(query)")
        }
    }

    @Test func `as many as the limit are followed, and one more is refused`() throws {
        let ana = try WriteReplica(1, name: "Ana")

        for number in 1..<Limits.followsMax { try attend(ana, "#t\(number)") }
        let last = try attend(ana, "#last")
        let over = try attend(ana, "#over")

        #expect(refusal(last) == nil)
        #expect(refusal(over)?.code == .tooMany)
        #expect(try follows(ana).count == Limits.followsMax)
    }

    @Test func `a feed has what is followed, discover the rest, and one's own is in neither`()
        throws
    {
        let (ana, bob) = try world()
        let wool = try keep(bob, "wool", ["wool/merino"])
        _ = try keep(bob, "silk", ["silk"])
        _ = try keep(bob, "hat", kind: .garment)
        try ana.keep(
            BookmarkDraft(url: "https://mine.example/", title: "mine", tags: ["wool"]))
        try ana.exchange(with: bob)

        let nothing = try titles(ana, .feed(FeedRequest(.following)))
        try attend(ana, "#wool")
        try attend(ana, "type:garment")

        #expect(nothing == [])
        #expect(try titles(ana, .feed(FeedRequest(.following))) == ["hat", "wool"])
        #expect(try titles(ana, .feed(FeedRequest(.discover))) == ["silk"])
        #expect(try titles(ana, .feed(FeedRequest(.following, query: "#wool"))) == ["wool"])
        #expect(
            try titles(ana, .feed(FeedRequest(.unjudged, audience: .friends)))
                == ["hat", "silk", "wool"])
        #expect(try titles(ana, .feed(FeedRequest(.unjudged, audience: .public))) == [])
        try ana.perform(.react(.id(wool.text), .dislike))
        #expect(try titles(ana, .feed(FeedRequest(.unjudged))) == ["hat", "silk"])
        #expect(try titles(ana, .feed(FeedRequest(.unjudgedElsewhere))) == ["silk"])
    }

    @Test func `a thing is followed under its name`() throws {
        let (ana, bob) = try world()
        let hat = try keep(bob, "hat", kind: .garment)
        try ana.exchange(with: bob)

        try ana.perform(.feeds(.attend(.thing(.id(hat.text)), .follow)))

        #expect(try follows(ana).map(\.name) == ["hat"])
        #expect(try titles(ana, .feed(FeedRequest(.following))) == [])
    }

    @Test func `muted things leave searches, feeds and advice, but one's own stay`() throws {
        let (ana, bob) = try world()
        _ = try keep(bob, "wool", ["wool"])
        _ = try keep(bob, "silk", ["silk"])
        try ana.keep(
            BookmarkDraft(url: "https://mine.example/", title: "mine", tags: ["wool"]))
        try ana.exchange(with: bob)
        try attend(ana, "@Bob")

        try attend(ana, "#wool", .mute)

        #expect(try found(ana, "") == ["mine", "silk"])
        #expect(try found(ana, "is:muted") == ["wool"])
        #expect(try found(ana, "by:@bob") == ["silk", "wool"])
        #expect(try found(ana, "#wool -is:muted") == ["mine"])
        #expect(try titles(ana, .feed(FeedRequest(.following))) == ["silk"])
        try attend(ana, "@Bob", .mute)
        #expect(try follows(ana, .mute).map(\.name) == ["@Bob", "#wool"])
        #expect(try follows(ana).isEmpty)
        #expect(try found(ana, "") == ["mine"])
        #expect(try titles(ana, .feed(FeedRequest(.discover))) == [])
        #expect(try titles(ana, .feed(FeedRequest(.unjudged))) == [])
        try ana.perform(.feeds(.leave("@Bob", .mute)))
        #expect(try found(ana, "") == ["mine", "silk"])
    }

    @Test func `two devices that follow the same apart follow it once, and the last word counts`()
        throws
    {
        let phone = try WriteReplica(1, name: "Ana")
        let laptop = try WriteReplica(1, device: 2, name: "Ana")
        try phone.exchange(with: laptop)
        try attend(phone, "#wool")
        laptop.wall = WallTime(milliseconds: phone.wall.milliseconds + 1000)
        try attend(laptop, "#wool", .mute)
        try attend(laptop, "#silk")

        try phone.exchange(with: laptop)

        for device in [phone, laptop] {
            #expect(try follows(device).map(\.name) == ["#silk"])
            #expect(try follows(device, .mute).map(\.name) == ["#wool"])
        }
        try phone.perform(.feeds(.leave("#wool", .mute)))
        try phone.exchange(with: laptop)
        #expect(try follows(laptop, .mute).isEmpty && follows(laptop).count == 1)
    }

    @Test func `a lookbook has what is liked, by when that was said`() throws {
        let (ana, bob) = try world()
        let ids = try ["a", "b", "c", "d"].map { try keep(bob, $0) }
        try ana.exchange(with: bob)
        for index in [2, 0, 3, 1] { try ana.perform(.react(.id(ids[index].text), .like)) }
        try ana.perform(.react(.id(ids[3].text), .dislike))
        try ana.perform(.react(.id(ids[2].text), nil))
        try ana.perform(.react(.id(ids[2].text), .like))

        var pages: [[String]] = []
        var cursor: String?
        repeat {
            let answer = try ana.step { (store) throws(StorageError) in
                try store.answer(.feeds(.lookbook(limit: 2, cursor: cursor)), now: ana.wall)
            }
            guard case .page(let page)? = answer else {
                throw WriteReplica.Unexpected(what: "\(answer as Any)")
            }
            pages.append(page.items.map(\.title))
            cursor = page.nextCursor
        } while cursor != nil

        #expect(pages == [["c", "b"], ["a"]])
    }

    @Test func `a portfolio has what others see of one's own, with what they say of it`() throws {
        let (ana, bob) = try world()
        let hat = try keep(bob, "hat", kind: .garment)
        let loom = try keep(bob, "loom")
        try bob.keep(BookmarkDraft(url: "https://secret.example/", title: "secret"))
        try ana.exchange(with: bob)
        try ana.perform(.react(.id(hat.text), .like))
        try ana.perform(.comment(.id(hat.text), text: "Nice", inReplyTo: nil))
        try ana.perform(.react(.id(loom.text), .dislike))
        try ana.exchange(with: bob)

        let answer = try bob.step { (store) throws(StorageError) in
            try store.answer(.feeds(.portfolio(PortfolioRequest(limit: 1))), now: bob.wall)
        }
        guard case .feeds(.portfolio(let portfolio))? = answer else {
            throw WriteReplica.Unexpected(what: "\(answer as Any)")
        }
        let board = try ana.step { (store) throws(StorageError) in try store.contributors() }

        #expect(portfolio.things == 2)
        #expect(
            portfolio.sums == Reactions(likes: 1, dislikes: 1, comments: 1, own: nil))
        #expect(portfolio.page.items.map(\.title) == ["loom"])
        #expect(portfolio.page.nextCursor != nil)
        #expect(board.map(\.author.name) == ["Bob", "Ana"])
        #expect(board.map(\.things) == [2, 0])
        #expect(board[0].sums.likes == 1 && board[0].sums.comments == 1)
    }

    @Test func `a follow has one valid spelling on the wire`() throws {
        let person = PersonID(try WriteReplica.bytes([9]))
        let all: [Followed] = [
            .person(person), .tag("wool"), .thing(ThingReference(Bytes16(high: 1, low: 2))),
            .search("silk or #linen"),
        ]

        for followed in all {
            let bytes = followed.spelled
            #expect(Followed(spelled: bytes) == followed)
            for length in 0..<bytes.count where length < 2 || followed.form != "search" {
                let cut = Followed(spelled: Array(bytes.prefix(length)))
                #expect(cut == nil || cut.map(\.spelled) == Array(bytes.prefix(length)))
            }
        }
        for bytes: [UInt8] in [
            [], [0], [5, 1], [2], [2] + Array("Wool".utf8), [2] + Array("#wool".utf8), [2, 0xFF],
            [4], [4] + Array("SILK".utf8), [4] + Array("likes:many".utf8), [1, 2, 3],
        ] {
            #expect(Followed(spelled: bytes) == nil)
        }
    }
}
