import CRDT
import Domain
import Primitives
import Sodium
import Store
import Testing
import Wire

@testable import Sync

/// Tests that a certificate says whose device it is, and that only the device can prove to be that one.
@Suite struct DeviceProofTests {
    /// Returns the root key of a person.
    private static func root(_ person: UInt8) throws -> SigningKey {
        Derivation.root(phraseSeed: try SyncNode.bytes([4, person]))
    }

    @Test func `a proof counts on its own link alone`() throws {
        let bob = try SyncNode(2, name: "Bob")
        let first = try HostilePeer(.friend, of: bob, number: 1, from: "m:1", over: 1)
        try first.reach(.greeting)
        let second = try HostilePeer(.stranger, of: bob, number: 1, from: "m:2", over: 2)
        try bob.step(.accepted(second.link, address: "m:2"))
        try second.give(try second.channel.begin(nonce: 2))

        try second.say(first.whoThisIs)

        #expect(first.reasons.isEmpty)
        #expect(second.reasons == ["bad certificate"])
    }

    @Test(arguments: [UInt8(0), 2, 3])
    func `a proof for another side of the link is refused`(role: UInt8) throws {
        let bob = try SyncNode(2, name: "Bob")
        let mallory = try SyncNode(9, name: "Mallory1")
        let peer = try HostilePeer(.friend, of: bob, number: 1, from: "m:1")
        try bob.step(.accepted(peer.link, address: "m:1"))
        try peer.give(try peer.channel.begin(nonce: 1))

        let proof = DeviceProof.sign(
            role: role, handshakeHash: peer.channel.hash, by: mallory.owner.signing)
        try peer.say(.certificate(peer.certificate, proof: proof))

        #expect(peer.reasons == ["bad certificate"])
    }

    @Test func `nobody is anybody before the proof`() throws {
        for message in [
            .keys(HostilePeer.blankKeys), .interest([Bytes16](repeating: .zero, count: 32)),
            .mailbox(.drop(names: [])), .introduction(text: "weft:1"), .digests([]),
        ] as [Message] {
            let bob = try SyncNode(2, name: "Bob")
            let peer = try HostilePeer(.friend, of: bob, number: 1, from: "m:1")
            try bob.step(.accepted(peer.link, address: "m:1"))
            try peer.give(try peer.channel.begin(nonce: 1))

            try peer.say(message)

            #expect(peer.reasons == ["unexpected message"])
            #expect(peer.heard.count == 1 && peer.heard.first?.isCertificate == true)
            try bob.step(.disconnected(peer.link))
        }
    }

    /// A ticket of one person with another one's address and key: the device that answers there never learns who
    /// dialled.
    @Test func `who is called is the one who was dialled, or hears no name`() throws {
        let bob = try SyncNode(2, name: "Bob")
        let ana = try SyncNode(1, name: "Ana")
        let mallory = try SyncNode(9, name: "Mallory")
        let mixed = Certificate.sign(
            device: mallory.owner.device, agreement: ana.owner.agreement.publicKey,
            root: try Self.root(9))
        let ticket = Ticket(certificate: mixed, name: "Mallory", addresses: ["ana:1"])
        var links: [LinkID] = []
        bob.carry = { effects in
            for case .dial(let link, "ana:1") in effects { links.append(link) }
        }
        try bob.ask(.command(.addFriend(ticket: ticket.text, petName: nil)))
        bob.now = bob.now + .seconds(1)
        try bob.carry?(try bob.step(.woken))
        let link = try #require(links.first)
        var channel = SecureChannel(
            role: .responder, key: ana.owner.agreement, remoteKey: nil,
            ephemeralSeed: try SyncNode.bytes([8]))

        var heard: [Message] = []
        var toBob: [UInt8] = []
        var effects = try bob.step(.connected(link))
        for _ in 0..<4 {
            for case .send(link, let bytes) in effects {
                let (arrivals, reply) = try channel.receive(bytes)
                toBob += reply
                for arrival in arrivals {
                    if case .message(let message) = arrival { heard.append(message) }
                    guard arrival == .complete else { continue }
                    let proof = DeviceProof.sign(
                        role: 2, handshakeHash: channel.hash, by: ana.owner.signing)
                    toBob += channel.seal(.certificate(ana.owner.certificate, proof: proof))
                }
            }
            effects = try bob.step(.received(link, toBob))
            toBob = []
        }

        #expect(heard.isEmpty)
        #expect(bob.closed[link] != nil)
    }

    /// Two people may claim one device, and it may prove that to both.
    @Test func `what a device left for one person it does not erase or list as another's`() throws {
        let ana = try MailboxHostileTests.asker()
        let segment = try MailboxHostileTests.segment(1)
        _ = try MailboxHostileTests.put(segment, by: ana)
        let name = Derivation.mailboxName(of: segment)
        let keys = try SyncNode(9, name: "").owner
        let claim = Certificate.sign(
            device: ana.certificate.device,
            agreement: try SyncNode(10, name: "").owner.agreement, root: try Self.root(10))
        // A friend's new device is first admitted, and served over the next link.
        let before = try HostilePeer(
            .friend, of: ana.bob, number: 2, from: "m:2", claiming: claim, signing: keys.signing)
        try before.reach(.open)
        try ana.bob.step(.disconnected(before.link))
        let other = try HostilePeer(
            .stranger, of: ana.bob, number: 2, from: "m:2", claiming: claim,
            signing: keys.signing, over: 3)
        try ana.bob.ask(
            .command(
                .keepMailbox(
                    for: PersonReference("Mallory2"), quotaBytes: HostedMailbox.quotaBytesUsual)))
        try other.reach(.open)

        try other.say(.mailbox(.drop(names: [name])))
        try other.rest()
        try other.say(.mailbox(.drop(names: [])))
        try other.rest()
        try other.say(
            .mailbox(.look(after: .zero, tags: (0..<32).map { Bytes16(high: $0, low: 6) })))
        try other.rest()
        let again = try MailboxHostileTests.put(segment, by: other)
        let another = try MailboxHostileTests.put(try MailboxHostileTests.segment(2), by: other)

        guard case .listed(let list)? = other.kept.dropFirst(2).first else {
            Issue.record("nothing was listed: \(other.kept)")
            return
        }
        #expect(list.own.isEmpty && list.used == 0)
        #expect(again == [.refused(.torn)])
        #expect(another.last == .ready(offset: 4096))
        let names = try ana.bob.store.transaction { () throws(StorageError) in
            try ana.bob.store.keptNames(of: ana.certificate.peer)
        }
        #expect(names == [name])
    }
}
