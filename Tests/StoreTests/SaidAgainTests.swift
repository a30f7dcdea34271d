import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests that a repeated URL within one file is merged into its first entry, whatever the policy.
@Suite struct SaidAgainTests {
    private let ana: WriteReplica
    private let url = "https://quilt.example/"

    init() throws {
        ana = try WriteReplica(1, name: "Ana")
    }

    private func take(
        _ draft: BookmarkDraft, _ policy: DuplicatePolicy = .skip
    ) throws -> AdditionReport.Outcome? {
        let answer = try ana.perform(
            .addBookmarks([draft], to: nil, onDuplicate: policy, act: nil))
        guard case .kept(let report) = answer else { return nil }
        return report.outcomes.first
    }

    private func again(_ note: String, _ tags: [String] = []) -> BookmarkDraft {
        var draft = BookmarkDraft(url: url, note: note, tags: tags)
        draft.isSaidAgain = true
        return draft
    }

    @Test(arguments: DuplicatePolicy.allCases)
    func `note and tags are added`(policy: DuplicatePolicy) throws {
        let id = try ana.keep(BookmarkDraft(url: url, title: "Quilt", note: "one", tags: ["wool"]))[
            0]

        #expect(try take(again("two", ["loom"]), policy) == .merged(id))
        #expect(try take(again("two", ["wool"]), policy) == .skipped(id))
        #expect(try take(again("three"), policy) == .merged(id))

        let link = try ana.link(id)
        #expect(link.title == "Quilt")
        #expect(link.note == "one\n\ntwo\n\nthree")
        #expect(link.tags.sorted() == ["loom", "wool"])
        #expect(link.conflicts.isEmpty)
    }

    @Test func `a link from before is left unchanged`() throws {
        let id = try ana.keep(BookmarkDraft(url: url, note: "one"))[0]

        #expect(try take(BookmarkDraft(url: url, note: "two", tags: ["loom"])) == .skipped(id))
        #expect(try ana.link(id).note == "one")
    }

    @Test func `a note that does not fit is left out, the tags are not`() throws {
        let long = String(repeating: "x", count: Limits.noteBytesMax - 4)
        let id = try ana.keep(BookmarkDraft(url: url, note: long))[0]

        #expect(try take(again("two", ["loom"])) == .merged(id))
        #expect(try ana.link(id).note == long)
        #expect(try ana.link(id).tags == ["loom"])
        #expect(try take(again("too long")) == .skipped(id))
    }

    private func passage(_ note: String = "", of url: String? = nil) -> BookmarkDraft {
        var draft = BookmarkDraft(
            url: url ?? self.url, title: "over and  under", note: note, kind: .highlight)
        draft.isByWords = true
        return draft
    }

    @Test func `the same words of the same page are one, whatever else is said of them`() throws {
        let own = try ana.keep(
            BookmarkDraft(url: url, title: "over and under", kind: .highlight))[0]

        #expect(try take(passage("mine")) == .skipped(own))
        #expect(try ana.link(own).note == "")
        #expect(try take(passage("mine", of: "HTTPS://quilt.example"), .merge) == .merged(own))
        #expect(try ana.link(own).note == "mine")
        var again = passage("more")
        again.isSaidAgain = true
        #expect(try take(again) == .merged(own))
        #expect(try ana.link(own).note == "mine\n\nmore")
        for page in ["https://other.example/", url + "2"] {
            guard case .added = try take(passage(of: page)) else {
                Issue.record("another page has its own")
                continue
            }
        }
    }
}
