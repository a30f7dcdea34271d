import CRDT
import Domain
import Primitives
import Store

/// Checks that members of a group who see each other by both verdicts hold the same, show the same,
/// and agree on members and roles, and that everybody who is a member by the head's verdict is in
/// sight.
enum Fellowship {
    static let claim = "members of a group agree"

    /// A group as one node has it.
    struct View {
        /// By person.
        let roles: [Int: GroupRole]
        let frontier: Frontier
        let digest: Bytes32
        /// The group itself as the node has it; nil if the node no longer sees it.
        let group: Group?

        /// Whether it is not dissolved, as far as the node knows.
        var isOpen: Bool { group?.state == .member }
    }

    /// Whether the members of every group agree.
    static func isSettled(_ cluster: Cluster) throws(BrokenClaim) -> Bool {
        try disagreement(in: cluster) == nil
    }

    static func check(_ cluster: Cluster) throws(BrokenClaim) {
        if let found = try disagreement(in: cluster) { throw BrokenClaim(claim, found) }
    }

    /// Returns the members of group `number` as each of them sees it, by device.
    static func views(
        of number: Int, in cluster: Cluster
    ) throws(BrokenClaim) -> [Int: View] {
        guard let id = cluster.groups.accounts[number].id else { return [:] }
        let name = GroupAccount.name(number)
        var views: [Int: View] = [:]
        for machine in cluster.machines
        where machine.state == .running && !cluster.devices.isLost(machine.number)
            && cluster.isHealed(machine.number)
        {
            let found = try machine.read { (store) throws(StorageError) in
                (
                    try store.memberships().filter { $0.group == name },
                    try store.frontier(ofGroup: id), try store.stateDigest(ofGroup: id),
                    try store.shownGroups().first { $0.id == id }
                )
            }
            guard let frontier = found.1, let digest = found.2 else { continue }
            var roles: [Int: GroupRole] = [:]
            for entry in found.0 {
                if let node = cluster.number(of: entry.person) { roles[node] = entry.role }
            }
            guard roles[machine.holder] != nil else { continue }
            views[machine.number] = View(
                roles: roles, frontier: frontier, digest: digest,
                group: found.3)
        }
        return views
    }

    private static func disagreement(in cluster: Cluster) throws(BrokenClaim) -> String? {
        for number in cluster.groups.accounts.indices {
            let views = try views(of: number, in: cluster)
            for node in views.keys.sorted() {
                guard let view = views[node] else { continue }
                let person = cluster.machines[node].holder
                let isHead = view.roles[person] == .head
                let others = view.roles.keys.sorted().flatMap { cluster.standing(of: $0) }
                for other in others
                where other.number != node
                    && cluster.areJoined(node, other.number, by: views.keys.sorted())
                {
                    guard let theirs = views[other.number], theirs.roles[person] != nil else {
                        // What only a lost device knew, its person's other devices cannot know. And
                        // a member who leaves a dissolved group tells nobody: nobody is in it.
                        let isLoss = cluster.isShared(other.holder) && cluster.devices.cut != nil
                        guard other.holder == person || isHead && view.isOpen && !isLoss else {
                            continue
                        }
                        if other.holder != person,
                            try ToldAlone.isOut(
                                other, of: number, head: cluster.machines[node], views, in: cluster)
                        {
                            continue
                        }
                        return "\(other.place) is in group\(number) by the verdict of its head, "
                            + "node\(node), and does not know"
                    }
                    if let difference = difference(view, theirs) {
                        return "node\(node) and \(other.place) in group\(number): \(difference)"
                    }
                }
            }
        }
        return nil
    }

    private static func difference(_ one: View, _ other: View) -> String? {
        if one.frontier != other.frontier {
            let lengths = [one, other].map { view in
                view.frontier.entries.map { "\($0.chain.bytes.bytes[0])=\($0.length)" }
            }
            return "they hold different deltas, \(lengths[0]) and \(lengths[1])"
        }
        if one.roles != other.roles {
            return "members are \(words(one.roles)) and \(words(other.roles))"
        }
        guard one.digest == other.digest else { return "the same deltas show otherwise" }
        guard let mine = one.group?.description, let theirs = other.group?.description,
            mine != theirs
        else { return nil }
        return "it is for \"\(mine)\" and for \"\(theirs)\""
    }

    private static func words(_ roles: [Int: GroupRole]) -> String {
        roles.keys.sorted().map { "\($0) \(roles[$0]?.rawValue ?? "")" }.joined(separator: ", ")
    }
}
