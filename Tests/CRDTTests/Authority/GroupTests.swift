import Testing

@testable import CRDT

/// Tests who may write in a group that ana founded: one claim for each rule.
@Suite struct GroupTests {
    private var draft = Draft(kind: 4)
    private let ana: ChainID

    init() {
        ana = draft.open(1, .ana)
    }

    @Test func `the founder's devices write without a grant, and nobody else's do`() {
        var draft = draft
        let other = draft.open(2, .ana, device: 1)
        let ben = draft.open(3, .ben)

        let verdict = draft.judge()

        #expect(verdict.standing(of: ana) == Standing(.founder, length: .max))
        #expect(verdict.role(other) == .founder)
        #expect(verdict.standing(of: ben) == .none)
        #expect(verdict.members == [.ana] && verdict.head == .ana)
    }

    @Test(arguments: [Grant.Role.owner, .editor, .viewer])
    func `a grant of the founder's makes its chains what it says`(role: Grant.Role) {
        var draft = draft
        draft.grant(7, .ben, role, in: ana)
        let ben = draft.open(2, .ben, by: 7)

        let verdict = draft.judge()

        #expect(verdict.role(ben) == Standing.Role(role, in: 4))
        #expect(verdict.length(ben) == .max)
        #expect(verdict.members == [.ana, .ben])
    }

    @Test func `a chain waits for its grant`() {
        var draft = draft
        let ben = draft.open(2, .ben, by: 7)
        #expect(draft.judge().standing(of: ben) == .none)

        draft.grant(7, .ben, .editor, in: ana)

        #expect(draft.judge().role(ben) == .editor)
    }

    @Test func `a grant for somebody else opens nothing`() {
        var draft = draft
        draft.grant(7, .ben, .editor, in: ana)
        let cleo = draft.open(2, .cleo, by: 7)

        #expect(draft.judge().role(cleo) == .none)
        #expect(!draft.judge().isMember(.cleo))
    }

    @Test func `nobody can be given the founder's right by its number`() {
        var draft = draft
        draft.grant(0, .ben, .owner, in: ana)
        let ben = draft.open(2, .ben, by: 0)

        #expect(draft.judge().role(ben) == .none)
        #expect(draft.judge().members == [.ana])
    }

    @Test func `owners let editors and viewers in, and end them`() {
        var draft = draft
        draft.grant(7, .ben, .owner, in: ana)
        let ben = draft.open(2, .ben, by: 7)
        draft.grant(8, .cleo, .editor, in: ben)
        draft.grant(9, .dan, .viewer, in: ben)
        let cleo = draft.open(3, .cleo, by: 8)
        let dan = draft.open(4, .dan, by: 9)
        draft.cut(8, in: ben, leaving: [cleo: 5])

        let verdict = draft.judge()

        #expect(verdict.standing(of: cleo) == Standing(.editor, length: 5))
        #expect(verdict.role(dan) == .viewer)
        #expect(verdict.members == [.ana, .ben, .dan])
        #expect(verdict.rights.map(\.isEnded) == [false, true, false])
    }

    @Test func `owners appoint no owners, and the delta in which one tries is void`() {
        var draft = draft
        draft.grant(7, .ben, .owner, in: ana)
        let ben = draft.open(2, .ben, by: 7)
        let bad = draft.grant(8, .cleo, .owner, in: ben)
        draft.add(Grant(id: 9, person: .dan, role: .viewer), to: bad, of: ben)
        draft.grant(10, .dan, .editor, in: ben)

        #expect(draft.judge().members == [.ana, .ben, .dan])
        #expect(draft.judge().rights.map(\.grant) == [7, 10])
    }

    @Test func `owners cannot cut one another, nor the founder`() {
        var draft = draft
        draft.grant(7, .ben, .owner, in: ana)
        draft.grant(8, .cleo, .owner, in: ana)
        let ben = draft.open(2, .ben, by: 7)
        let cleo = draft.open(3, .cleo, by: 8)
        draft.cut(8, in: ben)
        draft.cut(7, in: cleo)
        draft.cut(0, in: cleo)

        let verdict = draft.judge()

        #expect([ana, ben, cleo].allSatisfy { verdict.length($0) == .max })
        #expect(verdict.members == [.ana, .ben, .cleo])
    }

    @Test func `a removed owner's later writes are void, and their earlier grants stay`() {
        var draft = draft
        draft.grant(7, .ben, .owner, in: ana)
        let ben = draft.open(2, .ben, by: 7)
        let early = draft.grant(8, .cleo, .editor, in: ben)
        draft.grant(9, .dan, .editor, in: ben)
        draft.cut(8, in: ben)
        draft.cut(7, in: ana, leaving: [ben: early + 1])
        let cleo = draft.open(3, .cleo, by: 8)
        let dan = draft.open(4, .dan, by: 9)

        let verdict = draft.judge()

        #expect(verdict.standing(of: ben) == Standing(.owner, length: early + 1))
        #expect(verdict.role(cleo) == .editor && verdict.role(dan) == .none)
        #expect(verdict.members == [.ana, .cleo])
    }

    @Test func `a chain that a cut does not name counts for nothing`() {
        var draft = draft
        draft.grant(7, .ben, .editor, in: ana)
        let ben = draft.open(2, .ben, by: 7)
        draft.cut(7, in: ana, leaving: [ben: 4])
        let later = draft.open(3, .ben, by: 7)

        #expect(draft.judge().length(ben) == 4)
        #expect(draft.judge().standing(of: later) == .none)
    }

    @Test func `of several cuts each chain keeps the least`() {
        var draft = draft
        draft.grant(7, .ben, .editor, in: ana)
        let (first, second) = (draft.open(2, .ben, by: 7), draft.open(3, .ben, by: 7))
        draft.cut(7, in: ana, leaving: [first: 4, second: 2])
        draft.cut(7, in: ana, leaving: [first: 6])

        #expect(draft.judge().length(first) == 4)
        #expect(draft.judge().length(second) == 0)
    }

    @Test func `a member who is let in again has a new grant and a new chain`() {
        var draft = draft
        draft.grant(7, .ben, .editor, in: ana)
        let old = draft.open(2, .ben, by: 7)
        draft.cut(7, in: ana, leaving: [old: 3])
        draft.grant(8, .ben, .viewer, in: ana)
        let new = draft.open(3, .ben, by: 8)

        #expect(draft.judge().length(old) == 3)
        #expect(draft.judge().standing(of: new) == Standing(.viewer, length: .max))
        #expect(draft.judge().isMember(.ben))
    }

    @Test func `an id that a higher level gave is taken, however low the other's place`() {
        var draft = Draft(kind: 4)
        let ana = draft.open(9, .ana)
        draft.grant(7, .ben, .owner, in: ana)
        draft.grant(8, .cleo, .owner, in: ana)
        let ben = draft.open(1, .ben, by: 7)
        draft.grant(8, .dan, .editor, in: ben)
        let (cleo, dan) = (draft.open(2, .cleo, by: 8), draft.open(3, .dan, by: 8))

        #expect(draft.judge().role(cleo) == .owner)
        #expect(draft.judge().role(dan) == .none)
    }

    @Test func `of two grants of one level with one id the lower place counts`() {
        var draft = draft
        draft.grant(7, .ben, .editor, in: ana)
        draft.grant(7, .cleo, .editor, in: ana)

        #expect(draft.judge().members == [.ana, .ben])
    }

    @Test func `a friend's grant says nothing in a group`() {
        var draft = draft
        draft.grant(7, .ben, .friend, in: ana)

        #expect(draft.judge().members == [.ana])
    }
}
