import Laws
import Primitives
import Testing

@testable import Simulator

/// Tests outfits that several nodes edit concurrently, in simulated worlds.
@Suite struct CanvasTests {
    @Test(arguments: LawSeeds.seeds(8, soak: 24))
    func `apart, together and through crashes all come to one canvas`(seed: UInt64) {
        let report = CanvasTrial(seed: seed).run()

        #expect(report.broken == nil)
        #expect(report.edits > 0)
    }

    @Test func `the same trial goes the same way`() {
        #expect(CanvasTrial(seed: 7).run() == CanvasTrial(seed: 7).run())
    }

    @Test func `all kinds of trials come up`() {
        let reports = (1...24 as ClosedRange<UInt64>).map { CanvasTrial(seed: $0).run() }

        #expect(Set(reports.map(\.isOfOnePerson)) == [true, false])
        #expect(Set(reports.map(\.nodes)) == [2, 3])
        #expect(reports.contains { $0.crashes > 0 })
        #expect(reports.contains { $0.contested > 0 })
        #expect(reports.contains { $0.layers > 3 })
    }
}
