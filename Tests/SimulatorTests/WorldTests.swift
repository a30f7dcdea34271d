import CRDT
import Domain
import Primitives
import Sync
import Testing

@testable import Simulator

/// Worlds small enough for every change; `scripts/simulate` runs the many.
@Suite struct WorldTests {
    @Test(arguments: UInt64(1)...4)
    func `friends agree once the trouble is over, and then are quiet`(seed: UInt64) {
        let verdict = play(seed, nodes: 3, minutes: 1)

        #expect(verdict.broken == nil)
        #expect(verdict.settledAfter != nil)
        #expect(verdict.marks.count(of: "keep") > 0)
    }

    @Test func `the same seed gives the same world`() {
        let first = play(7, nodes: 3, minutes: 1)
        let second = play(7, nodes: 3, minutes: 1)

        #expect(first.digest == second.digest)
        #expect(first.steps == second.steps)
        #expect(first.digest != play(8, nodes: 3, minutes: 1).digest)
    }

    @Test func `a canary in the clear is seen wherever it begins`() throws {
        let canary = Array(Person.canary.utf8)
        for place in 0..<40 {
            let bytes = [UInt8](repeating: UInt8(ascii: "c"), count: place) + canary
            #expect(PrivacyChecker.holds(bytes))
            #expect(!PrivacyChecker.holds(Array(bytes.dropLast())))
        }
        #expect(throws: BrokenClaim.self) { try PrivacyChecker.check(canary, from: 1) }
    }

    @Test func `what was acknowledged and is not there breaks a claim`() {
        let person = Person(number: 1, dice: Dice(seed: 1))
        var learnt = 0
        while person.kept.isEmpty, learnt < 100 {
            learnt += 1
            let (request, learn, _) = person.act()
            guard case .command(.addBookmarks(let drafts, _, _, _)) = request else { continue }
            learn(
                .kept(
                    KeptReport(
                        outcomes: drafts.map { _ in .added(ObjectID(.zero)) }, act: 1,
                        placed: [:])))
        }

        #expect(!person.kept.isEmpty)
        #expect(throws: BrokenClaim.self) { try DurabilityChecker.check(person, links: []) }
    }

    private func play(_ seed: UInt64, nodes: Int, minutes: Int) -> Verdict {
        World.play(
            seed: seed, nodes: nodes, minutes: minutes,
            folder: "/tmp/weft-world-test-\(seed)-\(Int.random(in: 0..<1 << 60))")
    }
}
