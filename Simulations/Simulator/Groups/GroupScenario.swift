package import Domain
import Primitives
import Store

// Groups in a world in which only what is written down happens.
extension Cluster {
    /// Has the person at `node` make a group; returns its number.
    package func foundGroup(at node: Int) throws(BrokenClaim) -> Int {
        let number = groups.accounts.count
        groups.accounts.append(GroupAccount(founder: node, entered: [node]))
        try done(.newGroup(name: GroupAccount.name(number)), at: node)
        return number
    }

    /// Lets the person at `node` into a group by an invitation and waits until they are in.
    package func letIn(
        _ node: Int, into group: Int, by inviter: Int, as role: GroupRole = .editor
    ) throws(BrokenClaim) {
        let name = GroupAccount.name(group)
        let answer = try done(
            .inviteToGroup(name, role: role, uses: 1, seconds: 3600), at: inviter)
        guard case .invited(let invitation) = answer else {
            throw BrokenClaim("an invitation is answered", "node\(inviter)")
        }
        groups.accounts[group].entered.insert(node)
        try done(.joinGroup(invitation: invitation.text, name: name), at: node)
        let end = now + .seconds(60)
        while !(try isMember(node, of: group)) {
            guard now < end else { throw BrokenClaim("who is invited comes in", "node\(node)") }
            try run(for: .milliseconds(200))
        }
    }

    private func isMember(_ node: Int, of group: Int) throws(BrokenClaim) -> Bool {
        guard case .groups(let groups) = try ask(.query(.groups()), at: node) else { return false }
        return groups.contains {
            $0.name == GroupAccount.name(group) && $0.state == .member
        }
    }

    /// Returns a word of 128 random bits that nobody else writes, for things of the person at
    /// `node` in a group.
    package func canary(of node: Int, in group: Int) -> String {
        canaries.next(
            writer: node, in: group, members: groups.accounts[group].verdicts[node] ?? [],
            nodes: nodes)
    }
}
