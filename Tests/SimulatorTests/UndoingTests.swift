import CRDT
import Domain
import Primitives
import Testing

@testable import Simulator
@testable import Store
@testable import Sync

/// Tests that an undo interrupted by a kill is done up to a slice, and that an acknowledged one is done: with tiny
/// limits each delta is a slice of its own.
@Suite struct UndoingTests {
    private let ana = 0

    @Test func `an undo of which nobody heard may be done up to a slice`() throws {
        let world = try worldOfSmallSlices()
        _ = try world.cluster.keep(
            BookmarkDraft(url: "https://example.org/1", title: "kept"), for: .friends, at: ana)

        world.cluster.machines[ana].doom = .command
        world.cluster.machines[ana].doomedFor = .seconds(1)
        world.cluster.begin(.undo(act: nil), at: ana)
        try world.cluster.run(for: .seconds(5))

        let links = try world.cluster.links(of: ana, at: ana)
        #expect(links.map(\.title) == ["kept"])
        #expect(links.map(\.placement) == [[]])
        try world.cluster.checkEverything()
    }

    @Test func `an undo that was answered before it was done breaks durability`() throws {
        let world = try worldOfSmallSlices()
        _ = try world.cluster.keep(
            BookmarkDraft(url: "https://example.org/1", title: "kept"), for: .friends, at: ana)

        world.cluster.stepping = { node, engine, inbox, now, wall throws(StorageError) in
            var effects = try engine.step(inbox, at: now, wall: wall)
            for event in inbox {
                guard case .requested(let id, .command(.undo)) = event else { continue }
                effects.append(.answer(id, .done(DoneReport(count: 1, act: nil, summary: ""))))
            }
            return effects
        }
        world.cluster.begin(.undo(act: nil), at: ana)
        while !world.cluster.machines[ana].asked.isEmpty {
            try world.cluster.run(for: .microseconds(10))
        }
        try world.cluster.crash(ana)

        #expect(
            World.brokenClaim { try world.cluster.start(ana) } == "acknowledged is durable")
    }

    @Test func `halfway is what undoing from the last operation to the first leaves`() {
        let done = entry("new", ["a", "b"], [.friends, .public])
        let undone = entry("old", ["b", "c"], [])

        #expect(entry("new", ["a", "b"], [.public]).isHalfway(from: done, to: undone))
        #expect(entry("new", ["a", "b"], []).isHalfway(from: done, to: undone))
        // What was placed last is removed first.
        #expect(!entry("old", ["b", "c"], [.public]).isHalfway(from: done, to: undone))
        // Parts of one delta.
        #expect(!entry("old", ["a", "b"], []).isHalfway(from: done, to: undone))
        #expect(!entry("new", ["b", "c"], []).isHalfway(from: done, to: undone))
        #expect(!entry("newer", ["a", "b"], []).isHalfway(from: done, to: undone))
        #expect(!entry("new", ["a"], []).isHalfway(from: done, to: undone))
    }

    @Test func `of tags that were renamed some may be back`() {
        let done = entry("kept", ["b", "c"], [.public])
        let undone = entry("kept", ["a", "c"], [])

        #expect(entry("kept", ["a", "b", "c"], []).isHalfway(from: done, to: undone))
        #expect(entry("kept", ["c"], []).isHalfway(from: done, to: undone))
        #expect(!entry("kept", ["c"], [.public]).isHalfway(from: done, to: undone))
        #expect(!entry("kept", ["a", "b"], []).isHalfway(from: done, to: undone))
        #expect(!entry("kept", ["a", "c", "d"], []).isHalfway(from: done, to: undone))
    }

    private func entry(_ title: String, _ tags: [String], _ places: [Audience]) -> Diary.Entry {
        Diary.Entry(url: "https://example.org", title: title, note: "", tags: tags, places: places)
    }

    // Creates a world in which ana's undo takes one delta at a time.
    private func worldOfSmallSlices() throws -> World {
        let world = try World(1)
        let drawn = (UInt64(0)...99).map { SmallLimits(drawnBy: $0) }
        let limits: SmallLimits = try #require(drawn.first { $0.store.workDeltas == 1 })
        world.cluster.machines[ana].limits = limits
        try world.cluster.crash(ana)
        try world.cluster.start(ana)
        return world
    }
}
