import Primitives
import Testing

@testable import CRDT

/// Laws that hold for every set of facts.
@Suite struct AuthorityLawTests {
    @Test(arguments: UInt64(1)...256)
    func `the order in which facts come, and how often, changes nothing`(seed: UInt64) {
        let turmoil = Turmoil(seed: seed)
        var dice = Dice(seed: seed).split(1)
        let verdict = turmoil.draft.judge(turmoil.facts)

        for _ in 0..<8 {
            let again = turmoil.facts.filter { _ in dice.roll(below: 3) == 0 }
            #expect(turmoil.draft.judge(dice.shuffle(turmoil.facts + again)) == verdict)
        }
    }

    @Test(arguments: UInt64(1)...64)
    func `judging on the way changes nothing`(seed: UInt64) {
        let turmoil = Turmoil(seed: seed)
        var known = AuthorityFacts(
            kind: turmoil.draft.kind, owner: turmoil.draft.owner, founder: .ana)

        for (count, fact) in turmoil.facts.enumerated() {
            known.insert(fact)
            #expect(known.judge() == turmoil.draft.judge(Array(turmoil.facts.prefix(count + 1))))
        }
    }

    @Test(arguments: UInt64(1)...64)
    func `two who tell each other what they know judge as who knows it all`(seed: UInt64) {
        let turmoil = Turmoil(seed: seed)
        var dice = Dice(seed: seed).split(2)
        var sides = (0..<2).map { _ in
            AuthorityFacts(kind: turmoil.draft.kind, owner: turmoil.draft.owner, founder: .ana)
        }
        for fact in turmoil.facts {
            let side = dice.roll(below: 3)
            if side < 2 {
                sides[side].insert(fact)
            } else {
                for each in 0..<2 { sides[each].insert(fact) }
            }
        }

        var (left, right) = (sides[0], sides[1])
        left.formUnion(sides[1])
        right.formUnion(sides[0])

        #expect(left.judge() == turmoil.draft.judge(turmoil.facts))
        #expect(right.judge() == left.judge())
    }

    @Test func `facts about another audience change no verdict`() {
        var draft = Draft(kind: 4)
        let ana = draft.open(1, .ana)
        draft.grant(7, .ben, .editor, in: ana)
        var here = AuthorityFacts(kind: 4, owner: draft.owner, founder: .ana)
        for fact in draft.facts { here.insert(fact) }
        var elsewhere = AuthorityFacts(kind: 4, owner: draft.owner, founder: .ben)
        elsewhere.insert(
            Cut(grant: 7, chains: []), at: AuthorityFacts.Place(chain: ana, sequence: 2, index: 0))

        let before = here.judge()
        here.formUnion(elsewhere)

        #expect(before.members == [.ana, .ben])
        #expect(here.judge() == before)
    }

    @Test(arguments: UInt64(1)...512)
    func `a slow judge says the same`(seed: UInt64) {
        let turmoil = Turmoil(seed: seed)

        let verdict = turmoil.draft.judge(turmoil.facts)
        let slow = SlowJudge(turmoil.facts, kind: turmoil.draft.kind)

        for chain in turmoil.chains {
            #expect(verdict.standing(of: chain) == slow.standings[chain] ?? .none)
        }
        #expect(verdict.members == slow.members.sorted())
        let ended = verdict.rights.filter { $0.isEnded && $0.role != .heir }
        #expect(ended.map(\.grant) == slow.cut.union(slow.left).union(slow.leftBefore).sorted())
    }

    @Test func `these worlds contain every case`() {
        var roles = Set<UInt8>()
        var (handovers, chains, ended, bounded) = (0, 0, 0, 0)
        var leavers = Set<UInt8>()
        var (left, leftBefore) = (0, 0)
        for seed in UInt64(1)...512 {
            let turmoil = Turmoil(seed: seed)
            let verdict = turmoil.draft.judge(turmoil.facts)
            let heirs = verdict.rights.filter { $0.role == .heir }
            handovers += heirs.count
            chains += heirs.count > 1 ? 1 : 0
            ended += verdict.rights.filter { $0.isEnded && $0.role != .heir }.count
            bounded += verdict.standings.filter { $0.standing.length < .max }.count
            let slow = SlowJudge(turmoil.facts, kind: turmoil.draft.kind)
            for right in verdict.rights where slow.left.subtracting(slow.cut).contains(right.grant)
            {
                leavers.insert(right.role.rawValue)
                left += 1
            }
            leftBefore += slow.leftBefore.subtracting(slow.cut).subtracting(slow.left).count
            for chain in verdict.standings { roles.insert(chain.standing.role.rawValue) }
        }

        #expect(roles.count == Standing.Role.allCases.count - 1)
        #expect(handovers > 50 && chains > 5 && ended > 100 && bounded > 100)
        #expect(leavers.count == 5 && left > 40 && leftBefore > 20)
    }

    @Test(arguments: UInt64(1)...256)
    func `another cut never lengthens what it bounds`(seed: UInt64) {
        let turmoil = Turmoil(seed: seed)
        var dice = Dice(seed: seed).split(2)
        let verdict = turmoil.draft.judge(turmoil.facts)

        for _ in 0..<8 {
            let cut = Cut(
                grant: UInt64(dice.roll(below: Turmoil.idsEnd)),
                chains: .leaving(Turmoil.lengths(of: turmoil.chains, &dice)))
            let chain = turmoil.chains[dice.roll(below: turmoil.chains.count)]
            let after = turmoil.draft.judge(
                turmoil.facts + [.cut(cut, place(chain, Turmoil.sequencesEnd))])

            for chain in turmoil.bounded(by: cut) {
                #expect(after.length(chain) <= verdict.length(chain))
            }
        }
    }

    @Test(arguments: UInt64(1)...256)
    func `writers who may neither grant nor cut end their own rights at most`(
        seed: UInt64
    ) {
        let turmoil = Turmoil(seed: seed)
        var dice = Dice(seed: seed).split(3)
        let verdict = turmoil.draft.judge(turmoil.facts)
        let powerless: [Standing.Role] = [.none, .editor, .viewer, .friend, .member]

        for chain in turmoil.chains where powerless.contains(verdict.role(chain)) {
            // The chain of a head that a later head ended can still turn out to hold the handover.
            guard verdict.role(chain) != .none || !turmoil.mayHandOver(chain) else { continue }
            let own = turmoil.rights[chain] ?? 0
            let forged = (0..<6).flatMap { _ in
                Turmoil.act(in: chain, by: own, of: turmoil.chains, &dice)
            }
            let after = turmoil.draft.judge(turmoil.facts + forged)
            #expect(after.standings == verdict.standings && after.head == verdict.head)
            #expect(after.rights.map(\.grant) == verdict.rights.map(\.grant))
            for (right, before) in zip(after.rights, verdict.rights) where right != before {
                #expect(right.person == turmoil.person(of: chain))
                let isIts = right.grant == own && verdict.role(chain) != .none
                #expect(isIts || right.replaces != nil)
            }
        }
    }

    @Test(arguments: UInt64(1)...256)
    func `a leave bounds nothing, and ends the right that it names if its chain reaches so far`(
        seed: UInt64
    ) {
        let turmoil = Turmoil(seed: seed)
        let verdict = turmoil.draft.judge(turmoil.facts)

        for chain in turmoil.chains {
            guard let own = turmoil.rights[chain] else { continue }
            let leave = Fact.cut(Cut(grant: own, chains: []), place(chain, Turmoil.sequencesEnd))
            let after = turmoil.draft.judge(turmoil.facts + [leave])
            #expect(after.standings == verdict.standings && after.head == verdict.head)
            let covers = verdict.length(chain) > Turmoil.sequencesEnd
            let isHead = [.founder, .heir].contains(verdict.role(chain))
            var expected = verdict.rights
            if !isHead, turmoil.bound(of: chain) > Turmoil.sequencesEnd {
                expected = turmoil.leaving(own, in: chain, expected)
            }
            if let place = expected.firstIndex(where: { $0.grant == own }), covers, !isHead {
                expected[place].isEnded = true
            }
            #expect(after.rights == expected)
        }
    }

    @Test(arguments: UInt64(1)...256)
    func `writes beyond a chain's end change nothing but what their writer has left`(
        seed: UInt64
    ) {
        let turmoil = Turmoil(seed: seed)
        var dice = Dice(seed: seed).split(4)
        let verdict = turmoil.draft.judge(turmoil.facts)

        for chain in turmoil.chains {
            let length = verdict.length(chain)
            guard length < .max, !turmoil.mayHandOver(chain) else { continue }
            let late = place(chain, Int(length) + dice.roll(below: 3))
            let own = turmoil.rights[chain] ?? 0
            let other = (own + 1 + UInt64(dice.roll(below: Turmoil.idsEnd - 1)))
            let cut = Cut(grant: other % UInt64(Turmoil.idsEnd), chains: [])
            let leave = Cut(grant: own, chains: [])
            let facts = [
                Turmoil.grant(.owner, late, &dice), Turmoil.grant(.editor, late, &dice),
                .cut(cut, late),
            ]
            #expect(turmoil.draft.judge(turmoil.facts + facts) == verdict)
            let after = turmoil.draft.judge(turmoil.facts + [.cut(leave, late)])
            #expect(after.standings == verdict.standings && after.head == verdict.head)
            let isHead = [.founder, .heir].contains(verdict.role(chain))
            let isHis = !isHead && late.sequence < turmoil.bound(of: chain)
            #expect(
                after.rights
                    == (isHis ? turmoil.leaving(own, in: chain, verdict.rights) : verdict.rights))
        }
    }

    @Test(arguments: UInt64(1)...256)
    func `another decertification or fork lengthens nothing of its device`(seed: UInt64) {
        let turmoil = Turmoil(seed: seed)
        var dice = Dice(seed: seed).split(5)
        let verdict = turmoil.draft.judge(turmoil.facts)
        let chain = turmoil.chains[dice.roll(below: turmoil.chains.count)]
        let sequence = UInt64(dice.roll(below: Turmoil.sequencesEnd))

        let after = turmoil.draft.judge(turmoil.facts + [.fork(chain, sequence)])

        #expect(after.length(chain) <= sequence)
        if !turmoil.mayHandOver(chain) { #expect(after.length(chain) <= verdict.length(chain)) }
    }

    // Ten times what an audience should ever have; a judge with quadratic cost would be noticed here.
    @Test func `tens of thousands of chains, grants and cuts are judged`() {
        var draft = Draft(kind: 4)
        let ana = draft.open(1, .ana)
        let count: UInt64 = 10_000
        for number in 1...count {
            let person = PersonID.person(Int(number))
            draft.grant(number, person, number % 2 == 0 ? .owner : .editor, in: ana)
            let chain = draft.open(number + 1, person, by: number)
            draft.cut(number, in: ana, leaving: [chain: 3])
            draft.cut(1, in: chain, leaving: [chain: 3])
            draft.end(person, leaving: [chain: 2])
        }

        let verdict = draft.judge()

        #expect(verdict.members == [.ana])
        // Nothing counts in the first person's chain: many cut their grant, each naming another.
        #expect(verdict.standings.count == Int(count))
        #expect(verdict.endedDevices.count == Int(count))
    }

    private func place(_ chain: ChainID, _ sequence: Int) -> AuthorityFacts.Place {
        AuthorityFacts.Place(chain: chain, sequence: UInt64(sequence), index: 0)
    }
}

extension Turmoil {
    /// Returns the chains of the right that `cut` names.
    fileprivate func bounded(by cut: Cut) -> [ChainID] {
        chains.filter { (rights[$0] ?? 0) == cut.grant }
    }

    fileprivate func person(of chain: ChainID) -> PersonID? {
        opening(chain)?.certificate.person
    }

    /// Returns the length that forks and revocations leave of a chain.
    fileprivate func bound(of chain: ChainID) -> UInt64 {
        opening(chain).map { SlowJudge.bound($0, chain, facts) } ?? 0
    }

    private func opening(_ chain: ChainID) -> Open? {
        for case .open(let open, chain) in facts { return open }
        return nil
    }

    /// Returns `rights` after the writer of `chain` has left by the grant `left`: the grants that replace it end as
    /// well, at any remove.
    fileprivate func leaving(
        _ left: UInt64, in chain: ChainID, _ rights: [Judgement.Right]
    ) -> [Judgement.Right] {
        var rights = rights
        var ended: Set<UInt64> = left == 0 ? [] : [left]
        for _ in rights {
            for (place, right) in rights.enumerated() where right.person == person(of: chain) {
                guard let replaced = right.replaces, ended.contains(replaced) else { continue }
                rights[place].isEnded = true
                ended.insert(right.grant)
            }
        }
        return rights
    }

    /// Whether the chain's right is the founder's or one promised to some heir.
    fileprivate func mayHandOver(_ chain: ChainID) -> Bool {
        let right = rights[chain] ?? 0
        return right == 0
            || facts.contains { fact in
                guard case .grant(let grant, _) = fact else { return false }
                return grant.role == .heir && grant.id == right
            }
    }
}
