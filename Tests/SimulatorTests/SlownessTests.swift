import Primitives
import Sync
import Testing

@testable import Simulator

/// Tests stopped clocks, and links with limited bandwidth.
@Suite struct SlownessTests {
    @Test func `a clock that stood still goes on from what it shows`() {
        var clock = WallClock(offsetMilliseconds: 5_000, driftPartsPerMillion: 200)
        let (begin, end) = (Self.second(100), Self.second(160))
        let shown = clock.reading(at: begin)

        clock.freeze(at: begin)
        #expect(clock.isFrozen && clock.reading(at: end) == shown)
        clock.goOn(at: end)

        #expect(!clock.isFrozen && clock.reading(at: end) == shown)
        #expect(clock.reading(at: Self.second(161)).milliseconds - shown.milliseconds == 1000)
    }

    @Test func `when all is mended no clock stands still`() throws {
        let cluster = try Cluster(seed: 1, nodes: 2)

        try cluster.suffer(.freeze)
        let frozen = cluster.machines.filter(\.clock.isFrozen)
        try cluster.heal()

        #expect(frozen.count == 1)
        #expect(cluster.machines.allSatisfy { !$0.clock.isFrozen })
    }

    @Test func `what is sent waits for what was sent before it`() {
        let end = SimulatedLink.End(host: 0, link: .outbound(1), life: 1, isOpen: true)
        let link = SimulatedLink(
            number: 1, address: "node1:1", dialler: end, target: end, at: Self.second(0))

        let first = link.transmit(2048, from: 0, at: Self.second(1), by: 1)
        let second = link.transmit(1024, from: 0, at: Self.second(2), by: 1)
        let other = link.transmit(1024, from: 1, at: Self.second(2), by: 1)
        let later = link.transmit(1024, from: 0, at: Self.second(9), by: 1)

        #expect(first == Self.second(3) && second == Self.second(4))
        #expect(other == Self.second(3) && later == Self.second(10))
    }

    @Test func `some worlds have slow links, some clocks that stand still, and most neither`() {
        let worlds = (UInt64(1)...2000).map { Options(seed: $0, nodes: nil, minutes: nil) }

        let slow = worlds.compactMap(\.manner.bandwidth)
        #expect((400...600).contains(slow.count))
        #expect(slow.min() == 16 && slow.max() == 256)
        let frozen = worlds.count { $0.rates.contains { $0.kind == .freeze } }
        #expect((180...320).contains(frozen))
    }

    @Test func `a world with slow links that is written down goes the same way again`() throws {
        let drawn = (UInt64(1001)...1200).first {
            let options = Options(seed: $0, nodes: nil, minutes: nil)
            return options.manner.bandwidth != nil && options.hostile == nil
                && options.rates.contains { $0.kind == .freeze }
        }
        let (verdict, recording) = Simulation(seed: try #require(drawn)).record()

        let again = try ScenarioPlayer(recording.scenario(named: "again")).play()

        #expect(again.verdict.digest == verdict.digest)
    }

    private static func second(_ number: UInt64) -> Instant {
        Instant(nanoseconds: number * 1_000_000_000)
    }
}
