import CRDT
import Domain
import Primitives
import Store
import Testing
import Wire

@testable import Simulator
@testable import Sync

/// The same as `CheckerTests`, for groups and for ended friendships.
@Suite struct GroupCheckerTests {
    private let ana = 0
    private let ben = 1
    private let cleo = 2
    private let dora = 3

    @Test func `nothing planted breaks nothing in a group`() throws {
        let world = try lab()

        #expect(World.brokenClaims(in: world.cluster) == [])
    }

    @Test func `another state of the same deltas breaks the agreement of a group`() throws {
        let world = try lab()

        try world.tamper(
            ben,
            """
            UPDATE objects SET state = (
                SELECT state FROM objects WHERE kind = 1 AND audience > 1000000 ORDER BY id LIMIT 1)
            WHERE kind = 1 AND audience > 1000000
            """)

        #expect(World.brokenClaims(in: world.cluster).first == Fellowship.claim)
    }

    /// Seed 1679: the admitting device no longer counts, but what the admitted member received is there.
    @Test func `who was let in by the word of a stolen machine was in the group`() throws {
        let world = try World(2, further: 2)
        let (cluster, laptop, tablet) = (world.cluster, 2, 3)
        try cluster.befriend(ana, ben)
        try cluster.pair(laptop, by: ana)
        try cluster.settle()
        try cluster.pair(tablet, by: laptop)
        try cluster.settle()
        let group = try cluster.foundGroup(at: ben)
        for other in [ana, ben, laptop] { cluster.cut(tablet, other) }
        try cluster.letIn(ana, into: group, by: ben)
        try cluster.run(for: .seconds(60))
        #expect(try cluster.groupsJoined(at: laptop) == [group])

        try cluster.revoke(ana, by: tablet)
        try cluster.heal()
        try cluster.run(for: .seconds(480))

        #expect(try cluster.groupsJoined(at: laptop) == [])
        let founder = cluster.machines[ben].person
        let held = try cluster.machines[laptop].read { (store) throws(StorageError) in
            try store.frontier(of: .group, by: founder).entries.count
        }
        #expect(held > 0)
        #expect(World.brokenClaims(in: cluster) == [])
    }

    @Test func `a member who hears nothing breaks the agreement of a group`() throws {
        let world = try lab()
        world.cluster.stepping = { node, engine, inbox, now, wall throws(StorageError) in
            let heard = inbox.filter { event in
                if case .received = event { return node != 1 }
                return true
            }
            return try engine.step(heard, at: now, wall: wall)
        }

        try keep("later", in: world)
        try world.cluster.run(for: .seconds(60))

        #expect(World.brokenClaims(in: world.cluster) == [Fellowship.claim])
    }

    @Test func `a member who does not know of their membership breaks a group's agreement`() throws
    {
        let world = try lab()

        try world.tamper(ben, "UPDATE objects SET hidden = 1 WHERE kind = 6")
        try world.cluster.crash(ben)
        world.replaceDisk(of: ben, by: world.disk(of: ben))
        world.cluster.machines[ben].durableGroups = [:]
        try world.cluster.start(ben)

        #expect(World.brokenClaims(in: world.cluster).contains(Fellowship.claim))
    }

    @Test func `a copy that a member does not show breaks the claim about copies`() throws {
        let world = try lab()
        let link = BookmarkDraft(url: "https://example.org/own", title: "own")
        let id = try world.cluster.keep(link, for: .private, at: ana)
        try world.cluster.done(
            .share(
                .references([.id(id.text)]), with: .group(GroupAccount.name(0)), isLive: false),
            at: ana)
        try world.cluster.settle()

        let bytes = Plant.hex(id.bytes.bytes)
        try world.tamper(ben, "UPDATE objects SET hidden = 2 WHERE object = x'\(bytes)'")

        #expect(World.brokenClaims(in: world.cluster) == [GroupCopies.claim])
    }

    @Test func `chains of a group at somebody who was never in it break membership`() throws {
        let world = try lab()
        let person = Plant.hex(world.cluster.machines[ana].person.key.bytes)
        let name = Plant.hex(try #require(world.cluster.groups.accounts[0].id).bytes)

        for sql in [
            "INSERT OR IGNORE INTO people (person, name) VALUES (x'\(person)', '')",
            """
            INSERT INTO audiences (kind, owner, name)
            SELECT 4, id, x'\(name)' FROM people WHERE person = x'\(person)'
            """,
            """
            INSERT INTO chains
            (chain, audience, device, incarnation, grant_id, length, head, stamp, epoch, unsigned_bytes)
            SELECT x'000102030405060708090a0b0c0d0e0f', id, 1, 1, 0, 3, x'00', 0, x'00', 0
            FROM audiences WHERE kind = 4
            """,
        ] {
            try world.tamper(dora, sql)
        }

        #expect(World.brokenClaims(in: world.cluster) == [Membership.claim])
    }

    @Test func `a group's word at somebody who was never in it breaks privacy`() throws {
        let world = try lab()
        let word = world.cluster.canary(of: ana, in: 0)

        world.leave(word, at: ben)
        #expect(World.brokenClaims(in: world.cluster) == [])
        world.leave(word, at: dora)

        #expect(World.brokenClaims(in: world.cluster) == ["what is private stays at home"])
    }

    @Test func `a group's word at somebody who was removed before breaks privacy`() throws {
        let world = try lab()
        let before = world.cluster.canary(of: ana, in: 0)
        try world.cluster.done(
            .removeFromGroup(
                GroupAccount.name(0),
                PersonReference(world.cluster.machines[cleo].person.text)), at: ana)
        try world.cluster.settle()
        let after = world.cluster.canary(of: ana, in: 0)

        world.leave(before, at: cleo)
        #expect(World.brokenClaims(in: world.cluster) == [])
        world.leave(after, at: cleo)

        #expect(
            World.brokenClaims(in: world.cluster) == [
                "who is not in a group reads nothing that is written there"
            ])
    }

    @Test func `a disk without the last write in a group breaks durability`() throws {
        let world = try lab()
        let disk = world.disk(of: ana)
        try keep("later", in: world)

        try world.cluster.crash(ana)
        world.replaceDisk(of: ana, by: disk)

        #expect(World.brokenClaim { try world.cluster.start(ana) } == "acknowledged is durable")
    }

    @Test func `what was written after a friendship at the former friend breaks acquaintance`()
        throws
    {
        let world = try partedFriends()
        #expect(World.brokenClaims(in: world.cluster) == [])

        let person = Plant.hex(world.cluster.machines[ana].person.key.bytes)
        try world.tamper(
            ben,
            """
            UPDATE chains SET length = length + 9 WHERE audience IN
            (SELECT a.id FROM audiences a JOIN people p ON p.id = a.owner
             WHERE a.kind = 2 AND p.person = x'\(person)')
            """)

        #expect(World.brokenClaims(in: world.cluster) == ["a former friend hears nothing new"])
    }

    @Test func `a key from after a friendship at the former friend breaks its claim`() throws {
        let world = try partedFriends()
        let link = BookmarkDraft(url: "https://example.org/2")
        _ = try world.cluster.keep(link, for: .friends, at: ana)
        #expect(World.brokenClaims(in: world.cluster) == [])

        let writer = world.cluster.machines[ana]
        let end = try #require(
            writer.read { (store) throws(StorageError) in
                try store.sealedEnds(of: .friends, by: writer.person)
            }.first)
        let (name, key) = (Plant.hex(end.epoch.name.bytes), Plant.hex(end.epoch.key.bytes))
        try world.tamper(ben, "INSERT INTO epochs (name, key) VALUES (x'\(name)', x'\(key)')")

        #expect(World.brokenClaims(in: world.cluster) == [FormerKeys.claim])
    }

    @Test func `a word from after a friendship at the former friend breaks privacy`() throws {
        let world = try partedFriends()
        let word = world.cluster.canary(of: ana)
        try world.cluster.run(for: .seconds(1))
        let link = BookmarkDraft(url: "https://example.org/2", note: word)
        _ = try world.cluster.keep(link, for: .friends, at: ana)

        world.leave(word, at: ben)

        #expect(World.brokenClaims(in: world.cluster) == ["what is private stays at home"])
    }

    @Test func `a forgotten friend breaks durability`() throws {
        let world = try World(2)
        try world.cluster.befriend(ana, ben)

        try world.tamper(ana, "UPDATE objects SET hidden = 1 WHERE kind = 4")
        try world.cluster.crash(ana)

        #expect(World.brokenClaim { try world.cluster.start(ana) } == "acknowledged is durable")
    }

    // Creates ana, ben and cleo in a group; dora is not in it.
    private func lab() throws -> World {
        let world = try World(4)
        let group = try world.cluster.foundGroup(at: ana)
        for node in [ben, cleo] { try world.cluster.letIn(node, into: group, by: ana) }
        for title in ["one", "two"] { try keep(title, in: world) }
        try world.cluster.settle()
        return world
    }

    // Ana stores a link in the group.
    private func keep(_ title: String, in world: World) throws {
        let word = world.cluster.canary(of: ana, in: 0)
        let draft = BookmarkDraft(url: "https://example.org/\(title)/\(word)", title: title)
        _ = try world.cluster.keep(draft, for: .group(GroupAccount.name(0)), at: ana)
    }

    /// Seed 15078: with a part of its log a node had lost the end of a friendship.
    @Test func `a word from after a friendship is none if the end went with a disk`() throws {
        let world = try partedFriends()
        let (word, secret) = (world.cluster.canary(of: ana), world.cluster.canary(of: ana))
        try world.cluster.run(for: .seconds(1))
        let link = BookmarkDraft(url: "https://example.org/2", note: word)
        _ = try world.cluster.keep(link, for: .friends, at: ana)
        world.cluster.machines[ana].decay = .running

        world.leave(word, at: ben)
        #expect(World.brokenClaim { try Privacy.checkFiles(world.cluster) } == nil)

        world.leave(secret, at: ben)
        #expect(
            World.brokenClaim { try Privacy.checkFiles(world.cluster) }
                == "what is private stays at home")
    }

    // Creates ana and ben, who were friends until ana ended it.
    private func partedFriends() throws -> World {
        let world = try World(2)
        try world.cluster.befriend(ana, ben)
        let draft = BookmarkDraft(url: "https://example.org/1")
        _ = try world.cluster.keep(draft, for: .friends, at: ana)
        try world.cluster.settle()
        try world.cluster.done(
            .removeFriend(PersonReference("friend\(ben)"), isBlocked: false), at: ana)
        return world
    }
}
