import Primitives
import Testing

@testable import Simulator

/// Tests counting how deltas spread among many nodes.
@Suite struct GossipTests {
    @Test func `each delta comes to everybody over a way of links`() throws {
        let report = try GossipTrial(nodes: 8, writes: 12, ways: 3).run()

        #expect(report.missed == 0)
        #expect(report.deltas >= 12)
        #expect(report.needed == report.deltas * 7)
        #expect(report.hops.first == report.deltas)
        #expect(report.hops.reduce(0, +) == report.deltas * 8)
        #expect((1...7).contains(report.hops(percent: 99)))
        #expect(report.links >= 8 && report.links < 28)
    }

    @Test func `the same trial comes to the same figures`() throws {
        let trial = GossipTrial(nodes: 5, seed: 3, writes: 4, loss: Ratio(20, of: 100), ways: 3)

        #expect(try trial.run() == trial.run())
    }

    @Test func `nothing is missed where a fifth of the runs is lost with its link`() throws {
        let report = try GossipTrial(nodes: 8, writes: 20, loss: Ratio(20, of: 100), ways: 3).run()

        #expect(report.lost > 20)
        #expect(report.missed == 0)
        #expect(report.hops.reduce(0, +) == report.deltas * 8)
    }

    @Test func `whom nothing reaches has missed it`() throws {
        let report = try GossipTrial(nodes: 3, writes: 1, loss: Ratio(100, of: 100), ways: 3).run()

        #expect(report.missed >= 2 * (1 + GossipTrial.warmUp))
        #expect(!report.holds)
    }

    @Test func `one hop or one word too many does not hold`() {
        var report = GossipTrial.Report(nodes: 100, hops: [1, 5, 94], needed: 100, redundant: 10)
        #expect(report.holds && report.hops(percent: 5) == 1 && report.hops(percent: 6) == 2)

        report.redundant = 11
        #expect(!report.holds)

        report.redundant = 0
        report.hops = [1, 1, 1, 1, 1, 1, 1, 1]
        #expect(report.holds)
        report.hops.append(1)
        #expect(!report.holds)
    }
}
