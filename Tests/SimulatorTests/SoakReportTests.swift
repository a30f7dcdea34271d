import Domain
import Primitives
import Testing

@testable import Simulator

/// Tests the report on many seeds.
@Suite struct SoakReportTests {
    @Test func `what goes wrong in a world is counted by kind`() throws {
        let verdicts = (UInt64(1001)...1020).map { Simulation(seed: $0).run() }

        var sum = FaultTally()
        for verdict in verdicts { sum += verdict.allFaults }

        let drawn = verdicts.flatMap(\.faults)
        let resets = drawn.filter { $0.name == "reset" }.reduce(0) { $0 + $1.count }
        #expect(sum.count(of: "reset", in: .network) == resets && resets > 0)
        let strangers = sum.kinds.filter { $0.realm == .stranger }.reduce(0) { $0 + $1.count }
        let attacks = verdicts.flatMap(\.marks).filter { $0.name == "attack" }
        #expect(strangers == attacks.reduce(0) { $0 + $1.count } && strangers > 0)
        #expect(sum.fired >= 30)
        for realm in FaultTally.Realm.allCases where realm != .middle {
            #expect(sum.kinds.contains { $0.realm == realm && $0.count > 0 })
        }
    }

    @Test func `every kind has a name of its own`() {
        let names = FaultTally().kinds.map { "\($0.realm.rawValue): \($0.name)" }

        #expect(Set(names).count == names.count && names.count >= 60)
    }

    @Test func `a call to a disk that goes wrong is counted by what was asked`() throws {
        let cluster = try Cluster(seed: 1, nodes: 1)
        let disk = cluster.machines[0].disk
        try Durability.remember(cluster.machines[0])

        disk.trap = DiskTrap(at: 1, of: [.sync], .failed)
        _ = try? cluster.keep(BookmarkDraft(url: "https://a.example", title: "a"), at: 0)

        #expect(disk.count(of: .syncFailed) == 1)
        #expect(FaultTally(cluster).count(of: "sync failed", in: .disk) == 1)
    }

    @Test func `a report says what failed, what it cost and what never came about`() {
        var report = SoakReport(command: "scripts/simulate", commit: "abc", machine: "one core")
        var verdict = Verdict(
            seed: 7, nodes: 2, pace: .brief, options: "", faults: [],
            marks: [Verdict.Tally(name: "keep", count: 3)])
        verdict.reached = [
            Verdict.Tally(name: "rare", count: 2), Verdict.Tally(name: "rarer", count: 0),
        ]
        verdict.nodeTime = .seconds(3600)

        report.add(verdict, Cost(runs: 2, time: .seconds(2)), failure: nil)
        report.add(verdict, Cost(runs: 1, time: .seconds(1)), failure: "FAILED seed=7")

        let lines = report.markdown.split(separator: "\n")
        #expect(lines.contains("| seeds passed, failed | 1, 1 |"))
        #expect(lines.contains("    FAILED seed=7"))
        #expect(lines.contains("| node-hours | 3, a CPU-minute 60 |"))
        #expect(lines.contains("| rare | 2 | 4 |"))
        #expect(lines.contains("Never: rarer."))
        #expect(lines.contains("keep 6."))
        #expect(lines.contains("| network | reset | 0 |"))
        #expect(report.markdown.contains("Each seed ran twice, and both"))
        let sparing = SoakReport(command: "", commit: "abc", machine: "one core", twiceIn: 10)
        #expect(
            sparing.markdown.contains(
                "Each seed that 10 divides ran twice, the others once, and both"))
    }
}
