import CRDT
import Domain
import Primitives
import Testing

@testable import Store

@Suite struct ResolveTests {
    private func resolve(_ text: String, in world: ReadingWorld) throws -> Result<Int64, Problem> {
        try world.step { (store) throws(StorageError) in
            try store.resolve(Reference(text: text))
        }
    }

    private func code(_ result: Result<some Any, Problem>) -> Problem.Code? {
        if case .failure(let problem) = result { return problem.code }
        return nil
    }

    @Test(arguments: 4...26)
    func `the end of an id names its link`(length: Int) throws {
        let world = try ReadingWorld()
        let ids = try world.keep((0..<20).map { BookmarkDraft(url: "https://example.org/\($0)") })

        for id in ids {
            let row = try resolve(String(id.text.suffix(length)).lowercased(), in: world).get()
            let found = try world.step { (store) throws(StorageError) in
                try store.bookmark(row: row)
            }
            #expect(found?.id == id)
        }
    }

    @Test func `an end that is too short, too long, misspelt or unknown names nothing`() throws {
        let world = try ReadingWorld()
        let id = try world.keep([BookmarkDraft(url: "https://example.org/")])[0]

        #expect(code(try resolve(String(id.text.suffix(3)), in: world)) == .invalidValue)
        #expect(code(try resolve("0" + id.text, in: world)) == .invalidValue)
        #expect(code(try resolve("abcu", in: world)) == .invalidValue)
        #expect(code(try resolve("00000000", in: world)) == .notFound)
        // No id ends with these bits, but somebody who types it means one.
        #expect(code(try resolve("AAAAAAAA", in: world)) == .notFound)
    }

    @Test func `an end that fits two links names both`() throws {
        let world = try ReadingWorld()
        let id = try world.keep([BookmarkDraft(url: "https://example.org/")])[0]
        var twin = id.bytes.bytes
        twin[0] ^= 1
        try world.step { (store) throws(StorageError) in
            try store.database.run(
                "UPDATE objects SET object = ? WHERE kind = 1 AND object <> ?",
                .blob(twin), .blob(twin))
        }
        try world.keep([BookmarkDraft(url: "https://example.org/2")])
        try world.step { (store) throws(StorageError) in
            try store.database.run(
                "UPDATE objects SET object = ? WHERE kind = 1 AND object <> ?",
                .blob(id.bytes.bytes), .blob(twin))
        }

        guard case .failure(let problem) = try resolve(id.short, in: world) else {
            Issue.record("one of two was taken")
            return
        }
        #expect(problem.code == .ambiguous)
        #expect(problem.detail.contains(id.short))
    }

    @Test func `an address finds the own link however it is spelt`() throws {
        let world = try ReadingWorld()
        try world.see("theirs", by: "Ben", in: .friends, number: 1)
        try world.keep([BookmarkDraft(url: "https://ben.example.org/1", title: "mine")])

        let row = try resolve("HTTPS://Ben.Example.org:443/1", in: world).get()
        let found = try world.step { (store) throws(StorageError) in try store.bookmark(row: row) }

        #expect(found?.title == "mine")
        #expect(code(try resolve("https://example.com/", in: world)) == .notFound)
    }

    @Test(arguments: [4, 7, 8, 26])
    func `a change needs at least 8 characters of an id`(length: Int) throws {
        let world = try ReadingWorld()
        let id = try world.keep([BookmarkDraft(url: "https://example.org/")])[0]
        let named = Selection.references([.id(String(id.text.suffix(length)))])

        let answer = try world.perform(.share(named, with: .friends, isLive: false))

        if case .rejected(let problem) = answer {
            #expect(length < 8)
            #expect(problem.code == .invalidValue)
        } else {
            #expect(length >= 8)
        }
    }

    @Test func `a selection takes own links in sight`() throws {
        let world = try ReadingWorld()
        let ids = try world.keep((0..<4).map { BookmarkDraft(url: "https://example.org/\($0)") })
        try world.see("theirs", by: "Ben", in: .friends, number: 1)
        try world.perform(.remove(.references([.id(ids[0].text)])))

        let all = try world.step { (store) throws(StorageError) in
            try store.select(.query("is:trashed or -is:trashed"), now: world.now)
        }
        let trashed = try world.step { (store) throws(StorageError) in
            try store.select(.references([.id(ids[0].short)]), now: world.now)
        }
        let theirs = try world.step { (store) throws(StorageError) in
            try store.select(.references([.url("https://ben.example.org/1")]), now: world.now)
        }

        #expect(try all.get().count == 3)
        #expect(code(trashed) == .notFound)
        #expect(code(theirs) == .notYours)
    }
}
