import CRDT
import Testing

/// Tests the handover of a group that ana founded.
@Suite struct HandoverTests {
    private var draft = Draft(kind: 4)
    private let ana: ChainID

    init() {
        ana = draft.open(1, .ana)
    }

    @Test func `a handover makes the heir the head and ends the founder`() {
        var draft = draft
        let last = draft.handOver(to: 7, .ben, in: ana, leaving: [ana: 2])
        let ben = draft.open(2, .ben, by: 7)
        draft.grant(8, .cleo, .owner, in: ben)
        draft.grant(9, .dan, .owner, in: ana)

        let verdict = draft.judge()

        #expect(verdict.standing(of: ana) == Standing(.founder, length: last + 1))
        #expect(verdict.standing(of: ben) == Standing(.heir, length: .max))
        #expect(verdict.head == .ben && verdict.members == [.ben, .cleo])
    }

    @Test func `the delta of the handover stands, even if its cut leaves it out`() {
        var draft = draft
        draft.grant(8, .cleo, .editor, in: ana)
        let last = draft.handOver(to: 7, .ben, in: ana)
        let other = draft.open(2, .ana, device: 1)

        #expect(draft.judge().length(ana) == last + 1)
        #expect(draft.judge().standing(of: other) == .none)
        #expect(draft.judge().members == [.ben, .cleo])
    }

    @Test
    func `an heir without a cut is none, and a cut of the founder without an heir ends nothing`() {
        var draft = draft
        draft.grant(7, .ben, .heir, in: ana)
        draft.cut(0, in: ana)
        let ben = draft.open(2, .ben, by: 7)

        #expect(draft.judge().length(ana) == .max)
        #expect(draft.judge().standing(of: ben) == .none)
        #expect(draft.judge().head == .ana)
    }

    @Test func `of two handovers the lower place counts, and both bound the founder`() {
        var draft = draft
        let other = draft.open(2, .ana, device: 1)
        draft.grant(9, .dan, .viewer, in: other)
        draft.handOver(to: 7, .ben, in: ana, leaving: [ana: 9, other: 9])
        draft.handOver(to: 8, .cleo, in: other, leaving: [ana: 9, other: 2])

        let verdict = draft.judge()

        #expect(verdict.head == .ben && verdict.members == [.ben, .dan])
        #expect(verdict.length(ana) == 9 && verdict.length(other) == 2)
    }

    @Test func `an heir hands over in turn, and the chain of heirs has no end`() {
        var draft = draft
        var chain = ana
        var right: UInt64 = 0
        for number in 1...200 {
            let heir = PersonID.person(number)
            draft.handOver(right, to: UInt64(number), heir, in: chain)
            right = UInt64(number)
            chain = draft.open(right + 1, heir, by: right)
        }

        let verdict = draft.judge()

        #expect(verdict.head == .person(200) && verdict.members == [.person(200)])
        #expect(verdict.role(chain) == .heir)
        #expect(verdict.rights.filter(\.isEnded).count == 199)
    }

    @Test func `heirs cannot be made in a circle`() {
        var draft = draft
        draft.handOver(to: 7, .ben, in: ana)
        let ben = draft.open(2, .ben, by: 7)
        draft.handOver(7, to: 7, .ben, in: ben)
        draft.handOver(7, to: 0, .ana, in: ben)

        #expect(draft.judge().head == .ben)
        #expect(draft.judge().length(ben) == .max)
    }

    @Test func `owners make no heirs`() {
        var draft = draft
        draft.grant(7, .ben, .owner, in: ana)
        let ben = draft.open(2, .ben, by: 7)
        draft.handOver(0, to: 8, .ben, in: ben)
        draft.handOver(7, to: 9, .cleo, in: ben)

        #expect(draft.judge().head == .ana)
        #expect(draft.judge().members == [.ana, .ben])
    }

    @Test func `a founder who kept too much is ended by their heir, up to the handover`() {
        var draft = draft
        let other = draft.open(2, .ana, device: 1)
        let last = draft.handOver(to: 7, .ben, in: ana, leaving: [ana: .max, other: .max])
        let ben = draft.open(3, .ben, by: 7)
        #expect(draft.judge().length(ana) == .max)

        draft.cut(0, in: ben)

        #expect(draft.judge().length(ana) == last + 1)
        #expect(draft.judge().standing(of: other) == .none)
        #expect(draft.judge().head == .ben)
    }

    @Test func `an heir's cut after their own handover is void`() {
        var draft = draft
        draft.handOver(to: 7, .ben, in: ana, leaving: [ana: 9])
        let ben = draft.open(2, .ben, by: 7)
        draft.handOver(7, to: 8, .cleo, in: ben)
        draft.cut(0, in: ben)

        #expect(draft.judge().length(ana) == 9)
        #expect(draft.judge().head == .cleo)
    }

    @Test func `a thief's handover falls with the stolen device`() {
        var draft = draft
        let stolen = draft.open(2, .ana, device: 1)
        let last = draft.handOver(to: 7, .ben, in: stolen)
        let ben = draft.open(3, .ben, by: 7)

        draft.end(.ana, device: 1, leaving: [stolen: last])

        #expect(draft.judge().head == .ana)
        #expect(draft.judge().length(ana) == .max && draft.judge().length(stolen) == last)
        #expect(draft.judge().standing(of: ben) == .none)
    }

    @Test func `owners whom the founder appointed stay, until the heir ends them`() {
        var draft = draft
        draft.grant(8, .cleo, .owner, in: ana)
        let cleo = draft.open(2, .cleo, by: 8)
        draft.handOver(to: 7, .ben, in: ana)
        let ben = draft.open(3, .ben, by: 7)
        #expect(draft.judge().role(cleo) == .owner)

        draft.cut(8, in: ben, leaving: [cleo: 1])

        #expect(draft.judge().length(cleo) == 1)
        #expect(draft.judge().members == [.ben])
    }
}
