import CRDT
import Domain
import Primitives
import Store
import Testing
import Wire

@testable import Sync

/// Ann and cat, who are never online together, and ben, a friend of both: a link between ben and either lasts as long
/// as the test says.
final class MailboxWorld {
    let ann: SyncNode
    let ben: SyncNode
    let cat: SyncNode
    private var linksMade: UInt64 = 0

    /// All are friends; ben keeps mailboxes for both, and both use them.
    init(quotaBytes: Int = HostedMailbox.quotaBytesUsual, isKept: Bool = true) throws {
        ann = try SyncNode(1, name: "Ann")
        ben = try SyncNode(2, name: "Ben")
        cat = try SyncNode(3, name: "Cat")
        for one in [ann, ben, cat] {
            for other in [ann, ben, cat] where other !== one { try one.add(friend: other) }
        }
        for (one, name) in [(ann, "Ann"), (cat, "Cat")] {
            if isKept { try keep(for: name, quotaBytes) }
            try use(one)
        }
    }

    /// Sets ben's quota for a person; 0 for none.
    func keep(for name: String, _ bytes: Int) throws {
        try ben.ask(.command(.keepMailbox(for: PersonReference(name), quotaBytes: bytes)))
    }

    /// Has a person leave with ben what others lack.
    func use(_ node: SyncNode) throws {
        try node.ask(.command(.useMailbox(at: PersonReference("Ben"), for: [.everybody])))
    }

    /// Links ben with one of the others, until nothing more is sent for `time`.
    @discardableResult
    func meet(_ node: SyncNode, for time: Duration = .seconds(10)) throws -> Int {
        let pair = link(node)
        try pair.connect()
        try pair.pass(time)
        try pair.cutOff()
        return pair.bytesCarried
    }

    /// Returns a pair of ben and one of the others; the test decides when they are linked.
    func link(_ node: SyncNode) -> SyncPair {
        linksMade += 1
        let latest = max(node.now, ben.now)
        (node.now, ben.now) = (latest, latest)
        return SyncPair(node, ben, seed: linksMade)
    }

    /// Lets each meet ben in turn, so often.
    func meetInTurn(_ times: Int = 3) throws {
        for _ in 0..<times {
            try meet(ann)
            try meet(cat)
        }
    }

    /// Returns the state of a person's mailbox with ben.
    func used(by node: SyncNode) throws -> Mailbox {
        guard case .mailboxes(let list) = try node.ask(.query(.mailboxes())) else {
            throw SyncNode.NotPaired()
        }
        return try #require(list.used.first)
    }

    /// Returns the mailboxes that ben keeps, in order of persons.
    func kept() throws -> [HostedMailbox] {
        guard case .mailboxes(let list) = try ben.ask(.query(.mailboxes())) else {
            throw SyncNode.NotPaired()
        }
        return list.kept
    }
}
