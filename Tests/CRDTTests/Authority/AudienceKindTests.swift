import Testing

@testable import CRDT

/// Tests audiences that are no groups, and the bounds of chains in all audiences.
@Suite struct AudienceKindTests {
    @Test(arguments: [UInt8(2), 3])
    func `in friends and public the owner's devices let friends in and end them`(kind: UInt8) {
        var draft = Draft(kind: kind)
        let ana = draft.open(1, .ana)
        draft.grant(7, .ben, .friend, in: ana)
        draft.grant(8, .cleo, .friend, in: ana)
        let (ben, cleo) = (draft.open(2, .ben, by: 7), draft.open(3, .cleo, by: 8))
        draft.cut(7, in: ana, leaving: [ben: 3])

        let verdict = draft.judge()

        #expect(verdict.standing(of: ben) == Standing(.friend, length: 3))
        #expect(verdict.standing(of: cleo) == Standing(.friend, length: .max))
        #expect(verdict.members == [.ana, .cleo])
    }

    @Test(arguments: [UInt8(2), 3], [Grant.Role.viewer, .editor, .owner, .heir])
    func `a group's roles say nothing there`(kind: UInt8, role: Grant.Role) {
        var draft = Draft(kind: kind)
        let ana = draft.open(1, .ana)
        draft.grant(7, .ben, role, in: ana)
        draft.handOver(to: 8, .ben, in: ana)
        let ben = draft.open(2, .ben, by: 7)

        #expect(draft.judge().role(ben) == .none)
        #expect(draft.judge().length(ana) == .max)
        #expect(draft.judge().members == [.ana])
    }

    @Test func `friends let nobody in`() {
        var draft = Draft(kind: 2)
        let ana = draft.open(1, .ana)
        draft.grant(7, .ben, .friend, in: ana)
        let ben = draft.open(2, .ben, by: 7)
        draft.grant(8, .cleo, .friend, in: ben)

        #expect(draft.judge().members == [.ana, .ben])
        #expect(draft.judge().length(ben) == .max)
    }

    @Test(arguments: Grant.Role.allCases)
    func `nobody is let into private`(role: Grant.Role) {
        var draft = Draft(kind: 1)
        let ana = draft.open(1, .ana)
        draft.grant(7, .ben, role, in: ana)
        let ben = draft.open(2, .ben, by: 7)

        #expect(draft.judge().members == [.ana])
        #expect(draft.judge().role(ben) == .none)
    }

    @Test func `in a direct audience all named people write, and nobody is cut`() {
        var draft = Draft(kind: 5)
        let ana = draft.open(1, .ana)
        draft.grant(7, .ben, .editor, in: ana)
        let ben = draft.open(2, .ben, by: 7)
        draft.grant(8, .cleo, .editor, in: ben)
        draft.cut(7, in: ana)
        draft.cut(7, in: ben, leaving: [ben: 1])

        let verdict = draft.judge()

        #expect(verdict.standing(of: ben) == Standing(.member, length: .max))
        #expect(verdict.members == [.ana, .ben])
    }

    @Test func `a cut in a direct audience voids the grants beside it`() {
        var draft = Draft(kind: 5)
        let ana = draft.open(1, .ana)
        let bad = draft.cut(7, in: ana)
        draft.add(Grant(id: 8, person: .ben, role: .editor), to: bad, of: ana)

        #expect(draft.judge().members == [.ana])
    }

    @Test(arguments: [UInt8(0), 6, 255])
    func `in an audience of an unknown kind nothing counts`(kind: UInt8) {
        var draft = Draft(kind: kind)
        let ana = draft.open(1, .ana)

        #expect(draft.judge().standing(of: ana) == .none)
        #expect(draft.judge().members.isEmpty && draft.judge().head == nil)
    }

    @Test(arguments: UInt8(1)...5)
    func `the root key ends a device of the founder's at what it names`(kind: UInt8) {
        var draft = Draft(kind: kind)
        let (kept, lost) = (draft.open(1, .ana), draft.open(2, .ana, device: 1))
        let again = draft.open(3, .ana, device: 1)
        draft.end(.ana, device: 1, leaving: [lost: 5])

        let verdict = draft.judge()

        #expect(verdict.length(kept) == .max && verdict.length(lost) == 5)
        #expect(verdict.standing(of: again) == .none)
        #expect(verdict.isEnded(.of(.ana, 1), of: .ana) && !verdict.isEnded(.of(.ana), of: .ana))
        #expect(verdict.isMember(.ana))
    }

    @Test func `a member's root key ends their device in somebody else's group`() {
        var draft = Draft(kind: 4)
        let ana = draft.open(1, .ana)
        draft.grant(7, .ben, .editor, in: ana)
        let (kept, lost) = (draft.open(2, .ben, by: 7), draft.open(3, .ben, device: 1, by: 7))
        draft.end(.ben, device: 1, leaving: [lost: 6])
        draft.end(.ben, device: 1, leaving: [lost: 4])

        #expect(draft.judge().length(lost) == 4 && draft.judge().length(kept) == .max)
        #expect(draft.judge().isMember(.ben))
    }

    @Test func `nobody ends another's device by vouching for it`() {
        var draft = Draft(kind: 4)
        let ana = draft.open(1, .ana)
        draft.end(.cleo, keyOf: .ana)

        #expect(draft.judge().length(ana) == .max)
        #expect(!draft.judge().isEnded(.of(.ana), of: .ana))
    }

    @Test func `a decertification for another audience ends the device, but no chain here`() {
        var draft = Draft(kind: 2)
        let ana = draft.open(1, .ana)
        draft.end(.ana, kind: 3)

        #expect(draft.judge().length(ana) == .max)
        #expect(draft.judge().isEnded(.of(.ana), of: .ana))
    }

    @Test func `a proven fork voids everything from the smallest proven sequence on`() {
        var draft = Draft(kind: 4)
        let ana = draft.open(1, .ana)
        let first = draft.grant(7, .ben, .owner, in: ana)
        let second = draft.grant(8, .cleo, .owner, in: ana)
        draft.fork(ana, at: second + 3)
        draft.fork(ana, at: second)

        #expect(draft.judge().length(ana) == first + 1)
        #expect(draft.judge().members == [.ana, .ben])
    }

    @Test func `a chain that opens in two ways counts for nothing`() {
        var draft = Draft(kind: 4)
        let ana = draft.open(1, .ana)
        draft.open(1, .ana, device: 1)

        #expect(draft.judge().standing(of: ana) == .none)
    }

    @Test func `an open for another audience opens nothing here`() {
        let elsewhere = Draft(kind: 5).opened(by: .ana)

        #expect(Draft(kind: 4).judge(elsewhere.facts).standings.isEmpty)
        #expect(elsewhere.judge().standings.count == 1)
    }
}

extension Draft {
    fileprivate func opened(by person: PersonID) -> Draft {
        var copy = self
        copy.open(1, person)
        return copy
    }
}
