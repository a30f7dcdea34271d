import CRDT
import Domain
import Primitives
import Store
import Testing
import Wire

@testable import Sync

/// Tests a friend request by a peer that is already linked because of a group.
@Suite struct AskingTests {
    private let ana: SyncNode
    private let ben: SyncNode
    private let cleo: SyncNode
    private let lan: SyncLAN

    // Creates a group of three at ana's, none of them friends, each with links to both others.
    init() throws {
        let nodes = try (1...3).map { try SyncNode($0, name: "Person\($0)") }
        (ana, ben, cleo) = (nodes[0], nodes[1], nodes[2])
        lan = SyncLAN(nodes)
        try lan.plugIn()
        try ana.ask(.command(.newGroup(name: "lab")))
        let answer = try ana.ask(
            .command(.inviteToGroup("lab", role: .editor, uses: 9, seconds: 86_400)))
        guard case .invited(let made) = answer else { throw SyncNode.NotPaired() }
        for node in [ben, cleo] {
            try node.ask(.command(.joinGroup(invitation: made.text, name: nil)))
            try lan.run(for: .seconds(60))
        }
    }

    private func pending(_ node: SyncNode) throws -> [PersonID] {
        guard case .pending(let knocks) = try node.ask(.query(.pending())) else { return [] }
        return knocks.map(\.person)
    }

    private func accept(_ asking: SyncNode, at node: SyncNode) throws -> Answer? {
        let id = PersonReference(String(asking.owner.person.text.prefix(8)))
        return try node.ask(.command(.acceptFriend(id, petName: nil)))
    }

    @Test func `a fellow member is pending once they have added somebody, and not before`() throws {
        #expect(try lan.isLinked(1, with: 2))
        #expect(try pending(ana).isEmpty)
        #expect(try pending(ben).isEmpty)

        try ben.keep(drafts(1, "of ben"), in: .friends)
        try ben.add(friend: cleo)
        try lan.run(for: .seconds(10))

        #expect(try pending(cleo) == [ben.owner.person])
        #expect(try pending(ana).isEmpty)
        #expect(
            cleo.announced.contains {
                if case .friendPending(ben.owner.person, _) = $0 { true } else { false }
            })
        #expect(try cleo.titles().isEmpty)

        guard case .befriended = try accept(ben, at: cleo) else {
            Issue.record("accepted")
            return
        }
        try lan.run(for: .seconds(10))
        #expect(try cleo.titles().count == 1)
        #expect(try pending(cleo).isEmpty)
        #expect(try pending(ben).isEmpty)
    }

    @Test func `a fellow member is added by the name that they have here`() throws {
        let name = try ben.store.author(cleo.owner.person).name
        func add(_ text: String) throws -> Answer? {
            try ben.ask(.command(.addFriend(ticket: text, petName: nil)))
        }
        guard case .rejected(let unknown) = try add("@Nobody"),
            case .befriended(let friend) = try add("@" + name),
            case .rejected(let again) = try add("@" + name),
            case .rejected(let other) = try cleo.ask(
                .command(.addFriend(ticket: "@", petName: nil)))
        else {
            Issue.record("each is answered so")
            return
        }
        #expect(unknown.code == .notFound && again.code == .conflict && other.code == .notFound)
        #expect(friend.person == cleo.owner.person && friend.name == name)

        try lan.run(for: .seconds(10))
        let id = "@" + ben.owner.person.text.prefix(8)
        guard case .befriended = try cleo.ask(.command(.addFriend(ticket: id, petName: "B")))
        else {
            Issue.record("by the beginning of the id")
            return
        }
        try ben.keep(drafts(1, "of ben"), in: .friends)
        try lan.run(for: .seconds(10))
        #expect(try cleo.titles().count == 1)
        #expect(try pending(cleo).isEmpty)
    }

    @Test func `who is declined asks again with the next link, and who is blocked never`() throws {
        try ben.add(friend: cleo)
        try lan.run(for: .seconds(10))
        let id = PersonReference(String(ben.owner.person.text.prefix(8)))
        try cleo.ask(.command(.declineFriend(id)))
        #expect(try pending(cleo).isEmpty)

        try lan.run(for: .seconds(40 * 3600))
        #expect(try pending(cleo) == [ben.owner.person])

        try cleo.ask(.command(.removeFriend(id, isBlocked: true)))
        try lan.run(for: .seconds(40 * 3600))
        #expect(try pending(cleo).isEmpty)
    }

    @Test func `whom both add nobody asks`() throws {
        try ben.add(friend: cleo)
        try cleo.add(friend: ben)
        try lan.run(for: .seconds(10))

        #expect(try pending(ben).isEmpty)
        #expect(try pending(cleo).isEmpty)
        #expect(try lan.isLinked(2, with: 2))
    }
}
