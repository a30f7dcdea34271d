import CRDT
import Domain
import Primitives

@testable import Store

// Persons in groups: their deeds, invitations in transit, and each node's verdict on members.
extension Cluster {
    func actInGroup(at node: Int) throws(BrokenClaim) {
        guard !workload.isOver else { return }
        plan(.actInGroup(node: node), in: groups.pause())
        let deed = groups.deeds[groups.dice.roll(below: groups.deeds.count)]
        note(.actInGroup(node: node, deed), groups.dice)
        try perform(deed, at: node)
    }

    /// Has a person do `deed` in a group, if they have been answered.
    func perform(_ deed: GroupDeed, at node: Int) throws(BrokenClaim) {
        let machine = machines[node]
        // A person waits for answers, and nobody acts on a disk with bit rot.
        guard machine.state != .down, machine.asked.isEmpty, machine.decay == nil else { return }
        let view = try aGroup(of: machine)
        try see(at: node)
        canaries.fate = fate(of: node, in: view?.number)
        let command = groups.command(
            for: deed, at: machine, view: view, people: machines.map(\.person),
            canaries: &canaries)
        canaries.fate = .open
        guard let command else { return }
        marks.add(deed.rawValue)
        submit(.command(command), at: node)
    }

    // Mostly one that the person is in, as far as their node knows.
    private func aGroup(of machine: SimulatedNode) throws(BrokenClaim) -> GroupView? {
        let all = try machine.read { (store) throws(StorageError) in try store.shownGroups() }
        let isAny = groups.dice.roll(below: 8) == 0
        let open = all.filter { isAny || $0.state == .member }
        guard !open.isEmpty else { return nil }
        let group = open[groups.dice.roll(below: open.count)]
        guard let number = GroupAccount.number(named: group.name) else { return nil }
        let request = ListRequest(query: "in:group:\(group.name)", limit: 50)
        let wall = machine.clock.reading(at: now)
        let answer = try machine.read { (store) throws(StorageError) in
            try store.answer(.list(request), now: wall)
        }
        guard case .page(let page) = answer else {
            throw BrokenClaim("links can be listed", "\(machine.place): no page of a group")
        }
        let members = try members(named: group.name, at: machine)
        return GroupView(
            number: number, group: group, others: members.filter { $0 != machine.holder },
            readers: readers(of: machine.number, in: number),
            links: page.items)
    }

    private func members(
        named name: String, at machine: SimulatedNode
    ) throws(BrokenClaim) -> [Int] {
        let all = try machine.read { (store) throws(StorageError) in try store.memberships() }
        return all.filter { $0.group == name }.compactMap { number(of: $0.person) }.sorted()
    }

    /// The node of a person.
    func number(of person: PersonID) -> Int? {
        machines.firstIndex { $0.person == person }
    }

    /// Records an answer about a group, and passes an invitation on.
    func heardOfGroup(_ command: Command, _ answer: Answer, at node: Int) {
        guard groups.handsOut, case .inviteToGroup(let name, _, let uses, _, _) = command,
            case .invited(let invitation) = answer,
            let number = GroupAccount.number(named: name)
        else { return }
        for _ in 0..<uses {
            let other = groups.dice.roll(below: nodes)
            guard other != machines[node].holder else { continue }
            groups.errands.append(Errand(group: number, text: invitation.text))
            plan(
                .join(node: other, errand: groups.errands.count - 1),
                in: groups.dice.duration(from: .milliseconds(500), to: .seconds(60)))
        }
    }

    /// Has a person accept an invitation as soon as they can.
    func join(at node: Int, _ errand: Int) {
        guard !workload.isOver else { return }
        let machine = machines[voice(of: node)]
        guard machine.state != .down, machine.asked.isEmpty else {
            return plan(.join(node: node, errand: errand), in: .seconds(10))
        }
        let (number, text) = (groups.errands[errand].group, groups.errands[errand].text)
        groups.accounts[number].entered.insert(node)
        marks.add("join")
        submit(
            .command(.joinGroup(invitation: text, name: GroupAccount.name(number))),
            at: machine.number)
    }

    /// Records who is in which group by the verdict of `node`, if that may have changed.
    func observeGroups(at node: Int) throws(BrokenClaim) {
        let machine = machines[node]
        guard !groups.accounts.isEmpty, let store = machine.store,
            store.membership != machine.membershipSeen
        else { return }
        machine.membershipSeen = store.membership
        let (shown, all, facts) = try machine.read { (store) throws(StorageError) in
            var facts: [Bytes32: AuthorityFacts] = [:]
            let shown = try store.shownGroups()
            for group in shown {
                guard let record = try store.group(group.id) else { continue }
                facts[group.id] = try store.authority(of: record.audience).facts
            }
            return (shown, try store.memberships(), facts)
        }
        for group in shown {
            guard let number = GroupAccount.number(named: group.name),
                groups.accounts.indices.contains(number)
            else { continue }
            groups.accounts[number].id = group.id
            let members = all.filter { $0.group == group.name }.compactMap {
                self.number(of: $0.person)
            }.sorted()
            let before = groups.accounts[number].verdicts[node] ?? []
            groups.accounts[number].verdicts[node] = members
            groups.accounts[number].facts[node] = facts[group.id]
            for member in members where !before.contains(member) && member != machine.holder {
                canaries.letIn(member, by: machine.holder, into: number)
            }
        }
    }

    /// Returns who may read what is written in group `number` at `node`: its members by the verdict of `node`; those who
    /// are members by the verdict of one of these, and by the verdict on all that the two have heard, since the other
    /// has heard it all before passing the writing on; and, where a member is hostile, everybody who is a member by the
    /// verdict of that one, whatever others think.
    func readers(of node: Int, in number: Int) -> [Int] {
        let account = groups.accounts[number]
        let members = account.verdicts[node] ?? []
        let known = account.facts[node]
        let fresh = members.flatMap { (member) -> [Int] in
            guard var facts = account.facts[member], let known else { return [] }
            facts.formUnion(known)
            let both = facts.judge()
            return (account.verdicts[member] ?? []).filter { both.isMember(machines[$0].person) }
        }
        let told = members.filter(network.lawless.contains).flatMap { account.verdicts[$0] ?? [] }
        return Set(members + fresh + told).sorted()
    }
}
