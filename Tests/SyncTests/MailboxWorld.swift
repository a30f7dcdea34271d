import CRDT
import Domain
import Primitives
import Store
import Testing
import Wire

@testable import Sync

/// Ann and cat, who are never online together, and ben, whose friends both are: a link of ben's with
/// either lasts as long as the test says.
final class MailboxWorld {
    let ann: SyncNode
    let ben: SyncNode
    let cat: SyncNode
    private var linksMade: UInt64 = 0

    /// Each is everybody's friend; ben keeps for both, and both use that.
    init(quotaBytes: Int = KeptMailbox.quotaBytesUsual, isKept: Bool = true) throws {
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

    /// Ben keeps so much for somebody; 0: nothing.
    func keep(for name: String, _ bytes: Int) throws {
        try ben.ask(.command(.keepMailbox(for: PersonReference(name), quotaBytes: bytes)))
    }

    /// Somebody leaves what others lack at ben's.
    func use(_ node: SyncNode) throws {
        try node.ask(.command(.useMailbox(at: PersonReference("Ben"), for: [.everybody])))
    }

    /// A link of ben's with one of the others, until nothing more is said over it for `time`.
    @discardableResult
    func meet(_ node: SyncNode, for time: Duration = .seconds(10)) throws -> Int {
        let pair = link(node)
        try pair.connect()
        try pair.pass(time)
        try pair.cutOff()
        return pair.bytesCarried
    }

    /// Ben and one of the others: who they are linked by is the test's.
    func link(_ node: SyncNode) -> SyncPair {
        linksMade += 1
        let latest = max(node.now, ben.now)
        (node.now, ben.now) = (latest, latest)
        return SyncPair(node, ben, seed: linksMade)
    }

    /// Each meets ben in turn, so often.
    func meetInTurn(_ times: Int = 3) throws {
        for _ in 0..<times {
            try meet(ann)
            try meet(cat)
        }
    }

    /// How the mailbox at ben's fares.
    func used(by node: SyncNode) throws -> Mailbox {
        guard case .mailboxes(let used, _) = try node.ask(.query(.mailboxes)) else {
            throw SyncNode.NotPaired()
        }
        return try #require(used.first)
    }

    /// What ben keeps, in the order of whom he keeps it for.
    func kept() throws -> [KeptMailbox] {
        guard case .mailboxes(_, let kept) = try ben.ask(.query(.mailboxes)) else {
            throw SyncNode.NotPaired()
        }
        return kept
    }
}
