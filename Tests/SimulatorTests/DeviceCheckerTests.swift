import Domain
import Primitives
import Store
import Testing

@testable import Simulator
@testable import Sync

/// The same as `CheckerTests`, for several devices of one person.
@Suite struct DeviceCheckerTests {
    private let ana = 0
    private let ben = 1
    private let laptop = 2
    private let tablet = 3

    @Test func `nothing planted breaks nothing at somebody's machines`() throws {
        let world = try family()
        try world.cluster.revoke(laptop, by: ana)
        try world.cluster.settle()

        #expect(World.brokenClaims(in: world.cluster) == [])
    }

    @Test func `a machine that hears nothing breaks the agreement of a person's machines`() throws {
        let world = try family()
        world.cluster.stepping = { node, engine, inbox, now, wall throws(StorageError) in
            let heard = inbox.filter { event in
                if case .received = event { return node != 3 }
                return true
            }
            return try engine.step(heard, at: now, wall: wall)
        }

        _ = try world.cluster.keep(link("later"), at: ana)
        try world.cluster.run(for: .seconds(60))

        #expect(World.brokenClaims(in: world.cluster) == [OwnDevices.claim])
    }

    @Test func `another state of the same deltas breaks the agreement of a person's machines`()
        throws
    {
        let world = try family()

        try world.tamper(
            tablet,
            """
            UPDATE objects SET state = (SELECT state FROM objects WHERE kind = 1 ORDER BY id LIMIT 1)
            WHERE kind = 1
            """)

        #expect(World.brokenClaims(in: world.cluster) == [OwnDevices.claim])
    }

    @Test func `a column that shows something else breaks the agreement of a person's machines`()
        throws
    {
        let world = try family()

        try world.tamper(tablet, "DELETE FROM placed")

        #expect(World.brokenClaims(in: world.cluster) == [OwnDevices.claim])
    }

    @Test func `another title at a friend's breaks what somebody with several machines shares`()
        throws
    {
        let world = try family()

        try world.tamper(ben, "UPDATE bookmarks SET title = 'another'")

        #expect(
            World.brokenClaims(in: world.cluster)
                == ["a friend shows what is shared, and nothing else"])
    }

    @Test func `a link that goes with its machine breaks what was written before`() throws {
        let world = try family()
        try world.cluster.revoke(laptop, by: ana)
        try world.cluster.settle()

        for machine in [ana, tablet] {
            try world.tamper(machine, "UPDATE objects SET hidden = 2 WHERE kind = 1")
        }

        #expect(
            World.brokenClaims(in: world.cluster).contains(
                "what a lost machine wrote before stays"))
    }

    @Test func `what a lost machine wrote and somebody shows breaks the claim that it is void`()
        throws
    {
        let world = try family()
        try world.cluster.revoke(laptop, by: ana)
        try world.cluster.settle()

        let word = world.cluster.canary(of: laptop)
        _ = try world.cluster.keep(link("forged", note: word), at: tablet)
        try world.cluster.run(for: .seconds(10))

        #expect(
            World.brokenClaims(in: world.cluster) == [
                "what a lost machine writes afterwards shows at nobody"
            ])
    }

    @Test func `a word in a lost machine's folder breaks the claim that it reads nothing new`()
        throws
    {
        let world = try family()
        try world.cluster.revoke(laptop, by: ana)
        try world.cluster.settle()

        world.leave(world.cluster.canary(of: ana), at: laptop)

        #expect(
            World.brokenClaims(in: world.cluster) == ["a lost machine reads nothing new"])
    }

    /// Creates Ana with three connected devices, Ben, and a link of each of Ana's devices.
    private func family() throws -> World {
        let world = try World(2, further: 2)
        try world.cluster.befriend(ana, ben)
        for machine in [laptop, tablet] {
            try world.cluster.pair(machine, by: ana)
            try world.cluster.settle()
        }
        for machine in [ana, laptop, tablet] {
            _ = try world.cluster.keep(link("of \(machine)"), for: .friends, at: machine)
        }
        try world.cluster.settle()
        return world
    }

    private func link(_ title: String, note: String = "") -> BookmarkDraft {
        let path = title.split(separator: " ").joined(separator: "-")
        return BookmarkDraft(url: "https://node0.example/\(path)", title: title, note: note)
    }
}
