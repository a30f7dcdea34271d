import Domain
import Foundation
import Primitives
import Testing

@testable import Simulator

@Suite struct MarkTests {
    @Test func `every situation has a name of its own, and there are sixty at least`() {
        let names = Set(Mark.allCases.map(\.rawValue))

        #expect(names.count == Mark.allCases.count)
        #expect(names.count >= 60)
    }

    @Test func `the manual says how many there are`() throws {
        let manual = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "docs/internals/simulation.md")

        let text = try String(contentsOf: manual, encoding: .utf8)

        #expect(text.contains("names \(Mark.allCases.count)\nsituations"))
    }

    @Test func `a verdict counts every situation, also those that never came about`() {
        let reached = Simulation(seed: 2, nodes: 3, minutes: 5).run().reached

        #expect(reached.map(\.name) == Mark.allCases.map(\.rawValue))
        #expect(reached.contains { $0.count > 0 })
        #expect(reached.contains { $0.count == 0 })
    }

    @Test func `two that dial each other at once come about where nothing else does`() throws {
        let cluster = try Cluster(seed: 1, nodes: 2)
        cluster.witness = Witness(machines: 2)

        for node in 0...1 {
            cluster.begin(
                .addFriend(ticket: cluster.machines[1 - node].ticket, petName: "friend"), at: node)
        }
        try cluster.run(for: .seconds(30))

        let reached = cluster.witness?.marks.tallies.filter { $0.count > 0 }.map(\.name) ?? []
        #expect(reached.contains(Mark.crossingDials.rawValue))
        #expect(!reached.contains(Mark.silentLink.rawValue))
        #expect(!reached.contains(Mark.crashInRun.rawValue))
    }
}
