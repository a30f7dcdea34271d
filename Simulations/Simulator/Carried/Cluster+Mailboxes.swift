import Domain
import Primitives
import Store

@testable import Sync

// Persons who leave segments with a friend for others, and friends who keep them.
extension Cluster {
    /// Has a person start or stop using a friend's mailbox, or keeping one for a friend.
    func leave(_ deed: Deed, at node: Int) {
        let friends = machines[node].account.friends
        guard !friends.isEmpty else { return }
        let drawn = friends[workload.dice.roll(below: friends.count)]
        let friend = PersonReference("friend\(drawn)")
        let chance = workload.dice.roll(below: 16)
        switch deed {
        case .useMailbox: submit(.command(.useMailbox(at: friend, for: [.everybody])), at: node)
        case .leaveMailbox: submit(.command(.leaveMailbox(at: friend)), at: node)
        case .keepMailbox:
            // Now and then the smallest quota, or none.
            let least = HostedMailbox.quotaBytes.lowerBound
            let quota = chance == 0 ? 0 : chance == 1 ? least : HostedMailbox.quotaBytesUsual
            submit(.command(.keepMailbox(for: friend, quotaBytes: quota)), at: node)
        default: return
        }
        marks.add(deed.rawValue)
    }

    /// Checks what a node began to leave with friends in its last step: it must be sealed, and only for its permitted
    /// readers. Each put is judged once, by what the node knew when it began it; one that goes on over another link
    /// begins anew.
    func checkMailboxes(of node: Int) throws(BrokenClaim) {
        let before = puts[node] ?? [:]
        var under: [Int64: MailboxPut] = [:]
        for work in machines[node].engine?.mailboxes ?? [] {
            if work.taken > 0 { reach(.cameByMailbox) }
            guard case .putting(_, let segment) = work.phase else { continue }
            let put = MailboxPut(segment: segment.name, link: work.link)
            under[work.number] = put
            guard before[work.number] != put else { continue }
            try CarriedSecrets.check(segment.bytes, by: node, in: self)
        }
        puts[node] = under
    }
}

/// A segment on its way into a friend's mailbox.
struct MailboxPut: Equatable {
    let segment: Bytes16
    let link: LinkID?
}

extension Deed {
    /// The deeds that use or keep mailboxes.
    static let ofMailboxes: [Deed] = [.useMailbox, .leaveMailbox, .keepMailbox]
}
