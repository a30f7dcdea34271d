import CRDT
import Domain
import Primitives
import Testing

@testable import Store

@Suite struct ReadingTests {
    @Test func `a link reads as it was kept`() throws {
        let world = try ReadingWorld()
        let draft = BookmarkDraft(
            url: "https://Example.org", title: "Quilt", note: "cotton",
            tags: ["sewing", "Craft"], size: .large, isUnread: true,
            added: WallTime(milliseconds: 5_000))

        let id = try world.keep([draft], in: .friends)[0]

        let found = try world.page(ListRequest()).items[0]
        #expect(
            found
                == Bookmark(
                    author: Author(person: world.ana.person, name: "Ana", isMe: true), id: id,
                    url: "https://Example.org", canonicalURL: "https://example.org/",
                    title: "Quilt", note: "cotton", tags: ["Craft", "sewing"], size: .large,
                    isUnread: true, added: WallTime(milliseconds: 5_000), updated: found.updated,
                    placement: [.friends], isTrashed: false, conflicts: []))
    }

    @Test func `a page shows nothing twice while new links arrive`() throws {
        let world = try ReadingWorld()
        func draft(_ number: Int) -> BookmarkDraft {
            BookmarkDraft(
                url: "https://example.org/\(number)",
                added: WallTime(milliseconds: UInt64(number) * 1000))
        }
        try world.keep((0..<6).map(draft))

        let first = try world.page(ListRequest(limit: 3))
        try world.keep((6..<9).map(draft))
        let second = try world.page(ListRequest(limit: 3, cursor: first.nextCursor))

        #expect(first.items.map(\.url.last) == ["5", "4", "3"])
        #expect(second.items.map(\.url.last) == ["2", "1", "0"])
        #expect(second.nextCursor == nil)
    }

    @Test(arguments: ["", "0", "!", "0400000000000000", String(repeating: "0", count: 5000)])
    func `a cursor that names no place is refused`(cursor: String) throws {
        let world = try ReadingWorld()

        let outcome = try world.step { (store) throws(StorageError) in
            try store.list(ListRequest(cursor: cursor), now: world.now)
        }

        guard case .rejected(let problem) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(problem.code == .invalidValue)
    }

    @Test(arguments: [(0, false), (1, true), (Limits.pageMax, true), (Limits.pageMax + 1, false)])
    func `a page has a size`(limit: Int, isAllowed: Bool) throws {
        let world = try ReadingWorld()

        let outcome = try world.step { (store) throws(StorageError) in
            try store.list(ListRequest(limit: limit), now: world.now)
        }

        if case .page = outcome { #expect(isAllowed) } else { #expect(!isAllowed) }
    }

    @Test func `tags are counted over links in sight, spellings as one`() throws {
        let world = try ReadingWorld()
        let ids = try world.keep([
            BookmarkDraft(url: "https://example.org/1", tags: ["Craft", "wool"]),
            BookmarkDraft(url: "https://example.org/2", tags: ["craft", "craft/sewing"]),
            BookmarkDraft(url: "https://example.org/3", tags: ["craft", "cotton"]),
        ])
        try world.perform(.remove(.references([.id(ids[2].text)])))

        let all = try world.step { (store) throws(StorageError) in
            try store.tags(prefix: "", limit: 10)
        }
        let some = try world.step { (store) throws(StorageError) in
            try store.tags(prefix: "CRAFT/", limit: 10)
        }

        #expect(
            all == [
                TagCount(name: "Craft", count: 2), TagCount(name: "craft/sewing", count: 1),
                TagCount(name: "wool", count: 1),
            ])
        #expect(some == [TagCount(name: "craft/sewing", count: 1)])
    }

    @Test func `counts tell own links, others' links and tags in use`() throws {
        let world = try ReadingWorld()
        let ids = try world.keep([
            BookmarkDraft(url: "https://example.org/1", tags: ["a"]),
            BookmarkDraft(url: "https://example.org/2", tags: ["A", "b"]),
        ])
        let before = try world.step { (store) throws(StorageError) in try store.counts() }
        try world.see("theirs", by: "Ben", in: .friends, number: 1)
        try world.perform(.remove(.references([.id(ids[0].text)])))

        let after = try world.step { (store) throws(StorageError) in try store.counts() }

        #expect((before.ownLinks, before.seenLinks, before.tags) == (2, 0, 2))
        #expect((after.ownLinks, after.seenLinks, after.tags) == (1, 1, 2))
    }

    @Test func `collections that contain one another are refused`() throws {
        let world = try ReadingWorld()
        try world.perform(.newCollection(name: "one", description: "", query: "in:two"))
        try world.perform(.newCollection(name: "two", description: "", query: "in:one"))

        let endless = try world.step { (store) throws(StorageError) in
            try store.list(ListRequest(query: "in:one"), now: world.now)
        }
        let unknown = try world.step { (store) throws(StorageError) in
            try store.list(ListRequest(query: "in:three"), now: world.now)
        }

        guard case .rejected(let first) = endless, case .rejected(let second) = unknown else {
            Issue.record("\(endless) \(unknown)")
            return
        }
        #expect(first.code == .invalidQuery)
        #expect(second.code == .notFound)
    }

    @Test func `a collection made by hand holds its members`() throws {
        let world = try ReadingWorld()
        let ids = try world.keep((0..<3).map { BookmarkDraft(url: "https://example.org/\($0)") })
        try world.perform(.newCollection(name: "Hand", description: "", query: nil))

        try world.perform(.addToCollection(name: "Hand", .references([.id(ids[1].text)])))

        #expect(try world.page(ListRequest(query: "in:hand")).items.map(\.id) == [ids[1]])
        #expect(try world.page(ListRequest(query: "-in:hand")).items.count == 2)
    }

    @Test func `history tells every change in order`() throws {
        let world = try ReadingWorld()
        let id = try world.keep([
            BookmarkDraft(url: "https://example.org/", title: "Quilt", tags: ["wool"])
        ])[0]
        let reference = Reference.id(id.text)
        try world.perform(.edit(reference, BookmarkChange(title: "Pillow")))
        try world.perform(.edit(reference, BookmarkChange(removeTags: ["wool"])))
        try world.perform(.share(.references([reference]), with: .friends, isLive: false))
        try world.perform(.remove(.references([reference])))

        let history = try world.step { (store) throws(StorageError) -> [HistoryEntry] in
            guard case .success(let row) = try store.resolve(reference) else { return [] }
            return try store.history(row: row)
        }

        #expect(
            history.map(\.change) == [
                "kept", "url: https://example.org/", "title: Quilt", "+ #wool", "title: Pillow",
                "- #wool", "shared with friends", "moved to the trash",
            ])
        #expect(history.allSatisfy { $0.author.isMe && $0.device.count == 52 })
    }
}
