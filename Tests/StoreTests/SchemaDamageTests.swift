import Domain
import FoundationEssentials
import Testing

@testable import Store

/// Tests a bit that goes bad in the database's schema.
@Suite struct SchemaDamageTests {
    /// One flipped bit: the original text, and the text that is read from then on.
    private static let flips = [
        ("marked INTEGER", "masked INTEGER"), ("unsigned_bytes", "unsigngd_bytes"),
        ("segid, term, pgno", "segid, term, pgnn"), ("tokenize = \"ascii\"", "tokenize = \"ascii*"),
        ("identifier TEXT", "identifyer TEXT"),
    ]

    @Test(arguments: flips)
    func `a schema in which a bit is another is told as damage`(
        before: String, after: String
    ) throws {
        let file = try TemporaryDatabase()
        try Self.make(file)

        try Self.change(file) { bytes in
            let found = try #require(bytes.firstRange(of: Array(before.utf8)))
            bytes.replaceSubrange(found, with: Data(after.utf8))
        }

        #expect(throws: StorageError.corrupt) { try Self.use(file) }
    }

    /// The schema format number, 4 bytes from 44 on. - Source: sqlite.org/fileformat2.html.
    @Test func `a format that nobody knows is told as damage`() throws {
        let file = try TemporaryDatabase()
        try Self.make(file)

        try Self.change(file) { $0[47] ^= 1 }

        #expect(throws: StorageError.corrupt) { try Self.use(file) }
    }

    @Test func `a version that is said to be an earlier one is told as damage`() throws {
        let file = try TemporaryDatabase()
        try Self.make(file) { (store) throws(StorageError) in
            try store.database.run("DELETE FROM grdb_migrations WHERE identifier = '9'")
        }

        #expect(throws: StorageError.corrupt) { try Self.use(file) }
    }

    @Test func `an expression that is none is no damage`() throws {
        let ana = try WriteReplica(1, name: "Ana")

        let error = #expect(throws: StorageError.self) {
            try ana.step { (store) throws(StorageError) in
                try store.database.run(
                    "SELECT rowid FROM search WHERE search MATCH ? ORDER BY rowid", .text("\""))
            }
        }

        guard case .failed(let code, _)? = error else {
            Issue.record("\(error.map { "\($0)" } ?? "nothing")")
            return
        }
        // SQLITE_ERROR.
        #expect(code & 0xFF == 1)
    }

    @Test func `a database that is whole opens, and all of these are used`() throws {
        let file = try TemporaryDatabase()
        try Self.make(file)

        try Self.use(file)
    }

    // MARK: A database

    private static func make(
        _ file: TemporaryDatabase, _ deed: (Store) throws(StorageError) -> Void = { _ in }
    ) throws {
        let ana = try WriteReplica(1, name: "Ana", path: file.path)
        try ana.step(deed)
        // Everything is in the file then.
        try ana.store.close()
    }

    private static func change(
        _ file: TemporaryDatabase, _ deed: (inout Data) throws -> Void
    ) throws {
        let place = URL(fileURLWithPath: file.path)
        var bytes = try Data(contentsOf: place)
        try deed(&bytes)
        try bytes.write(to: place)
    }

    // Does what a node does within its first minute.
    private static func use(_ file: TemporaryDatabase) throws {
        let ana = try WriteReplica(1, name: "Ana", path: file.path)
        try ana.keep(BookmarkDraft(url: "https://quilt.example/", title: "a quilt"))
        try ana.step { (store) throws(StorageError) in
            _ = try store.folders()
            _ = try store.indexSome(100)
        }
    }
}
