import CRDT
import Primitives
import Testing

@Suite struct FrontierTests {
    private func frontier(_ dice: inout Dice) -> Frontier {
        Frontier(
            (0..<dice.roll(below: 12)).map { _ in
                Frontier.Entry(
                    chain: .person(dice.roll(below: 6)), length: UInt64(dice.roll(below: 5)))
            })
    }

    @Test(arguments: UInt64(1)...256)
    func `merging is commutative, associative and idempotent`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let (ana, ben, cleo) = (frontier(&dice), frontier(&dice), frontier(&dice))

        #expect(merged(ana, ben) == merged(ben, ana))
        #expect(merged(merged(ana, ben), cleo) == merged(ana, merged(ben, cleo)))
        #expect(merged(ana, ana) == ana)
        #expect(merged(ana, Frontier()) == ana)
    }

    @Test(arguments: UInt64(1)...64)
    func `a merged frontier covers both, and nothing is surplus`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let (ana, ben) = (frontier(&dice), frontier(&dice))

        let both = merged(ana, ben)

        #expect(both.covers(ana) && both.covers(ben))
        #expect(ana.surplus(over: both) == 0)
        #expect(ana.covers(ben) == (ben.surplus(over: ana) == 0))
        #expect(both.surplus(over: ana) == ben.surplus(over: ana))
    }

    @Test(arguments: UInt64(1)...64)
    func `entries are in order, each once, none empty`(seed: UInt64) {
        var dice = Dice(seed: seed)
        var frontier = frontier(&dice)

        frontier.extend(.person(dice.roll(below: 6)), to: 0)

        let chains = frontier.entries.map(\.chain)
        #expect(zip(chains, chains.dropFirst()).allSatisfy { $0 < $1 })
        #expect(frontier.entries.allSatisfy { $0.length > 0 })
        #expect(Frontier(frontier.entries.reversed()) == frontier)
    }

    @Test func `a length never falls`() {
        var frontier = Frontier()

        frontier.extend(.person(1), to: 5)
        frontier.extend(.person(1), to: 3)

        #expect(frontier.length(of: .person(1)) == 5)
        #expect(frontier.length(of: .person(2)) == 0)
    }

    @Test func `absurd lengths do not overflow`() {
        let claims = (0..<3).map { Frontier.Entry(chain: .person($0), length: .max) }

        #expect(Frontier(claims).surplus(over: Frontier()) == .foreignMax)
    }

    private func merged(_ left: Frontier, _ right: Frontier) -> Frontier {
        var result = left
        result.merge(right)
        return result
    }
}
