import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests that what a member wrote in a group after their right had ended stays with them.
@Suite struct CutOffTests {
    private let world: GroupWorld

    init() throws { world = try GroupWorld(seed: 1) }

    private func link(_ title: String, note: String = "", tags: [String] = []) -> BookmarkDraft {
        BookmarkDraft(url: "https://quilt.example/\(title)", title: title, note: note, tags: tags)
    }

    private func add(_ draft: BookmarkDraft, by actor: WriteReplica) throws -> ObjectID {
        try actor.keep(draft, in: .group("lab"))[0]
    }

    private func remove(_ member: WriteReplica) throws {
        let reference = PersonReference(String(member.owner.person.text.prefix(12)))
        try world.ana.perform(.removeFromGroup("lab", reference))
    }

    private func hear(_ listener: WriteReplica) throws {
        let told = try world.ana.step { (store) throws(StorageError) in
            try store.farewells(to: listener.owner.certificate)
        }
        try listener.step { (store) throws(StorageError) in
            for farewell in told { try store.take(farewell, at: listener.wall) }
        }
    }

    private func lines(_ replica: WriteReplica) throws -> [VoidedChanges] {
        try replica.step { (store) throws(StorageError) in
            try store.cutOff(at: replica.wall)
        }
    }

    private func comments(on id: ObjectID, at replica: WriteReplica) throws -> [String] {
        let answer = try replica.step { (store) throws(StorageError) in
            while try store.referSome(100) {}
            return try store.answer(
                .comments(.id(id.text), limit: 10, cursor: nil), now: replica.wall)
        }
        guard case .comments(let page)? = answer else { return ["no comments"] }
        return page.items.map(\.text)
    }

    @Test func `a link that was made too late stays with its writer, private, and is told once`()
        throws
    {
        let cleo = world.cleo
        let id = try add(link("late", note: "mine", tags: ["a", "b"]), by: cleo)
        try cleo.perform(.edit(.id(id.text), BookmarkChange(title: "later")))
        try remove(cleo)
        try hear(cleo)

        let kept = try cleo.link(id)
        #expect(kept.title == "later" && kept.note == "mine" && kept.tags == ["a", "b"])
        #expect(kept.placement == [] && kept.author.isMe && !kept.isTrashed)
        let warnings = cleo.store.takeVoided()
        #expect(warnings.count == 1)
        #expect(warnings[0].contains("1 thing") && warnings[0].contains("private"), "\(warnings)")
        #expect(try lines(cleo) == [VoidedChanges(group: "group:lab", kept: 1, lost: 0)])

        // It is theirs: they can edit and share it.
        try cleo.perform(.edit(.id(id.text), BookmarkChange(title: "mine")))
        try cleo.perform(.share(.references([.id(id.text)]), with: .friends, isLive: false))
        try cleo.sync(to: world.finn)
        #expect(try world.finn.titles(of: cleo).contains("mine"))
    }

    @Test func `comments stay, on the link that came along and on what others made`() throws {
        let cleo = world.cleo
        let theirs = try add(link("theirs"), by: world.ana)
        try world.meet(world.ana, cleo)
        let own = try add(link("own"), by: cleo)
        for (id, words) in [(own, "on my own"), (theirs, "on theirs")] {
            try cleo.perform(.comment(.id(id.text), text: words, inReplyTo: nil))
        }
        try remove(cleo)
        try hear(cleo)

        let said = try comments(on: own, at: cleo)
        #expect(said == ["on my own"], "\(said)")
        #expect(try comments(on: theirs, at: cleo) == ["on theirs"])
        #expect(try lines(cleo) == [VoidedChanges(group: "group:lab", kept: 3, lost: 0)])
    }

    @Test func `an editor's cut-off changes of another's thing become a thing of their own`() throws
    {
        let cleo = world.cleo
        let id = try add(link("theirs", tags: ["t"]), by: world.ana)
        try world.meet(world.ana, cleo)
        try cleo.perform(.edit(.id(id.text), BookmarkChange(note: "a long note", addTags: ["u"])))
        try remove(cleo)
        try hear(cleo)

        #expect(try cleo.link(id).note == "")
        let own = try cleo.links(of: cleo).filter { $0.title == "theirs" }
        #expect(own.map(\.note) == ["a long note"] && own.map(\.placement) == [[]])
        #expect(own.map { $0.tags.sorted() } == [["t", "u"]])
        #expect(try lines(cleo) == [VoidedChanges(group: "group:lab", kept: 1, lost: 0)])
    }

    @Test func `a tag or a removal that came too late is told, and nothing is made of it`() throws {
        let cleo = world.cleo
        let ids = try [add(link("one"), by: world.ana), add(link("two"), by: world.ana)]
        try world.meet(world.ana, cleo)
        try cleo.perform(.edit(.id(ids[0].text), BookmarkChange(addTags: ["u"])))
        try cleo.perform(.remove(.references([.id(ids[1].text)])))
        try remove(cleo)
        try hear(cleo)

        #expect(try cleo.links(of: cleo).filter { ["one", "two"].contains($0.title) } == [])
        #expect(try !cleo.link(ids[1]).isTrashed)
        #expect(try lines(cleo) == [VoidedChanges(group: "group:lab", kept: 0, lost: 2)])
    }

    @Test func `a link removed before the cut is in the trash, and one heard in time stays`()
        throws
    {
        let cleo = world.cleo
        let heard = try add(link("heard"), by: cleo)
        try world.meet(world.ana, cleo)
        let id = try add(link("thrown"), by: cleo)
        try cleo.perform(.remove(.references([.id(id.text)])))
        let before = try cleo.atHome()
        try remove(cleo)
        try hear(cleo)

        #expect(try cleo.atHome().filter { !before.contains($0) } == [id])
        #expect(try cleo.link(id).isTrashed)
        #expect(try world.ana.link(heard).title == "heard")
        #expect(try cleo.link(heard).placement != [])
    }

    @Test func `of two devices the one that wrote it keeps it, and the other gets it from there`()
        throws
    {
        let tablet = try WriteReplica(3, device: 2, name: "cleo", pairedWith: world.cleo)
        try world.meet(world.cleo, tablet)
        let id = try add(link("late"), by: world.cleo)
        try world.meet(world.cleo, tablet)
        try world.cleo.mirror(to: tablet)
        let before = try tablet.atHome()
        try remove(world.cleo)
        try hear(tablet)
        #expect(try tablet.atHome() == before)
        try hear(world.cleo)
        try world.cleo.mirror(to: tablet)

        #expect(try tablet.link(id).title == "late")
        #expect(try tablet.link(id).placement == [])
        #expect(try lines(tablet) == [])
    }

    @Test func `a thing that names another which came along still names it`() throws {
        let cleo = world.cleo
        let id = try add(link("late"), by: cleo)
        try cleo.perform(.newCollection(name: "mine", description: "", query: nil))
        try cleo.perform(.addToCollection(name: "mine", .references([.id(id.text)])))
        try remove(cleo)
        try hear(cleo)

        let answer = try cleo.step { (store) throws(StorageError) in
            try store.answer(.collections(), now: cleo.wall)
        }
        guard case .collections(let collections)? = answer else {
            Issue.record("no collections")
            return
        }
        #expect(collections.map(\.count) == [1])
    }

    @Test func `it is told for a month`() throws {
        let cleo = world.cleo
        _ = try add(link("late"), by: cleo)
        try remove(cleo)
        try hear(cleo)
        try cleo.wait(days: 29)
        #expect(try lines(cleo).count == 1)
        try cleo.wait(days: 2)
        #expect(try lines(cleo) == [])
    }
}
