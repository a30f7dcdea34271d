import CRDT
import Domain
import Testing

@testable import Sync

/// Tests that an observer of a node is told of reactions and comments, and who wrote them.
@Suite struct SayingNoticeTests {
    private func heard(_ node: SyncNode) -> [String] {
        node.announced.compactMap { notice in
            switch notice {
            case .reacted(_, let title, let reaction, let person):
                return
                    "\(person.isMe ? "I" : person.name): \(reaction?.word ?? "nothing") of \(title)"
            case .commented(_, let title, _, let text, let person):
                return "\(person.isMe ? "I" : person.name): \(text) on \(title)"
            default: return nil
            }
        }
    }

    @Test func `a like, a comment and what is taken back are told at both, once each`() throws {
        let pair = try SyncPair()
        try pair.ana.keep(drafts(1, "shared"), in: .friends)
        try pair.connect()
        guard case .page(let page) = try pair.bob.ask(.query(.list(ListRequest(limit: 5)))) else {
            Issue.record("no page")
            return
        }
        let link = Reference.id(page.items[0].id.text)

        for request in [
            Command.react(link, .like), .comment(link, text: "So true.", inReplyTo: nil),
            .react(link, nil),
        ] {
            _ = try pair.bob.ask(.command(request))
            try pair.pass(.seconds(5))
            try pair.connect()
        }

        let said = ["like of shared 0", "So true. on shared 0", "nothing of shared 0"]
        #expect(heard(pair.bob) == said.map { "I: \($0)" })
        #expect(heard(pair.ana) == said.map { "Bob: \($0)" })
        #expect(
            pair.ana.announced.contains {
                if case .commented(page.items[0].id, _, _, _, _) = $0 { true } else { false }
            })
    }

    @Test func `what was said before the thing came is told when it comes`() throws {
        let pair = try SyncPair()
        try pair.ana.keep(drafts(1, "shared"), in: .friends)
        guard case .page(let page) = try pair.ana.ask(.query(.list(ListRequest(limit: 5)))) else {
            Issue.record("no page")
            return
        }
        _ = try pair.ana.ask(
            .command(.comment(.id(page.items[0].id.text), text: "Mine.", inReplyTo: nil)))

        try pair.connect()
        try pair.pass(.seconds(5))

        #expect(heard(pair.bob) == ["Ana: Mine. on shared 0"])
    }

    @Test func `who is told of a report hears of it once, and who reports does not`() throws {
        let pair = try SyncPair()
        try pair.ana.keep([BookmarkDraft(url: "", title: "Hat", kind: .garment)], in: .friends)
        try pair.connect()
        guard case .page(let page) = try pair.bob.ask(.query(.list(ListRequest(limit: 5)))) else {
            Issue.record("no page")
            return
        }
        let hat = try #require(page.items.first).id

        _ = try pair.bob.ask(.command(.report(.id(hat.text), reason: "not theirs")))
        try pair.pass(.seconds(60))

        let told = pair.ana.announced.compactMap { notice in
            if case .reported(let thing, let title, _, let reason, let person) = notice {
                "\(thing == hat) \(title): \(reason), \(person.name)"
            } else {
                nil as String?
            }
        }
        #expect(told == ["true Hat: not theirs, Bob"])
        #expect(
            !pair.bob.announced.contains {
                if case .reported = $0 { true } else { false }
            })
    }
}
