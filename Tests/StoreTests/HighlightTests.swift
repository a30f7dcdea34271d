import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests storing, finding and showing highlights.
@Suite struct HighlightTests {
    private func mark(
        _ passage: String, of page: String, at person: WriteReplica, in audience: Audience? = nil
    ) throws -> ObjectID {
        try person.keep(
            BookmarkDraft(url: page, title: passage, kind: .highlight), in: audience)[0]
    }

    private func titles(_ query: String, at person: WriteReplica) throws -> [String] {
        let outcome = try person.step { (store) throws(StorageError) in
            try store.list(ListRequest(query: query), now: person.wall)
        }
        guard case .page(let page) = outcome else {
            throw WriteReplica.Unexpected(what: "\(outcome)")
        }
        return page.items.map(\.title).sorted()
    }

    @Test func `a passage belongs to its page, however the address is written`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let link = try ana.keep(
            BookmarkDraft(url: "https://loom.example/weaving?utm_source=x", title: "Loom"))[0]
        _ = try ana.keep(BookmarkDraft(url: "https://other.example/", title: "Other"))

        let id = try mark(
            "over and\n  under", of: "https://LOOM.example/weaving?utm_campaign=y", at: ana)
        _ = try mark("again", of: "https://loom.example/weaving", at: ana)

        #expect(try ana.show(id).title == "over and under")
        #expect(try ana.show(link).highlights == 2)
        #expect(try titles("is:highlighted", at: ana) == ["Loom"])
        #expect(
            try titles("page:https://loom.example/weaving", at: ana)
                == ["Loom", "again", "over and under"])
        #expect(try titles("type:highlight under", at: ana) == ["over and under"])
        try ana.perform(.remove(.references([.id(id.text)])))
        #expect(try ana.show(link).highlights == 1)
    }

    @Test func `a friend sees it beside their own link, and nobody sees a private one`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let page = "https://loom.example/"
        let link = try bob.keep(BookmarkDraft(url: page, title: "Loom"))[0]
        _ = try mark("for all of you", of: page, at: ana, in: .friends)
        _ = try mark("for myself", of: page, at: ana)

        try ana.sync(to: bob)

        #expect(try bob.show(link).highlights == 1)
        #expect(try titles("type:highlight", at: bob) == ["for all of you"])
        #expect(try titles("is:highlighted by:me", at: bob) == ["Loom"])
    }

    @Test func `it needs a page and words, and so many at most`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        func refusal(_ passage: String, of page: String) throws -> String? {
            let draft = BookmarkDraft(url: page, title: passage, kind: .highlight)
            guard
                case .kept(let report) = try ana.perform(
                    .addBookmarks([draft], to: nil, onDuplicate: .skip, act: nil)),
                case .refused(let problem)? = report.outcomes.first
            else { return nil }
            return problem.detail
        }
        let page = "https://loom.example/"

        #expect(try refusal("words", of: "") == "a highlight needs a page")
        #expect(try refusal(" \n", of: page) == "a highlight needs text")
        #expect(
            try refusal("words", of: "javascript:alert(1)")
                == "addresses with 'javascript:' are not supported")
        let most = String(repeating: "a", count: Limits.titleBytesMax)
        #expect(try refusal(most, of: page) == nil)
        #expect(try refusal(" \(most)\n", of: page) == nil)
        #expect(
            try refusal(most + "a", of: page)
                == "the passage has 1025 bytes; the limit is 1024")
    }

    @Test func `a live share does not follow what others mark`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let answer = try ana.perform(.share(.query("is:highlighted"), with: .friends, isLive: true))

        guard case .rejected(let problem) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(problem.code == .invalidQuery)
    }
}
