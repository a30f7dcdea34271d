import CRDT
import Domain
import Primitives
import Sodium
import Store
import Testing
import Wire

@testable import Sync

/// Tests that outsiders see nothing: not even that there is something.
@Suite struct SyncOutsiderTests {
    /// Returns everything that bob sends to a stranger in the first minutes.
    private static func conversation(_ prepare: (SyncNode) throws -> Void) throws -> [[UInt8]] {
        let bob = try SyncNode(2, name: "Bob")
        try prepare(bob)
        let mallory = try SyncNode(9, name: "Mallory")
        var channel = SecureChannel(
            role: .initiator, key: mallory.owner.agreement,
            remoteKey: bob.owner.agreement.publicKey, ephemeralSeed: try SyncNode.bytes([7]))
        let link = LinkID.inbound(1)
        var said: [[UInt8]] = []
        var pending = [try channel.begin(nonce: 1)]
        try bob.step(.accepted(link, address: "m:1"))
        func listen(_ effects: [Effect]) throws {
            for case .send(link, let bytes) in effects {
                said.append(bytes)
                let (arrivals, reply) = try channel.receive(bytes)
                if !reply.isEmpty { pending.append(reply) }
                for case .message(let message) in arrivals {
                    switch message {
                    case .certificate:
                        let own = channel.introducing(
                            mallory.owner.certificate, by: mallory.owner.signing)
                        pending.append(channel.seal(own))
                    case .keys: pending.append(channel.seal(.keys(HostilePeer.blankKeys)))
                    case .interest(let tags): pending.append(channel.seal(.interest(tags)))
                    default: break
                    }
                }
            }
        }
        while !pending.isEmpty { try listen(bob.step(.received(link, pending.removeFirst()))) }
        let end = bob.now + .seconds(80)
        while let due = bob.engine.deadline(at: bob.now), due <= end {
            bob.now = max(due, bob.now)
            try listen(bob.step(.woken))
        }
        return said
    }

    @Test func `a stranger hears the same bytes whatever there is`() throws {
        let bare = try Self.conversation { _ in }

        let rich = try Self.conversation { bob in
            let ana = try SyncNode(1, name: "Ana")
            let cleo = try SyncNode(3, name: "Cleo")
            try bob.add(friend: ana)
            try bob.add(friend: cleo)
            try bob.keep(drafts(40, "friends"), in: .friends)
            try bob.keep(drafts(40, "private"), in: .private)
            try bob.keep(drafts(4, "public"), in: .public)
            try bob.ask(.command(.connect(host: "nowhere", port: 1)))
        }

        #expect(bare.count > 4)
        #expect(rich == bare)
    }
}
