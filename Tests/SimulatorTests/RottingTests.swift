import Domain
import Laws
import Primitives
import Testing

@testable import Simulator
@testable import Store

/// Tests a bit that goes bad in the middle of a world of three friends.
@Suite struct RottingTests {
    @Test(arguments: LawSeeds.seeds(8, soak: 24))
    func `a bit that goes bad on a disk harms nobody else`(number: UInt64) throws {
        let world = try World(3)
        for (one, other) in [(0, 1), (1, 2), (0, 2)] { try world.cluster.befriend(one, other) }
        for node in 0...2 {
            for turn in 0..<10 {
                _ = try world.cluster.keep(link(node, turn), for: .friends, at: node)
            }
        }
        try world.cluster.settle()
        world.cluster.faults.diskDice = Dice(seed: number)

        try world.cluster.suffer(.rot)
        try world.cluster.run(for: .seconds(200))
        for machine in world.cluster.machines where machine.decay == nil {
            _ = try world.cluster.keep(link(machine.number, 10), for: .friends, at: machine.number)
        }
        try world.cluster.heal()
        try world.cluster.settle()

        #expect(World.brokenClaims(in: world.cluster) == [])
        #expect(world.cluster.rotted.map(\.count).reduce(0, +) == 1)
        let tally = FaultTally(world.cluster)
        #expect(BadBit.allCases.map { tally.count(of: $0.rawValue, in: .disk) }.reduce(0, +) == 1)
    }

    @Test func `what no longer opens is put away, and nothing more is asked of it`() throws {
        let world = try World(3)
        try world.cluster.befriend(0, 1)
        let machine = world.cluster.machines[2]
        try world.cluster.crash(2)
        machine.decay = .running
        world.cluster.network.lawless.insert(2)
        machine.disk.replace(
            by: machine.disk.files.map { ($0.name, $0.bytes.map { _ in 0x55 }) })

        try world.cluster.start(2)
        try world.cluster.start(2)
        world.cluster.submit(.query(.peers()), at: 2)

        #expect(machine.decay == .over && machine.state == .down && machine.inbox.isEmpty)
        #expect(world.cluster.rotted.count(of: BadBit.refused.rawValue) == 1)
        #expect(World.brokenClaims(in: world.cluster) == [])
    }

    @Test func `a schema that calls a column otherwise is no state that it had`() throws {
        let world = try World(1)
        let machine = world.cluster.machines[0]
        machine.close()
        let before = try Inspection(machine.disk, at: machine.place)
        let (schema, digest) = (try before.rows(Self.schema), try before.digest())

        let sound = Array("marked INTEGER NOT NULL".utf8)
        let rotten = Array("masked INTEGER NOT NULL".utf8)
        machine.disk.replace(
            by: machine.disk.files.map { file in
                var bytes = file.bytes
                let found = bytes.indices.filter {
                    bytes[$0] == sound[0] && bytes[$0...].starts(with: sound)
                }
                for place in found {
                    bytes.replaceSubrange(place..<place + sound.count, with: rotten)
                }
                return (file.name, bytes)
            })

        let after = try Inspection(machine.disk, at: machine.place)
        #expect(try after.rows(Self.schema).count == schema.count)
        #expect(try after.rows(Self.schema) != schema)
        #expect(try after.digest() != digest)
    }

    @Test func `a code in place of what is wrong breaks the claim that damage is told`() throws {
        let world = try World(3)
        let machine = world.cluster.machines[2]
        machine.decay = .running

        let told = World.brokenClaim {
            try world.cluster.storageFailed(.failed(code: 1, place: "SELECT"), at: 2)
        }
        #expect(told == BadSchema.claim)
        try world.cluster.storageFailed(.corrupt, at: 2)
        #expect(machine.decay == .over)
        #expect(world.cluster.rotted.count(of: BadBit.failed.rawValue) == 1)
    }

    private static let schema = "SELECT name, sql FROM sqlite_schema ORDER BY rowid"

    private func link(_ node: Int, _ turn: Int) -> BookmarkDraft {
        BookmarkDraft(url: "https://node\(node).example/\(turn)", title: "link \(turn)")
    }
}
