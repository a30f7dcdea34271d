import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// What a file says again of an address that it has kept is added to that, whatever the policy.
@Suite struct SaidAgainTests {
    private let ana: WriteReplica
    private let url = "https://quilt.example/"

    init() throws {
        ana = try WriteReplica(1, name: "Ana")
    }

    private func take(
        _ draft: BookmarkDraft, _ policy: DuplicatePolicy = .skip
    ) throws -> KeptReport.Outcome? {
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

    @Test func `what was here before is left as it is`() throws {
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
}
