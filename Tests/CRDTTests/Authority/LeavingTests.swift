import Testing

@testable import CRDT

/// Tests leaving a group: one claim for each rule.
@Suite struct LeavingTests {
    private var draft = Draft(kind: 4)
    private let ana: ChainID

    init() {
        ana = draft.open(1, .ana)
    }

    @Test(arguments: [Grant.Role.owner, .editor, .viewer])
    func `a person who leaves is no member, and what they wrote stands`(role: Grant.Role) {
        var draft = draft
        draft.grant(7, .ben, role, in: ana)
        let (ben, other) = (draft.open(2, .ben, by: 7), draft.open(3, .ben, device: 1, by: 7))
        draft.leave(7, in: ben)

        let verdict = draft.judge()

        #expect(verdict.members == [.ana] && verdict.rights.map(\.isEnded) == [true])
        #expect(verdict.role(ben) == Standing.Role(role, in: 4))
        #expect(verdict.length(ben) == .max && verdict.length(other) == .max)
    }

    @Test func `an owner's grants and cuts stay after the owner leaves`() {
        var draft = draft
        draft.grant(7, .ben, .owner, in: ana)
        let ben = draft.open(2, .ben, by: 7)
        draft.grant(8, .cleo, .editor, in: ben)
        draft.grant(9, .dan, .viewer, in: ben)
        let (cleo, dan) = (draft.open(3, .cleo, by: 8), draft.open(4, .dan, by: 9))
        draft.cut(9, in: ben, leaving: [dan: 2])
        draft.leave(7, in: ben)

        let verdict = draft.judge()

        #expect(verdict.members == [.ana, .cleo])
        #expect(verdict.length(cleo) == .max && verdict.length(dan) == 2)
    }

    @Test(arguments: [UInt8(2), 3])
    func `friends leave friends and public`(kind: UInt8) {
        var draft = Draft(kind: kind)
        let ana = draft.open(1, .ana)
        draft.grant(7, .ben, .friend, in: ana)
        let ben = draft.open(2, .ben, by: 7)
        draft.leave(7, in: ben)

        #expect(draft.judge().members == [.ana])
        #expect(draft.judge().standing(of: ben) == Standing(.friend, length: .max))
    }

    @Test func `in a direct audience the named person can leave, the founder cannot`() {
        var draft = Draft(kind: 5)
        let ana = draft.open(1, .ana)
        draft.grant(7, .ben, .editor, in: ana)
        draft.grant(8, .cleo, .editor, in: ana)
        let ben = draft.open(2, .ben, by: 7)
        draft.leave(7, in: ben)
        let void = draft.leave(0, in: ana)
        draft.add(Grant(id: 9, person: .dan, role: .editor), to: void, of: ana)

        let verdict = draft.judge()

        #expect(verdict.members == [.ana, .cleo])
        #expect(verdict.standing(of: ben) == Standing(.member, length: .max))
    }

    @Test func `a founder cannot leave, and the delta that says so is not void`() {
        var draft = draft
        let last = draft.leave(0, in: ana)
        draft.add(Grant(id: 7, person: .ben, role: .editor), to: last, of: ana)

        #expect(draft.judge().head == .ana && draft.judge().length(ana) == .max)
        #expect(draft.judge().members == [.ana, .ben])
    }

    @Test func `an heir cannot leave, and the delta that says so is not void`() {
        var draft = draft
        draft.handOver(to: 7, .ben, in: ana)
        let ben = draft.open(2, .ben, by: 7)
        let last = draft.leave(7, in: ben)
        draft.add(Grant(id: 8, person: .cleo, role: .editor), to: last, of: ben)

        #expect(draft.judge().head == .ben && draft.judge().length(ben) == .max)
        #expect(draft.judge().members == [.ben, .cleo])
    }

    @Test func `an heir who was an owner leaves the old role, not the new one`() {
        var draft = draft
        draft.grant(8, .ben, .owner, in: ana)
        let before = draft.open(2, .ben, by: 8)
        draft.handOver(to: 7, .ben, in: ana)
        draft.leave(8, in: before)

        #expect(draft.judge().head == .ben && draft.judge().members == [.ben])
        #expect(draft.judge().right(of: .ben)?.grant == 7)
    }

    @Test(arguments: [Grant.Role.editor, .viewer])
    func `a leave that names another's grant ends nothing, and voids its delta`(role: Grant.Role) {
        var draft = draft
        draft.grant(7, .ben, role, in: ana)
        draft.grant(8, .cleo, .editor, in: ana)
        let ben = draft.open(2, .ben, by: 7)
        let forged = draft.cut(8, in: ben)
        draft.add(Cut(grant: 7, chains: []), to: forged, of: ben)

        #expect(draft.judge().members == [.ana, .ben, .cleo])
    }

    @Test func `nobody leaves for another by opening a chain with the other's grant`() {
        var draft = draft
        draft.grant(7, .ben, .editor, in: ana)
        draft.grant(8, .cleo, .editor, in: ana)
        draft.leave(7, in: draft.open(2, .cleo, by: 7))

        #expect(draft.judge().members == [.ana, .ben, .cleo])
    }

    @Test func `a cut of the own grant that names lengths is no leave`() {
        var draft = draft
        draft.grant(7, .ben, .editor, in: ana)
        draft.grant(8, .cleo, .owner, in: ana)
        let (ben, cleo) = (draft.open(2, .ben, by: 7), draft.open(3, .cleo, by: 8))
        draft.cut(7, in: ben, leaving: [ben: 1])
        draft.cut(8, in: cleo, leaving: [cleo: 1])

        #expect(draft.judge().members == [.ana, .ben, .cleo])
        #expect(draft.judge().length(ben) == .max && draft.judge().length(cleo) == .max)
    }

    @Test func `a leave does nothing beyond a cut, a fork or the end of its device`() {
        var draft = draft
        draft.grant(7, .ben, .editor, in: ana)
        let (forked, lost) = (draft.open(2, .ben, by: 7), draft.open(3, .ben, device: 1, by: 7))
        draft.fork(forked, at: draft.leave(7, in: forked))
        draft.end(.ben, device: 1, leaving: [lost: draft.leave(7, in: lost)])
        #expect(draft.judge().members == [.ana, .ben])

        let cut = draft.open(4, .ben, device: 2, by: 7)
        let last = draft.leave(7, in: cut)
        #expect(draft.judge().members == [.ana])

        draft.cut(7, in: ana, leaving: [cut: last])
        #expect(draft.judge().length(cut) == last)
        #expect(draft.judge().members == [.ana])
    }

    @Test func `a person who has left can still be cut, and the cut bounds what they wrote`() {
        var draft = draft
        draft.grant(7, .ben, .editor, in: ana)
        let ben = draft.open(2, .ben, by: 7)
        draft.leave(7, in: ben)
        draft.cut(7, in: ana, leaving: [ben: 4])

        #expect(draft.judge().length(ben) == 4)
        #expect(draft.judge().members == [.ana])
    }

    @Test func `a person who left and is let in again is a member by the new grant`() {
        var draft = draft
        draft.grant(7, .ben, .editor, in: ana)
        draft.leave(7, in: draft.open(2, .ben, by: 7))
        draft.grant(8, .ben, .viewer, in: ana)

        #expect(draft.judge().members == [.ana, .ben])
        #expect(draft.judge().right(of: .ben)?.grant == 8)
    }

    @Test func `a member who leaves one of two grants has the other`() {
        var draft = draft
        draft.grant(7, .ben, .editor, in: ana)
        draft.grant(8, .ben, .viewer, in: ana)
        draft.leave(7, in: draft.open(2, .ben, by: 7))

        #expect(draft.judge().isMember(.ben))
    }
}

/// Tests a leave that is concurrent with a change of role.
@Suite struct LeavingAmidChangesTests {
    private var draft = Draft(kind: 4)
    private let ana: ChainID
    private let ben: ChainID

    init() {
        ana = draft.open(1, .ana)
        draft.grant(7, .ben, .editor, in: ana)
        ben = draft.open(2, .ben, by: 7)
    }

    @Test func `a member whose role was raised while they left has left`() {
        var draft = draft
        draft.leave(7, in: ben)
        draft.grant(8, .ben, .owner, insteadOf: 7, in: ana)

        #expect(draft.judge().members == [.ana])
        #expect(draft.judge().rights.map(\.isEnded) == [true, true])
    }

    @Test func `a member whose role was lowered meanwhile leaves even beyond the cut`() {
        var draft = draft
        let last = draft.leave(7, in: ben)
        let change = draft.grant(8, .ben, .viewer, insteadOf: 7, in: ana)
        draft.add(Cut(grant: 7, chains: .leaving([ben: last])), to: change, of: ana)

        #expect(draft.judge().members == [.ana])
        #expect(draft.judge().length(ben) == last)
    }

    @Test func `so has who was changed again and again`() {
        var draft = draft
        draft.grant(8, .ben, .owner, insteadOf: 7, in: ana)
        draft.grant(9, .ben, .viewer, insteadOf: 8, in: ana)
        draft.grant(10, .ben, .editor, insteadOf: 9, in: ana)
        #expect(draft.judge().isMember(.ben))

        draft.leave(7, in: ben)

        #expect(draft.judge().members == [.ana])
    }

    @Test func `a person who comes in again does not get the role they were given meanwhile`() {
        var draft = draft
        draft.leave(7, in: ben)
        draft.grant(8, .ben, .owner, insteadOf: 7, in: ana)
        draft.grant(9, .ben, .viewer, in: ana)
        draft.grant(10, .ben, .editor, insteadOf: 9, in: ana)

        #expect(draft.judge().members == [.ana, .ben])
        #expect(draft.judge().right(of: .ben)?.grant == 10)
    }

    @Test func `a fork or the end of a device bounds a leave here too`() {
        var draft = draft
        let lost = draft.open(3, .ben, device: 1, by: 7)
        draft.grant(8, .ben, .viewer, insteadOf: 7, in: ana)
        draft.cut(7, in: ana, leaving: [ben: 1, lost: 1])
        draft.fork(ben, at: draft.leave(7, in: ben))
        draft.end(.ben, device: 1, leaving: [lost: draft.leave(7, in: lost)])

        #expect(draft.judge().isMember(.ben))
    }

    @Test func `nobody leaves so for another, and nobody's right ends with another's`() {
        var draft = draft
        draft.grant(8, .cleo, .editor, insteadOf: 7, in: ana)
        draft.grant(9, .ben, .viewer, insteadOf: 7, in: ana)
        draft.leave(7, in: draft.open(3, .dan, by: 7))
        #expect(draft.judge().members == [.ana, .ben, .cleo])

        draft.leave(7, in: ben)

        #expect(draft.judge().members == [.ana, .cleo])
    }

    @Test func `a grant that replaces only itself counts`() {
        var draft = draft
        draft.grant(8, .ben, .owner, insteadOf: 9, in: ana)
        draft.grant(9, .ben, .viewer, insteadOf: 8, in: ana)
        draft.leave(7, in: ben)
        #expect(draft.judge().isMember(.ben))

        draft.leave(8, in: draft.open(3, .ben, by: 8))

        #expect(draft.judge().members == [.ana])
    }

    @Test func `an heir's half of a handover does not leave their former role`() {
        var draft = draft
        draft.handOver(to: 8, .ben, in: ana)
        let heir = draft.open(3, .ben, by: 8)
        draft.grant(9, .ben, .owner, insteadOf: 8, in: heir)
        draft.leave(8, in: heir)

        #expect(draft.judge().rights.first { $0.grant == 9 }?.isEnded == false)
    }
}

/// Tests the right of a person in a judgement.
@Suite struct RightTests {
    @Test func `of several rights the highest is told, of several alike the lowest id`() {
        var draft = Draft(kind: 4)
        let ana = draft.open(1, .ana)
        draft.grant(3, .ben, .viewer, in: ana)
        draft.grant(9, .ben, .editor, in: ana)
        draft.grant(7, .ben, .editor, in: ana)
        #expect(draft.judge().right(of: .ben)?.grant == 7)

        draft.grant(8, .ben, .owner, in: ana)

        #expect(draft.judge().right(of: .ben)?.role == .owner)
        #expect(draft.judge().right(of: .cleo) == nil)
    }

    @Test func `the founder is head without a grant, and an heir by their grant`() {
        var draft = Draft(kind: 4)
        let ana = draft.open(1, .ana)
        #expect(draft.judge().isHead(.ana) && draft.judge().right(of: .ana) == nil)

        draft.handOver(to: 7, .ben, in: ana)

        #expect(draft.judge().isHead(.ben) && !draft.judge().isHead(.ana))
        #expect(draft.judge().right(of: .ben)?.role == .heir)
    }

    @Test func `a right tells who gave it, and a chain by which it writes`() {
        var draft = Draft(kind: 4)
        let ana = draft.open(1, .ana)
        draft.grant(7, .ben, .owner, in: ana)
        let ben = draft.open(2, .ben, by: 7)
        draft.grant(8, .cleo, .editor, in: ben)
        draft.handOver(to: 9, .dan, in: ana, leaving: [ana: 9])

        let verdict = draft.judge()

        #expect(verdict.rights.map(\.grantedBy) == [.ana, .ben, .ana])
        #expect(verdict.grant(of: ana) == 0 && verdict.grant(of: ben) == 7)
    }
}
