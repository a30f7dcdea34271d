import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Store

/// Tests that open followers are counted once, and other followers nowhere.
@Suite struct FollowingTests {
    private struct World {
        let ana: WriteReplica
        let bob: WriteReplica
        let coat: ObjectID

        var thing: Reference { .id(coat.text) }

        /// Creates a coat of Ana's that bob sees.
        init() throws {
            (ana, bob) = try WriteReplica.friends()
            coat = try ana.garment("Coat", in: .friends)
            try ana.exchange(with: bob)
        }

        /// Returns the number of followers as ana and as bob see it.
        func followers() throws -> [Int] {
            try ana.exchange(with: bob)
            try ana.checkTallies()
            return [
                try ana.link(coat).reactions.followers, try bob.link(coat).reactions.followers,
            ]
        }
    }

    private func openly(_ target: FollowTarget) -> Command { .feeds(.attendOpenly(target)) }

    private func isOpen(at person: WriteReplica) throws -> [Bool] {
        let answer = try person.step { (store) throws(StorageError) in
            try store.answer(.feeds(.follows(.follow)), now: person.wall)
        }
        guard case .feeds(.follows(let follows))? = answer else {
            throw WriteReplica.Unexpected(what: "\(answer as Any)")
        }
        return follows.map(\.isOpen)
    }

    @Test func `a silent follower is not counted, and an open one counts once`() throws {
        let world = try World()

        try world.bob.perform(.feeds(.attend(.thing(world.thing), .follow)))
        let silent = try world.followers()
        let wasOpen = try isOpen(at: world.bob)
        try world.bob.perform(openly(.thing(world.thing)))
        try world.bob.perform(openly(.thing(world.thing)))

        #expect(silent == [0, 0])
        #expect(wasOpen == [false])
        #expect(try world.followers() == [1, 1])
        #expect(try isOpen(at: world.bob) == [true])
        #expect(try world.ana.rowCount("objects WHERE kind = 17") == 0)
    }

    @Test func `liking and following are two words, and neither ends the other`() throws {
        let world = try World()

        try world.bob.perform(openly(.thing(world.thing)))
        try world.bob.perform(.react(world.thing, .like))
        let both = (try world.followers(), try world.ana.link(world.coat).reactions.likes)
        try world.bob.perform(.react(world.thing, nil))
        let follower = (try world.followers(), try world.ana.link(world.coat).reactions.likes)

        #expect(both == ([1, 1], 1))
        #expect(follower == ([1, 1], 0))
    }

    @Test func `leaving takes it back, undo says it again, and both are one act each`() throws {
        let world = try World()
        try world.bob.perform(openly(.thing(world.thing)))

        try world.bob.perform(.feeds(.leave("Coat", .follow)))
        let left = try world.followers()
        try world.bob.perform(.undo(act: nil))
        let again = (try world.followers(), try isOpen(at: world.bob))
        try world.bob.perform(.undo(act: nil))

        #expect(left == [0, 0])
        #expect(again == ([1, 1], [true]))
        #expect(try world.followers() == [0, 0])
        #expect(try isOpen(at: world.bob) == [])
    }

    @Test func `a link is followed openly as a thing, though its page is what comes`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let id = try #require(
            try ana.keep(
                BookmarkDraft(url: "https://loom.example/", title: "loom"), in: .friends
            ).first)
        try ana.exchange(with: bob)

        try bob.perform(openly(.thing(.id(id.text))))
        try ana.exchange(with: bob)
        let told = try ana.link(id).reactions.followers
        let follow = try bob.step { (store) throws(StorageError) in try store.follows()[0].id }
        try bob.perform(.feeds(.leave(follow.text, .follow)))
        try ana.exchange(with: bob)

        #expect(told == 1)
        #expect(try ana.link(id).reactions.followers == 0)
    }

    @Test func `a portfolio of a place has what is said of the place itself, once`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let shop = try ana.place("Shop", "48.2,16.37", in: .friends)
        let at = Detail(.place, [shop.text])
        let coat = try ana.garment("Coat", [at], in: .friends)
        _ = try ana.garment("Secret", [at])
        try ana.exchange(with: bob)
        let portfolio = { (replica: WriteReplica) throws -> Portfolio in
            try ana.exchange(with: bob)
            let answer = try replica.step { (store) throws(StorageError) in
                try store.answer(
                    .feeds(.portfolio(PortfolioRequest(place: .id(shop.text)))), now: replica.wall)
            }
            guard case .feeds(.portfolio(let portfolio))? = answer else {
                throw WriteReplica.Unexpected(what: "\(answer as Any)")
            }
            return portfolio
        }

        try bob.perform(openly(.thing(.id(shop.text))))
        try bob.perform(.react(.id(shop.text), .like))
        try bob.perform(.comment(.id(shop.text), text: "Open today?", inReplyTo: nil))
        try bob.perform(.react(.id(coat.text), .dislike))
        let (mine, bobs) = (try portfolio(ana), try portfolio(bob))
        try ana.perform(.unshare(.references([.id(shop.text)]), from: .friends))
        let hidden = try portfolio(ana)

        #expect(mine.things == 1 && mine.page.items.map(\.title) == ["Coat"])
        let all = Reactions(likes: 1, dislikes: 1, comments: 1, followers: 1, own: nil)
        #expect(mine.sums == all)
        #expect(bobs.things == 0)
        #expect(bobs.sums == Reactions(likes: 1, dislikes: 0, comments: 1, followers: 1, own: nil))
        #expect(hidden.sums == Reactions(likes: 0, dislikes: 1, comments: 0, own: nil))
    }

    @Test func `a person is followed openly by their profile, and muting ends that`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let none = try bob.perform(openly(.typed("@Ana")))
        try ana.perform(.feeds(.profile(ProfileChange(about: "I weave."))))
        try ana.exchange(with: bob)
        let followers = { () throws -> Int? in
            try ana.exchange(with: bob)
            let answer = try ana.step { (store) throws(StorageError) in
                try store.answer(.feeds(.profile(nil)), now: ana.wall)
            }
            guard case .feeds(.profile(let profile))? = answer else {
                throw WriteReplica.Unexpected(what: "\(answer as Any)")
            }
            return profile.said?.reactions.followers
        }

        try bob.perform(openly(.typed("@Ana")))
        let open = (try followers(), try isOpen(at: bob))
        try bob.perform(.feeds(.attend(.typed("@Ana"), .mute)))

        guard case .rejected(let problem) = none else {
            Issue.record("\(none)")
            return
        }
        #expect(problem.code == .notFound && problem.fix.contains("weft follow add @Ana"))
        #expect(open.0 == 1)
        #expect(open.1 == [true])
        #expect(try followers() == 0)
    }

    @Test(arguments: ["#wool", "wool", "@Nobody", "@Bob"])
    func `a target that has no owner to tell cannot be followed openly`(what: String) throws {
        let world = try World()

        let answer = try world.bob.perform(openly(.typed(what)))

        guard case .rejected(let problem) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(!problem.fix.isEmpty)
        #expect(try isOpen(at: world.bob) == [])
    }

    @Test func `two devices of one person are one follower`() throws {
        let world = try World()
        let (ana, bob) = (world.ana, world.bob)
        let phone = try WriteReplica(2, device: 2, name: "Bob", pairedWith: bob)
        try bob.mirror(to: phone)
        try bob.sync(to: ana)
        try ana.step { (store) throws(StorageError) in try store.settleKeys(at: ana.wall) }
        try ana.sync(to: phone)

        try bob.perform(openly(.thing(world.thing)))
        phone.wall = WallTime(milliseconds: bob.wall.milliseconds + 5)
        try phone.perform(openly(.thing(world.thing)))
        try phone.sync(to: ana)
        let both = try world.followers()
        try phone.mirror(to: bob)
        try bob.mirror(to: phone)
        bob.wall = WallTime(milliseconds: phone.wall.milliseconds + 5)
        try bob.perform(.feeds(.leave("Coat", .follow)))

        #expect(both[0] == 1)
        #expect(try world.followers() == [0, 0])
    }

    @Test func `a viewer of a group follows what is there, and who is muted is not counted`() throws
    {
        let world = try GroupWorld(seed: 7)
        let (ben, eva) = (world.ben, world.eva)
        let id = try ben.garment("Loom", in: .group("lab"))
        let spread = { () throws in
            for _ in 0..<2 { for other in [world.ana, eva] { try world.meet(ben, other) } }
            for replica in [ben, eva, world.ana] { try replica.refer() }
        }
        try spread()

        try eva.perform(openly(.thing(.id(id.text))))
        try spread()
        let told = (
            try ben.link(id).reactions.followers, try world.ana.link(id).reactions.followers
        )
        try ben.perform(.feeds(.attend(.typed("@eva"), .mute)))

        #expect(told == (1, 1))
        #expect(try ben.link(id).reactions.followers == 0)
        #expect(try world.ana.link(id).reactions.followers == 1)
    }

    @Test func `others' words count no follower, and ten thousand words count one`()
        throws
    {
        let world = try World()
        let (ana, bob) = (world.ana, world.bob)
        let target = Derivation.reference(to: world.coat, of: ana.owner.person)
        let saying = Saying(of: world.coat, of: ana.owner.person)
        let creation = { (value: [UInt8]) -> Operation in
            .create(
                Creation(
                    kind: Schema.Reaction.kind,
                    values: [
                        FieldValue(Schema.Reaction.target, target.bytes),
                        FieldValue(Schema.Reaction.following, value),
                    ], elements: []))
        }
        let say = { (values: [[UInt8]]) throws in
            try bob.step { (store) throws(StorageError) in
                let written = try store.author(
                    values.map(creation), act: nil, at: bob.wall)
                let friends = AudienceName(AudienceKind.friends.rawValue)
                let placements = written.map {
                    Operation.place(
                        Placement(
                            object: .creation($0.dot), audience: friends, isIn: true, replaces: []))
                }
                _ = try store.author(placements, act: nil, at: bob.wall)
            }
        }

        // In ana's name, a reaction's value, too long, too short, and an undefined number.
        try say([
            saying.reaction(3, by: ana.owner.person), saying.reaction(1, by: bob.owner.person),
            [UInt8](repeating: 3, count: 9), [], saying.reaction(5, by: bob.owner.person),
        ])
        let nobody = try world.followers()
        for _ in 0..<10 {
            try say((0..<1000).map { _ in saying.reaction(3, by: bob.owner.person) })
        }
        let once = try world.followers()
        try say([saying.reaction(4, by: bob.owner.person)])

        #expect(nobody == [0, 0])
        #expect(once == [1, 1])
        #expect(try world.followers() == [0, 0])
        #expect(try ana.link(world.coat).reactions.likes == 0)
    }
}
