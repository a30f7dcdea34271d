import Domain
import Primitives
import Testing

@testable import Simulator

/// Tests what counts as a leak of a word.
@Suite struct CanaryTests {
    private let ana = 0
    private let ben = 1
    private let cleo = 2
    private let later = Instant(nanoseconds: 2_000_000_000)

    @Test func `a word may be at friends of who showed it, also if another wrote it`() {
        let (canaries, word) = shown(by: ben, in: .friends)

        #expect(leaker(of: word, at: cleo, friendOf: ben, canaries) == nil)
    }

    @Test func `a word that another showed is not shown to friends of its writer`() {
        let (canaries, word) = shown(by: ben, in: .public)

        #expect(leaker(of: word, at: cleo, friendOf: ana, canaries) == ana)
    }

    @Test func `a word that another keeps for themself is shown to nobody`() {
        let (canaries, word) = shown(by: ben, in: .private)

        #expect(leaker(of: word, at: cleo, friendOf: ben, canaries) == ana)
    }

    @Test func `a word of a group is closed to who was not in it, and open where it is shared`() {
        var canaries = Canaries(seed: 1)
        let word = canaries.next(writer: ana, in: 0, members: [ben], nodes: 3)
        let readers = { (groups: Set<Int>, canaries: Canaries) in
            leaker(of: word, at: cleo, friendOf: ben, entered: groups, canaries)
        }

        #expect(readers([0], canaries) == ana)
        #expect(readers([1], canaries) == ana)

        canaries.expose([word], in: [.group("group1")], of: ana, at: Instant(nanoseconds: 1))
        #expect(readers([0], canaries) == ana)
        #expect(readers([1], canaries) == nil)
    }

    // A word of Ana's that `person` has in `audience` since the first second.
    private func shown(by person: Int, in audience: Audience) -> (Canaries, String) {
        var canaries = Canaries(seed: 1)
        let word = canaries.next(writer: ana)
        canaries.expose([word], in: [audience], of: person, at: Instant(nanoseconds: 1_000_000_000))
        return (canaries, word)
    }

    private func leaker(
        of word: String, at reader: Int, friendOf friend: Int, entered groups: Set<Int> = [],
        _ canaries: Canaries
    ) -> Int? {
        Array(word.utf8).withUnsafeBytes { bytes in
            canaries.leak(in: bytes, at: reader, friends: [friend: later], entered: groups)?.writer
        }
    }
}
