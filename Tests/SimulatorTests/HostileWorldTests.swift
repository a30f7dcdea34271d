import Laws
import Testing

@testable import Simulator

/// Tests worlds that have hostile nodes by their seeds.
@Suite struct HostileWorldTests {
    private static let seeds = (1...60).filter {
        Options(seed: UInt64($0), nodes: 4, minutes: 3).hostile != nil
    }

    @Test func `every kind is drawn now and then, and most worlds have none`() {
        let drawn = (1...1000).compactMap {
            Options(seed: UInt64($0), nodes: nil, minutes: nil).hostile
        }

        let kinds = Set(drawn.flatMap { $0.nodes.map(\.kind.rawValue) })
        #expect(kinds.count == HostileKind.allCases.count)
        #expect((200...400).contains(drawn.count))
        #expect(drawn.contains { $0.middle != nil } && drawn.contains { $0.nodes.count == 2 })
    }

    @Test func `somebody stands between two who keep to the rules in a fifth of the worlds`() {
        let all = (1001...2000).map { Options(seed: UInt64($0), nodes: nil, minutes: nil) }

        let drawn = all.filter { $0.way != nil }
        #expect((150...270).contains(drawn.count))
        for options in drawn {
            let lawless = options.hostile?.nodes.map(\.node) ?? []
            let ends = [options.way?.one, options.way?.other]
            #expect(!lawless.contains { ends.contains($0) })
            #expect(options.hostile?.middle == nil)
            #expect(options.words.contains("way=\(options.way?.words ?? "")"))
        }
    }

    @Test(arguments: seeds.prefix(LawSeeds.count(2, soak: 6)))
    func `every claim holds in a small world with who breaks the rules`(seed: Int) {
        let verdict = Simulation(seed: UInt64(seed), nodes: 4, minutes: 3).runTwice()

        #expect(verdict.broken == nil)
    }
}
