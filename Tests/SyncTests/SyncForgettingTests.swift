import CRDT
import Domain
import FoundationEssentials
import Primitives
import Testing
import Wire

@testable import Store
@testable import Sync

/// Tests that what is withdrawn is declared dead and pruned, here and at peers that receive it.
@Suite struct SyncForgettingTests {
    @Test func `a withdrawn link is in no file of anybody who heard`() throws {
        let world = try Forgetting()
        try world.share(3, "canary")
        try world.pair.pass(.seconds(30))
        #expect(try world.bobsFile().contains("canary/1"))

        try world.withdraw(1)
        try world.pair.pass(.seconds(60))

        #expect(try world.bob.titles() == ["canary 0", "canary 2"])
        for file in [try world.bobsFile()] {
            #expect(!file.contains("canary/1"))
            #expect(!file.contains("canary 1"))
            #expect(file.contains("canary/0"))
        }
        #expect(try world.ana.titles() == ["canary 0", "canary 1", "canary 2"])
        #expect(try world.pair.states() == ["in sync", "in sync"])
    }

    @Test func `who comes later is sent only what lives`() throws {
        let world = try Forgetting()
        try world.share(40, "canary")
        for index in 0..<39 { try world.withdraw(index) }
        try world.pair.pass(.seconds(90))
        let cleo = try SyncNode(3, name: "Cleo")
        try world.ana.add(friend: cleo)
        try cleo.add(friend: world.ana)
        try world.pair.cutOff()

        let pair = SyncPair(world.ana, cleo, seed: 7)
        let now = max(world.ana.now, cleo.now) + .seconds(1)
        (world.ana.now, cleo.now) = (now, now)
        try pair.connect()
        try pair.pass(.seconds(60))

        #expect(try cleo.titles() == ["canary 39"])
        #expect(try pair.states() == ["in sync", "in sync"])
        let atAna = try world.livingDeltas(at: world.ana)
        let atCleo = try world.livingDeltas(at: cleo)
        #expect(atAna == atCleo)
        #expect(atCleo.count < 12)
        try pair.cutOff()
    }

    @Test func `a node that was away drops it when it is back, and brings nothing back`() throws {
        let world = try Forgetting()
        try world.share(3, "canary")
        try world.pair.pass(.seconds(30))
        let cleo = try SyncNode(3, name: "Cleo")
        for (one, other) in [(world.ana, cleo), (cleo, world.ana)] { try one.add(friend: other) }
        try world.pair.cutOff()
        // Cleo receives the withdrawal; bob, who holds what was withdrawn, meets ana only then.
        try world.withdraw(1)
        let pair = SyncPair(world.ana, cleo, seed: 7)
        cleo.now = max(world.ana.now, cleo.now) + .seconds(1)
        world.ana.now = cleo.now
        try pair.connect()
        try pair.pass(.seconds(60))
        #expect(try cleo.titles() == ["canary 0", "canary 2"])
        try pair.cutOff()
        #expect(try world.bob.titles() == ["canary 0", "canary 1", "canary 2"])

        let back = SyncPair(world.ana, world.bob, seed: 9)
        world.bob.now = max(world.ana.now, world.bob.now) + .seconds(400)
        world.ana.now = world.bob.now
        try back.connect()
        try back.pass(.seconds(60))

        #expect(try world.bob.titles() == ["canary 0", "canary 2"])
        #expect(!(try world.bobsFile().contains("canary/1")))
        #expect(try world.livingDeltas(at: world.ana) == world.livingDeltas(at: world.bob))
        try back.cutOff()
    }

    @Test func `placed again it is there again, and the end of that ends`() throws {
        let world = try Forgetting()
        try world.share(2, "canary")
        for _ in 0..<3 {
            try world.withdraw(0)
            try world.pair.pass(.seconds(45))
            #expect(try world.bob.titles() == ["canary 1"])
            try world.place(0)
            try world.pair.pass(.seconds(45))
            #expect(try world.bob.titles() == ["canary 0", "canary 1"])
        }
        try world.withdraw(0)
        try world.pair.pass(.seconds(90))

        #expect(try world.livingDeltas(at: world.ana) == world.livingDeltas(at: world.bob))
        let states = try [world.ana, world.bob].map { try world.waitingToEnd(at: $0) }
        #expect(states == [0, 0])
        #expect(!(try world.bobsFile().contains("canary/0")))
    }

    @Test
    func `who hears late of a new epoch opens the checkpoint that stands before its rotation`()
        throws
    {
        let world = try Forgetting()
        try world.ana.add(friend: try SyncNode(3, name: "Cleo"))
        try world.ana.keep(drafts(1, "first"), in: .friends)
        try world.ana.ask(.command(.unshare(.query("first"), from: .friends)))
        try world.ana.ask(.command(.removeFriend(PersonReference("Cleo"), isBlocked: false)))
        try world.ana.keep(drafts(1, "second"), in: .friends)
        // What ana has written is only offered, and the withdrawn part is declared dead before bob
        // can request it.
        for _ in 0..<15 {
            world.ana.now = world.ana.now + .seconds(1)
            _ = try world.ana.peers()
        }
        world.bob.now = world.ana.now
        try world.pair.run()
        try world.pair.pass(.seconds(5))

        #expect(try world.bob.titles() == ["second 0"])
        #expect(try world.livingDeltas(at: world.ana) == world.livingDeltas(at: world.bob))
        let ends = world.bob.announced.filter { if case .disconnected = $0 { true } else { false } }
        #expect(ends.isEmpty)
    }

    @Test func `nothing is said when nothing is left to forget`() throws {
        let world = try Forgetting()
        try world.share(3, "canary")
        try world.withdraw(1)
        try world.pair.pass(.seconds(90))
        let before = try world.ana.frontiers()
        let bytes = world.pair.bytesCarried

        try world.pair.pass(.seconds(600))

        #expect(try world.ana.frontiers() == before)
        #expect(
            world.pair.bytesCarried - bytes <= 2 * (600 / 20 + 1)
                * frameBytes(ofMessage: 1 + 6 * 17))
    }
}

/// Ana, and Bob with a file, who are friends and connected.
final class Forgetting {
    let ana: SyncNode
    let bob: SyncNode
    let pair: SyncPair
    private let folder: URL
    private var ids: [ObjectID] = []

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(
            path: "weft-forgetting-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        ana = try SyncNode(1, name: "Ana")
        let first = try SyncNode(2, name: "Bob")
        bob = try SyncNode(twinOf: first, at: folder.appending(path: "bob").path)
        pair = SyncPair(ana, bob, seed: 3)
        try ana.add(friend: bob)
        try bob.add(friend: ana)
        (ana.now, bob.now) = (bob.now + .seconds(1), bob.now + .seconds(1))
        try pair.connect()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func share(_ count: Int, _ word: String) throws {
        let answer = try ana.ask(
            .command(
                .addBookmarks(drafts(count, word), to: .friends, onDuplicate: .skip, act: nil)))
        guard case .kept(let report)? = answer else { return }
        for case .added(let id) in report.outcomes { ids.append(id) }
        try pair.run()
    }

    func withdraw(_ index: Int) throws {
        try ana.ask(
            .command(.unshare(.references([.id(ids[index].text)]), from: .friends)))
        try pair.run()
    }

    func place(_ index: Int) throws {
        try ana.ask(
            .command(
                .share(.references([.id(ids[index].text)]), with: .friends, isLive: false)))
        try pair.run()
    }

    /// Returns everything in bob's files, as text.
    func bobsFile() throws -> String {
        var text = ""
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            let data = try Data(contentsOf: folder.appending(path: name))
            text += String(decoding: data, as: Unicode.ASCII.self)
        }
        return text
    }

    /// Returns the positions of the deltas of ana's friends chains that `node` holds.
    func livingDeltas(at node: SyncNode) throws -> [String] {
        let person = ana.owner.person
        return try node.store.transaction { () throws(StorageError) in
            let row = try node.store.audienceRow(.friends, of: person)
            return try node.store.database.rows(
                """
                SELECT hex(c.chain), d.id & ((1 << 40) - 1) FROM deltas d
                JOIN chains c ON c.id = d.id >> 40
                WHERE c.audience = ? ORDER BY c.chain, d.id
                """, [.integer(row)]
            ) { (row) throws(StorageError) in "\(row.text(0)) \(row.integer(1))" }
        }
    }

    func waitingToEnd(at node: SyncNode) throws -> Int {
        try node.store.transaction { () throws(StorageError) in
            try node.store.database.rows("SELECT audience FROM ending ORDER BY audience") {
                (row) throws(StorageError) in row.integer(0)
            }.count
        }
    }
}
