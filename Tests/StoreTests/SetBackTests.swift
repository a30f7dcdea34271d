import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests a restored backup: what its person wrote later is recovered from friends who hold it.
@Suite struct SetBackTests {
    /// Ana and bob are friends; ana's replica can be rolled back.
    private final class World {
        private let backup: TemporaryDatabase
        private var disks: [TemporaryDatabase] = []
        let before: WriteReplica
        let bob: WriteReplica
        /// Ana after the restore.
        private(set) var ana: WriteReplica

        init() throws {
            backup = try TemporaryDatabase()
            before = try WriteReplica(1, name: "Ana")
            bob = try WriteReplica(2, name: "Bob")
            try before.add(friend: bob)
            try bob.add(friend: before)
            ana = before
        }

        func backUp() throws {
            try before.sync(to: bob)
            try before.store.backup(to: backup.path)
        }

        /// Restores the backup: what bob holds from the time after it comes back, and then bob
        /// receives from ana.
        func restore(_ change: (WriteReplica) throws -> Void = { _ in }) throws {
            try before.settleCopies()
            try before.sync(to: bob)
            try put(at: [9])
            try change(ana)
            try meet()
        }

        /// Restores the same backup again.
        func restoreAgain(place: [UInt8]) throws {
            try put(at: place)
            try meet()
        }

        // Each time on a disk of its own.
        private func put(at place: [UInt8]) throws {
            let disk = try TemporaryDatabase()
            disks.append(disk)
            let source = try Database(path: backup.path)
            try source.backup(to: disk.path)
            try source.close()
            let wall = WallTime(milliseconds: ana.wall.milliseconds + 1)
            ana = try WriteReplica(1, name: "Ana", path: disk.path, place: place)
            ana.wall = wall
        }

        func meet() throws {
            try bob.sync(to: ana)
            try ana.settleCopies()
            try ana.sync(to: bob)
        }

        /// Returns what bob sees of a link of ana's; nil if nothing.
        func seen(_ id: ObjectID) throws -> Bookmark? {
            let answer = try bob.step { (store) throws(StorageError) in
                try store.answer(.show(.id(id.text)), now: bob.wall)
            }
            guard case .bookmark(let bookmark)? = answer, !bookmark.author.isMe else { return nil }
            return bookmark
        }

        var withdrawn: Int {
            get throws {
                try ana.step { (store) throws(StorageError) in
                    try store.withdrawnSinceBackup(at: ana.wall)
                }
            }
        }
    }

    private static func words(_ link: Bookmark?) -> String {
        guard let link else { return "nothing" }
        return "\(link.title)|\(link.note)|\(link.tags.joined(separator: ","))"
    }

    private static func link(_ title: String, tags: [String] = []) -> BookmarkDraft {
        BookmarkDraft(url: "https://example.org/\(title)", title: title, tags: tags)
    }

    @Test func `edits, tags and removed tags come home, and the friend sees the same`() throws {
        let world = try World()
        let ana = world.before
        let id = try ana.keep(Self.link("t", tags: ["old", "both"]), in: .friends)[0]
        try world.backUp()
        try ana.perform(
            .edit(
                .id(id.text),
                BookmarkChange(title: "t2", note: "n", addTags: ["new"], removeTags: ["old"])))
        try world.restore()

        #expect(Self.words(try world.ana.link(id)) == "t2|n|both,new")
        #expect(Self.words(try world.seen(id)) == "t2|n|both,new")
        #expect(try world.withdrawn == 0)

        try world.ana.perform(
            .edit(.id(id.text), BookmarkChange(title: "t3", note: "", removeTags: ["new", "both"])))
        try world.meet()
        #expect(Self.words(try world.ana.link(id)) == "t3||")
        #expect(Self.words(try world.seen(id)) == "t3||")
    }

    @Test func `withdrawn links are kept private, reported, and never shown again`() throws {
        let world = try World()
        let ana = world.before
        let ids = try ana.keep(Self.link("v"), Self.link("wd"), Self.link("stays"), in: .friends)
        try world.backUp()
        try ana.perform(.remove(.references([.id(ids[0].text)])))
        try ana.perform(.unshare(.references([.id(ids[1].text)]), from: nil))
        try world.restore()

        // The copy says that it was removed.
        #expect(try world.ana.link(ids[0]).isTrashed)
        #expect(try world.ana.link(ids[1]).placement == [])
        #expect(try !world.ana.link(ids[1]).isTrashed)
        #expect(try world.ana.link(ids[2]).placement == [.friends])
        #expect(try world.withdrawn == 1)
        #expect(try world.bob.titles(of: world.ana) == ["stays"])

        try world.ana.perform(.edit(.id(ids[1].text), BookmarkChange(title: "changed")))
        try world.meet()
        #expect(try world.seen(ids[1]) == nil)
        try world.ana.perform(
            .share(.references([.id(ids[1].text)]), with: .friends, isLive: false))
        try world.meet()
        #expect(try world.seen(ids[1])?.title == "changed")
    }

    @Test func `later shares are shared again, and later links are at home`() throws {
        let world = try World()
        let ana = world.before
        let own = try ana.keep(Self.link("own"))[0]
        try world.backUp()
        try ana.perform(.edit(.id(own.text), BookmarkChange(title: "own2")))
        try ana.perform(.share(.references([.id(own.text)]), with: .friends, isLive: false))
        let late = try ana.keep(Self.link("late", tags: ["x"]), in: .friends)[0]
        try world.restore()

        #expect(Self.words(try world.ana.link(own)) == "own2||")
        #expect(try world.ana.link(own).placement == [.friends])
        #expect(Self.words(try world.ana.link(late)) == "late||x")
        #expect(Self.words(try world.seen(late)) == "late||x")

        // It is ana's as before: ana may change it and withdraw it.
        try world.ana.perform(.edit(.id(late.text), BookmarkChange(title: "later")))
        try world.meet()
        #expect(try world.seen(late)?.title == "later")
        try world.ana.perform(.unshare(.references([.id(late.text)]), from: nil))
        try world.meet()
        #expect(try world.seen(late) == nil)
        #expect(try world.ana.link(late).title == "later")
    }

    @Test func `the later of two edits before and after a restore counts`() throws {
        let world = try World()
        let ana = world.before
        let ids = try ana.keep(Self.link("a"), Self.link("b"), in: .friends)
        try world.backUp()
        try ana.perform(.edit(.id(ids[0].text), BookmarkChange(title: "lost", note: "lost")))
        try ana.perform(.edit(.id(ids[1].text), BookmarkChange(title: "lost")))
        try ana.settleCopies()
        try ana.sync(to: world.bob)
        try world.restore { after in
            try after.perform(.edit(.id(ids[0].text), BookmarkChange(title: "new")))
            try after.perform(.unshare(.references([.id(ids[1].text)]), from: nil))
        }

        #expect(Self.words(try world.ana.link(ids[0])) == "new|lost|")
        #expect(Self.words(try world.seen(ids[0])) == "new|lost|")
        #expect(try world.seen(ids[1]) == nil)
        #expect(try world.ana.link(ids[1]).placement == [])
    }

    @Test func `it comes to rest, and a second restore of the same backup ends alike`() throws {
        let world = try World()
        let ana = world.before
        let id = try ana.keep(Self.link("t", tags: ["old"]), in: .friends)[0]
        try world.backUp()
        try ana.perform(.edit(.id(id.text), BookmarkChange(title: "t2", addTags: ["new"])))
        let late = try ana.keep(Self.link("late"), in: .friends)[0]
        try world.restore()
        try world.meet()
        #expect(try world.ana.settleCopies() <= 1)

        try world.restoreAgain(place: [10])

        #expect(Self.words(try world.ana.link(id)) == "t2||new,old")
        #expect(Self.words(try world.seen(id)) == "t2||new,old")
        #expect(try world.ana.link(late).title == "late")
        try world.meet()
        #expect(try world.ana.settleCopies() <= 1)
    }

    @Test func `with another device it is waited for an hour, for it may have all of it`() throws {
        let world = try World()
        let ana = world.before
        let id = try ana.keep(Self.link("t"), in: .friends)[0]
        let phone = try WriteReplica(1, device: 2, name: "Ana", pairedWith: ana)
        try ana.mirror(to: phone)
        try world.backUp()
        try ana.perform(.edit(.id(id.text), BookmarkChange(title: "t2")))
        try world.restore()
        #expect(try world.ana.link(id).title == "t")

        world.ana.wall = WallTime(milliseconds: world.ana.wall.milliseconds + 3_600_001)
        try world.meet()

        #expect(try world.ana.link(id).title == "t2")
        #expect(try world.seen(id)?.title == "t2")
    }

    @Test func `another device gets what was brought home`() throws {
        let world = try World()
        let ana = world.before
        let phone = try WriteReplica(1, device: 2, name: "Ana", pairedWith: ana)
        try ana.mirror(to: phone)
        try world.backUp()
        let late = try ana.keep(Self.link("late", tags: ["x"]), in: .friends)[0]
        try world.restore()
        world.ana.wall = WallTime(milliseconds: world.ana.wall.milliseconds + 3_600_001)
        try world.meet()
        #expect(try world.ana.link(late).placement == [.friends])

        try world.ana.mirror(to: phone)

        #expect(Self.words(try phone.link(late)) == "late||x")
        #expect(try phone.link(late).placement == [.friends])
    }

    @Test func `a copy that runs beside the first is told to both`() throws {
        let world = try World()
        let ana = world.before
        let id = try ana.keep(Self.link("t"), in: .friends)[0]
        try world.backUp()
        try world.restore()
        let later = WallTime(milliseconds: ana.wall.milliseconds + 600_000)
        (ana.wall, world.ana.wall) = (later, later)
        try ana.perform(.edit(.id(id.text), BookmarkChange(title: "by the first")))
        try ana.sync(to: world.bob)
        try world.ana.perform(.edit(.id(id.text), BookmarkChange(note: "by the second")))
        try world.meet()
        try world.bob.sync(to: ana)

        for replica in [ana, world.ana] {
            let found = try replica.step { (store) throws(StorageError) in try store.foundTwice() }
            #expect(found != nil)
        }
    }
}
