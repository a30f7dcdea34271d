import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Simulator
@testable import Store
@testable import Sync

/// Tests healing a core while the others stay away for good.
@Suite struct SecondActTests {
    @Test func `two agree while the third stays away, whatever became of it`() throws {
        for chance in UInt64(1)...12 {
            let three = try Three()
            try three.keepWhileBenIsOff()

            try Simulation.secondAct(
                of: three.cluster, Core(people: [three.ana, three.ben], chance: chance), .close)

            #expect(try three.cluster.links(of: three.cleo, at: three.ben).count == 1)
        }
    }

    @Test func `among two dozen chances a machine stays away in every way there is`() throws {
        var marks: Set<String> = []
        for chance in UInt64(1)...24 {
            let three = try Three()
            try three.cluster.heal(only: Core(people: [0, 1], chance: chance))
            marks.formUnion(three.cluster.marks.map(\.name))
        }

        #expect(Core.Fate.allCases.allSatisfy { marks.contains("stays \($0)") })
    }

    @Test func `a node that passes nothing on breaks what the others are owed`() throws {
        let three = try Three()
        for node in [three.ana, three.ben] {
            three.cluster.surround(
                node, .withholds, by: Selfish(three.cluster.machines[node].person))
        }
        try three.keepWhileBenIsOff()

        let core = Core(people: [three.ana, three.ben], chance: 1)
        let broken = World.brokenClaim {
            try Simulation.secondAct(of: three.cluster, core, .close)
        }

        #expect(broken == Hostility.passing)
    }

    @Test func `a node that calls who is away without a pause is found then, and before by nobody`()
        throws
    {
        let three = try Three()
        three.cluster.stepping = Self.restless
        _ = try Simulation.aftermath(of: three.cluster, .close)

        let core = Core(people: [three.ana, three.ben], chance: 1)
        let broken = World.brokenClaim {
            try Simulation.secondAct(of: three.cluster, core, .close)
        }

        #expect(broken == Absence.claim)
    }

    @Test func `a node that calls without a pause is found in few worlds of chance`() {
        let broken = (UInt64(1001)...1020).lazy.compactMap { seed in
            Simulation(seed: seed, stepping: Self.restless).run().broken
        }.first

        #expect(broken?.claim == Absence.claim)
    }

    @Test func `a world with a second act that is written down goes the same way again`() throws {
        var recording: Recording?
        var verdict: Verdict?
        for seed in UInt64(1001)...1030 where recording?.core == nil {
            (verdict, recording) = Simulation(seed: seed).record()
        }

        let scenario = try #require(recording).scenario(named: "again")
        let again = try ScenarioPlayer(try Scenario(text: scenario.text)).play().verdict

        #expect(scenario.text.contains("\nheal only "))
        #expect(again.broken == nil)
        #expect(again.digest == verdict?.digest)
    }

    // A node that dials unlinked peers every three seconds, however often that failed.
    private static var restless: Stepping {
        { _, engine, inbox, now, wall throws(StorageError) in
            let effects = try engine.step(inbox, at: now, wall: wall)
            for target in engine.dialler.targets where target.link == nil {
                var soon = target
                soon.nextAt = now + .seconds(3)
                engine.dialler.found(soon)
            }
            return effects
        }
    }
}

/// Three friends.
private struct Three {
    let world: World
    let ana = 0
    let ben = 1
    let cleo = 2

    init() throws {
        world = try World(3)
        for (one, other) in [(0, 1), (0, 2), (1, 2)] { try cluster.befriend(one, other) }
        try cluster.settle()
    }

    var cluster: Cluster { world.cluster }

    /// Cleo stores a link for friends, which only ana receives.
    func keepWhileBenIsOff() throws {
        try cluster.crash(ben)
        _ = cluster.faults.begin(.down(ben))
        let draft = BookmarkDraft(url: "https://example.org/last", title: "the last of cleo")
        _ = try cluster.keep(draft, for: .friends, at: cleo)
        try cluster.run(for: .seconds(20))
    }
}
