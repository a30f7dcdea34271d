import CRDT
import Domain
import Primitives
import Testing

@testable import Simulator
@testable import Store
@testable import Sync

/// Tests the checker for replicas that keep what is dead: ana is node 0, ben 1.
@Suite struct PruningCheckerTests {
    private let ana = 0
    private let ben = 1

    @Test func `what is dead and dropped breaks nothing`() throws {
        let world = try friends()

        try withdraw(in: world)

        try PruningChecker.check(world.cluster)
        #expect(World.brokenClaims(in: world.cluster) == [])
    }

    @Test func `a dead delta that lies in the log again breaks the claim that it is dropped`()
        throws
    {
        let world = try friends()
        try world.tamper(ben, "CREATE TABLE kept AS SELECT * FROM deltas")

        try withdraw(in: world)
        try PruningChecker.check(world.cluster)
        try world.tamper(ben, "INSERT OR IGNORE INTO deltas SELECT * FROM kept")

        #expect(broken(in: world) == PruningChecker.claim)
        #expect(World.brokenClaims(in: world.cluster) == [])
    }

    @Test func `who never looks for what is dead breaks the claim that it is dropped`() throws {
        let world = try friends()

        letOne(look: false, in: world)
        try withdraw(in: world)

        #expect(broken(in: world) == PruningChecker.claim)
        #expect(World.brokenClaims(in: world.cluster) == [])
    }

    @Test func `who looks without end breaks the claim that it is dropped`() throws {
        let world = try friends()

        letOne(look: true, in: world)
        try withdraw(in: world)

        #expect(broken(in: world) == PruningChecker.claim)
    }

    // After each step of one node, sets whether it still means to sweep, always or never.
    private func letOne(look isDue: Bool, in world: World) {
        world.cluster.stepping = { node, engine, inbox, now, wall throws(StorageError) in
            let effects = try engine.step(inbox, at: now, wall: wall)
            if node == 1 { engine.store.memory.isErasingDue = isDue }
            return effects
        }
    }

    private func broken(in world: World) -> String? {
        World.brokenClaim { try PruningChecker.check(world.cluster) }
    }

    private func friends() throws -> World {
        let world = try World(2)
        try world.cluster.befriend(ana, ben)
        _ = try world.keep(["one", "two", "three"], at: ana)
        try world.cluster.settle()
        return world
    }

    private func withdraw(in world: World) throws {
        let ids = try world.cluster.links(of: ana, at: ana).prefix(2).map(\.id)
        let selection = Selection.references(ids.map { .id($0.text) })
        try world.cluster.done(.unshare(selection, from: .friends), at: ana)
        try world.cluster.run(for: .seconds(60))
    }
}
