import CRDT
import Domain
import Primitives
import Sodium
import Store
import Testing
import Wire

@testable import Sync

/// Tests that a signature of an algorithm of a newer version is distinguished from a forged one.
@Suite struct NewerCertificateTests {
    private static let newer: [UInt8] = Array(1...7)

    private static func claiming(_ algorithm: UInt8, _ certificate: Certificate) -> Certificate {
        var signature = certificate.signature
        signature[63] |= algorithm << 5
        return Certificate(
            person: certificate.person, device: certificate.device,
            agreement: certificate.agreement, signature: signature)
    }

    @Test(arguments: newer)
    func `a peer that shows one is sent away for a reason of its own`(algorithm: UInt8) throws {
        let mallory = try SyncNode(9, name: "Mallory1")
        let peer = try HostilePeer(
            .friend, claiming: Self.claiming(algorithm, mallory.owner.certificate))

        try peer.reach(.greeting)

        #expect(peer.reasons == ["certificate of a newer version"])
        #expect(peer.bob.closed[peer.link] != nil)
        #expect(peer.heard.count == 1 && peer.heard.first?.isCertificate == true)
    }

    /// In the open phase a reason is sent: only a newer version than this one presents such a certificate, and that
    /// knows the reason.
    @Test func `who shows one later is told why`() throws {
        let mallory = try SyncNode(9, name: "Mallory1")
        let peer = try HostilePeer(.friend)
        try peer.reach(.open)

        try peer.say(
            peer.channel.introducing(
                Self.claiming(3, mallory.owner.certificate), by: mallory.owner.signing))

        #expect(peer.heard.last == .close(.newerCertificate))
    }

    @Test(arguments: newer)
    func `who types one in is told to install a newer version`(algorithm: UInt8) throws {
        let bob = try SyncNode(2, name: "Bob")
        let ana = try SyncNode(1, name: "Ana")
        let certificate = Self.claiming(algorithm, ana.owner.certificate)
        let secret = Bytes16(high: 1, low: 2)
        let ticket = Ticket(certificate: certificate, name: "Ana", addresses: [])
        let friend = FriendInvitation(
            certificate: certificate, secret: secret, expirySeconds: 7_000_000_000, name: "Ana",
            addresses: [])
        let group = Invitation(
            audience: AudienceName(4, id: ana.owner.agreement.publicKey),
            founder: ana.owner.person, certificate: certificate, secret: secret,
            expirySeconds: 7_000_000_000, name: "lab", addresses: [])

        for (what, command) in [
            ("the ticket", Command.addFriend(ticket: ticket.text, petName: nil)),
            ("the invitation", .joinFriend(invitation: friend.text, petName: nil)),
            ("the invitation", .joinGroup(invitation: group.text, name: nil)),
        ] {
            guard case .rejected(let problem)? = try bob.ask(.command(command)) else {
                Issue.record("\(what) was taken")
                continue
            }
            #expect(problem.code == .invalidTicket)
            #expect(
                problem.detail
                    == "\(what) was made by a newer version of Weft: its certificate has a kind of "
                    + "signature, \(algorithm), that this version does not know")
            #expect(problem.fix == "install a newer version of Weft, then type it again")
        }
    }

    @Test func `a bundle of a newer version says so, and changes nothing`() throws {
        let pair = try SyncPair()
        let before = try pair.bob.frontiers()
        var entropy = Entropy.seeded(pair.ana.owner.agreement.publicKey)
        var dice = Dice(seed: 1)
        let segment = Segment.bytes(
            of: [], keys: [EpochKey.Followed(name: .zero, key: pair.ana.owner.person.key)],
            from: Self.claiming(2, pair.ana.owner.certificate), signing: pair.ana.owner.signing,
            to: [pair.bob.owner.agreement.publicKey], entropy: &entropy, dice: &dice)

        let answer = try Carried(segments: [segment]).apply(to: pair.bob)

        guard case .rejected(let problem)? = answer else {
            Issue.record("it was taken")
            return
        }
        #expect(problem.detail.contains("was made by a newer version of Weft"))
        #expect(problem.fix.contains("install a newer version"))
        #expect(try pair.bob.frontiers() == before)
    }
}
