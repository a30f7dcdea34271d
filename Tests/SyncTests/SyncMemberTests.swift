import CRDT
import Domain
import Primitives
import Sodium
import Store
import Testing
import Wire

@testable import Sync

/// Tests friend requests, admission and removal.
@Suite struct SyncMemberTests {
    private static func link(_ title: String) -> BookmarkDraft {
        BookmarkDraft(url: "https://quilt.example/\(title)", title: title)
    }

    private static func pending(_ node: SyncNode) throws -> [FriendRequest] {
        guard case .pending(let knocks) = try node.ask(.query(.pending())) else { return [] }
        return knocks
    }

    @Test func `a person who adds somebody and connects is pending until accepted`() throws {
        let pair = try SyncPair(areFriends: false)
        try pair.ana.add(friend: pair.bob)
        try pair.ana.keep([Self.link("anas")], in: .friends)
        try pair.bob.keep([Self.link("bobs")], in: .friends)
        try pair.connect()

        let knocks = try Self.pending(pair.bob)
        #expect(knocks.map(\.person) == [pair.ana.owner.person])
        #expect(
            pair.bob.announced.contains(
                .friendPending(pair.ana.owner.person, address: "h:1")))
        #expect(try pair.bob.titles() == ["bobs"])

        let id = PersonReference(String(pair.ana.owner.person.text.prefix(8)))
        let answer = try pair.bob.ask(.command(.acceptFriend(id, petName: "Ana")))
        guard case .befriended(let friend) = answer else {
            Issue.record("accepted")
            return
        }
        #expect(friend.name == "Ana")
        try pair.run()
        try pair.connect()
        #expect(try pair.bob.titles() == ["anas", "bobs"])
        #expect(try pair.ana.titles() == ["anas", "bobs"])
        #expect(try Self.pending(pair.bob).isEmpty)
    }

    @Test func `who is declined is forgotten, who is blocked does not ask again`() throws {
        let pair = try SyncPair(areFriends: false)
        try pair.ana.add(friend: pair.bob)
        try pair.connect()
        let id = PersonReference(String(pair.ana.owner.person.text.prefix(8)))

        try pair.bob.ask(.command(.declineFriend(id)))
        #expect(try Self.pending(pair.bob).isEmpty)
        try pair.bob.add(friend: pair.ana)
        try pair.bob.ask(.command(.removeFriend(PersonReference("Ana"), isBlocked: true)))
        try pair.run()
        try pair.connect()

        #expect(try Self.pending(pair.bob).isEmpty)
        guard case .people(let blocked) = try pair.bob.ask(.query(.blocked())) else {
            Issue.record("the blocked are told")
            return
        }
        #expect(blocked.map(\.person) == [pair.ana.owner.person])
    }

    @Test func `so many may ask and no more`() throws {
        let bob = try SyncNode(2, name: "Bob")
        for person in 0..<UInt8(SyncLimits.standard.friendRequestsMax + 3) {
            let certificate = try SyncNode(100 + person, name: "").owner.certificate
            let session = Session(
                link: .inbound(UInt64(person)), address: "h\(person):1", dialling: nil,
                store: bob.store,
                owner: bob.owner, entropy: .seeded(.zero), dice: Dice(seed: 1),
                limits: .standard, at: bob.now)
            try bob.store.transaction { () throws(StorageError) in
                try bob.engine.recordFriendRequest(session, certificate, at: bob.now, wall: SyncNode.wall)
            }
        }

        #expect(try Self.pending(bob).count == SyncLimits.standard.friendRequestsMax)
    }

    @Test func `unfriending ends the link, and the former friend gets nothing later`() throws {
        let pair = try SyncPair()
        try pair.connect()
        try pair.ana.keep([Self.link("before")], in: .friends)
        try pair.run()
        try pair.pass(SyncLimits.offerPatience)

        try pair.ana.ask(.command(.removeFriend(PersonReference("Bob"), isBlocked: false)))
        try pair.run()
        try pair.ana.keep([Self.link("after")], in: .friends)
        try pair.connectBack()
        try pair.pass(.seconds(120))

        #expect(try pair.bob.titles() == ["before"])
        #expect(
            pair.ana.announced.contains { if case .friendRemoved = $0 { true } else { false } })
        #expect(pair.ana.engine.sessions.allSatisfy { !$0.isAlive || !$0.isFamiliar })
        #expect(pair.ana.engine.dialler.targets.isEmpty)
    }

    @Test func `a friend who comes after an epoch has ended reads from the start`() throws {
        let pair = try SyncPair()
        let cleo = try SyncNode(3, name: "Cleo")
        try pair.ana.keep([Self.link("first")], in: .friends)
        try pair.ana.ask(.command(.removeFriend(PersonReference("Bob"), isBlocked: false)))
        try pair.ana.add(friend: cleo)
        try pair.ana.ask(.command(.removeFriend(PersonReference("Cleo"), isBlocked: false)))
        try pair.ana.keep([Self.link("second")], in: .friends)

        try pair.ana.add(friend: pair.bob)
        try pair.connect()

        #expect(try pair.bob.titles() == ["first", "second"])
    }

    @Test func `a paired device finds the first, holds everything and is told of by it`() throws {
        let first = try SyncPair(devicesOf: "Ana")
        try first.ana.keep([Self.link("private")], in: .private)
        try first.ana.keep([Self.link("for friends")], in: .friends)

        try first.connectBack()
        try first.bob.keep([Self.link("of the second")], in: .private)
        try first.run()

        #expect(try first.bob.titles() == ["for friends", "of the second", "private"])
        #expect(try first.ana.titles() == ["for friends", "of the second", "private"])
        guard case .devices(let devices) = try first.ana.ask(.query(.devices())) else {
            Issue.record("the devices are told")
            return
        }
        #expect(devices.map(\.name) == ["", "second"])
        #expect(devices.map(\.isConnected) == [false, true])
        #expect(devices.map(\.isThis) == [true, false])
    }

    @Test func `revoking a device ends its link, and what it writes later is void`() throws {
        let pair = try SyncPair(devicesOf: "Ana")
        try pair.ana.keep([Self.link("kept")], in: .private)
        try pair.connectBack()

        try pair.ana.ask(.command(.revokeDevice(DeviceReference("second"), phrase: nil)))
        try pair.run()
        try pair.connect()
        try pair.ana.keep([Self.link("later")], in: .private)
        try pair.pass(.seconds(60))

        #expect(pair.ana.engine.sessions.allSatisfy { !$0.isAlive || !$0.isFamiliar })
        #expect(try !pair.bob.titles().contains("later"))
        // The device is told, once, that it is no longer its person's.
        let told = pair.bob.announced.filter {
            if case .warning(let text) = $0 { text.contains("revoked") } else { false }
        }
        #expect(told.count == 1)
    }

    @Test func `full text is indexed however often somebody asks`() throws {
        let ana = try SyncNode(1, name: "Ana")
        try ana.keep((0..<500).map { Self.link("\($0)") }, in: .private)
        ana.now = ana.now + .seconds(1)

        for _ in 0..<200 {
            ana.now = ana.now + .milliseconds(20)
            try ana.step(.requested(RequestID(7), .query(.status())))
            while let due = ana.engine.deadline(at: ana.now), due <= ana.now {
                try ana.step(.woken)
            }
        }

        #expect(!ana.engine.isIndexing)
    }
}
