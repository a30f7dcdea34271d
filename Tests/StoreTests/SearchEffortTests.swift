import Domain
import Primitives
import Testing

@testable import Store

@Suite struct SearchEffortTests {
    private func outcome(_ query: String, in world: ReadingWorld) throws -> ListOutcome {
        try world.step { (store) throws(StorageError) in
            try store.list(ListRequest(query: query), now: world.now)
        }
    }

    @Test(arguments: [(8, true), (9, true), (10, false)])
    func `beginnings of one letter are few in a search`(count: Int, isAllowed: Bool) throws {
        let world = try ReadingWorld()
        try world.keep([BookmarkDraft(url: "https://example.org/", title: "abc")])
        let query = Array(repeating: "a*", count: count).joined(separator: " ")

        let outcome = try outcome(query, in: world)

        if case .page = outcome { #expect(isAllowed) } else { #expect(!isAllowed) }
    }

    @Test func `a search that has done what it may is refused`() throws {
        let world = try ReadingWorld()
        try world.keep((0..<20).map { BookmarkDraft(url: "https://example.org/\($0)") })

        let isRefused = try world.step { (store) throws(StorageError) in
            var run = try SearchRun(
                .not(.test(.isTrashed)), of: store, in: .title, effort: SearchEffort(left: 10))
            _ = try run.first(5, behind: nil)
            return run.isRefused
        }

        #expect(isRefused)
    }

    @Test func `collections of collections stay within their limits`() throws {
        let world = try ReadingWorld()
        try world.perform(.newCollection(name: "c0", description: "", query: "quilt"))
        for number in 1...8 {
            try world.perform(
                .newCollection(name: "c\(number)", description: "", query: "in:c\(number - 1)"))
        }

        let deepest = try outcome("in:c7", in: world)
        let tooDeep = try outcome("in:c8", in: world)

        #expect(deepest == .page(ListPage(items: [], nextCursor: nil, total: nil)))
        if case .page = tooDeep { Issue.record("nine deep") }
    }
}
