import CRDT
import Domain
import Primitives
import Sodium
import Store
import Testing
import Wire

@testable import Sync

/// Tests the end of friend invitations, made and typed.
@Suite struct InviteEndTests {
    private func openJoins(_ node: SyncNode) throws -> Int {
        try node.store.transaction { () throws(StorageError) in try node.store.openJoins() }.count
    }

    /// Returns Bob's second device, which has met the first, and a way to reconnect the two.
    private func second(of bob: SyncNode) throws -> (SyncNode, () throws -> Void) {
        let phone = try SyncNode(2, name: "Bob", pairedWith: bob)
        let pair = SyncPair(bob, phone, seed: 7)
        let meet = {
            try pair.connectBack()
            try pair.pass(.seconds(10))
            try pair.cutOff()
        }
        try meet()
        return (phone, meet)
    }

    // MARK: Typed invitations

    @Test(arguments: [WireLimits.expirySecondsMax + 1, UInt64.max / 1000 + 1, UInt64.max])
    func `one that ends too late is none`(seconds: UInt64) throws {
        let pair = try SyncPair(areFriends: false)
        let text = FriendInvitation(
            certificate: pair.ana.owner.certificate,
            secret: try #require(Bytes16([UInt8](repeating: 3, count: 16))),
            expirySeconds: seconds, name: "Ana", addresses: ["ana:1"]
        ).text

        let answer = try pair.bob.ask(.command(.joinFriend(invitation: text, petName: nil)))

        #expect(problem(answer).contains("incomplete"))
        #expect(try pair.bob.joinings().isEmpty)
    }

    @Test(arguments: [false, true])
    func `who was removed since waits no more for who made it`(isBlocked: Bool) throws {
        let pair = try SyncPair(areFriends: false)
        let made = try pair.ana.invite()
        try pair.bob.add(friend: pair.ana)
        _ = try pair.bob.enter(made)

        try pair.bob.remove("Ana", isBlocked: isBlocked)
        try pair.pass(.seconds(30))

        #expect(try pair.bob.joinings().isEmpty)
        #expect(try pair.bob.friends().isEmpty)
        #expect(try pair.ana.friends().isEmpty)
    }

    @Test(arguments: [false, true])
    func `nor who was removed at another own device`(isBlocked: Bool) throws {
        let (ana, bob) = (try SyncNode(1, name: "Ana"), try SyncNode(2, name: "Bob"))
        let (phone, meet) = try second(of: bob)
        _ = try bob.enter(try ana.invite())

        try phone.add(friend: ana)
        try phone.remove("Ana", isBlocked: isBlocked)
        try meet()

        #expect(try bob.joinings().isEmpty)
        #expect(try openJoins(bob) == 0)
        let pair = SyncPair(ana, bob, seed: 8)
        try pair.pass(.seconds(60))
        #expect(try bob.friends().isEmpty)
    }

    @Test func `one is called by until a day after its end`() throws {
        let (ana, bob) = (try SyncNode(1, name: "Ana"), try SyncNode(2, name: "Bob"))
        _ = try bob.enter(try ana.invite())
        let end = SyncNode.wall.milliseconds + (3600 + 86_400) * 1000

        bob.wall = WallTime(milliseconds: end - 1000)
        try bob.step(.woken)
        #expect(try bob.joining()?.state == .expired)
        #expect(try openJoins(bob) == 1)

        bob.wall = WallTime(milliseconds: end)
        try bob.step(.woken)
        #expect(try bob.joining()?.state == .expired)
        #expect(try openJoins(bob) == 0)
    }

    @Test func `one ends when the two became friends by tickets meanwhile`() throws {
        let (ana, bob) = (try SyncNode(1, name: "Ana"), try SyncNode(2, name: "Bob"))
        _ = try bob.enter(try ana.invite())
        try ana.add(friend: bob)
        try bob.add(friend: ana)
        #expect(try openJoins(bob) == 1)

        let pair = SyncPair(ana, bob, seed: 3)
        try pair.connect()

        #expect(try bob.joining()?.state == .friend)
        #expect(try openJoins(bob) == 0)
        #expect(try pair.states().contains("in sync"))
    }

    @Test func `sixteen wait at most, and the next one is told`() throws {
        let bob = try SyncNode(2, name: "Bob")
        let makers = try (UInt8(10)...26).map { try SyncNode($0, name: "Maker\($0)") }
        // The first one's lasts a minute.
        for maker in makers.dropLast() {
            let made = try maker.invite(seconds: maker === makers[0] ? 60 : 3600)
            #expect(try problem(bob.enter(made)).isEmpty)
        }
        let names = (10...25).reversed().map { "Maker\($0)" }
        let last = try makers[16].invite()

        let refused = try bob.enter(last)
        #expect(problem(refused) == "16 invitations that you typed here are already waiting")
        #expect(try bob.joinings().map(\.name) == names)
        // Another one by a person already waited for replaces the earlier one.
        #expect(try problem(bob.enter(try makers[15].invite())).isEmpty)
        #expect(try bob.joinings().map(\.name) == names)

        // An expired one makes room.
        bob.wall = WallTime(milliseconds: SyncNode.wall.milliseconds + 60_000)
        #expect(try problem(bob.enter(last)).isEmpty)
        #expect(try bob.joinings().map(\.name) == ["Maker26"] + names.dropLast())
        #expect(problem(try bob.enter(try makers[0].invite())).contains("already waiting"))
        try bob.ask(.command(.forgetJoining(PersonReference("Maker20"))))
        #expect(try problem(bob.enter(try makers[0].invite())).isEmpty)
    }

    // MARK: Made invitations

    @Test(arguments: [false, true])
    func `a removed friend does not come again by the line that let them in`(
        isBlocked: Bool
    ) throws {
        let pair = try SyncPair(areFriends: false)
        let made = try pair.ana.invite(uses: 5)
        try pair.join(made.text)
        #expect(try pair.ana.friends().map(\.name) == ["Bob"])

        try pair.ana.remove("Bob", isBlocked: isBlocked)
        try pair.bob.remove("Ana")
        try pair.join(made.text)

        #expect(try pair.bob.joining()?.state == .revoked)
        #expect(try pair.ana.friends().isEmpty)
        #expect(try pair.ana.invitations().isEmpty)
    }

    @Test func `a device that hears of a removal honours no line either`() throws {
        let bob = try SyncNode(2, name: "Bob")
        let cleo = try SyncNode(3, name: "Cleo")
        let (phone, meet) = try second(of: bob)
        try phone.add(friend: cleo)
        try meet()
        _ = try bob.invite(uses: 5)
        #expect(try bob.friends().map(\.name) == ["Cleo"])

        try phone.remove("Cleo")
        try meet()

        #expect(try bob.friends().isEmpty)
        #expect(try bob.invitations().isEmpty)
    }

    @Test func `who may ask again ends nothing, at no device`() throws {
        let bob = try SyncNode(2, name: "Bob")
        let cleo = try SyncNode(3, name: "Cleo")
        let (phone, meet) = try second(of: bob)
        try phone.add(friend: cleo)
        try phone.remove("Cleo", isBlocked: true)
        try meet()
        _ = try phone.invite()
        _ = try bob.invite()

        try phone.ask(.command(.unblock(PersonReference("Cleo"))))
        try meet()

        #expect(try phone.invitations().count == 1)
        #expect(try bob.invitations().count == 1)
    }

    // MARK: Newcomers

    @Test(arguments: [false, true])
    func `a person who comes and gives no name is told of`(isGone: Bool) throws {
        let ana = try SyncNode(1, name: "Ana")
        let invitation = try #require(FriendInvitation(text: try ana.invite().text))
        let mallory = try SyncNode(9, name: "Mallory")
        var channel = SecureChannel(
            role: .initiator, key: mallory.owner.agreement,
            remoteKey: ana.owner.agreement.publicKey, ephemeralSeed: try SyncNode.bytes([7]),
            invitation: (
                Derivation.invitationID(secret: invitation.secret),
                Derivation.invitationKey(secret: invitation.secret)
            ))
        let link = LinkID.inbound(1)
        try ana.step(.accepted(link, address: "m:1"))
        var outbox = try channel.begin(nonce: 1)
        while !outbox.isEmpty {
            let effects = try ana.step(.received(link, outbox))
            outbox = []
            for case .send(_, let bytes) in effects {
                let (arrivals, reply) = try channel.receive(bytes)
                outbox += reply
                for case .message(let message) in arrivals where message.isCertificate {
                    let own = channel.introducing(
                        mallory.owner.certificate, by: mallory.owner.signing)
                    outbox += channel.seal(own)
                }
            }
        }
        if isGone {
            try ana.step(.disconnected(link))
        } else {
            try ana.step(.received(link, channel.seal(.keys([]))))
        }

        #expect(ana.added() == [mallory.owner.person])
        #expect(try ana.friends().map(\.name) == [String(mallory.owner.person.text.prefix(8))])
    }

    @Test(arguments: [
        "Bob", String(repeating: "b", count: 256), String(repeating: "ö", count: 128),
    ])
    func `nobody is kept out by the name that another one has`(name: String) throws {
        let pair = SyncPair(try SyncNode(1, name: "Ana"), try SyncNode(2, name: name), seed: 1)
        let short = String(pair.bob.owner.person.text.prefix(8))
        // One has the name, one the beginning of the id, one the two together.
        let end = "~\(short)"
        var both = name
        while both.utf8.count + end.utf8.count > 256 { both.removeLast() }
        for (number, taken) in [name, short, both + end].enumerated() {
            let other = try SyncNode(UInt8(20 + number), name: "Other")
            let ticket = Ticket(certificate: other.owner.certificate, name: "", addresses: [])
            try pair.ana.ask(.command(.addFriend(ticket: ticket.text, petName: taken)))
        }
        let made = try pair.ana.invite()

        try pair.join(made.text)

        let person = pair.bob.owner.person
        let found = try pair.ana.friends().first { $0.person == person }?.name ?? ""
        #expect(found.hasSuffix("~\(short)-2"))
        #expect(found.utf8.count <= 256)
        #expect(pair.ana.added().last == person)
        #expect(try pair.bob.friends().map(\.name) == ["Ana"])
    }
}
