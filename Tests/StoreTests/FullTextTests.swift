import CRDT
import Domain
import Primitives
import Testing

@testable import Store

@Suite struct FullTextTests {
    private func titles(_ world: ReadingWorld, _ query: String) throws -> [String] {
        try world.page(ListRequest(query: query)).items.map(\.title)
    }

    @Test func `a slice indexes no more than its budget`() throws {
        let world = try ReadingWorld()
        try world.keep((0..<5).map { BookmarkDraft(url: "https://example.org/\($0)") })

        let first = try world.step { (store) throws(StorageError) in try store.indexSome(3) }
        let left = try world.step { (store) throws(StorageError) in try store.unindexedCount() }
        let second = try world.step { (store) throws(StorageError) in try store.indexSome(3) }

        #expect(first)
        #expect(left == 2)
        #expect(!second)
    }

    @Test func `a changed link is found by its new words alone`() throws {
        let world = try ReadingWorld()
        let id = try world.keep([
            BookmarkDraft(url: "https://example.org/", title: "quilt", tags: ["sewing"])
        ])[0]
        #expect(try titles(world, "quilt sewing") == ["quilt"])

        try world.perform(
            .edit(
                .id(id.text),
                BookmarkChange(title: "pillow", addTags: ["wool"], removeTags: ["sewing"])))

        #expect(try titles(world, "quilt or sewing") == [])
        #expect(try titles(world, "pillow wool") == ["pillow"])
    }

    @Test func `a thing restored from the trash is found again`() throws {
        let world = try ReadingWorld()
        let id = try world.keep([BookmarkDraft(url: "https://example.org/", title: "quilt")])[0]
        #expect(try titles(world, "quilt") == ["quilt"])

        try world.perform(.remove(.references([.id(id.text)])))
        let inTrash = try titles(world, "quilt")
        try world.perform(.undo(act: nil))

        #expect(inTrash == [])
        #expect(try titles(world, "quilt") == ["quilt"])
    }

    @Test(arguments: [
        (Store.indexedWhileSearchingMax - 1, false), (Store.indexedWhileSearchingMax, false),
        (Store.indexedWhileSearchingMax + 1, true),
    ])
    func `words wait for the index only when much is missing`(
        missing: Int, mustWait: Bool
    ) throws {
        let world = try ReadingWorld()
        _ = try world.step { (store) throws(StorageError) in
            while try store.indexSome(100) {}
        }
        let base = try world.step { (store) throws(StorageError) in
            try store.database.row("SELECT coalesce(max(id), 0) FROM objects") { $0.integer(0) }
        }
        try world.step { (store) throws(StorageError) in
            for number in 0..<missing {
                try store.database.run(
                    """
                    INSERT INTO objects (id, object, author, audience, kind, hidden, state)
                    VALUES (?, ?, 1, 1, 9, 0, x'')
                    """, .integer((base ?? 0) + 1 + Int64(number)),
                    .blob(Array("\(number)".utf8)))
            }
        }

        let outcome = try world.step { (store) throws(StorageError) in
            try store.list(ListRequest(query: "quilt"), now: world.now)
        }

        #expect((outcome == .indexing(left: missing)) == mustWait)
    }

    @Test func `the index cuts words as searches do`() {
        let texts = [
            "Quilt, log-cabin 100%", "  ", "https://www.Example.org/A_b?c=d", "Crème BRÛLÉE",
            "Straße ἀρχή 日本 x\u{301}y", "ends with É",
        ]

        for text in texts {
            #expect(FoldedBytes.words(text) == SearchText.words(in: text).joined(separator: " "))
        }
    }
}
