import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Where tags alone change, no other column is written anew; and what is said of a thing side by side is
/// taken in at once.
@Suite struct RetagTests {
    private func found(_ person: WriteReplica, _ query: String) throws -> [String] {
        while try person.step({ (store) throws(StorageError) in try store.indexSome(1000) }) {}
        let outcome = try person.step { (store) throws(StorageError) in
            try store.list(ListRequest(query: query), now: person.wall)
        }
        guard case .page(let page) = outcome else {
            throw WriteReplica.Unexpected(what: "\(outcome)")
        }
        return page.items.map(\.title).sorted()
    }

    /// Rows as they are kept beside the state, and as the state says.
    private func tags(_ person: WriteReplica) throws -> [(rows: [String], state: [String])] {
        try person.step { (store) throws(StorageError) in
            let numbers = try store.database.rows(
                "SELECT object FROM bookmarks ORDER BY object"
            ) { (row) throws(StorageError) in row.integer(0) }
            var all: [(rows: [String], state: [String])] = []
            for number in numbers {
                let rows = try store.database.rows(
                    """
                    SELECT t.name FROM tagged g JOIN tags t ON t.id = g.tag WHERE g.object = ?
                    ORDER BY t.name
                    """, [.integer(number)]
                ) { (row) throws(StorageError) in row.text(0) }
                guard let row = try store.object(row: number), let kind = row.thing else {
                    throw .corrupt
                }
                let shown = row.state.exists ? Store.columns(of: row.state, kind: kind).tags : []
                all.append((rows, shown.map { String(decoding: $0, as: UTF8.self) }.sorted()))
            }
            return all
        }
    }

    @Test(arguments: UInt64(1)...16)
    func `rows of tags are what the state says, whatever is done to them`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let (ana, bob) = try WriteReplica.friends()
        let names = ["a", "a/b", "A", "c", "d/e"]
        var ids: [ObjectID] = []
        for number in 0..<6 {
            ids += try ana.keep(
                BookmarkDraft(
                    url: "https://example.org/\(number)", title: "t\(number)",
                    tags: [names[dice.roll(below: 5)]], kind: number == 5 ? .garment : .link),
                in: dice.roll(below: 2) == 0 ? .friends : .private)
        }

        for _ in 0..<25 {
            let (one, other) = (names[dice.roll(below: 5)], names[dice.roll(below: 5)])
            let id = Reference.id(ids[dice.roll(below: ids.count)].text)
            let deed: Command
            switch dice.roll(below: 8) {
            case 0, 1: deed = .renameTag(from: one, to: other)
            case 2: deed = .mergeTags([one, "c"], into: other)
            case 3: deed = .removeTag(one)
            case 4:
                deed = .edit(id, BookmarkChange(title: "new", addTags: [one], removeTags: [other]))
            case 5: deed = .edit(id, BookmarkChange(addTags: [one]))
            case 6: deed = .remove(.references([id]))
            default: deed = .undo(act: nil)
            }
            try ana.perform(deed)
            try ana.sync(to: bob)
            for person in [ana, bob] {
                for entry in try tags(person) { #expect(entry.rows == entry.state) }
            }
        }
        for name in names {
            let tagged = try found(ana, "tag:\(name)")
            #expect(try found(ana, "tag:\(name) \(name.split(separator: "/")[0])") == tagged)
        }
    }

    @Test func `a rename leaves everything else, and tells of each thing once`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.keep(
            BookmarkDraft(
                url: "https://example.org/", title: "Loom", note: "n", tags: ["craft", "wool"]))[0]
        let before = try ana.show(id)
        _ = try ana.step { (store) throws(StorageError) in try store.takeTouched() }

        try ana.perform(.renameTag(from: "craft", to: "making"))

        let touched = try ana.step { (store) throws(StorageError) in try store.takeTouched() }
        var wanted = before
        wanted.tags = ["making", "wool"]
        #expect(try ana.show(id) == wanted)
        #expect(touched.objects.count == 1)
        #expect(try found(ana, "making") == ["Loom"])
        #expect(try found(ana, "craft") == [])
    }
}
