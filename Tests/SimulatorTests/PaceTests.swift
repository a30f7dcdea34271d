import Domain
import Primitives
import Sync
import Testing

@testable import Simulator

@Suite struct PaceTests {
    @Test func `half of the great worlds are dense, and one of some hundred lasts for days`() {
        let horizons = (UInt64(101)...4100).map { Horizon(seed: $0, dense: 20) }

        let dense = horizons.count { $0.pace == .dense }
        let days = horizons.count { $0.pace == .days }
        #expect((1800...2200).contains(dense))
        #expect((1...30).contains(days))
    }

    @Test func `a world is as long as its pace says`() {
        for seed in UInt64(101)...4100 {
            let horizon = Horizon(seed: seed, dense: 30)

            let hours = horizon.turmoil.nanoseconds / Duration.seconds(3600).nanoseconds
            switch horizon.pace {
            case .dense: #expect(horizon.turmoil == .seconds(30 * 60) && horizon.rarity == 1)
            case .long: #expect((1..<8).contains(hours) && horizon.rarity >= 6)
            // The trash is emptied after 30 days, and clocks go wrong by days.
            case .days: #expect((24..<14 * 24).contains(hours) && horizon.rarity >= 144)
            case .brief: Issue.record("a brief world has no horizon")
            }
        }
    }

    @Test func `in a long world less is done and goes wrong than in a dense one`() {
        for seed in UInt64(101)...300 {
            let options = Options(seed: seed, nodes: nil, minutes: nil)
            guard options.pace != .dense else { continue }

            // As many acts as a dense world of 20 minutes, down to a sixteenth.
            let minutes = Int(options.turmoil.nanoseconds / 60_000_000_000)
            #expect((20 * options.rarity / 16...20 * options.rarity).contains(minutes))
            let acts = (Duration.seconds(8) * options.rarity)...(.seconds(87) * options.rarity)
            #expect(acts.contains(options.actEvery))
            let faults = (Duration.seconds(40) * options.rarity)...(.seconds(439) * options.rarity)
            #expect((options.rates + options.diskRates).allSatisfy { faults.contains($0.every) })
        }
    }

    @Test func `the first hundred seeds are dense`() {
        #expect((UInt64(1)...100).allSatisfy { Horizon(seed: $0, dense: 10).pace == .dense })
    }

    @Test func `from seed 1001 on worlds are brief, and everything is in some of them`() {
        let worlds = (UInt64(1001)...1600).map { Options(seed: $0, nodes: nil, minutes: nil) }

        #expect(worlds.allSatisfy { $0.pace == .brief && $0.turmoil < Simulation.briefMax })
        #expect(worlds.allSatisfy { (2...5).contains($0.nodes) })
        let faults = worlds.flatMap { ($0.rates + $0.diskRates).map(\.kind) }
        #expect(FaultKind.allCases.allSatisfy(faults.contains))
        let deeds = worlds.flatMap(\.deeds)
        #expect(Deed.allCases.allSatisfy(deeds.contains))
        let groupDeeds = worlds.flatMap(\.groupDeeds)
        #expect(GroupDeed.allCases.allSatisfy(groupDeeds.contains))
        let malice = worlds.compactMap(\.hostile).flatMap { $0.nodes.map(\.kind) }
        #expect(HostileKind.allCases.allSatisfy(malice.contains))
        #expect(worlds.contains { $0.hostile?.middle != nil })
        #expect(worlds.contains { $0.devices?.loss != nil })
        #expect(worlds.contains { $0.hasAttacker })
    }

    @Test func `a brief world that is written down goes the same way again`() throws {
        let drawn = (UInt64(1001)...1100).first {
            Options(seed: $0, nodes: nil, minutes: nil).hostile == nil
        }
        let simulation = Simulation(seed: try #require(drawn))
        let (verdict, recording) = simulation.record()

        let again = try ScenarioPlayer(recording.scenario(named: "again")).play()

        #expect(again.verdict.digest == verdict.digest)
    }

    @Test func `a node suspended before a step takes it when it goes on`() throws {
        let cluster = try Cluster(seed: 1, nodes: 2)
        try cluster.run(for: .seconds(1))

        cluster.requestStep(of: 0)
        cluster.machines[0].pause(true, at: cluster.now)
        try cluster.run(for: .seconds(1))
        cluster.machines[0].pause(false, at: cluster.now)
        cluster.requestStep(of: 0)

        let answer = try cluster.ask(.query(.identity()), at: 0)
        guard case .identity = answer else {
            Issue.record("\(answer)")
            return
        }
    }

    @Test func `what runs is counted, and what is off or suspended is not`() throws {
        let cluster = try Cluster(seed: 1, nodes: 2)
        let (ana, ben) = (cluster.machines[0], cluster.machines[1])

        try cluster.run(for: .seconds(100))
        try cluster.crash(1)
        try cluster.run(for: .seconds(50))
        try cluster.start(1)
        ana.pause(true, at: cluster.now)
        try cluster.run(for: .seconds(30))
        ana.pause(false, at: cluster.now)
        try cluster.run(for: .seconds(5))
        for machine in cluster.machines { machine.countTime(to: cluster.now) }

        #expect(ana.timeUp == .seconds(155))
        #expect(ben.timeUp == .seconds(135))
    }
}
