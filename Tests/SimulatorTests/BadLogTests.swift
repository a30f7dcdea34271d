import CRDT
import Domain
import Primitives
import Testing

@testable import Simulator
@testable import Store
@testable import Sync

/// Tests that a node with a changed bit in its log detects it when there is time.
@Suite struct BadLogTests {
    /// A small log is scanned in one round, which is due within this time.
    private static let round = SyncLimits.standard.roundPause + .seconds(70)

    @Test func `between two rounds nothing of the log is read`() throws {
        let world = try keeping()
        try world.cluster.run(for: .seconds(70))
        try world.tamper(0, "UPDATE deltas SET signature = zeroblob(64) WHERE id = (\(kept))")

        try world.cluster.run(for: .seconds(50 * 60))
        #expect(try status(of: 0, in: world).damagedDeltas == 0)
        try world.cluster.run(for: .seconds(10 * 60))
        #expect(try status(of: 0, in: world).damagedDeltas == 1)
    }

    @Test(
        arguments: [
            "payload = zeroblob(length(payload))", "payload = CAST(payload || x'00' AS BLOB)",
            "header = CAST(x'00' || substr(header, 2) AS BLOB)", "header = substr(header, 2)",
            "signature = zeroblob(64)",
        ])
    func `whatever of a delta is changed is found within the hour`(change: String) throws {
        let world = try keeping()
        try world.tamper(0, "UPDATE deltas SET \(change) WHERE id = (\(kept))")

        try world.cluster.run(for: Self.round)

        #expect(try status(of: 0, in: world).damagedDeltas == 1)
        #expect(try status(of: 1, in: world).damagedDeltas == 0)
    }

    @Test func `what nobody else has said to have is told apart`() throws {
        let world = try keeping()
        try world.cluster.crash(1)
        try world.tamper(0, "UPDATE deltas SET payload = zeroblob(length(payload))")

        try world.cluster.run(for: Self.round)
        let status = try status(of: 0, in: world)

        #expect(status.damagedOnlyHere > 0)
        #expect(status.damagedDeltas > status.damagedOnlyHere)
    }

    @Test func `it is said once, with what to do`() throws {
        let world = try keeping()
        try world.tamper(
            0, "UPDATE deltas SET signature = zeroblob(64) WHERE id = (SELECT max(id) FROM deltas)")
        var said: [String] = []
        world.cluster.stepping = { _, engine, inbox, now, wall throws(StorageError) in
            let effects = try engine.step(inbox, at: now, wall: wall)
            for case .announce(.warning(let words)) in effects { said.append(words) }
            return effects
        }

        try world.cluster.run(for: Self.round + Self.round)

        #expect(said.count == 1)
        #expect(said.first?.contains("fix: ") == true)
    }

    @Test func `once a friend has brought it again it is told to be over`() throws {
        let world = try keeping()
        let writer = Plant.hex(world.cluster.machines[0].person.key.bytes)
        try world.tamper(
            0,
            """
            UPDATE deltas SET signature = zeroblob(64) WHERE id IN (
                SELECT d.id FROM deltas d JOIN chains c ON c.id = d.id >> 40
                JOIN audiences a ON a.id = c.audience JOIN people p ON p.id = a.owner
                WHERE a.kind = 2 AND p.person = x'\(writer)' AND d.id & 1023 IN (3, 4))
            """)
        var said: [String] = []
        var over: [String] = []
        world.cluster.stepping = { _, engine, inbox, now, wall throws(StorageError) in
            let effects = try engine.step(inbox, at: now, wall: wall)
            for case .announce(.warning(let words)) in effects { said.append(words) }
            for case .announce(.warningCleared(let words)) in effects { over.append(words) }
            return effects
        }

        try world.cluster.run(for: Self.round)

        #expect(said.count == 2)
        #expect(Set(over) == Set(said) && over.count == 1)
    }

    /// In somebody else's log, and in an own part that a friend holds.
    @Test(
        arguments: [0, 1],
        [
            "payload = zeroblob(length(payload))", "payload = CAST(payload || x'00' AS BLOB)",
            "header = CAST(x'00' || substr(header, 2) AS BLOB)", "header = substr(header, 2)",
            "signature = zeroblob(64)",
        ])
    func `what a friend holds comes back from them`(node: Int, change: String) throws {
        let world = try keeping()
        let writer = Plant.hex(world.cluster.machines[0].person.key.bytes)
        let before = try log(of: node, in: world)
        let shared = """
            SELECT d.id FROM deltas d JOIN chains c ON c.id = d.id >> 40
            JOIN audiences a ON a.id = c.audience JOIN people p ON p.id = a.owner
            WHERE a.kind = 2 AND p.person = x'\(writer)' AND d.id & 1023 IN (3, 4, 8)
            """
        try world.tamper(node, "UPDATE deltas SET \(change) WHERE id IN (\(shared))")
        #expect(try change.hasPrefix("signature") || log(of: node, in: world) != before)

        try world.cluster.run(for: Self.round)
        #expect(try log(of: node, in: world) == before)
        #expect(try status(of: node, in: world).damagedDeltas == 0)
        #expect(try world.titles(of: 0, at: 1).count == 10)

        try world.cluster.run(for: .seconds(200))
        #expect(World.brokenClaims(in: world.cluster) == [])
    }

    @Test func `a sound log is gone through in looks of any size, and nothing is found`() throws {
        let world = try keeping()
        let store = try #require(world.cluster.machines[0].store)
        let all = try store.database.rows("SELECT id FROM deltas ORDER BY id") { $0.integer(0) }

        for effort in [1, 7, 40, 100_000] {
            var (next, looks) = (Int64(0), 0)
            repeat {
                let look = try store.lookThrough(from: next, effort: effort)
                #expect(look.damaged == [])
                next = look.next
                looks += 1
            } while next != 0
            #expect(looks <= all.count + 1)
        }
    }

    @Test func `that a node does not find a bad bit of its log breaks a claim`() throws {
        let world = try keeping()
        let machine = world.cluster.machines[0]
        machine.decay = .running
        machine.hasBadLog = true

        #expect(World.brokenClaim { try world.cluster.heal() } == BadLog.claim)
    }

    @Test func `what is found where the disk was sound breaks a claim`() throws {
        let world = try keeping()
        try world.tamper(
            0, "UPDATE deltas SET signature = zeroblob(64) WHERE id = (\(kept))")
        #expect(World.brokenClaim { try BadLog.check(world.cluster) } == nil)

        try world.cluster.run(for: Self.round)

        #expect(World.brokenClaim { try BadLog.check(world.cluster) } == BadLog.innocence)
    }

    // The last delta that nobody else has.
    private let kept =
        "SELECT max(d.id) FROM deltas d JOIN chains c ON c.id = d.id >> 40 WHERE c.audience = 1"

    // Creates two friends; the first stores links for friends and private ones.
    private func keeping() throws -> World {
        let world = try World(2)
        try world.cluster.befriend(0, 1)
        for turn in 0..<20 {
            let draft = BookmarkDraft(url: "https://example.org/\(turn)", title: "link \(turn)")
            _ = try world.cluster.keep(
                draft, for: turn % 2 == 0 ? .friends : .private, at: 0)
        }
        try world.cluster.settle()
        return world
    }

    private func log(of node: Int, in world: World) throws -> [String] {
        let machine = world.cluster.machines[node]
        return try Inspection(machine.disk, at: machine.place).log().map { "\($0.row) \($0.body)" }
    }

    private func status(of node: Int, in world: World) throws -> Status {
        guard case .status(let status) = try world.cluster.ask(.query(.status()), at: node) else {
            throw BrokenClaim("a node tells how it fares", "")
        }
        return status
    }
}
