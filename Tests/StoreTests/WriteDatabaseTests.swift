import CRDT
import Domain
import Primitives
import Sodium
import Testing
import Wire

@testable import Store

/// Tests the database's guarantees: how it opens, what a failure leaves, what a copy of the file
/// does.
@Suite struct WriteDatabaseTests {
    @Test func `it opens with the promised pragmas`() throws {
        let file = try TemporaryDatabase()
        let ana = try WriteReplica(1, name: "Ana", path: file.path)

        func pragma(_ name: String) throws -> String? {
            try ana.step { (store) throws(StorageError) in
                try store.database.row("PRAGMA \(name)", []) { $0.text(0) }
            }
        }

        #expect(try pragma("journal_mode") == "wal")
        #expect(try pragma("synchronous") == "2")
        #expect(try pragma("locking_mode") == "exclusive")
        #expect(try pragma("foreign_keys") == "1")
        #expect(try pragma("secure_delete") == "1")
        #expect(try pragma("trusted_schema") == "0")
        #expect(try pragma("mmap_size") == "0")
    }

    @Test func `a second opener is told that it is locked`() throws {
        let file = try TemporaryDatabase()
        let ana = try WriteReplica(1, name: "Ana", path: file.path)
        try ana.keep(BookmarkDraft(url: "https://quilt.example/"))

        #expect(throws: StorageError.locked) {
            try WriteReplica(1, name: "Ana", path: file.path)
        }
    }

    @Test func `a failed transaction is rolled back, also in memory`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        try ana.keep(BookmarkDraft(url: "https://quilt.example/1", tags: ["sewing"]))
        let before = try ana.known()
        let length = try Self.ownChain(of: ana).length

        #expect(throws: StorageError.full) {
            try ana.step { (store) throws(StorageError) -> Void in
                _ = try store.perform(
                    .addBookmarks(
                        [BookmarkDraft(url: "https://quilt.example/2", tags: ["cotton"])],
                        to: .friends, onDuplicate: .skip, act: nil), at: ana.wall)
                _ = try store.perform(
                    .share(.query(""), with: .friends, isLive: true), at: ana.wall)
                throw .full
            }
        }

        #expect(try ana.known() == before)
        #expect(try Self.ownChain(of: ana).length == length)
        #expect(try ana.step { (store) throws(StorageError) in try store.liveShares().count } == 0)
        try ana.keep(BookmarkDraft(url: "https://quilt.example/3", tags: ["cotton"]))
        #expect(try ana.links(of: ana).map(\.url.last) == ["1", "3"])
    }

    @Test func `a file that was moved goes on under another incarnation, and both merge`() throws {
        let file = try TemporaryDatabase()
        let copy = try TemporaryDatabase()
        let ana = try WriteReplica(1, name: "Ana", path: file.path)
        try ana.keep(BookmarkDraft(url: "https://quilt.example/1", title: "1"))
        try ana.store.backup(to: copy.path)

        let restored = try WriteReplica(1, name: "Ana", path: copy.path, place: [2])
        let old = try Self.ownChain(of: ana)
        try restored.keep(BookmarkDraft(url: "https://quilt.example/2", title: "2"))
        try ana.keep(BookmarkDraft(url: "https://quilt.example/3", title: "3"))
        try ana.mirror(to: restored)
        try restored.mirror(to: ana)

        #expect(try Self.ownChain(of: restored).id != old.id)
        #expect(try restored.links(of: restored).map(\.title) == ["1", "2", "3"])
        #expect(try restored.known() == ana.known())
    }

    @Test func `opened again at the same place the same chain goes on`() throws {
        let file = try TemporaryDatabase()
        let ana = try WriteReplica(1, name: "Ana", path: file.path)
        try ana.keep(BookmarkDraft(url: "https://quilt.example/1"))
        let before = try Self.ownChain(of: ana)
        try ana.store.close()

        let again = try WriteReplica(1, name: "Ana", path: file.path)
        try again.keep(BookmarkDraft(url: "https://quilt.example/2"))

        let after = try Self.ownChain(of: again)
        #expect(after.id == before.id)
        #expect(after.length == before.length + 1)
        #expect(after.stamp > before.stamp)
    }

    @Test func `a friend's stamp never pulls the own clock away, not even over a restart`() throws {
        let file = try TemporaryDatabase()
        let ana = try WriteReplica(1, name: "Ana", path: file.path)
        let bob = try WriteReplica(2, name: "Bob")
        try ana.add(friend: bob)
        try bob.add(friend: ana)
        bob.wall = WallTime(milliseconds: 7_258_118_300_000)
        try bob.keep(BookmarkDraft(url: "https://quilt.example/1"), in: .friends)
        try bob.sync(to: ana)
        #expect(try ana.links(of: bob).count == 1)
        try ana.store.close()

        let again = try WriteReplica(1, name: "Ana", path: file.path)
        try again.keep(BookmarkDraft(url: "https://quilt.example/2"))

        let stamp = try Self.ownChain(of: again).stamp
        #expect(stamp.wall.milliseconds <= again.wall.milliseconds + 120_000)
    }

    private static func ownChain(of replica: WriteReplica) throws -> ChainRecord {
        try replica.step { (store) throws(StorageError) in
            try store.ownChain(
                in: try store.audience(.private, of: replica.owner.person), at: replica.wall)
        }
    }
}
