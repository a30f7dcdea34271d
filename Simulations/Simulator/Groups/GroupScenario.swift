package import Domain
import Primitives
import Store

// Groups in a world in which nothing happens but what is written down.
extension Cluster {
    /// The person at `node` makes a group; tells its number.
    package func foundGroup(at node: Int) throws(BrokenClaim) -> Int {
        let number = groups.accounts.count
        groups.accounts.append(GroupAccount(founder: node, entered: [node]))
        try done(.newGroup(name: GroupAccount.name(number)), at: node)
        return number
    }

    /// Lets the person at `node` into a group by an invitation, and waits until he is in.
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
        guard case .groups(let groups) = try ask(.query(.groups), at: node) else { return false }
        return groups.contains {
            $0.name == GroupAccount.name(group) && $0.state == .member
        }
    }

    /// A word of 128 bits that nobody else writes, for what the person at `node` keeps in a group.
    package func canary(of node: Int, in group: Int) -> String {
        canaries.next(
            writer: node, in: group, members: groups.accounts[group].verdicts[node] ?? [],
            nodes: nodes)
    }
}
