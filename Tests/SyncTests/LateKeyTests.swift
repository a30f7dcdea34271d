import CRDT
import Domain
import Primitives
import Store
import Testing
import Wire

@testable import Sync

/// Tests keys that arrive while two devices of one person are linked. One device passes on to the other what friends
/// share, and the writer need not know of the other.
@Suite struct LateKeyTests {
    private let laptop: SyncNode
    private let phone: SyncNode
    private let ben: SyncNode
    private let devices: SyncPair

    /// Ben knows of the laptop alone.
    init() throws {
        devices = try SyncPair(devicesOf: "Ana")
        (laptop, phone) = (devices.ana, devices.bob)
        ben = try SyncNode(2, name: "Ben")
        try laptop.add(friend: ben)
        try ben.add(friend: laptop)
        try devices.connect()
        try ben.keep(drafts(1, "first"), in: .friends)
        try hear()
        try devices.connect()
    }

    // Gives the laptop what ben's node would send: keys first, then what ben has for friends.
    private func hear() throws {
        let shared = try ben.store.transaction { () throws(StorageError) in
            try ben.store.shared(with: laptop.owner.certificate)
        }
        for audience in shared {
            for key in audience.keys + audience.history where key.name != .zero {
                try laptop.store.transaction { () throws(StorageError) in
                    try laptop.store.deliver(epoch: key.name, key: key.key)
                }
            }
            try give(audience.audience)
        }
        // The laptop learns of it with its next step.
        _ = try laptop.titles()
        try devices.run()
        try devices.pass(.seconds(60))
    }

    private func give(_ audience: Int64) throws {
        let runs = try ben.store.transaction { () throws(StorageError) in
            var runs: [(ChainID, [UInt8])] = []
            for entry in try ben.store.log(of: audience) {
                let run = try ben.store.run(of: entry.chain, from: 0, bytesWanted: 100_000)
                if let run { runs.append((entry.chain, run.0)) }
            }
            return runs
        }
        for (chain, bytes) in runs {
            _ = try laptop.store.transaction { () throws(StorageError) in
                try laptop.store.receive(bytes, of: chain, at: 0, in: nil, wall: laptop.wall)
            }
        }
    }

    @Test func `what they open shows at both, over the link that is there`() throws {
        #expect(try phone.titles() == ["first 0"])
        let links = try phone.peers().filter { $0.endReason == nil }.count
        let cleo = try SyncNode(3, name: "Cleo")
        try ben.add(friend: cleo)
        try ben.ask(.command(.removeFriend(PersonReference("Cleo"), isBlocked: false)))
        try ben.keep(drafts(1, "second"), in: .friends)
        let said = phone.announced.count

        try hear()

        #expect(try laptop.titles() == ["first 0", "second 0"])
        #expect(try phone.titles() == ["first 0", "second 0"])
        #expect(try phone.peers().filter { $0.endReason == nil }.count == links)
        let isLinkedAnew = phone.announced[said...].contains {
            if case .connected = $0 { true } else { false }
        }
        #expect(!isLinkedAnew)
    }

    @Test(arguments: [0, 2])
    func `a friend tells one at a time after the greeting`(_ count: Int) throws {
        let peer = try HostilePeer(.friend)
        try peer.reach(.open)

        let name = try #require(Bytes16([UInt8](repeating: 1, count: 16)))
        let key = EpochKey.Followed(name: name, key: .zero)
        let blanks = HostilePeer.blankKeys.dropFirst(count)
        try peer.say(.keys(Array(repeating: key, count: count) + blanks))

        #expect(peer.reasons == [CloseReason.unexpected.name])
    }
}
