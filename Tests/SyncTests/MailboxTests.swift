import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Store
@testable import Sync

struct MailboxTests {
    @Test func `two who are never online together converge through their friend`() throws {
        let world = try MailboxWorld()
        // What ben may not have: they share it with each other alone.
        try world.ann.keep(drafts(30, "anns"), in: .person("Cat"))
        try world.meetInTurn()
        try world.cat.keep(drafts(20, "cats"), in: .person("Ann"))

        try world.meetInTurn()

        #expect(try world.ann.titles() == world.cat.titles())
        #expect(try world.ann.titles().count == 50)
        #expect(try world.ben.titles().isEmpty)
    }

    @Test func `then it is quiet, and what was read is kept no longer`() throws {
        let world = try MailboxWorld()
        try world.ann.keep(drafts(400, "anns", noteBytes: 300), in: .person("Cat"))
        try world.meet(world.ann)
        let full = try world.kept().reduce(0) { $0 + $1.usedBytes }

        try world.meetInTurn(5)
        let quiet = [try world.meet(world.ann), try world.meet(world.cat)]
        let rest = try world.kept().reduce(0) { $0 + $1.usedBytes }

        #expect(try world.cat.titles().count == 400)
        #expect(full > 100_000)
        // Each segment states how far its writer is in each audience.
        #expect(rest <= 16 * 4096)
        #expect(quiet.allSatisfy { $0 < 16_384 }, "\(quiet)")
    }

    @Test func `nothing is kept without consent, and both sides say so`() throws {
        let world = try MailboxWorld(isKept: false)
        try world.ann.keep(drafts(3, "anns"), in: .person("Cat"))

        try world.meet(world.ann)
        let before = try world.used(by: world.ann)
        try world.keep(for: "Ann", HostedMailbox.quotaBytesUsual)
        try world.meet(world.ann)
        try world.meet(world.cat)

        #expect(before.state == .unkept && before.ownSegments == 0)
        #expect(try world.used(by: world.ann).state == .working)
        #expect(try world.used(by: world.ann).lastPut != nil)
        // Cat is given what is addressed to cat, although ben keeps no mailbox for cat.
        #expect(try world.cat.titles().count == 3)
        #expect(try world.used(by: world.cat).state == .unkept)
        #expect(try world.kept().map(\.person.name) == ["Ann"])
    }

    @Test func `consent that comes while the link is open is heard of`() throws {
        let world = try MailboxWorld(isKept: false)
        try world.ann.keep(drafts(3, "anns"), in: .person("Cat"))
        let pair = world.link(world.ann)
        try pair.connect()

        try world.keep(for: "Ann", HostedMailbox.quotaBytesUsual)
        try pair.pass(.seconds(10))

        #expect(try world.used(by: world.ann).state == .working)
        #expect(try world.kept()[0].segments > 0)
    }

    @Test func `who missed a rotation catches up`() throws {
        let world = try MailboxWorld()
        try world.ann.keep(drafts(2, "before"), in: .friends)
        try world.meetInTurn()
        let dan = try SyncNode(4, name: "Dan")
        try world.ann.add(friend: dan)
        try world.ann.ask(.command(.removeFriend(PersonReference("Dan"), isBlocked: false)))
        try world.ann.keep(drafts(2, "after"), in: .friends)

        try world.meet(world.ann)
        try world.meet(world.cat)

        #expect(try world.cat.titles().filter { $0.hasPrefix("after") }.count == 2)
    }

    @Test func `what is put after a friendship has ended is not for who was one`() throws {
        let world = try MailboxWorld()
        try world.ann.keep(drafts(2, "before"), in: .friends)
        try world.meetInTurn()
        try world.ann.ask(.command(.removeFriend(PersonReference("Cat"), isBlocked: false)))
        try world.ann.keep(drafts(2, "after"), in: .friends)

        try world.meetInTurn()

        #expect(try world.cat.titles().filter { $0.hasPrefix("after") }.isEmpty)
    }

    @Test func `a sender who leaves takes their segments along, and so does a keeper`() throws {
        let world = try MailboxWorld()
        try world.ann.keep(drafts(3, "anns"), in: .person("Cat"))
        try world.cat.keep(drafts(3, "cats"), in: .person("Ann"))
        try world.meetInTurn(1)
        let before = try world.kept().map(\.segments)

        try world.ann.ask(.command(.leaveMailbox(at: PersonReference("Ben"))))
        let leaving = try world.used(by: world.ann).state
        try world.meet(world.ann)
        let after = try world.kept().map(\.segments)
        try world.keep(for: "Cat", 0)
        for _ in 0..<20 { try world.ben.step(.woken) }

        #expect(before.allSatisfy { $0 > 0 })
        #expect(leaving == .leaving)
        #expect(after[0] == 0 && after[1] > 0)
        #expect(try world.kept().map(\.person.name) == ["Ann"])
        #expect(try world.piecesKept(for: "Cat") == 0)
        guard case .mailboxes(let list) = try world.ann.ask(.query(.mailboxes())) else {
            throw SyncNode.NotPaired()
        }
        #expect(list.used.isEmpty)
    }

    /// The keeper is not met, or has not answered, between the two.
    @Test(arguments: [false, true])
    func `a mailbox that is being left is not found again`(isMet: Bool) throws {
        let world = try MailboxWorld()
        try world.ann.keep(drafts(3, "anns"), in: .person("Cat"))
        try world.meet(world.ann)
        let pair = world.link(world.ann)
        if isMet {
            try pair.connect()
            try pair.pass(.seconds(10))
        }

        let first = try world.ann.ask(.command(.leaveMailbox(at: PersonReference("Ben"))))
        let leaving = try world.used(by: world.ann).state
        let kept = try world.kept()[0].segments
        let again = try world.ann.ask(.command(.leaveMailbox(at: PersonReference("Ben"))))
        if isMet { try pair.run() } else { try pair.connect() }
        try pair.pass(.seconds(10))
        let never = try world.ann.ask(.command(.leaveMailbox(at: PersonReference("Ben"))))

        guard case .done(let report) = first, case .rejected(let problem) = again,
            case .rejected(let gone) = never
        else { throw SyncNode.NotPaired() }
        #expect(report.count == 1 && leaving == .leaving && kept > 0)
        #expect(problem.code == .notFound)
        #expect(problem.detail.hasPrefix("@Ben is no longer your mailbox"))
        #expect(gone.code == .notFound && gone.detail.hasPrefix("there is no mailbox"))
        // What was asked the second time ends nothing of the first.
        #expect(try world.kept().map(\.person.name) == ["Ann", "Cat"])
        #expect(try world.kept()[0].segments == 0)
    }

    @Test func `a mailbox that is being left and used again can be left again`() throws {
        let world = try MailboxWorld()
        try world.meet(world.ann)
        try world.ann.ask(.command(.leaveMailbox(at: PersonReference("Ben"))))
        try world.use(world.ann)

        let state = try world.used(by: world.ann).state
        let again = try world.ann.ask(.command(.leaveMailbox(at: PersonReference("Ben"))))

        #expect(state == .waiting)
        guard case .done(let report) = again else { throw SyncNode.NotPaired() }
        #expect(report.count == 1)
    }

    @Test func `who is no friend of the keeper's any more has nothing there`() throws {
        let world = try MailboxWorld()
        try world.ann.keep(drafts(3, "anns"), in: .person("Cat"))
        try world.meet(world.ann)

        try world.ben.ask(.command(.removeFriend(PersonReference("Ann"), isBlocked: false)))
        for _ in 0..<20 { try world.ben.step(.woken) }

        #expect(try world.kept().map(\.person.name) == ["Cat"])
        #expect(try world.piecesKept(for: "Ann") == 0)
    }

    @Test func `a sender who unfriends the keeper takes their segments along`() throws {
        let world = try MailboxWorld()
        try world.ann.keep(drafts(3, "anns"), in: .person("Cat"))
        try world.meet(world.ann)
        let pair = world.link(world.ann)
        try pair.connect()

        try world.ann.ask(.command(.removeFriend(PersonReference("Ben"), isBlocked: false)))
        try pair.run()
        for _ in 0..<20 { try world.ben.step(.woken) }

        #expect(try world.piecesKept(for: "Ann") == 0)
    }

    @Test func `what the keeper has lost is put there anew`() throws {
        let world = try MailboxWorld()
        try world.ann.keep(drafts(3, "anns"), in: .person("Cat"))
        try world.meet(world.ann)
        try world.keep(for: "Ann", 0)
        try world.keep(for: "Ann", HostedMailbox.quotaBytesUsual)

        try world.meetInTurn(2)

        #expect(try world.cat.titles().count == 3)
    }

    @Test func `what was withdrawn goes from there too`() throws {
        let world = try MailboxWorld()
        try world.ann.keep(drafts(20, "anns"), in: .friends)
        try world.meet(world.ann)
        try world.ann.ask(.command(.unshare(.query("title:\"anns 3\""), from: .friends)))
        for _ in 0..<60 {
            world.ann.now = world.ann.now + .seconds(1)
            try world.ann.step(.woken)
        }

        try world.meet(world.ann)
        try world.meet(world.cat)

        #expect(try world.cat.titles().count == 19)
    }

    @Test func `a long segment goes on where a link broke off, both ways`() throws {
        let world = try MailboxWorld()
        try world.ann.keep(drafts(900, "anns", noteBytes: 900), in: .person("Cat"))
        var (put, got) = (0, 0)

        for _ in 0..<30 { put += try world.interrupt(world.ann, behind: 200_000) }
        for _ in 0..<60 where try world.cat.titles().count < 500 {
            got += try world.interrupt(world.cat, behind: 200_000)
        }

        #expect(try world.cat.titles().count == 500)
        #expect(put > 800_000 && got > 800_000)
    }

    @Test func `two devices of one person keep apart what is theirs`() throws {
        let world = try MailboxWorld()
        try world.ann.keep(drafts(3, "anns"), in: .person("Cat"))
        try world.meet(world.ann)
        let names = try world.keptNames(of: world.ann)

        #expect(!names.isEmpty)
        #expect(try world.keptNames(of: world.cat).isEmpty)
    }
}

extension MailboxWorld {
    /// Returns the number of pieces that ben holds of a person.
    func piecesKept(for name: String) throws -> Int {
        try ben.store.transaction { () throws(StorageError) in
            try ben.store.database.row(
                """
                SELECT count(*) FROM kept_pieces k JOIN kept_segments s ON s.id = k.segment
                JOIN people p ON p.id = s.person WHERE p.name = ? ORDER BY 1
                """, [.text(name)]
            ) { Int($0.integer(0)) } ?? 0
        }
    }

    /// Returns what ben lists as a device's own.
    func keptNames(of node: SyncNode) throws -> [Bytes16] {
        try ben.store.transaction { () throws(StorageError) in
            try ben.store.keptNames(of: node.owner.certificate.peer)
        }
    }

    /// Breaks the link once so many bytes were carried over it; returns how many.
    func interrupt(_ node: SyncNode, behind bytes: Int) throws -> Int {
        let pair = link(node)
        pair.breaksBehind = bytes
        try pair.connect()
        try pair.pass(.seconds(10))
        try pair.cutOff()
        return pair.bytesArrived
    }
}
