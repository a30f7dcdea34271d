import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests that reactions of muted or blocked persons do not count, and count again afterwards.
@Suite struct SilenceTests {
    private struct World {
        let ana: WriteReplica
        let bob: WriteReplica
        let coat: ObjectID

        var thing: Reference { .id(coat.text) }

        /// Creates a coat of ana's that bob likes and comments on so many times.
        init(words: Int = 1) throws {
            (ana, bob) = try WriteReplica.friends()
            coat = try ana.garment("Coat", in: .friends)
            try ana.exchange(with: bob)
            try bob.perform(.react(thing, .like))
            for number in 0..<words { try bob.say("word \(number)", of: thing) }
            try ana.exchange(with: bob)
            try ana.refer()
        }

        var sums: Reactions {
            get throws { try ana.link(coat).reactions }
        }
    }

    @Test func `a muted friend's reactions are neither shown nor counted, and come back`() throws {
        let world = try World()
        let (ana, bob) = (world.ana, world.bob)
        try ana.say("my own", of: world.thing)

        try ana.perform(.feeds(.attend(.typed("@Bob"), .mute)))
        let muted = (try world.sums, try ana.comments(world.thing).map(\.text))
        try bob.say("later", of: world.thing)
        try ana.exchange(with: bob)
        let later = (try world.sums, try ana.comments(world.thing).map(\.text))
        try ana.checkTallies()
        try ana.perform(.feeds(.leave("@Bob", .mute)))
        let heard = (try world.sums, try ana.comments(world.thing).map(\.text))

        let own = Reactions(likes: 0, dislikes: 0, comments: 1, own: nil)
        #expect(muted == (own, ["my own"]))
        #expect(later == (own, ["my own"]))
        #expect(heard.0 == Reactions(likes: 1, dislikes: 0, comments: 3, own: nil))
        #expect(Set(heard.1) == ["word 0", "my own", "later"])
        try ana.checkTallies()
        // Bob's own replica is another matter: nothing on ana's coat is removed there.
        #expect(try bob.link(world.coat).reactions.comments == 3)
    }

    @Test func `a muted person is left out of lists of likes and of an order by likes`() throws {
        let world = try World()
        let ana = world.ana
        let other = try ana.garment("Hat", in: .friends)
        let best = { () throws -> [String] in
            let answer = try ana.step { (store) throws(StorageError) in
                try store.answer(.list(ListRequest(query: "likes:>0")), now: ana.wall)
            }
            guard case .page(let page)? = answer else {
                throw WriteReplica.Unexpected(what: "\(answer as Any)")
            }
            return page.items.map(\.title)
        }
        let before = try best()

        try ana.perform(.feeds(.attend(.typed("@Bob"), .mute)))

        let who = try ana.step { (store) throws(StorageError) in
            try store.answer(.reactions(world.thing), now: ana.wall)
        }
        guard case .reactions(let said)? = who else {
            Issue.record("\(who as Any)")
            return
        }
        #expect(before == ["Coat"])
        #expect(try best() == [])
        #expect(said.isEmpty)
        #expect(try ana.link(other).reactions == .none)
    }

    @Test func `a comment of who is muted can be neither answered nor named`() throws {
        let world = try World()
        let comment = try #require(try world.ana.comments(world.thing).first)
        try world.ana.perform(.feeds(.attend(.typed("@Bob"), .mute)))

        let answer = try world.ana.perform(
            .comment(world.thing, text: "Why?", inReplyTo: .id(comment.id.text)))

        guard case .rejected(let problem) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(problem.code == .notFound)
        #expect(!problem.fix.isEmpty)
    }

    @Test func `a blocked person is left out, until unblocked`() throws {
        let world = try World()

        try world.ana.perform(.removeFriend(PersonReference("Bob"), isBlocked: true))
        let blocked = try world.sums
        try world.ana.perform(.unblock(PersonReference("Bob")))

        #expect(blocked == .none)
        #expect(try world.sums == Reactions(likes: 1, dislikes: 0, comments: 1, own: nil))
        try world.ana.checkTallies()
    }

    @Test func `another own device leaves it out as well, and takes it in again`() throws {
        let world = try World()
        let ana = world.ana
        let phone = try WriteReplica(1, device: 2, name: "Ana", pairedWith: ana)
        let mirror = { () throws in
            phone.wall = max(phone.wall, ana.wall)
            try ana.mirror(to: phone)
            try world.bob.sync(to: phone)
            try phone.refer()
            try phone.silence()
        }
        try mirror()
        try ana.step { (store) throws(StorageError) in try store.settleKeys(at: ana.wall) }
        try ana.exchange(with: world.bob)
        try world.bob.step { (store) throws(StorageError) in
            try store.settleKeys(at: world.bob.wall)
        }
        try mirror()
        let before = try phone.link(world.coat).reactions

        try ana.perform(.feeds(.attend(.typed("@Bob"), .mute)))
        try mirror()
        let muted = try phone.link(world.coat).reactions
        try ana.perform(.undo(act: nil))
        try mirror()

        #expect(before == Reactions(likes: 1, dislikes: 0, comments: 1, own: nil))
        #expect(muted == .none)
        #expect(try phone.link(world.coat).reactions == before)
    }

    @Test(arguments: [198, 199, 200, 650]) func `very much of it goes and comes in slices`(
        words: Int
    ) throws {
        // One more than the comments, with the like.
        let world = try World(words: words)
        let ana = world.ana
        try #require(try world.sums.comments == words)

        try ana.perform(.feeds(.attend(.typed("@Bob"), .mute)))
        let atOnce = try world.sums
        try ana.silence(7)
        let muted = try world.sums
        try ana.perform(.feeds(.leave("@Bob", .mute)))
        try ana.silence(7)

        #expect(atOnce.comments == max(0, words + 1 - 200))
        #expect(muted == .none)
        #expect(try world.sums == Reactions(likes: 1, dislikes: 0, comments: words, own: nil))
        try ana.checkTallies()
    }

    @Test func `an interrupted muting goes on after a restart, with new comments in between`()
        throws
    {
        let file = try TemporaryDatabase()
        let bob = try WriteReplica(2, name: "Bob")
        let first = try WriteReplica(1, name: "Ana", path: file.path)
        try first.add(friend: bob)
        try bob.add(friend: first)
        let coat = try first.garment("Coat", in: .friends)
        try first.exchange(with: bob)
        for number in 0..<450 { try bob.say("word \(number)", of: .id(coat.text)) }
        try first.exchange(with: bob)
        try first.refer()
        try first.perform(.feeds(.attend(.typed("@Bob"), .mute)))
        let half = try first.link(coat).reactions.comments
        try first.store.close()

        let ana = try WriteReplica(
            owner: WriteReplica.owner(1, device: 1, name: "Ana"), wall: first.wall,
            path: file.path, salt: "again")
        try bob.say("in between", of: .id(coat.text))
        try ana.exchange(with: bob)
        try ana.silence()

        #expect(half == 250)
        #expect(try ana.link(coat).reactions == .none)
        #expect(try ana.step { (store) throws(StorageError) in try store.isSilenceSettled })
    }
}

extension WriteReplica {
    /// Brings the reactions in line with mutes and blocks, to the end.
    func silence(_ budget: Int = 100) throws {
        while try step({ (store) throws(StorageError) in try store.silenceSome(budget) }) {}
    }
}
