import CRDT
import Domain
import Laws
import Primitives
import Testing

@testable import Store

/// Tests that a change of tags alone rewrites no other column, and that operations on one thing side by side are folded
/// at once.
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

    /// Returns the tags in the rows beside the state, and those in the state.
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

    @Test(arguments: LawSeeds.seeds(4, soak: 16))
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
        wanted.updated = ana.wall
        #expect(try ana.show(id) == wanted)
        #expect(touched.objects.count == 1)
        #expect(try found(ana, "making") == ["Loom"])
        #expect(try found(ana, "craft") == [])
    }

    // MARK: Things at home elsewhere

    private func tagsByTitle(_ replica: WriteReplica, of author: WriteReplica) throws -> [String] {
        try replica.links(of: author).map { "\($0.title) \($0.tags.joined(separator: ","))" }
    }

    @Test(arguments: [
        (Command.renameTag(from: "one", to: "two"), "two"),
        (.mergeTags(["one", "none"], into: "two"), "two"), (.removeTag("one"), ""),
    ])
    func `own things at home in a group, or for a friend alone, are taken along, and no others`(
        command: Command, tag: String
    ) throws {
        let (ana, bob) = try WriteReplica.friends()
        try ana.step { (store) throws(StorageError) in
            _ = try store.newGroup("lab", addresses: [], at: ana.wall)
        }
        func link(_ title: String) -> BookmarkDraft {
            BookmarkDraft(url: "https://\(title).example/", title: title, tags: ["one"])
        }
        try ana.keep(link("alone"), in: .person(bob.owner.name))
        try ana.keep(link("friends"), in: .friends)
        try ana.keep(link("lab"), in: .group("lab"))
        try ana.keep(link("mine"), in: .private)
        try bob.keep(link("bobs"), in: .friends)
        try bob.sync(to: ana)
        try ana.sync(to: bob)
        let titles = ["alone", "friends", "lab", "mine"]
        #expect(try tagsByTitle(ana, of: ana) == titles.map { "\($0) one" })
        #expect(try tagsByTitle(bob, of: ana).contains("friends one"))

        let answer = try ana.perform(command)
        try ana.sync(to: bob)

        guard case .done(let report) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(report.count == 4)
        #expect(try tagsByTitle(ana, of: ana) == titles.map { "\($0) \(tag)" })
        #expect(try tagsByTitle(bob, of: ana).contains("friends \(tag)"))
        #expect(try tagsByTitle(ana, of: bob) == ["bobs one"])
        try ana.perform(.undo(act: nil))
        #expect(try tagsByTitle(ana, of: ana) == titles.map { "\($0) one" })
    }

    @Test func `in a group in which a person only reads, nothing is theirs to rename any more`()
        throws
    {
        let world = try GroupWorld(seed: 7)
        try world.dora.keep(
            BookmarkDraft(url: "https://loom.lab/", title: "loom", tags: ["one"]),
            in: .group("lab"))
        try world.meet(world.dora, world.ana)
        let dora = PersonReference(world.dora.owner.person.text)
        try world.ana.perform(.setGroupRole("lab", dora, .viewer))
        try world.meet(world.ana, world.dora)

        let answer = try world.dora.perform(.renameTag(from: "one", to: "two"))

        guard case .rejected(let problem) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(problem.code == .notFound && problem.detail.contains("nothing of yours"))
        #expect(try tagsByTitle(world.dora, of: world.dora) == ["loom one"])
    }
}
