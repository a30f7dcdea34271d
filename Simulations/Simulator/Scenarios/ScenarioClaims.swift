import CRDT
import Domain
import Primitives
import Store
import Sync

// Evaluates the claims of a scenario.
extension ScenarioPlayer {
    /// Returns what was found instead of what a claim says; nil if it holds.
    func contradiction(to statement: ScenarioStatement) throws(BrokenClaim) -> String? {
        let node = node(statement)
        switch statement.verb {
        case .sees: return try lack(statement, at: node)
        case .seesNot:
            let title = statement.word("title")
            let found = try links(at: node).first { $0.title == title }
            return found.map { "\(name(node)) sees it, of \($0.author.name)" }
        case .hasInTrash, .isMarked:
            let title = statement.word("title")
            let found = try links(at: node, inTrash: true).first { $0.title == title }
            guard let found else { return "\(name(node)) has none of this name there" }
            if statement.verb == .hasInTrash, let other = otherTags(than: statement, of: found) {
                return other
            }
            guard statement.verb == .isMarked, found.lateChange == nil else { return nil }
            return "\(name(node)) knows of no change"
        case .seesMany:
            let count = try links(at: node, of: statement).count
            return count == Int(clamping: statement.number()) ? nil : "\(name(node)) sees \(count)"
        case .agree:
            return try dissent(nodes(statement), on: self.node(statement, "writer"))
        case .isInGroup:
            let role = try role(of: node, in: group(statement))
            return role?.rawValue == statement.word("role")
                ? nil : "\(name(node)) is \(role?.rawValue ?? "not a member")"
        case .isNotInGroup:
            let role = try role(of: node, in: group(statement))
            return role.map { "\(name(node)) is \($0.rawValue)" }
        case .isTold:
            guard case .status(let status) = try cluster.ask(.query(.status()), at: node),
                status.foundTwiceAt != nil
            else { return "\(name(node)) knows of none" }
            return nil
        case .everythingHolds:
            if let down = cluster.machines.first(where: { $0.isPaired && $0.state == .down }) {
                return "\(name(down.number)) is down"
            }
            return try cluster.isAgreed() ? nil : "not everybody holds the same yet"
        default: return nil
        }
    }

    // MARK: Links

    private func links(at node: Int, inTrash: Bool = false) throws(BrokenClaim) -> [Bookmark] {
        guard cluster.machines[node].state != .down else { return [] }
        return try cluster.machines[node].shown(at: cluster.now).filter { $0.isTrashed == inTrash }
    }

    // Of one person, if the claim names one.
    private func links(
        at node: Int, of statement: ScenarioStatement
    ) throws(BrokenClaim) -> [Bookmark] {
        guard statement.optional("writer") != nil else { return try links(at: node) }
        let person = cluster.machines[self.node(statement, "writer")].person
        return try links(at: node).filter { $0.author.person == person }
    }

    private func lack(_ statement: ScenarioStatement, at node: Int) throws(BrokenClaim) -> String? {
        let links = try links(at: node, of: statement)
        if let found = links.first(where: { $0.title == statement.word("title") }) {
            return otherTags(than: statement, of: found)
        }
        let titles = links.map(\.title).sorted()
        let shown = titles.prefix(8).map { ScenarioTokens.quoted($0) }.joined(separator: ", ")
        return titles.isEmpty
            ? "\(name(node)) sees none" : "\(name(node)) sees \(titles.count): \(shown)"
    }

    // Returns the tags of a link if the claim names others.
    private func otherTags(than statement: ScenarioStatement, of link: Bookmark) -> String? {
        guard !statement.words("tags").isEmpty,
            Set(statement.words("tags")) != Set(link.tags)
        else { return nil }
        return "it is tagged \(link.tags.sorted().joined(separator: " "))"
    }

    // MARK: Agreement

    private func dissent(_ all: [Int], on writer: Int) throws(BrokenClaim) -> String? {
        let person = cluster.machines[writer].person
        var first: (node: Int, frontiers: [Frontier])?
        var other: (node: Int, digests: [Bytes32])?
        for node in all {
            guard cluster.machines[node].state != .down else { return "\(name(node)) is down" }
            let (frontiers, digests) = try cluster.machines[node].read {
                (store) throws(StorageError) in
                (
                    [
                        try store.frontier(of: .friends, by: person),
                        try store.frontier(of: .public, by: person),
                    ],
                    [
                        try store.stateDigest(of: .friends, by: person),
                        try store.stateDigest(of: .public, by: person),
                    ]
                )
            }
            if let first, first.frontiers != frontiers {
                return "\(name(first.node)) and \(name(node)) do not hold the same deltas"
            }
            first = first ?? (node, frontiers)
            // The writer's own state contains more than what others see of it.
            guard cluster.machines[node].person != person else { continue }
            if let other, other.digests != digests {
                return "\(name(other.node)) and \(name(node)) do not show the same"
            }
            other = other ?? (node, digests)
        }
        return nil
    }

    // MARK: Groups

    // By the person's own node; nil if they are not a member.
    private func role(of node: Int, in group: Int) throws(BrokenClaim) -> GroupRole? {
        let all = try cluster.machines[node].read { (store) throws(StorageError) in
            try store.shownGroups()
        }
        return all.first { $0.name == GroupAccount.name(group) && $0.state == .member }?.role
    }
}
