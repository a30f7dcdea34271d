import CRDT
import Domain
import Primitives
import Sodium
import Store
import Testing
import Wire

@testable import Sync

/// Tests becoming friends by an invitation: what each side does, and what nobody learns.
@Suite struct InviteTests {
    @Test(arguments: 1...8) func `two become friends in one go`(seed: UInt64) throws {
        let pair = try SyncPair(seed: seed, areFriends: false)
        try pair.ana.keep(drafts(3, "anas"), in: .friends)
        try pair.bob.keep(drafts(2, "bobs"), in: .friends)
        let made = try pair.ana.invite()

        try pair.join(made.text)

        #expect(try pair.ana.friends().map(\.name) == ["Bob"])
        #expect(try pair.bob.friends().map(\.name) == ["Ana"])
        #expect(try (pair.ana.friends() + pair.bob.friends()).allSatisfy(\.isMutual))
        #expect(try pair.bob.joining()?.state == .friend)
        #expect(try pair.ana.titles() == pair.bob.titles())
        #expect(try pair.ana.titles().count == 5)
        // Notified once on either side; the name comes a moment later.
        #expect(pair.ana.added() == [pair.bob.owner.person])
        #expect(pair.bob.added() == [pair.ana.owner.person])
        // It was for one person.
        guard case .invitations(let left) = try pair.ana.ask(.query(.invitations())) else { return }
        #expect(left.isEmpty)
        // Nobody has to answer anything.
        for node in [pair.ana, pair.bob] {
            guard case .pending(let knocks) = try node.ask(.query(.pending())) else { continue }
            #expect(knocks.isEmpty)
        }
    }

    @Test func `one that is used up, revoked or expired says which, and lets nobody in`() throws {
        for state in [Joining.State.usedUp, .revoked, .expired] {
            let pair = try SyncPair(areFriends: false)
            let made = try pair.ana.invite()
            var pairs = [pair]
            switch state {
            case .usedUp:
                let cleo = try SyncNode(3, name: "Cleo")
                let first = SyncPair(pair.ana, cleo, seed: 2)
                pairs.append(first)
                try first.join(made.text)
                #expect(try pair.ana.friends().map(\.name) == ["Cleo"])
                try first.cutOff()
                let again = SyncPair(pair.ana, pair.bob, seed: 3)
                pairs.append(again)
                try again.join(made.text)
            case .revoked:
                try pair.ana.ask(
                    .command(.revokeInvitation(number: made.invitation.number)))
                try pair.join(made.text)
            default:
                // Ana's clock is two hours ahead of Bob's.
                pair.ana.wall = WallTime(milliseconds: SyncNode.wall.milliseconds + 7_200_000)
                try pair.join(made.text)
            }

            #expect(try pair.bob.joining()?.state == state)
            #expect(try pair.bob.friends().isEmpty)
            #expect(try !pair.ana.friends().contains { $0.name == "Bob" })
            // Bob's node no longer dials with it.
            #expect(
                try pair.bob.store.transaction { () throws(StorageError) in
                    try pair.bob.store.openJoins()
                }.isEmpty)
            withExtendedLifetime(pairs) {}
        }
    }

    @Test func `who is refused hears the reason, and nothing else`() throws {
        for isRevoked in [true, false] {
            let ana = try SyncNode(1, name: "Ana")
            try ana.keep(drafts(2, "anas"), in: .friends)
            let made = try ana.invite()
            if isRevoked {
                try ana.ask(.command(.revokeInvitation(number: made.invitation.number)))
            } else {
                ana.wall = WallTime(milliseconds: SyncNode.wall.milliseconds + 7_200_000)
            }
            let invitation = try #require(FriendInvitation(text: made.text))
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
            var heard: [Message] = []
            var outbox = try channel.begin(nonce: 1)
            while !outbox.isEmpty {
                let effects = try ana.step(.received(link, outbox))
                outbox = []
                for case .send(_, let bytes) in effects {
                    let (arrivals, reply) = try channel.receive(bytes)
                    outbox += reply
                    for case .message(let message) in arrivals {
                        heard.append(message)
                        guard message.isCertificate else { continue }
                        let own = channel.introducing(
                            mallory.owner.certificate, by: mallory.owner.signing)
                        outbox += channel.seal(own)
                    }
                }
            }

            #expect(heard.first?.isCertificate == true)
            #expect(heard.dropFirst() == [.close(isRevoked ? .revoked : .expired)])
            #expect(ana.closed[link] != nil)
            guard case .pending(let knocks) = try ana.ask(.query(.pending())) else { return }
            #expect(knocks.isEmpty)
        }
    }

    @Test func `another secret, or one that is long over, ends a link without a byte`() throws {
        for isLongOver in [true, false] {
            let ana = try SyncNode(1, name: "Ana")
            let made = try ana.invite()
            let invitation = try #require(FriendInvitation(text: made.text))
            if isLongOver {
                let later = (3600 + 86_400) * 1000
                ana.wall = WallTime(milliseconds: SyncNode.wall.milliseconds + UInt64(later))
            }
            let mallory = try SyncNode(9, name: "Mallory")
            let other = try #require(Bytes16([UInt8](repeating: 3, count: 16)))
            let secret = isLongOver ? invitation.secret : other
            var channel = SecureChannel(
                role: .initiator, key: mallory.owner.agreement,
                remoteKey: ana.owner.agreement.publicKey, ephemeralSeed: try SyncNode.bytes([7]),
                invitation: (
                    Derivation.invitationID(secret: secret),
                    Derivation.invitationKey(secret: secret)
                ))
            let link = LinkID.inbound(1)
            try ana.step(.accepted(link, address: "m:1"))

            let effects = try ana.step(.received(link, try channel.begin(nonce: 1)))

            #expect(!effects.contains { if case .send = $0 { true } else { false } })
            #expect(ana.closed[link] != nil)
        }
    }

    @Test func `what cannot be joined is said at once`() throws {
        let pair = try SyncPair(areFriends: false)
        let made = try pair.ana.invite()
        func answer(_ node: SyncNode, _ text: String, as name: String? = nil) throws -> String {
            problem(try node.ask(.command(.joinFriend(invitation: text, petName: name))))
        }

        #expect(try answer(pair.ana, made.text) == "this is your own invitation")
        #expect(try answer(pair.bob, String(made.text.dropLast())).contains("incomplete"))
        let ticket = Ticket(
            certificate: pair.ana.owner.certificate, name: "Ana", addresses: []
        ).text
        #expect(try answer(pair.bob, ticket).contains("this is a ticket"))
        let added = try pair.bob.ask(.command(.addFriend(ticket: made.text, petName: nil)))
        #expect(problem(added) == "this is an invitation, not a ticket")
        try pair.bob.add(friend: SyncNode(3, name: "Cleo"))
        #expect(try answer(pair.bob, made.text, as: "Cleo").contains("name of another friend"))
        pair.bob.wall = WallTime(milliseconds: SyncNode.wall.milliseconds + 3_600_000)
        #expect(try answer(pair.bob, made.text) == "the invitation has expired")
        pair.ana.engine.addresses = []
        let silent = try pair.ana.ask(.command(.inviteFriend(uses: 1, seconds: 60)))
        #expect(problem(silent).contains("accepts no connections"))
    }

    @Test func `who is blocked comes by no invitation`() throws {
        let pair = try SyncPair()
        try pair.ana.ask(.command(.removeFriend(PersonReference("Bob"), isBlocked: true)))
        let made = try pair.ana.invite(uses: 2)
        try pair.bob.ask(.command(.removeFriend(PersonReference("Ana"), isBlocked: false)))

        try pair.join(made.text)

        #expect(try pair.bob.joining()?.state == .refused)
        #expect(try pair.ana.friends().isEmpty)
        guard case .invitations(let left) = try pair.ana.ask(.query(.invitations())) else { return }
        #expect(left.map(\.usesLeft) == [2])
    }

    @Test func `two who are called the same are told apart`() throws {
        let pair = try SyncPair(areFriends: false)
        let other = try SyncNode(7, name: "Bob")
        try pair.ana.add(friend: other)
        let made = try pair.ana.invite()

        try pair.join(made.text)

        let person = pair.bob.owner.person.text.prefix(8)
        #expect(try pair.ana.friends().map(\.name).sorted() == ["Bob", "Bob~\(person)"])
    }

    @Test func `one that waits is forgotten when its person wants it`() throws {
        let pair = try SyncPair(areFriends: false)
        let made = try pair.ana.invite()
        try pair.bob.ask(.command(.joinFriend(invitation: made.text, petName: "Anna")))

        #expect(try pair.bob.joining()?.name == "Anna")
        let missing = try pair.bob.ask(.command(.forgetJoining(PersonReference("nobody"))))
        try pair.bob.ask(.command(.forgetJoining(PersonReference("Anna"))))

        #expect(problem(missing).contains("no invitation from"))
        #expect(try pair.bob.joining() == nil)
    }
}
