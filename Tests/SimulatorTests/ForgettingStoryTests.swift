import CRDT
import Domain
import Primitives
import Simulator
import Testing

/// What is withdrawn is gone from the files of whoever hears of it: ana is node 0, ben 1, cleo 2.
@Suite struct ForgettingStoryTests {
    private let ana = 0
    private let ben = 1
    private let cleo = 2

    @Test
    func `a withdrawn word is in no file of who is there within a minute, nor of who comes later`()
        throws
    {
        let world = try World(3)
        try world.cluster.befriend(ana, ben)
        let words = (0..<5).map { _ in world.cluster.canary(of: ana) }
        let ids = try keep(words, in: world)
        try world.cluster.settle()
        #expect(try held(words, by: ben, world) == [true, true, true, true, true])

        try withdraw([ids[1], ids[3]], in: world)
        try world.cluster.run(for: .seconds(60))

        #expect(try held(words, by: ben, world) == [true, false, true, false, true])
        #expect(try held(words, by: ana, world) == [true, true, true, true, true])
        try world.cluster.befriend(ana, cleo)
        try world.cluster.settle()
        #expect(try held(words, by: cleo, world) == [true, false, true, false, true])
        #expect(try titles(world, at: cleo) == ["link 0", "link 2", "link 4"])
        #expect(try titles(world, at: ben) == ["link 0", "link 2", "link 4"])
        try world.cluster.checkEverything()
    }

    @Test func `who is off drops it when he is back`() throws {
        let world = try World(3)
        try world.cluster.befriend(ana, ben)
        try world.cluster.befriend(ana, cleo)
        let words = (0..<3).map { _ in world.cluster.canary(of: ana) }
        let ids = try keep(words, in: world)
        try world.cluster.settle()

        try world.cluster.crash(cleo)
        try withdraw([ids[0]], in: world)
        try world.cluster.run(for: .seconds(120))
        #expect(try held(words, by: ben, world) == [false, true, true])
        #expect(try held(words, by: cleo, world) == [true, true, true])
        try world.cluster.start(cleo)
        try world.cluster.settle()
        try world.cluster.run(for: .seconds(60))

        #expect(try held(words, by: cleo, world) == [false, true, true])
        #expect(try titles(world, at: cleo) == ["link 1", "link 2"])
        try world.cluster.checkEverything()
    }

    @Test func `a crash while it is dropped leaves nothing behind`() throws {
        for moment in [200, 10_100, 10_600, 10_700, 11_200] {
            let world = try World(2)
            try world.cluster.befriend(ana, ben)
            let words = (0..<3).map { _ in world.cluster.canary(of: ana) }
            let ids = try keep(words, in: world)
            try world.cluster.settle()

            try withdraw([ids[2]], in: world)
            try world.cluster.run(for: .milliseconds(moment))
            for node in [ana, ben] {
                try world.cluster.crash(node)
                try world.cluster.start(node)
            }
            try world.cluster.settle()
            try world.cluster.run(for: .seconds(120))

            #expect(try held(words, by: ben, world) == [true, true, false])
            try world.cluster.checkEverything()
        }
    }

    private func keep(_ words: [String], in world: World) throws -> [ObjectID] {
        let drafts = words.enumerated().map { index, word in
            BookmarkDraft(
                url: "https://example.org/\(word)", title: "link \(index)", note: word,
                tags: [word])
        }
        let answer = try world.cluster.done(
            .addBookmarks(drafts, to: .friends, onDuplicate: .skip, act: nil), at: ana)
        guard case .kept(let report) = answer else { return [] }
        return report.outcomes.compactMap { outcome in
            if case .added(let id) = outcome { return id }
            return nil
        }
    }

    private func withdraw(_ ids: [ObjectID], in world: World) throws {
        let selection = Selection.references(ids.map { .id($0.text) })
        try world.cluster.done(.unshare(selection, from: .friends), at: ana)
    }

    /// Which of the words lie in a file of a node.
    private func held(_ words: [String], by node: Int, _ world: World) throws -> [Bool] {
        let files = world.disk(of: node)
        return words.map { word in
            files.contains { String(decoding: $0.bytes, as: Unicode.ASCII.self).contains(word) }
        }
    }

    private func titles(_ world: World, at node: Int) throws -> [String] {
        try world.cluster.links(of: ana, at: node).map(\.title).sorted()
    }
}
