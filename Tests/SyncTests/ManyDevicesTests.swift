import CRDT
import Primitives
import Sodium
import Store
import Testing
import Wire

@testable import Sync

/// Tests a friend who certifies as many devices as they like.
@Suite struct ManyDevicesTests {
    private static let limit = StoreLimits.standard.devicesPerPerson

    private static func key(of device: Int) throws -> SigningKey {
        let bytes = [91, UInt8(device % 256), UInt8(device / 256)]
        return SigningKey(seed: SecretKey(try SyncNode.bytes(bytes)))
    }

    // Returns a certificate by which a person's link comes with another device each time.
    private static func certificate(
        of person: SyncNode, device: Int, agreement: Bytes32
    ) throws -> Certificate {
        let root = Derivation.root(phraseSeed: try #require(person.owner.phraseSeed))
        return Certificate.sign(
            device: DeviceID(try key(of: device).publicKey), agreement: agreement, root: root)
    }

    @Test(arguments: [limit - 1, limit, limit + 1])
    func `so many are let in and no more, and the known ones go on`(number: Int) throws {
        let bob = try SyncNode(2, name: "Bob")
        let mallory = try SyncNode(9, name: "Mallory1")
        try bob.add(friend: mallory)
        let before = try bob.store.certificates(of: mallory.owner.person).count
        // The device that connects is the last of so many.
        try bob.store.transaction { () throws(StorageError) in
            for place in before..<(number - 1) {
                guard
                    let made = try? Self.certificate(of: mallory, device: place, agreement: .zero)
                else { return }
                try bob.store.keep(made)
            }
        }
        let last = try Self.certificate(
            of: mallory, device: 999, agreement: mallory.owner.agreement.publicKey)

        let peer = try HostilePeer(
            .stranger, of: bob, number: 1, from: "m:1", claiming: last,
            signing: try Self.key(of: 999))
        try peer.reach(.greeting)

        let isIn = number <= Self.limit
        #expect(peer.reasons == (isIn ? [] : [CloseReason.tooMuch.name]))
        #expect((bob.closed[peer.link] == nil) == isIn)
        #expect(
            try bob.store.certificates(of: mallory.owner.person).count
                == min(number, Self.limit))

        let known = try HostilePeer(.stranger, of: bob, number: 1, from: "m:1", over: 2)
        try known.reach(.greeting)
        #expect(bob.closed[known.link] == nil)
    }
}
