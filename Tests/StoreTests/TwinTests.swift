import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests what an import stores of things without a URL.
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
        func outcomes() throws -> [AdditionReport.Outcome] {
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

    @Test func `two equal things added by hand stay two`() throws {
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

    @Test func `a thing in sight is not imported a second time, whoever owns it`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let bob = try WriteReplica(2, name: "Bob")
        try ana.add(friend: bob)
        try bob.add(friend: ana)
        try ana.step { (store) throws(StorageError) in
            _ = try store.newGroup("lab", addresses: [], at: ana.wall)
        }
        func link(_ name: String) -> BookmarkDraft {
            BookmarkDraft(url: "https://\(name).example/", title: name)
        }
        let bobs = try bob.keep(
            link("bob"), draft("Sock", "red", copy: nil), in: .friends)
        try bob.sync(to: ana)
        let labs = try ana.keep(
            link("lab"), draft("Hat", "blue", copy: nil), in: .group("lab"))
        let mine = try ana.keep(link("mine"))
        var file: [BookmarkDraft] = []
        for (id, author) in bobs.map({ ($0, bob) }) + (labs + mine).map({ ($0, ana) }) {
            let kept = try ana.link(id)
            var again = BookmarkDraft(
                url: kept.url, title: kept.title, kind: kept.kind, details: kept.details)
            again.origin = ThingOrigin(author: author.owner.person, id: id)
            file.append(again)
        }

        #expect(try ana.keep(file[0], file[1], file[2], file[3], file[4]).isEmpty)
        for draft in file {
            let told = try ana.step { (store) throws(StorageError) in
                try store.twin(of: draft, in: nil, now: ana.wall)
            }
            guard case .twin(let twin) = told else {
                Issue.record("\(told)")
                continue
            }
            #expect(twin.id == draft.origin?.id && twin.reference != nil)
        }
        // The same id under another author is another thing.
        file[0].origin = ThingOrigin(
            author: ana.owner.person, id: bobs[0])
        #expect(try ana.keep(file[0]).count == 1)
        try ana.perform(.remove(.references([.id(labs[1].text)])))
        #expect(try ana.keep(file[3]).count == 1)
    }
}
