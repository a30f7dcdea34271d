import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Simulator
@testable import Store

/// Tests a node of a later version among nodes of this one: ana is node 0, ben 1, cleo 2.
@Suite struct LaterVersionTests {
    private let ana = 0
    private let ben = 1
    private let cleo = 2

    @Test func `what nobody knows is kept and passed on, and changes nothing`() throws {
        let world = try World(3)
        for (one, other) in [(ana, ben), (ben, cleo), (ana, cleo)] {
            try world.cluster.befriend(one, other)
        }
        _ = try world.cluster.keep(
            BookmarkDraft(url: "https://example.org/1", title: "kept"), for: .friends, at: ana)
        let group = try world.cluster.foundGroup(at: ana)
        for other in [ben, cleo] { try world.cluster.letIn(other, into: group, by: ana) }
        try world.cluster.settle()
        world.cluster.cut(ana, cleo)

        for _ in 0..<40 {
            try world.cluster.writeUnknown(at: ana)
            try world.cluster.run(for: .seconds(2))
        }
        try world.cluster.run(for: .seconds(60))

        let (atBen, atCleo) = try (unknown(at: ben, in: world), unknown(at: cleo, in: world))
        #expect(try unknown(at: ana, in: world) == atBen)
        #expect(atBen.forFriends.count > 5 && atBen.forEverybody.count > 5)
        // Members receive from each other what they write in a group.
        #expect(atBen.inGroup.count > 5 && atCleo.inGroup == atBen.inGroup)
        try world.cluster.heal()
        try world.cluster.run(for: .seconds(480))
        #expect(try unknown(at: cleo, in: world) == atBen)
        try world.cluster.settle()
        try world.cluster.replayAll()
        #expect(try world.titles(of: ana, at: cleo) == ["kept"])
        let tally = FaultTally(world.cluster)
        #expect(
            LaterVersion.Place.allCases.allSatisfy {
                tally.count(of: $0.rawValue, in: .version) > 0
            })
    }

    @Test(arguments: [
        "DELETE FROM deltas WHERE",
        "UPDATE deltas SET payload = zeroblob(length(payload)) WHERE",
    ])
    func `a node that drops or changes unknown kinds breaks the claim that they are kept`(
        sql: String
    ) throws {
        let world = try World(2)
        try world.cluster.befriend(ana, ben)
        for _ in 0..<20 { try world.cluster.writeUnknown(at: ana) }
        try world.cluster.settle()
        try UnknownKinds.check(world.cluster)
        let machine = world.cluster.machines[ben]
        let row = try machine.read { (store) throws(StorageError) in
            for delta in world.cluster.later.deltas {
                if let chain = try store.chain(delta.chain) { return chain.row(delta.sequence) }
            }
            return 0
        }

        try world.tamper(ben, "\(sql) id = \(row)")

        #expect(
            World.brokenClaim { try UnknownKinds.check(world.cluster) } == UnknownKinds.claim)
    }

    @Test func `what is drawn is of no kind that this version knows`() throws {
        var later = LaterVersion(nil, dice: Dice(seed: 1))
        let chain = ChainID(Bytes16(high: 1, low: 2))
        for _ in 0..<2000 {
            let operation = later.operation()

            let payload = Payload.encode([operation], chain: chain, sequence: 3)

            #expect(try Payload.decode(payload, chain: chain, sequence: 3) == [operation])
        }
    }

    @Test func `a fifth of the worlds has a node of a later version, and it is no hostile one`() {
        let all = (1001...2000).map { Options(seed: UInt64($0), nodes: nil, minutes: nil) }

        let drawn = all.filter { $0.later != nil }
        #expect((150...250).contains(drawn.count))
        for options in drawn {
            #expect(
                options.hostile?.nodes.contains { $0.node == options.later?.node } != true)
            #expect(options.words.contains("later=\(options.later?.words ?? "")"))
        }
    }

    @Test func `a world with a node of a later version goes the same way again`() throws {
        let seed = (UInt64(1001)...1200).first {
            let options = Options(seed: $0, nodes: nil, minutes: nil)
            return options.later != nil && !options.groupDeeds.isEmpty
        }
        let (verdict, recording) = Simulation(seed: try #require(seed)).record()

        let scenario = try recording.scenario(named: "again")
        let again = try ScenarioPlayer(try Scenario(text: scenario.text)).play().verdict

        #expect(scenario.text.contains("writes what nobody knows"))
        #expect(again.digest == verdict.digest)
        #expect(verdict.allFaults.kinds.contains { $0.realm == .version && $0.count > 0 })
    }

    // What a node holds of the unknown operations that ana wrote.
    private struct Held: Equatable {
        var forFriends: [Operation] = []
        var forEverybody: [Operation] = []
        var inGroup: [Operation] = []
    }

    private func unknown(at node: Int, in world: World) throws -> Held {
        let person = world.cluster.machines[ana].person
        let group = try #require(world.cluster.groups.accounts.first?.id)
        return try world.cluster.machines[node].read { (store) throws(StorageError) in
            Held(
                forFriends: try unknown(of: try store.audience(.friends, of: person), in: store),
                forEverybody: try unknown(of: try store.audience(.public, of: person), in: store),
                inGroup: try store.group(group).map { (group) throws(StorageError) in
                    try unknown(of: group.audience, in: store)
                } ?? [])
        }
    }

    private func unknown(
        of audience: AudienceRecord, in store: Store
    ) throws(StorageError) -> [Operation] {
        try HeldLog(of: audience, in: store).entries.flatMap(\.operations).map(\.operation)
            .filter { operation in
                if case .unknown = operation { return true }
                return false
            }
    }
}
