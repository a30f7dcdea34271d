import CRDT
import Domain
import Primitives
import Testing

@testable import Sync

/// Tests that an observer of a node is told what others share with its person, counted.
@Suite struct SharedNoticeTests {
    /// Returns what others shared: who, how much, where.
    private func heard(_ node: SyncNode) -> [String] {
        node.announced.compactMap { notice in
            guard case .shareReceived(let person, let audience, let count) = notice else {
                return nil
            }
            return "\(person.isMe ? "I" : person.name) \(count) \(audience.name)"
        }
    }

    private func first(of node: SyncNode) throws -> Selection {
        guard case .page(let page) = try node.ask(.query(.list(ListRequest(limit: 1)))) else {
            return .references([])
        }
        return .references([.id(try #require(page.items.first).id.text)])
    }

    @Test func `a first sync is told once, with how much it was and where`() throws {
        let pair = try SyncPair()
        try pair.bob.keep(drafts(700, "bobs"), in: .friends)
        try pair.bob.keep(drafts(3, "open"), in: .public)
        try pair.ana.keep(drafts(5, "anas"), in: .private)

        try pair.connect()
        try pair.pass(.seconds(5))

        #expect(Set(heard(pair.ana)) == ["Bob 700 friends", "Bob 3 public"])
        #expect(heard(pair.ana).count == 2)
        #expect(heard(pair.bob).isEmpty)
    }

    @Test func `it is told once nothing more has come for a second`() throws {
        let pair = try SyncPair()
        try pair.connect()
        try pair.pass(.seconds(5))
        try pair.bob.keep(drafts(2, "bobs"), in: .friends)
        try pair.run()
        try pair.pass(.seconds(10))
        let once = heard(pair.ana)

        try pair.bob.keep(drafts(1, "one more"), in: .friends)
        try pair.pass(.seconds(10))

        #expect(once == ["Bob 2 friends"])
        #expect(heard(pair.ana) == ["Bob 2 friends", "Bob 1 friends"])
    }

    @Test func `what is in sight already is not told again, wherever it comes from`() throws {
        let pair = try SyncPair()
        try pair.bob.keep(drafts(1, "bobs"), in: .public)
        try pair.connect()
        try pair.pass(.seconds(5))
        let link = try first(of: pair.bob)

        try pair.bob.ask(.command(.share(link, with: .friends, isLive: false)))
        try pair.pass(.seconds(10))
        try pair.bob.ask(.command(.unshare(link, from: .friends)))
        try pair.pass(.seconds(10))

        #expect(try pair.ana.titles() == ["bobs 0"])
        #expect(heard(pair.ana) == ["Bob 1 public"])
    }

    @Test func `what was withdrawn and comes again is told again`() throws {
        let pair = try SyncPair()
        try pair.bob.keep(drafts(1, "bobs"), in: .friends)
        try pair.connect()
        try pair.pass(.seconds(5))
        let link = try first(of: pair.bob)

        try pair.bob.ask(.command(.unshare(link, from: .friends)))
        try pair.pass(.seconds(10))
        try pair.bob.ask(.command(.share(link, with: .public, isLive: false)))
        try pair.pass(.seconds(10))

        #expect(heard(pair.ana) == ["Bob 1 friends", "Bob 1 public"])
    }

    @Test func `a person's profile and reactions are no things that they share`() throws {
        let pair = try SyncPair()
        try pair.ana.keep(drafts(1, "anas"), in: .friends)
        try pair.connect()
        try pair.pass(.seconds(5))
        guard case .references(let links) = try first(of: pair.bob) else { return }

        try pair.bob.ask(.command(.react(links[0], .like)))
        try pair.bob.ask(.command(.comment(links[0], text: "so", inReplyTo: nil)))
        try pair.pass(.seconds(10))

        #expect(heard(pair.ana).isEmpty)
        #expect(heard(pair.bob) == ["Ana 1 friends"])
    }
}
