import CRDT
import Domain
import Primitives
import Store
import Testing
import Wire

@testable import Sync

/// Tests two engines connected by a pipe.
@Suite struct SyncEngineTests {
    @Test(arguments: UInt64(1)...12)
    func `friends' things arrive, private ones never`(seed: UInt64) throws {
        let pair = try SyncPair(seed: seed)
        try pair.ana.keep(drafts(3, "shared"), in: .friends)
        try pair.ana.keep(drafts(2, "private"), in: .private)
        try pair.bob.keep(drafts(2, "bobs"), in: .public)

        try pair.connect()
        try pair.ana.keep(drafts(1, "later"), in: .friends)
        try pair.pass(.seconds(1))

        let shared = ["later 0", "shared 0", "shared 1", "shared 2"]
        #expect(try pair.bob.titles() == ["bobs 0", "bobs 1"] + shared)
        #expect(
            try pair.ana.titles() == ["bobs 0", "bobs 1"] + ["later 0", "private 0", "private 1"]
                + shared.dropFirst())
        #expect(try pair.states() == ["in sync", "in sync"])
        #expect(pair.ana.announced.contains { if case .syncCompleted = $0 { true } else { false } })
    }

    @Test func `who was added by one side only is told nothing and tells nothing`() throws {
        let pair = try SyncPair(areFriends: false)
        try pair.ana.add(friend: pair.bob)
        try pair.ana.keep(drafts(3, "shared"), in: .friends)
        try pair.bob.keep(drafts(2, "bobs"), in: .friends)

        try pair.connect()
        try pair.pass(.seconds(60))

        #expect(try pair.bob.titles() == ["bobs 0", "bobs 1"])
        #expect(try pair.ana.titles() == ["shared 0", "shared 1", "shared 2"])
        #expect(!pair.bob.announced.contains { if case .connected = $0 { true } else { false } })
    }

    @Test func `becoming friends on an open link starts the sync`() throws {
        let pair = try SyncPair(areFriends: false)
        try pair.ana.add(friend: pair.bob)
        try pair.ana.keep(drafts(1, "shared"), in: .friends)
        try pair.connect()

        try pair.bob.add(friend: pair.ana)
        try pair.pass(.seconds(5))
        try pair.connect()

        #expect(try pair.bob.titles() == ["shared 0"])
    }

    @Test func `a large first sync streams within its credit`() throws {
        let pair = try SyncPair()
        try pair.ana.keep(drafts(300, "large", noteBytes: 40_000), in: .friends)

        try pair.connect()

        #expect(try pair.bob.titles().count == 300)
        #expect(try pair.states() == ["in sync", "in sync"])
        #expect(pair.bytesCarried > 12_000_000)
    }

    @Test func `never more than the credit and one run is under way`() throws {
        let pair = try SyncPair()
        try pair.ana.keep(drafts(200, "large", noteBytes: 50_000), in: .friends)
        var sent = 0
        try pair.connect(holdingBackFromBob: { bytes in sent += bytes })

        #expect(sent > SyncLimits.standard.creditBytes / 2)
        #expect(sent <= SyncLimits.standard.creditBytes + Message.runBytesMax + 100_000)
    }

    @Test func `in sync there are heartbeats only`() throws {
        let pair = try SyncPair()
        try pair.ana.keep(drafts(3, "shared"), in: .friends)
        try pair.connect()
        try pair.pass(.seconds(40))
        let before = pair.bytesCarried

        try pair.pass(.seconds(600))

        // Two sides, every 20 to 30 seconds, at most 4 audiences of 17 bytes in a frame.
        let each = frameBytes(ofMessage: 1 + 4 * 17)
        #expect(pair.bytesCarried - before <= 2 * (600 / 20 + 1) * each)
        #expect(pair.bytesCarried > before)
    }

    @Test func `what arrived is acknowledged`() throws {
        let pair = try SyncPair()
        try pair.ana.keep(drafts(1, "shared"), in: .friends)
        try pair.connect()
        try pair.pass(.seconds(40))

        let answer = try pair.ana.ask(
            .query(.visibility(.url("https://example.org/shared/0"))))

        guard case .visibility(let visibility) = answer else {
            Issue.record("\(answer as Any)")
            return
        }
        #expect(visibility.viewers.map(\.arrival) == [.hasIt])
    }

    @Test func `what is on its way may have arrived, and what was never sent has not`() throws {
        let pair = try SyncPair()
        try pair.ana.keep(drafts(1, "shared", noteBytes: 40_000), in: .friends)
        func arrival() throws -> Visibility.Arrival? {
            let query = Query.visibility(.url("https://example.org/shared/0"))
            guard case .visibility(let told) = try pair.ana.ask(.query(query)) else { return nil }
            return told.viewers.first?.arrival
        }
        #expect(try arrival() == .notYet)

        try pair.connect(holdingBackFromBob: { #expect($0 > 40_000) })

        #expect(try arrival() == .unknown)
        try pair.run()
        #expect(try arrival() == .hasIt)
    }

    @Test(arguments: UInt64(1)...4)
    func `two links to one device become one`(seed: UInt64) throws {
        let pair = try SyncPair(seed: seed)
        try pair.connect()

        try pair.connectBack()
        try pair.pass(.seconds(1))
        try pair.ana.keep(drafts(1, "shared"), in: .friends)
        try pair.pass(.seconds(30))

        #expect(try pair.states() == ["in sync", "in sync"])
        #expect(try pair.bob.titles() == ["shared 0"])
    }

    @Test func `silence ends a link`() throws {
        let pair = try SyncPair()
        try pair.connect()

        pair.ana.now = pair.ana.now + SyncLimits.silenceMax + .seconds(1)
        try pair.ana.step(.woken)

        #expect(pair.ana.closed.values.contains(.done))
        #expect(try pair.ana.peers().allSatisfy { $0.state == "closed" })
    }

    /// A length that was changed in transit: everything that followed counted as part of one long
    /// frame, and the link as alive.
    @Test func `bytes that make no whole frame are silence`() throws {
        let pair = try SyncPair()
        try pair.connect()
        let link = try #require(pair.ana.engine.sessions.first?.link)

        try pair.ana.step(.received(link, [0xFF, 0xFF]))
        for _ in 0..<9 {
            #expect(pair.ana.closed.isEmpty)
            pair.ana.now = pair.ana.now + .seconds(10)
            try pair.ana.step(.received(link, [0]))
        }

        #expect(pair.ana.closed[link] == .done)
    }

    @Test func `a caller that does not prove who it is in time is dropped`() throws {
        let bob = try SyncNode(2, name: "Bob")
        try bob.step(.accepted(.inbound(1), address: "x:1"))

        let patience = SyncLimits.handshakePatience - .nanoseconds(1)
        bob.now = bob.now + patience
        try bob.step(.woken)
        #expect(bob.closed.isEmpty)
        bob.now = bob.now + .nanoseconds(1)
        try bob.step(.woken)

        #expect(bob.closed[.inbound(1)] != nil)
    }

    @Test func `one address has so many unproven links and no more`() throws {
        let bob = try SyncNode(2, name: "Bob")
        let most = UInt64(SyncLimits.standard.unprovenPerAddressMax)

        for number in 1...most { try bob.step(.accepted(.inbound(number), address: "x:\(number)")) }
        #expect(bob.closed.isEmpty)
        try bob.step(.accepted(.inbound(most + 1), address: "x:99"))

        #expect(bob.closed == [.inbound(most + 1): .tooMuch])
    }

    @Test func `so many unproven links come in at all and no more`() throws {
        let bob = try SyncNode(2, name: "Bob")
        let most = UInt64(SyncLimits.standard.unprovenMax)

        for number in 1...most { try bob.step(.accepted(.inbound(number), address: "\(number):1")) }
        #expect(bob.closed.isEmpty)
        try bob.step(.accepted(.inbound(most + 1), address: "99:1"))

        #expect(bob.closed.keys.sorted() == [.inbound(1)], "the oldest gives way")
        #expect(bob.engine.sessions.count(where: \.isAlive) == Int(most))
    }

    @Test func `the deadline never lies behind once it was kept`() throws {
        let pair = try SyncPair()
        try pair.ana.keep(drafts(3, "shared"), in: .friends)
        try pair.connect()

        for _ in 0..<200 {
            guard let due = pair.ana.engine.deadline(at: pair.ana.now) else { break }
            pair.ana.now = max(due, pair.ana.now)
            try pair.ana.step(.woken)
            #expect(pair.ana.engine.deadline(at: pair.ana.now).map { $0 > pair.ana.now } ?? true)
        }
    }
}
