import Primitives
import Testing

@testable import Simulator

@Suite struct ParallelJobsTests {
    private static let alone = (UInt64(5)...7).map {
        Simulation(seed: $0, nodes: 3, minutes: 2).run()
    }

    @Test(arguments: [1, 2, 3])
    func `worlds that run at once go the way they go alone, and are told in order`(count: Int) {
        var told: [Verdict] = []
        ParallelJobs.run(5...7, by: count) { seed in
            Simulation(seed: seed, nodes: 3, minutes: 2).run()
        } take: { _, verdict in
            told.append(verdict)
        }

        #expect(told == Self.alone)
    }

    @Test func `every number is worked on once, though there are more threads than numbers`() {
        var told: [UInt64] = []

        ParallelJobs.run(3...5, by: 8) {
            $0 * 10
        } take: { number, outcome in
            #expect(outcome == number * 10)
            told.append(number)
        }

        #expect(told == [3, 4, 5])
    }

    @Test func `the highest number there is ends a range`() {
        var told: [UInt64] = []

        ParallelJobs.run(UInt64.max - 1...UInt64.max, by: 2) {
            $0
        } take: { number, _ in
            told.append(number)
        }

        #expect(told == [.max - 1, .max])
    }
}
