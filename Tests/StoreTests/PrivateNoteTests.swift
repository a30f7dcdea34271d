import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Store

/// Tests that unread marks on others' things belong to each person alone, on all their devices and nowhere else.
@Suite struct PrivateNoteTests {
    private static let loom = BookmarkDraft(url: "https://loom.example/", title: "loom")

    /// Creates a link that bob has shown to ana.
    private static func friends() throws -> (ana: WriteReplica, bob: WriteReplica, loom: ObjectID) {
        let (ana, bob) = try WriteReplica.friends()
        let id = try #require(try bob.keep(loom, in: .friends).first)
        try ana.exchange(with: bob)
        return (ana, bob, id)
    }

    @Test func `a friend's link is to be read by who says so, and by nobody else`() throws {
        let (ana, bob, loom) = try Self.friends()

        let answer = try ana.note(loom, isUnread: true)
        try ana.exchange(with: bob)

        guard case .bookmark(let shown) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(shown.isUnread)
        #expect(try ana.unread() == ["loom"])
        #expect(try bob.unread() == [])
        #expect(try bob.rowCount("earmarks") == 0)
        #expect(try bob.rowCount("objects WHERE kind = 21") == 0)
    }

    @Test func `read, unread, and both taken back`() throws {
        let (ana, _, loom) = try Self.friends()

        try ana.note(loom, isUnread: true)
        try ana.note(loom, isUnread: true)
        try ana.note(loom, isUnread: false)
        let read = try ana.unread()
        try ana.perform(.undo(act: nil))
        let again = try ana.unread()
        try ana.perform(.undo(act: nil))

        #expect(read == [])
        #expect(again == ["loom"])
        #expect(try ana.unread() == [])
        #expect(try ana.rowCount("objects WHERE kind = 21") == 1)
        // Repeating it was no act, so nothing is left to undo.
        guard case .rejected(let problem) = try ana.perform(.undo(act: nil)) else {
            Issue.record("something was undone")
            return
        }
        #expect(problem.code == .notFound)
    }

    @Test func `other changes of a friend's link are refused, and nothing is noted`() throws {
        let (ana, _, loom) = try Self.friends()

        let answer = try ana.perform(
            .edit(.id(loom.text), BookmarkChange(title: "mine", isUnread: true)))

        guard case .rejected(let problem) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(problem.code == .notYours)
        #expect(try ana.unread() == [])
        #expect(try ana.rowCount("earmarks") == 0)
    }

    @Test func `in a group each member marks as read for themselves`() throws {
        let world = try GroupWorld(seed: 7)
        let (ben, eva) = (world.ben, world.eva)
        let id = try #require(try ben.keep(Self.loom, in: .group("lab")).first)
        let spread = { () throws in
            for _ in 0..<2 { for other in [eva, world.ana] { try world.meet(ben, other) } }
        }
        try spread()

        try ben.perform(.edit(.id(id.text), BookmarkChange(title: "Loom", isUnread: true)))
        try spread()
        let first = (try ben.unread(), try eva.unread())
        // A viewer may change nothing there, but can mark it as read or unread.
        try eva.note(id, isUnread: true)
        try ben.note(id, isUnread: false)
        try spread()

        #expect(first == (["Loom"], []))
        #expect(try ben.unread() == [])
        #expect(try eva.unread() == ["Loom"])
        #expect(try world.ana.unread() == [])
    }

    @Test func `own things say it themselves, whoever sees them`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let id = try #require(try ana.keep(Self.loom, in: .friends).first)

        try ana.note(id, isUnread: true)
        try ana.exchange(with: bob)

        #expect(try ana.unread() == ["loom"])
        #expect(try ana.rowCount("earmarks") == 0)
        #expect(try bob.unread() == [])
    }

    @Test func `a trashed or withdrawn link leaves no note behind, and returns with its note`()
        throws
    {
        let (ana, bob, loom) = try Self.friends()
        try ana.note(loom, isUnread: true)

        try bob.perform(.remove(.references([.id(loom.text)])))
        try ana.exchange(with: bob)
        let trashed = try ana.unread()
        try bob.perform(.undo(act: nil))
        try ana.exchange(with: bob)
        let back = try ana.unread()
        try bob.perform(.unshare(.references([.id(loom.text)]), from: .friends))
        try ana.exchange(with: bob)
        let withdrawn = try ana.unread()
        try bob.perform(.share(.references([.id(loom.text)]), with: .friends, isLive: false))
        try ana.exchange(with: bob)

        #expect(trashed == [])
        #expect(back == ["loom"])
        #expect(withdrawn == [])
        #expect(try ana.unread() == ["loom"])
    }

    @Test func `two devices say it apart, and what was said last counts at both`() throws {
        let (ana, bob, loom) = try Self.friends()
        let phone = try WriteReplica(1, device: 2, name: "Ana", pairedWith: ana)
        try ana.mirror(to: phone)
        try ana.exchange(with: bob)
        try bob.step { (store) throws(StorageError) in try store.settleKeys(at: bob.wall) }
        try bob.sync(to: phone)
        try #require(try phone.link(loom).title == "loom")

        try ana.note(loom, isUnread: true)
        phone.wall = WallTime(milliseconds: ana.wall.milliseconds + 10)
        try phone.note(loom, isUnread: true)
        try phone.note(loom, isUnread: false)
        try ana.mirror(to: phone)
        try phone.mirror(to: ana)
        let both = (try ana.unread(), try phone.unread())
        ana.wall = WallTime(milliseconds: phone.wall.milliseconds + 10)
        try ana.note(loom, isUnread: true)
        try ana.mirror(to: phone)

        #expect(both == ([], []))
        #expect(try ana.rowCount("earmarks") == 2)
        #expect(try phone.unread() == ["loom"])
    }

    @Test func `one that comes before its thing is there when the thing comes`() throws {
        let (ana, bob, loom) = try Self.friends()
        let phone = try WriteReplica(1, device: 2, name: "Ana", pairedWith: ana)
        try ana.note(loom, isUnread: true)

        try ana.mirror(to: phone)
        let before = try phone.unread()
        try ana.exchange(with: bob)
        try bob.step { (store) throws(StorageError) in try store.settleKeys(at: bob.wall) }
        try bob.sync(to: phone)

        #expect(before == [])
        #expect(try phone.unread() == ["loom"])
    }
}

/// Tests private notes that nobody should have written.
@Suite struct HostilePrivateNoteTests {
    private static let loom = BookmarkDraft(url: "https://loom.example/", title: "loom")

    private static func creation(_ thing: [UInt8], _ unread: [UInt8]) -> Operation {
        .create(
            Creation(
                kind: Schema.PrivateNote.kind,
                values: [
                    FieldValue(Schema.PrivateNote.thing, thing),
                    FieldValue(Schema.PrivateNote.unread, unread),
                ], elements: []))
    }

    @Test func `a member's private note placed in a group counts for nobody`() throws {
        let world = try GroupWorld(seed: 7)
        let (ana, ben) = (world.ana, world.ben)
        let id = try #require(try ana.keep(Self.loom, in: .group("lab")).first)
        for _ in 0..<2 { try world.meet(ana, ben) }
        let name = ana.owner.person.key.bytes + id.bytes.bytes
        let place = try world.lab(at: ben).place

        try ben.step { (store) throws(StorageError) in
            _ = try store.author(
                [Self.creation(name, [1])], at: place, act: nil, wall: ben.wall)
        }
        for _ in 0..<2 { try world.meet(ana, ben) }

        #expect(try ana.rowCount("objects WHERE kind = 21 AND audience > 3") == 1)
        #expect(try ana.unread() == [])
        #expect(try ben.unread() == [])
        #expect(try ana.rowCount("earmarks") == 0)
    }

    @Test(
        arguments: [
            ([], [1]), ([UInt8](repeating: 1, count: 47), [1]),
            ([UInt8](repeating: 1, count: 48), [2]), ([UInt8](repeating: 1, count: 49), [1]),
            ([UInt8](repeating: 1, count: 48), [1]), ([UInt8](repeating: 1, count: 48), []),
        ] as [([UInt8], [UInt8])])
    func `one that names nothing, or says nothing, changes nothing`(
        thing: [UInt8], unread: [UInt8]
    ) throws {
        let (ana, bob) = try WriteReplica.friends()
        let id = try #require(try bob.keep(Self.loom, in: .friends).first)
        try ana.exchange(with: bob)

        try ana.step { (store) throws(StorageError) in
            _ = try store.author([Self.creation(thing, unread)], act: nil, at: ana.wall)
        }

        #expect(try ana.unread() == [])
        try ana.note(id, isUnread: true)
        #expect(try ana.unread() == ["loom"])
    }

    @Test func `ten thousand of one thing are one, and it is answered by one more word`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let id = try #require(try bob.keep(Self.loom, in: .friends).first)
        try ana.exchange(with: bob)
        let name = bob.owner.person.key.bytes + id.bytes.bytes

        try ana.step { (store) throws(StorageError) in
            for _ in 0..<10 {
                _ = try store.author(
                    (0..<1000).map { Self.creation(name, $0 % 2 == 0 ? [1] : []) }, act: nil,
                    at: ana.wall)
            }
        }
        let before = try ana.rowCount("deltas")
        try ana.note(id, isUnread: false)
        try ana.note(id, isUnread: true)

        #expect(try ana.rowCount("earmarks") == 10_000)
        #expect(try ana.rowCount("deltas") <= before + 2)
        #expect(try ana.unread() == ["loom"])
    }

    @Test func `notes that an earlier version ignored are read when the replica opens`() throws {
        let file = try TemporaryDatabase()
        let bob = try WriteReplica(2, name: "Bob")
        let first = try WriteReplica(1, name: "Ana", path: file.path)
        try first.add(friend: bob)
        try bob.add(friend: first)
        let id = try #require(try bob.keep(Self.loom, in: .friends).first)
        try first.exchange(with: bob)
        try first.note(id, isUnread: true)
        try first.step { (store) throws(StorageError) in
            try store.database.run("DELETE FROM earmarks")
            try store.database.run("UPDATE bookmarks SET marked = NULL")
            try store.database.run("DELETE FROM settings WHERE name = 'earmarks'")
        }
        let unknown = try first.unread()
        try first.store.close()

        let ana = try WriteReplica(
            owner: WriteReplica.owner(1, device: 1, name: "Ana"), wall: first.wall,
            path: file.path, salt: "again")

        #expect(unknown == [])
        #expect(try ana.unread() == ["loom"])
    }

    @Test(arguments: [39_999, 40_000, 40_001])
    func `very many that are to be read are found and counted`(
        count: Int
    ) throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try #require(try ana.keep(Self.loom).first)
        try ana.note(id, isUnread: true)
        // Rows as a first sync makes them, without its log.
        try ana.step { (store) throws(StorageError) in
            try store.database.run(
                """
                INSERT INTO objects (object, author, audience, kind, hidden, state)
                SELECT CAST(printf('%016d', i) AS BLOB), 1, 1, 1, 0, x'00' FROM (
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
                    SELECT i FROM n ORDER BY i) ORDER BY 1
                """, .integer(count - 1))
            try store.database.run(
                """
                INSERT OR IGNORE INTO bookmarks
                (object, added, updated, canonical, size, unread, url, title, note)
                SELECT id, 1, 1, id, 2, 1, 'https://a.example/', 'a', '' FROM objects
                WHERE kind = 1 ORDER BY id
                """)
        }

        let answer = try ana.step { (store) throws(StorageError) in
            let request = ListRequest(query: "is:unread", limit: 5, withTotal: true)
            return try store.answer(.list(request), now: ana.wall)
        }
        guard case .page(let page)? = answer else {
            Issue.record("\(answer as Any)")
            return
        }
        #expect(page.total == count)
        #expect(page.items.first?.title == "loom")
    }
}

extension WriteReplica {
    /// Marks a thing as unread or read.
    @discardableResult
    func note(_ thing: ObjectID, isUnread: Bool) throws -> Answer {
        try perform(.edit(.id(thing.text), BookmarkChange(isUnread: isUnread)))
    }

    /// Returns the titles of unread things, by a search, and by each thing's own state.
    func unread() throws -> [String] {
        let answer = try step { (store) throws(StorageError) in
            try store.answer(.list(ListRequest(query: "is:unread", withTotal: true)), now: wall)
        }
        guard case .page(let page)? = answer, page.total == page.items.count,
            page.items.allSatisfy(\.isUnread)
        else { throw Unexpected(what: "\(answer as Any)") }
        let rest = try step { (store) throws(StorageError) in
            try store.answer(.list(ListRequest(query: "is:read")), now: wall)
        }
        guard case .page(let read)? = rest, read.items.allSatisfy({ !$0.isUnread }) else {
            throw Unexpected(what: "\(rest as Any)")
        }
        return page.items.map(\.title)
    }
}
