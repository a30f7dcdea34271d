import CRDT
import Domain
import Testing
import Wire

@testable import Sync

/// Tests that an observer of a node is told who changed a thing, also somebody else's.
@Suite struct ChangeNoticeTests {
    /// Creates two members of a group that bob has founded.
    private static func inGroup() throws -> SyncPair {
        let pair = try SyncPair(areFriends: false)
        pair.bob.engine.addresses = ["bob:1"]
        try pair.bob.ask(.command(.newGroup(name: "lab")))
        let answer = try pair.bob.ask(
            .command(.inviteToGroup("lab", role: .editor, uses: 1, seconds: 86_400)))
        guard case .invited(let made) = answer else { throw SyncNode.NotPaired() }
        try pair.ana.ask(.command(.joinGroup(invitation: made.text, name: nil)))
        try pair.pass(.seconds(5))
        return pair
    }

    /// Returns what happened to things, and who did it.
    private func heard(_ node: SyncNode) -> [String] {
        node.announced.compactMap { notice in
            switch notice {
            case .created(_, let title, let person): return told("+ \(title)", person)
            case .updated(_, let title, let person): return told("~ \(title)", person)
            case .deleted(_, let title, let person): return told("- \(title)", person)
            case .changedMany(let count, let person): return told("\(count)", person)
            default: return nil
            }
        }
    }

    private func told(_ what: String, _ person: Author) -> String {
        "\(person.isMe ? "I" : "the other") \(what)"
    }

    @Test func `a change in a group is told by who made it, not by whose it is`() throws {
        let pair = try Self.inGroup()
        try pair.bob.keep(drafts(1, "bobs"), in: .group("lab"))
        try pair.pass(.seconds(5))
        guard case .page(let page) = try pair.ana.ask(.query(.list(ListRequest(limit: 5)))) else {
            Issue.record("no page")
            return
        }
        let link = Reference.id(try #require(page.items.first).id.text)

        for command in [
            Command.edit(link, BookmarkChange(title: "changed")), .remove(.references([link])),
        ] {
            try pair.ana.ask(.command(command))
            try pair.pass(.seconds(5))
        }

        #expect(heard(pair.bob) == ["I + bobs 0", "the other ~ changed", "the other - changed"])
        #expect(heard(pair.ana) == ["the other + bobs 0", "I ~ changed", "I - changed"])
    }

    @Test func `very many changes at once are told by who made them`() throws {
        let pair = try Self.inGroup()
        try pair.bob.keep(drafts(150, "bobs"), in: .group("lab"))
        try pair.pass(.seconds(5))
        guard case .page(let page) = try pair.ana.ask(.query(.list(ListRequest(limit: 500))))
        else {
            Issue.record("no page")
            return
        }
        pair.bob.announced = []

        try pair.ana.ask(
            .command(.remove(.references(page.items.map { .id($0.id.text) }))))
        try pair.pass(.seconds(5))

        let said = heard(pair.bob)
        #expect(!said.isEmpty && said.allSatisfy { $0.hasPrefix("the other ") })
    }
}
