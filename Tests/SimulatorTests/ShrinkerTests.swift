import Domain
import Laws
import Primitives
import Store
import Sync
import Testing

@testable import Simulator

/// Tests recording, replaying and shrinking worlds.
@Suite struct ShrinkerTests {
    @Test(arguments: LawSeeds.seeds(2, soak: 6))
    func `a world that is written down goes the same way again`(seed: UInt64) throws {
        let (verdict, recording) = Simulation(seed: seed, nodes: 3, minutes: 5).record()
        #expect(verdict.broken == nil)

        let scenario = try recording.scenario(named: "seed \(seed)")
        let again = try ScenarioPlayer(try Scenario(text: scenario.text)).play().verdict

        #expect(recording.choices.count > 20)
        #expect(again.broken == nil)
        #expect(again.digest == verdict.digest)
        #expect(again.steps == verdict.steps)
    }

    @Test func `a world with somebody on the way goes the same way again`() throws {
        let seed = (UInt64(1001)...1200).first {
            let options = Options(seed: $0, nodes: nil, minutes: nil)
            return options.way != nil && options.hostile == nil
        }
        let (verdict, recording) = Simulation(seed: try #require(seed)).record()

        let scenario = try recording.scenario(named: "again")
        let again = try ScenarioPlayer(try Scenario(text: scenario.text)).play().verdict

        #expect(scenario.text.contains("somebody stands between"))
        #expect(again.digest == verdict.digest)
        #expect(verdict.allFaults.kinds.contains { $0.realm == .way && $0.count > 0 })
    }

    @Test(arguments: HostileKind.allCases.prefix(LawSeeds.count(4, soak: .max)))
    func `a world with who breaks the rules goes the same way again`(kind: HostileKind) throws {
        let seed = (UInt64(1001)...3000).first {
            let options = Options(seed: $0, nodes: nil, minutes: nil)
            return options.hostile?.nodes.first?.kind == kind && options.nodes == 3
        }
        let (verdict, recording) = Simulation(seed: try #require(seed)).record()

        let scenario = try recording.scenario(named: "again")
        let again = try ScenarioPlayer(try Scenario(text: scenario.text)).play().verdict

        #expect(scenario.text.contains(" breaks the rules by \"\(kind.rawValue)\"\n"))
        #expect(again.digest == verdict.digest)
    }

    @Test func `of a long world is written down how seldom the rules are broken`() throws {
        let seed = try #require(
            (UInt64(101)...1000).first {
                let options = Options(seed: $0, nodes: nil, minutes: nil)
                return options.hostile?.middle != nil && options.rarity > 1
            })
        let options = Options(seed: seed, nodes: nil, minutes: nil)

        let recording = Recording(seed: seed, options: options, choices: [], brokeAt: nil)
        let again = try Scenario(text: recording.scenario(named: "again").text).options()

        #expect(again.rarity == options.rarity)
        #expect(again.hostile?.nodes.map(\.node) == options.hostile?.nodes.map(\.node))
        #expect(again.hostile?.nodes.map(\.kind) == options.hostile?.nodes.map(\.kind))
        #expect(again.way?.one == options.hostile?.middle?.one)
        #expect(again.way?.other == options.hostile?.middle?.other)
        #expect(again.way?.strikes == options.hostile?.middle?.strikes)
    }

    @Test func `a node that breaks the rules is left out where it is not needed`() throws {
        let seeds = (UInt64(1001)...1400).filter {
            Options(seed: $0, nodes: nil, minutes: nil).hostile?.middle != nil
        }
        var found: (Recording, BrokenClaim)?
        for seed in seeds where found == nil {
            let simulation = Simulation(
                seed: seed, hasSoundDisks: true, prepare: Self.makeForgetful)
            let (verdict, recording) = simulation.record()
            found = verdict.broken.map { (recording, $0) }
        }
        let (recording, broken) = try #require(found)

        var shrinker = Shrinker(prepare: Self.makeForgetful)
        let report = try shrinker.shrink(recording, breaking: broken, named: "planted")

        let text = try #require(report.scenario).text
        #expect(!text.contains("breaks the rules") && !text.contains("stands between"))
    }

    @Test func `a failing seed is made smaller, and fails still, by what was planted alone`() throws
    {
        let (seed, verdict, recording) = try failing()
        let broken = try #require(verdict.broken)

        var shrinker = Shrinker(prepare: Self.makeForgetful)
        let report = try shrinker.shrink(recording, breaking: broken, named: "seed \(seed)")

        let scenario = try Scenario(text: try #require(report.scenario).text)
        let planted = try ScenarioPlayer(scenario, prepare: Self.makeForgetful).play()
        let sound = try ScenarioPlayer(scenario).play()
        #expect(report.before > 50)
        #expect(report.after * 5 <= report.before)
        #expect(report.after >= 2)
        #expect(planted.verdict.broken?.claim == broken.claim)
        #expect(sound.verdict.broken == nil)
        #expect(report.isFinished)
    }

    @Test func `when time is up what is left fails still`() throws {
        let (seed, verdict, recording) = try failing()
        let broken = try #require(verdict.broken)
        var asked = 0

        var shrinker = Shrinker(
            prepare: Self.makeForgetful,
            isTimeUp: {
                asked += 1
                return asked > 6
            })
        let report = try shrinker.shrink(recording, breaking: broken, named: "seed \(seed)")

        let scenario = try #require(report.scenario)
        let again = try ScenarioPlayer(scenario, prepare: Self.makeForgetful).play()
        #expect(!report.isFinished)
        #expect(again.verdict.broken?.claim == broken.claim)
    }

    @Test func `what does not fail is not made smaller`() throws {
        let (_, recording) = Simulation(seed: 2, nodes: 2, minutes: 2).record()
        var shrinker = Shrinker()

        let report = try shrinker.shrink(
            recording, breaking: BrokenClaim("no such claim", ""), named: "none")

        #expect(report.scenario == nil)
        #expect(report.before == report.after)
    }

    private func failing() throws -> (UInt64, Verdict, Recording) {
        for seed in UInt64(1)...20 {
            let simulation = Simulation(
                seed: seed, nodes: 3, minutes: 8, hasSoundDisks: true, prepare: Self.makeForgetful)
            let (verdict, recording) = simulation.record()
            if verdict.broken != nil, recording.choices.count > 50 {
                return (seed, verdict, recording)
            }
        }
        throw BrokenClaim("a plant is found", "in none of 20 worlds")
    }

    /// Makes a restarted node write another title than requested.
    private static func makeForgetful(_ cluster: Cluster) {
        cluster.stepping = {
            [unowned cluster] node, engine, inbox, now, wall throws(StorageError) in
            guard cluster.machines[node].life > 1 else {
                return try engine.step(inbox, at: now, wall: wall)
            }
            let changed = inbox.map { event -> Event in
                guard case .requested(let id, .command(.edit(let link, var change, _))) = event,
                    change.title != nil
                else { return event }
                change.title = "forgotten"
                return .requested(id, .command(.edit(link, change)))
            }
            return try engine.step(changed, at: now, wall: wall)
        }
    }
}
