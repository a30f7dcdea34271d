import CRDT
import Domain
import Primitives
import Sodium
import Testing
import Wire

@testable import Store

/// Ana's device runs twice, on a disk that was copied: what becomes of what was written on it.
@Suite struct TwinTests {
    /// Ana and Ben, friends who hold the same, and a twin of Ana's device.
    private struct World {
        let ana: WriteReplica
        let ben: WriteReplica
        let twin: WriteReplica
        let old: ObjectID
        private let disk: TemporaryDatabase

        init() throws {
            ana = try WriteReplica(1, name: "Ana")
            ben = try WriteReplica(2, name: "Ben")
            try ana.add(friend: ben)
            try ben.add(friend: ana)
            old = try ana.keep(link("old", tags: ["art"]), in: .friends)[0]
            try ana.sync(to: ben)
            disk = try TemporaryDatabase()
            twin = try WriteReplica(twinOf: ana, at: disk)
        }

        /// Each tells Ben and hears from him, in this order, until nobody says anything new.
        func settle(_ first: WriteReplica, _ second: WriteReplica) throws {
            for _ in 0..<4 {
                for replica in [first, second] {
                    try replica.tell(ben, of: [ana, ben])
                    try ben.tell(replica, of: [ana, ben])
                }
            }
        }
    }

    @Test(arguments: [false, true])
    func `what either wrote reaches a friend, whoever meets him first`(isTwinFirst: Bool) throws {
        let world = try World()
        try world.ana.keep(link("ana's"), in: .friends)
        try world.twin.keep(link("twin's"), in: .friends)
        let incarnation = try world.ana.incarnation()

        if isTwinFirst {
            try world.settle(world.twin, world.ana)
        } else {
            try world.settle(world.ana, world.twin)
        }

        #expect(try world.ben.titles(of: world.ana) == ["ana's", "old", "twin's"])
        // What the other one shared shows as things do whose home was lost.
        #expect(try world.ana.titles(of: world.ana) == ["ana's", "old", "twin's"])
        #expect(try world.twin.titles(of: world.ana) == ["ana's", "old", "twin's"])
        let found = [try world.ana.incarnation(), try world.twin.incarnation(), incarnation]
        #expect(Set(found).count == 3)
        let digests = try [world.ana, world.twin, world.ben].map {
            try $0.digest(.friends, of: world.ana)
        }
        #expect(Set(digests).count == 1)
        // From then on both write, and nothing parts again.
        try world.ana.keep(link("ana's later"), in: .friends)
        try world.twin.keep(link("twin's later"), in: .friends)
        try world.settle(world.ana, world.twin)
        #expect(
            try world.ben.titles(of: world.ana)
                == ["ana's", "ana's later", "old", "twin's", "twin's later"])
        #expect(try world.ben.proofs(.friends, of: world.ana).count == 1)
    }

    @Test func `the person is told once`() throws {
        let world = try World()
        try world.ana.keep(link("ana's"), in: .friends)
        try world.twin.keep(link("twin's"), in: .friends)
        let none = try world.ana.step { (store) throws(StorageError) in store.takeTwice() }
        #expect(none == nil)

        try world.settle(world.ana, world.twin)

        for replica in [world.ana, world.twin] {
            let told = try replica.step { (store) throws(StorageError) in store.takeTwice() }
            #expect(told == 1)
            let again = try replica.step { (store) throws(StorageError) in store.takeTwice() }
            #expect(again == nil)
            let status = try replica.step { (store) throws(StorageError) in try store.status() }
            #expect(status.foundTwiceAt != nil)
        }
        let other = try world.ben.step { (store) throws(StorageError) in try store.status() }
        #expect(other.foundTwiceAt == nil)
    }

    @Test func `edits of both are there for a friend`() throws {
        let world = try World()
        let reference = Reference.id(world.old.text)
        try world.ana.perform(.edit(reference, BookmarkChange(title: "ana's title")))
        try world.ana.perform(.edit(reference, BookmarkChange(addTags: ["wool"])))
        try world.twin.perform(.edit(reference, BookmarkChange(note: "twin's note")))
        try world.twin.perform(.edit(reference, BookmarkChange(addTags: ["silk"])))

        try world.settle(world.ana, world.twin)

        let link = try world.ben.link(world.old)
        let titles = [link.title] + link.conflicts.filter { $0.field == "title" }.map(\.losingValue)
        #expect(titles.contains("ana's title"))
        #expect(link.tags.sorted() == ["art", "silk", "wool"])
        let notes = [link.note] + link.conflicts.filter { $0.field == "note" }.map(\.losingValue)
        #expect(notes.contains("twin's note"))
    }

    @Test func `a proof that comes before anything is written costs nothing`() throws {
        let world = try World()
        try world.twin.keep(link("twin's"), in: .friends)
        let disk = try TemporaryDatabase()
        let third = try WriteReplica(twinOf: world.ana, at: disk)
        try third.keep(link("third's"), in: .friends)
        try world.settle(world.twin, third)

        try world.settle(world.ana, world.twin)

        #expect(try world.ana.titles(of: world.ana) == ["old", "third's", "twin's"])
        #expect(try world.ben.titles(of: world.ana) == ["old", "third's", "twin's"])
        let told = try world.ana.step { (store) throws(StorageError) in store.takeTwice() }
        #expect(told == 0)
    }

    // MARK: At home, seen by another own device

    @Test(arguments: [false, true])
    func `a second device of hers gets everything that either wrote`(isTwinFirst: Bool) throws {
        let ana = try WriteReplica(1, name: "Ana")
        let ben = try WriteReplica(2, name: "Ben")
        let laptop = try WriteReplica(1, device: 2, name: "Ana", pairedWith: ana)
        let old = try ana.keep(link("old", tags: ["art"]))[0]
        let gone = try ana.keep(link("gone"))[0]
        try ana.perform(.newCollection(name: "picks", description: "", query: nil))
        try ana.tellAll(laptop)
        let disk = try TemporaryDatabase()
        let twin = try WriteReplica(twinOf: ana, at: disk)

        try ana.perform(.edit(.id(old.text), BookmarkChange(title: "ana's title")))
        let hers = try ana.keep(link("ana's", tags: ["x"]), in: .friends)[0]
        try ana.perform(
            .addToCollection(name: "picks", .references([.id(hers.text), .id(old.text)])))
        try ana.add(friend: ben)
        try twin.perform(
            .edit(
                .id(old.text),
                BookmarkChange(note: "twin's note", addTags: ["silk"], removeTags: ["art"])))
        try twin.perform(.remove(.references([.id(gone.text)])))
        try twin.perform(.share(.query("#silk"), with: .friends, isLive: true))
        let his = try twin.keep(link("twin's"))[0]
        try twin.perform(.edit(.id(his.text), BookmarkChange(title: "twin's, edited")))

        let both = isTwinFirst ? [twin, ana] : [ana, twin]
        for _ in 0..<4 {
            for replica in both {
                try replica.tellAll(laptop)
                try laptop.tellAll(replica)
            }
        }

        for replica in [ana, twin, laptop] {
            #expect(
                try replica.titles(of: ana) == ["ana's", "ana's title", "twin's, edited"])
            let link = try replica.link(old)
            #expect(link.note == "twin's note")
            #expect(link.tags == ["silk"])
            #expect(link.conflicts.isEmpty)
            #expect(try Self.members(of: "picks", at: replica) == ["ana's", "ana's title"])
            let contacts = try replica.step { (store) throws(StorageError) in
                try store.contacts().map(\.person)
            }
            #expect(contacts == [ben.owner.person])
            let shares = try replica.step { (store) throws(StorageError) in
                try store.liveShares().map(\.spelled)
            }
            #expect(shares == ["#silk"])
        }
        #expect(try ana.known().map(\.id) == laptop.known().map(\.id))
        #expect(try ana.known() == laptop.known())
        #expect(try twin.known() == laptop.known())
        try ben.add(friend: ana)
        for replica in [laptop, ana, twin] { try replica.sync(to: ben) }
        #expect(try ben.titles(of: ana).count == 2)
        #expect(try ben.titles(of: ana).contains("ana's"))
        #expect(try ben.link(old).note == "twin's note")
    }

    private static func members(of name: String, at replica: WriteReplica) throws -> [String] {
        let answer = try replica.step { (store) throws(StorageError) in
            try store.answer(
                .list(ListRequest(query: "in:\(name)", limit: 100)), now: replica.wall)
        }
        guard case .page(let page) = answer else { return [] }
        return page.items.map(\.title).sorted()
    }
}
