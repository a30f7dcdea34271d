import CRDT
import Domain
import Primitives
import Testing

@testable import Simulator

/// Scenarios of direct audiences: ana is node 0, ben 1, cleo 2; ana and ben call each other
/// `friend1` and `friend0`.
@Suite struct DirectStoryTests {
    private let ana = 0
    private let ben = 1
    private let cleo = 2

    @Test func `a link for one friend reaches that friend and no other`() throws {
        let world = try friends()
        _ = try world.cluster.keep(link("for ben"), for: .person("friend1"), at: ana)
        try world.cluster.run(for: .seconds(60))

        #expect(try titles(at: ben, world) == ["for ben"])
        #expect(try titles(at: cleo, world).isEmpty)
        let seen = try world.cluster.machines[ben].shown(at: world.cluster.now)
        #expect(seen.map(\.placement) == [[.person("friend0")]])
        try world.cluster.checkEverything()
    }

    @Test func `both write, and each sees the other's changes`() throws {
        let world = try friends()
        let id = try world.cluster.keep(link("plan"), for: .person("friend1"), at: ana)
        try world.cluster.run(for: .seconds(60))

        try world.cluster.done(.edit(.id(id.text), BookmarkChange(title: "plan")), at: ben)
        _ = try world.cluster.keep(link("answer"), for: .person("friend0"), at: ben)
        try world.cluster.run(for: .seconds(60))

        #expect(try titles(at: ana, world) == ["answer", "plan"])
        #expect(try titles(at: ben, world) == ["answer", "plan"])
        #expect(try titles(at: cleo, world).isEmpty)
    }

    @Test func `both begin at the same time, and later things go into one`() throws {
        let world = try friends()
        world.cluster.cut(ana, ben)
        _ = try world.cluster.keep(link("anas"), for: .person("friend1"), at: ana)
        _ = try world.cluster.keep(link("bens"), for: .person("friend0"), at: ben)
        try world.cluster.heal()
        try world.cluster.run(for: .seconds(300))

        #expect(try titles(at: ana, world) == ["anas", "bens"])
        #expect(try titles(at: ben, world) == ["anas", "bens"])
        _ = try world.cluster.keep(link("later"), for: .person("friend1"), at: ana)
        _ = try world.cluster.keep(link("too"), for: .person("friend0"), at: ben)
        try world.cluster.run(for: .seconds(60))
        #expect(try titles(at: ana, world) == ["anas", "bens", "later", "too"])
        #expect(try titles(at: ben, world) == ["anas", "bens", "later", "too"])
    }

    @Test func `an own link shared with one friend is a copy, and is withdrawn again`() throws {
        let world = try friends()
        let id = try world.cluster.keep(link("mine"), at: ana)
        let selection = Selection.references([.id(id.text)])
        try world.cluster.done(
            .share(selection, with: .person("friend1"), isLive: false), at: ana)
        try world.cluster.run(for: .seconds(60))
        #expect(try titles(at: ben, world) == ["mine"])

        try world.cluster.done(.unshare(selection, from: .person("friend1")), at: ana)
        try world.cluster.run(for: .seconds(60))
        #expect(try titles(at: ben, world).isEmpty)
        #expect(try titles(at: ana, world) == ["mine"])
    }

    @Test func `who is no friend any more gets nothing that comes later`() throws {
        let world = try friends()
        _ = try world.cluster.keep(link("before"), for: .person("friend1"), at: ana)
        try world.cluster.run(for: .seconds(60))

        try world.cluster.done(
            .removeFriend(PersonReference("friend1"), isBlocked: false), at: ana)
        let answer = try world.cluster.ask(
            .command(
                .addBookmarks(
                    [link("after")], to: .person("friend1"), onDuplicate: .skip, act: nil)),
            at: ana)
        guard case .rejected(let problem) = answer else {
            Issue.record("a stranger was written to")
            return
        }
        #expect(problem.code == .notFound)
        try world.cluster.run(for: .seconds(60))
        #expect(try titles(at: ben, world) == ["before"])
    }

    // MARK: Worlds

    private func friends() throws -> World {
        let world = try World(3)
        for (first, second) in [(ana, ben), (ana, cleo), (ben, cleo)] {
            try world.cluster.befriend(first, second)
        }
        try world.cluster.settle()
        return world
    }

    private func link(_ title: String) -> BookmarkDraft {
        BookmarkDraft(
            url: "https://example.org/\(title.utf8.count)\(title.utf8.first ?? 0)", title: title)
    }

    private func titles(at node: Int, _ world: World) throws -> [String] {
        try world.cluster.machines[node].shown(at: world.cluster.now)
            .filter { !$0.isTrashed }.map(\.title).sorted()
    }
}
