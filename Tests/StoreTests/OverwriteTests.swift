import Domain
import Testing

@testable import Store

/// Tests that an import replaces what is stored of a link, if its person wants that.
@Suite struct OverwriteTests {
    private static let address = "https://a.example/"

    private func keep(
        _ drafts: [BookmarkDraft], at ana: WriteReplica, _ policy: DuplicatePolicy = .overwrite
    ) throws -> AdditionReport {
        let answer = try ana.perform(
            .addBookmarks(drafts, to: nil, onDuplicate: policy, act: nil))
        guard case .kept(let report) = answer else {
            throw WriteReplica.Unexpected(what: "\(answer)")
        }
        return report
    }

    private func draft(_ title: String, note: String = "", tags: [String] = []) -> BookmarkDraft {
        BookmarkDraft(url: Self.address, title: title, note: note, tags: tags)
    }

    @Test func `given values replace the old ones, and undo restores those`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.keep(draft("Old", note: "mine", tags: ["a", "B"]))[0]

        let report = try keep([draft("New", note: "theirs", tags: ["b", "c"])], at: ana)

        #expect(report.outcomes == [.merged(id)])
        var link = try ana.link(id)
        #expect(link.title == "New" && link.note == "theirs")
        #expect(link.tags.sorted() == ["B", "c"])
        try ana.perform(.undo(act: nil))
        link = try ana.link(id)
        #expect(link.title == "Old" && link.note == "mine")
        #expect(link.tags.sorted() == ["B", "a"])
    }

    @Test func `missing and equal values change nothing`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.keep(draft("Old", note: "mine", tags: ["a"]))[0]

        let report = try keep([draft("")], at: ana)
        let again = try keep([draft("Old", note: "mine", tags: ["A"])], at: ana)

        #expect(report.outcomes == [.skipped(id)] && again.outcomes == [.skipped(id)])
        let link = try ana.link(id)
        #expect(link.title == "Old" && link.note == "mine" && link.tags == ["a"])
    }

    @Test func `of two in one file the later one stands`() throws {
        let ana = try WriteReplica(1, name: "Ana")

        let report = try keep(
            [draft("One", note: "first", tags: ["a"]), draft("Two", tags: ["b"])], at: ana)

        guard case .added(let id)? = report.outcomes.first else {
            Issue.record("\(report.outcomes)")
            return
        }
        #expect(report.outcomes == [.added(id), .merged(id)])
        let link = try ana.link(id)
        #expect(link.title == "Two" && link.note == "first" && link.tags == ["b"])
    }

    @Test func `a link that comes to match a live share is shared, as after an edit`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.keep(draft("Old", tags: ["a"]))[0]
        try ana.perform(.share(.query("#loom"), with: .friends, isLive: true))

        _ = try keep([draft("Old", tags: ["loom"])], at: ana)

        #expect(try ana.link(id).placement == [.friends])
    }
}
