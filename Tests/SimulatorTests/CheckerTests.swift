import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Simulator
@testable import Store
@testable import Sync

/// Tests that checkers are not blind: each is shown a world in which a planted fault breaks its claim, and must report
/// it. All others must report nothing.
@Suite struct CheckerTests {
    private let ana = 0
    private let ben = 1
    private let cleo = 2

    @Test func `nothing planted breaks nothing`() throws {
        let world = try friends()

        #expect(World.brokenClaims(in: world.cluster) == [])
    }

    @Test func `a disk that goes back in time breaks durability`() throws {
        let world = try World(1)
        _ = try world.cluster.keep(BookmarkDraft(url: "https://example.org/1"), at: ana)
        let disk = world.disk(of: ana)
        _ = try world.cluster.keep(BookmarkDraft(url: "https://example.org/2"), at: ana)

        try world.cluster.crash(ana)
        world.replaceDisk(of: ana, by: disk)

        #expect(World.brokenClaim { try world.cluster.start(ana) } == "acknowledged is durable")
    }

    @Test func `a lost write breaks durability`() throws {
        let world = try friends()

        try world.tamper(
            ana, "DELETE FROM bookmarks WHERE title = 'private'")

        #expect(World.brokenClaims(in: world.cluster) == ["acknowledged is durable"])
    }

    @Test func `a forgotten rule breaks durability`() throws {
        let world = try friends()
        try world.cluster.done(.share(.query("#art"), with: .friends, isLive: true), at: ana)
        try world.cluster.run(for: .seconds(5))

        try world.tamper(ana, "UPDATE objects SET hidden = 1 WHERE kind > 1")

        #expect(World.brokenClaims(in: world.cluster).first == "acknowledged is durable")
    }

    @Test func `another state of the same deltas breaks convergence`() throws {
        let world = try friends()

        try world.tamper(
            ben,
            """
            UPDATE objects SET state = (
                SELECT state FROM objects WHERE kind = 1 AND audience > 1 ORDER BY id LIMIT 1)
            WHERE kind = 1 AND audience > 1
            """)

        #expect(World.brokenClaims(in: world.cluster) == ["same deltas, same state"])
    }

    @Test func `a link that a friend does not show breaks convergence`() throws {
        let world = try friends()

        try world.tamper(ben, "UPDATE objects SET hidden = 1 WHERE kind = 1 AND audience > 1")

        let broken = World.brokenClaims(in: world.cluster)
        #expect(broken == ["a friend shows what is shared, and nothing else"])
    }

    @Test func `who hears nothing breaks agreement`() throws {
        let world = try World(2)
        try world.cluster.befriend(ana, ben)
        _ = try world.cluster.keep(
            BookmarkDraft(url: "https://example.org/1"), for: .friends, at: ana)

        world.cluster.stepping = { node, engine, inbox, now, wall throws(StorageError) in
            let heard = inbox.filter { event in
                if case .received = event { return node != 1 }
                return true
            }
            return try engine.step(heard, at: now, wall: wall)
        }

        #expect(
            World.brokenClaim { try world.cluster.settle() }
                == "friends agree soon after the last fault")
    }

    @Test func `a private word in another's folder breaks privacy`() throws {
        let world = try friends()
        let word = world.cluster.canary(of: ana)

        world.leave(word, at: ben)

        #expect(World.brokenClaims(in: world.cluster) == ["what is private stays at home"])
    }

    @Test func `a friends' word at a friend's friend breaks privacy`() throws {
        let world = try friends()
        let word = world.cluster.canary(of: ana)
        _ = try world.cluster.keep(
            BookmarkDraft(url: "https://example.org/9", note: word), for: .friends, at: ana)
        try world.cluster.settle()
        #expect(World.brokenClaims(in: world.cluster) == [])

        world.leave(word, at: 3)

        #expect(World.brokenClaims(in: world.cluster) == ["what is private stays at home"])
    }

    /// Seed 20766: power failed in the middle of a share, and a friend had the first part of what it placed.
    @Test func `what a share places of which nobody has heard is a leak only if it was not done`()
        throws
    {
        let world = try friends()
        let (word, secret) = (world.cluster.canary(of: ana), world.cluster.canary(of: ana))
        for (note, tag) in [(word, "art"), (secret, "sea")] {
            let draft = BookmarkDraft(
                url: "https://example.org/\(tag)", note: note, tags: [tag])
            _ = try world.cluster.keep(draft, for: .private, at: ana)
        }
        let privacy = { World.brokenClaim { try Privacy.checkFiles(world.cluster) } }
        let claim = "what is private stays at home"

        world.leave(word, at: ben)
        #expect(privacy() == claim)
        world.cluster.begin(.share(.query("#art"), with: .friends, isLive: false), at: ana)
        try world.cluster.crash(ana, isSilent: true)
        #expect(privacy() == nil)

        try world.cluster.start(ana)
        #expect(privacy() == claim)
        world.cluster.begin(.share(.query("#art"), with: .friends, isLive: false), at: ana)
        world.leave(secret, at: ben)
        #expect(privacy() == claim)
    }

    @Test func `a word in the clear breaks privacy, also cut in two`() throws {
        let world = try friends()
        let word = Array(world.cluster.canary(of: ana).utf8)

        world.cluster.stepping = { node, engine, inbox, now, wall throws(StorageError) in
            var effects = try engine.step(inbox, at: now, wall: wall)
            guard node == 0, let link = engine.sessions.first?.link else { return effects }
            effects += [
                .send(link, Array(word.prefix(20))), .send(link, Array(word.dropFirst(20))),
            ]
            return effects
        }

        #expect(
            World.brokenClaim { try world.cluster.run(for: .seconds(60)) }
                == "nothing crosses a link in the clear")
    }

    @Test func `chains of a stranger break acquaintance`() throws {
        let world = try friends()
        let kind = AudienceKind.friends.rawValue
        let person = Plant.hex(world.cluster.machines[ana].person.key.bytes)

        try world.tamper(3, "INSERT OR IGNORE INTO people (person, name) VALUES (x'\(person)', '')")
        try world.tamper(
            3,
            """
            INSERT OR IGNORE INTO audiences (kind, owner, name)
            SELECT \(kind), id, x'' FROM people WHERE person = x'\(person)'
            """)
        try world.tamper(
            3,
            """
            INSERT INTO chains
            (chain, audience, device, incarnation, grant_id, length, head, stamp, epoch, unsigned_bytes)
            SELECT x'000102030405060708090a0b0c0d0e0f', a.id, 1, 1, 0, 3, x'00', 0, x'00', 0
            FROM audiences a JOIN people p ON p.id = a.owner
            WHERE a.kind = \(kind) AND p.person = x'\(person)'
            """)

        let broken = World.brokenClaims(in: world.cluster)
        #expect(broken == ["who is no friend holds nothing"])
    }

    @Test func `heartbeats many times over break the silence`() throws {
        let world = try friends()
        try world.cluster.run(for: .seconds(30))
        try Quiescence.check(world.cluster, for: .seconds(60))

        world.cluster.stepping = { node, engine, inbox, now, wall throws(StorageError) in
            var effects = try engine.step(inbox, at: now, wall: wall)
            for _ in 0..<20 where node == 0 {
                Plant.say(.digests([]), by: engine, from: 1, effects: &effects)
            }
            return effects
        }

        #expect(
            World.brokenClaim { try Quiescence.check(world.cluster, for: .seconds(60)) }
                == "agreement is quiet")
        #expect(World.brokenClaims(in: world.cluster) == [])
    }

    @Test func `more than the credit under way breaks bounded memory`() throws {
        let world = try friends()
        var isDone = false

        world.cluster.stepping = { node, engine, inbox, now, wall throws(StorageError) in
            var effects = try engine.step(inbox, at: now, wall: wall)
            if node == 0, !isDone, let link = engine.sessions.first?.link {
                isDone = true
                effects.append(.send(link, Array(repeating: 0, count: 6 << 20 + 1)))
            }
            return effects
        }
        try world.cluster.run(for: .seconds(40))

        #expect(World.brokenClaims(in: world.cluster) == ["memory is bounded"])
    }

    @Test func `a stranger's link that is kept breaks the claim that it ends`() throws {
        let world = try friends()
        let host = UInt64(world.cluster.attackerHost)

        world.cluster.stepping = { node, engine, inbox, now, wall throws(StorageError) in
            try engine.step(inbox, at: now, wall: wall).filter { effect in
                if case .close(.inbound(let number), _) = effect { return number >> 32 != host }
                return true
            }
        }
        world.cluster.plan(.attack, in: .seconds(1))
        try world.cluster.run(for: .seconds(90))

        #expect(World.brokenClaims(in: world.cluster) == ["a stranger's link ends"])
    }

    @Test func `a suspended node ends a stranger's link once it goes on`() throws {
        let world = try World(1)
        world.cluster.machines[ana].pause(true, at: world.cluster.now)
        world.cluster.plan(.attack, in: .seconds(1))
        try world.cluster.run(for: .seconds(60))
        let strange = world.cluster.network.open.map(\.number)
        world.cluster.attacker.isOver = true

        world.cluster.machines[ana].pause(false, at: world.cluster.now)
        world.cluster.requestStep(of: ana)
        try world.cluster.run(for: .seconds(1))
        #expect(!strange.isEmpty)
        #expect(World.brokenClaims(in: world.cluster) == [])
        try world.cluster.run(for: .seconds(29))

        #expect(world.cluster.network.open.map(\.number) == [])
    }

    @Test func `a run that goes another way breaks the claim that seeds repeat`() {
        var steps = 0
        let simulation = Simulation(
            seed: 5, nodes: 2, minutes: 1,
            stepping: { node, engine, inbox, now, wall throws(StorageError) in
                steps += 1
                let effects = try engine.step(inbox, at: now, wall: wall)
                guard steps > 300 else { return effects }
                return effects.filter { effect in
                    if case .announce = effect { return false }
                    return true
                }
            })

        #expect(simulation.runTwice().broken?.claim == "a seed repeats")
    }

    // Ana and ben, ben and cleo, ana and cleo are friends; dana is cleo's friend alone.
    private func friends() throws -> World {
        let world = try World(4)
        for (one, other) in [(ana, ben), (ben, cleo), (ana, cleo), (cleo, 3)] {
            try world.cluster.befriend(one, other)
        }
        for number in 1...2 {
            let draft = BookmarkDraft(url: "https://example.org/\(number)", title: "\(number)")
            _ = try world.cluster.keep(draft, for: .friends, at: ana)
        }
        let draft = BookmarkDraft(url: "https://example.org/private", title: "private")
        _ = try world.cluster.keep(draft, for: .private, at: ana)
        try world.cluster.settle()
        return world
    }
}
