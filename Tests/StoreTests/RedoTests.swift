import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests redoing what an undo reverted.
@Suite struct RedoTests {
    private static func draft(_ number: Int) -> BookmarkDraft {
        BookmarkDraft(url: "https://redo.example/\(number)", title: "Page \(number)", tags: ["a"])
    }

    private func isRejected(_ answer: Answer, as code: Problem.Code) -> Bool {
        guard case .rejected(let problem) = answer else { return false }
        return problem.code == code
    }

    @Test func `everything that an undo takes back comes again, and can be taken back again`()
        throws
    {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.keep(Self.draft(1))[0]
        let reference = Reference.id(id.text)
        var seen = [try ana.link(id)]
        let commands: [Command] = [
            .edit(reference, BookmarkChange(title: "Other", addTags: ["b"], removeTags: ["a"])),
            .edit(reference, BookmarkChange(note: "note")),
            .share(.references([reference]), with: .friends, isLive: false),
            .renameTag(from: "b", to: "c"),
            .unshare(.references([reference]), from: .friends),
            .remove(.references([reference])),
        ]
        for command in commands {
            try ana.perform(command)
            seen.append(try ana.link(id))
        }

        for _ in 0..<3 {
            for known in seen.dropLast().reversed() {
                try ana.perform(.undo(act: nil))
                #expect(try plain(ana.link(id)) == plain(known))
            }
            for known in seen.dropFirst() {
                try ana.perform(.redo(act: nil))
                #expect(try plain(ana.link(id)) == plain(known))
            }
        }
        #expect(isRejected(try ana.perform(.redo(act: nil)), as: .notFound))
    }

    // Without the time of the last change.
    private func plain(_ thing: Bookmark) -> [String] {
        [
            thing.title, thing.note, thing.tags.joined(separator: ","),
            thing.placement.map(\.name).joined(separator: ","), "\(thing.isTrashed)",
        ]
    }

    @Test func `a redone addition is there again, with its placements`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        try ana.perform(
            .addBookmarks([Self.draft(1)], to: .friends, onDuplicate: .skip, act: nil))
        let id = try #require(try ana.links(of: ana).first?.id)

        try ana.perform(.undo(act: nil))
        #expect(try ana.link(id).isTrashed)
        try ana.perform(.redo(act: nil))

        #expect(try !ana.link(id).isTrashed)
        #expect(try ana.link(id).placement == [.friends])
    }

    @Test func `a value changed since stays after a redo`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.keep(Self.draft(1))[0]
        let reference = Reference.id(id.text)
        try ana.perform(.edit(reference, BookmarkChange(title: "mine", note: "mine")))
        try ana.perform(.undo(act: nil))
        try ana.perform(.edit(reference, BookmarkChange(title: "later")))

        try ana.perform(.redo(act: 2))

        #expect(try ana.link(id).title == "later")
        #expect(try ana.link(id).note == "mine")
    }

    @Test func `a redo does not share a link that another own device has withdrawn since`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let phone = try WriteReplica(1, device: 2, name: "Ana", pairedWith: ana)
        let ids = try [1, 2].map { try ana.keep(Self.draft($0))[0] }
        try ana.perform(
            .share(.references(ids.map { .id($0.text) }), with: .friends, isLive: false))
        try ana.mirror(to: phone)
        phone.wall = WallTime(milliseconds: ana.wall.milliseconds + 5)
        try phone.perform(.unshare(.references([.id(ids[0].text)]), from: .friends))
        try phone.mirror(to: ana)
        ana.wall = WallTime(milliseconds: phone.wall.milliseconds + 5)

        try ana.perform(.undo(act: nil))
        try ana.perform(.redo(act: nil))

        #expect(try ana.link(ids[0]).placement == [])
        #expect(try ana.link(ids[1]).placement == [.friends])
    }

    @Test func `no undo and no redo tells others of a file of this computer`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.keep(Self.draft(1))[0]
        let selection = Selection.references([.id(id.text)])
        let hide = Command.edit(.id(id.text), BookmarkChange(url: "file:///home/ana/x"))
        let share = Command.share(selection, with: .friends, isLive: false)

        // URL, then placement: 2 is the edit, 3 the share.
        for command in [hide, .undo(act: nil), share, .redo(act: 2)] { try ana.perform(command) }
        #expect(try ana.link(id).url == "https://redo.example/1")
        #expect(try ana.link(id).placement == [.friends])

        // Placement, then URL: 4 is the edit.
        for command in [.undo(act: 3), hide, .redo(act: 3)] { try ana.perform(command) }
        #expect(try ana.link(id).url == "file:///home/ana/x")
        #expect(try ana.link(id).placement == [])

        // The undo would turn the shared link into a local file again.
        try ana.perform(.edit(.id(id.text), BookmarkChange(url: "https://redo.example/2")))
        try ana.perform(share)
        try ana.perform(.undo(act: 5))
        #expect(try ana.link(id).url == "https://redo.example/2")
    }

    @Test func `an undo takes back thousands of overwrites in pieces that everybody accepts`()
        throws
    {
        let world = try GroupWorld(seed: 14)
        let id = try world.ana.keep(Self.draft(1), in: .group("lab"))[0]
        try world.meet(world.ana, world.ben)
        try world.ana.perform(.edit(.id(id.text), BookmarkChange(title: "mine")))
        let lab = try world.lab(at: world.ben)
        for batch in 0..<14 {
            try world.ben.step { (store) throws(StorageError) in
                guard case .success(let number) = try store.resolve(.id(id.text)),
                    let object = try store.object(row: number)?.home
                else { throw .corrupt }
                let writes = (0..<300).map { number in
                    Operation.write(
                        FieldWrite(
                            object: object, field: Schema.Thing.title,
                            value: Array("new \(batch) \(number)".utf8), replaces: []))
                }
                try store.author(
                    writes, at: lab.place, act: nil, wall: world.ben.wall)
            }
        }
        try world.meet(world.ben, world.ana)

        try world.ana.perform(.undo(act: nil))
        try world.meet(world.ana, world.ben)

        let digests = try [world.ana, world.ben].map { replica in
            try replica.step { (store) throws(StorageError) in
                try store.stateDigest(ofGroup: world.group)
            }
        }
        #expect(digests[0] != nil && digests[0] == digests[1])
    }

    @Test func `acts are done again in the order opposite to that of taking back`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        for number in 1...4 { try ana.keep(Self.draft(number)) }
        func there() throws -> [String] { try ana.links(of: ana).map(\.title).sorted() }

        try ana.perform(.undo(act: 2))
        try ana.perform(.undo(act: 4))
        try ana.perform(.redo(act: nil))
        #expect(try there() == ["Page 1", "Page 3", "Page 4"])
        try ana.perform(.redo(act: nil))

        #expect(try there() == (1...4).map { "Page \($0)" })
    }

    @Test func `an act that stands, or none, cannot be redone`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let nothing = try ana.perform(.redo(act: nil))
        try ana.keep(Self.draft(1))

        #expect(isRejected(nothing, as: .notFound))
        #expect(isRejected(try ana.perform(.redo(act: 1)), as: .conflict))
        #expect(isRejected(try ana.perform(.redo(act: 9)), as: .notFound))
        try ana.perform(.undo(act: 1))
        #expect(isRejected(try ana.perform(.undo(act: 1)), as: .conflict))
        try ana.perform(.redo(act: 1))
        try ana.perform(.undo(act: nil))
        #expect(try ana.links(of: ana).isEmpty)
    }
}
