import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Store
@testable import Sync

/// Tests that nodes with the same deltas show the same; if not, both users are told.
@Suite struct SyncShowingTests {
    private let ana: SyncNode
    private let bob: SyncNode
    private let lan: SyncLAN

    init() throws {
        ana = try SyncNode(1, name: "Ana")
        bob = try SyncNode(2, name: "Bob")
        try ana.add(friend: bob)
        try bob.add(friend: ana)
        lan = SyncLAN([ana, bob])
        try lan.plugIn()
        try lan.run(for: .seconds(10))
    }

    private func states() throws -> [String] {
        try [ana, bob].flatMap { try $0.peers().filter { $0.endReason == nil }.map(\.state) }
    }

    private func warnings(of node: SyncNode) -> [String] {
        node.announced.compactMap { notice in
            switch notice {
            case .warning(let words): return words
            case .warningCleared(let words): return "cleared: \(words)"
            default: return nil
            }
        }
    }

    private func kept() throws {
        let links = (0..<20).map { number in
            BookmarkDraft(
                url: "https://a.example/\(number)", title: "a\(number)", note: "note",
                tags: ["t", "u\(number)"])
        }
        try ana.keep(links, in: .friends)
        try ana.keep([BookmarkDraft(url: "https://own.example/", title: "own")], in: .private)
        try lan.run(for: .seconds(2))
    }

    // Removes a link of ana's as if bob's disk had lost it, but nothing of the log.
    private func loseOne() throws {
        try bob.store.transaction { () throws(StorageError) in
            let author = try bob.store.number(of: ana.owner.person)
            let lost = try bob.store.database.row(
                "SELECT object FROM objects WHERE author = ? AND kind = 1 ORDER BY id LIMIT 1",
                [.integer(author)]
            ) { $0.bytes(0) }
            guard let bytes = lost.flatMap(Bytes16.init) else { throw .corrupt }
            try bob.store.erase(ObjectID(bytes), author: author, in: Place(.friends))
        }
    }

    @Test func `what shows is told once, and again when something has changed`() throws {
        try kept()
        try lan.run(for: .seconds(900))
        let told = ana.said.count { $0 == "shown" }
        #expect(told > 0 && bob.said.contains("shown"))
        #expect(try states() == ["in sync", "in sync"])
        try lan.run(for: .seconds(3600))
        #expect(ana.said.count { $0 == "shown" } == told)

        try ana.keep([BookmarkDraft(url: "https://b.example/", title: "b")], in: .friends)
        try lan.run(for: .seconds(1200))
        #expect(ana.said.count { $0 == "shown" } == told + 1)
        #expect(try states() == ["in sync", "in sync"])
        #expect(warnings(of: ana) == [] && warnings(of: bob) == [])
    }

    @Test func `who shows less of the same is told so, as is the other, until they agree`() throws {
        try kept()
        try loseOne()
        try lan.run(for: .seconds(900))
        #expect(try states() == ["differs", "differs"])
        #expect(warnings(of: ana) == [Status.difference(with: "Bob")])
        #expect(warnings(of: bob) == [Status.difference(with: "Ana")])

        try bob.store.transaction { () throws(StorageError) in
            let friends = try bob.store.audience(.friends, of: ana.owner.person)
            try bob.store.oweRefold(of: friends)
        }
        try ana.keep([BookmarkDraft(url: "https://b.example/", title: "b")], in: .friends)
        try lan.run(for: .seconds(1800))
        #expect(try states() == ["in sync", "in sync"])
        #expect(warnings(of: ana).last == "cleared: \(Status.difference(with: "Bob"))")
    }

    @Test func `an edit, a withdrawal and the trash change what shows at both alike`() throws {
        try kept()
        let links = try ana.titles()
        #expect(links.count >= 20)
        for query in ["a1", "a2"] {
            _ = try ana.ask(.command(.removeAll(query)))
        }
        try lan.run(for: .seconds(1800))
        #expect(try states() == ["in sync", "in sync"])
        #expect(warnings(of: ana) == [])
    }
}

extension Command {
    fileprivate static func removeAll(_ title: String) -> Command {
        .remove(.query("title:\(title)"))
    }
}
