import Store
import Sync
import Testing

@testable import Simulator

/// Tests worlds with tiny limits.
@Suite struct SmallLimitsTests {
    @Test func `every limit is small in some world and the product's in another`() {
        let drawn = (UInt64(0)...99).map { SmallLimits(drawnBy: $0) }

        let sync = SyncLimits.standard
        #expect(drawn.contains { $0.sync.creditBytes == sync.creditBytes })
        #expect(drawn.contains { $0.sync.creditBytes < sync.creditBytes })
        #expect(drawn.allSatisfy { $0.sync.creditStepBytes <= $0.sync.creditBytes })
        #expect(drawn.contains { $0.sync.noticesMax == 0 })
        let store = StoreLimits.standard
        #expect(drawn.contains { $0.store.workRows == store.workRows })
        #expect(drawn.contains { $0.store.workRows == 1 })
        #expect(drawn.contains { $0.store.erasingRowsMax == 1 })
    }

    @Test func `a quarter of the brief worlds has small limits, and no other`() {
        let options = (UInt64(1)...2000).map { Options(seed: $0, nodes: nil, minutes: nil) }

        let small = options.suffix(1000).count { $0.limits != nil }
        #expect((200...300).contains(small))
        #expect(options.prefix(1000).allSatisfy { $0.limits == nil })
    }

    @Test func `a world with small limits that is written down goes the same way again`() throws {
        let drawn = (UInt64(1001)...1200).first {
            let options = Options(seed: $0, nodes: nil, minutes: nil)
            return options.limits != nil && options.hostile == nil
        }
        let (verdict, recording) = Simulation(seed: try #require(drawn)).record()

        let again = try ScenarioPlayer(recording.scenario(named: "again")).play()

        #expect(again.verdict.digest == verdict.digest)
    }
}
