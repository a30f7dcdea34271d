import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// What an import keeps of things that have no address.
@Suite struct TwinTests {
    private func draft(_ name: String, _ color: String, copy: Int?) -> BookmarkDraft {
        var draft = BookmarkDraft(
            url: "", title: name, kind: .garment,
            details: [Detail(.photo, []), Detail(.color, [color]), Detail(.price, ["5 EUR"])]
                .filter { !$0.values.isEmpty })
        draft.copyNumber = copy
        return draft
    }

    @Test func `a file that is taken in twice adds nothing, and two of the same stay two`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let file = [
            draft("Sock", "red", copy: 1), draft("Sock", "red", copy: 2),
            draft("Sock", "blue", copy: 1),
        ]
        func outcomes() throws -> [KeptReport.Outcome] {
            let answer = try ana.perform(
                .addBookmarks(file, to: nil, onDuplicate: .skip, act: ActToken(1)))
            guard case .kept(let report) = answer else {
                throw WriteReplica.Unexpected(what: "\(answer)")
            }
            return report.outcomes
        }

        let first = try outcomes()
        let second = try outcomes()

        let ids = first.compactMap { outcome -> ObjectID? in
            guard case .added(let id) = outcome else { return nil }
            return id
        }
        #expect(ids.count == 3)
        #expect(second == ids.map { .skipped($0) })
        #expect(try ana.rowCount("bookmarks") == 3)
    }

    @Test func `who keeps two of the same by hand has two`() throws {
        let ana = try WriteReplica(1, name: "Ana")

        _ = try ana.keep(draft("Sock", "red", copy: nil))
        _ = try ana.keep(draft("Sock", "red", copy: nil))

        #expect(try ana.rowCount("bookmarks") == 2)
    }

    @Test func `one that was renamed, or put into the trash, is no twin`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.keep(draft("Sock", "red", copy: 1))[0]
        try ana.perform(.edit(.id(id.text), BookmarkChange(title: "Stocking")))
        _ = try ana.keep(draft("Sock", "red", copy: 1))
        #expect(try ana.rowCount("bookmarks") == 2)

        let again = try ana.keep(draft("Stocking", "red", copy: 1))
        #expect(again.isEmpty)
        try ana.perform(.remove(.references([.id(id.text)])))
        #expect(try ana.keep(draft("Stocking", "red", copy: 1)).count == 1)
    }
}
