import CRDT
import Domain
import Primitives
import Sodium
import Testing
import Wire

@testable import Store

/// Tests keys that come early, late, or are false.
@Suite struct WriteKeyTests {
    /// Creates Ana's things as Ana's friend bob would be sent them, and bob with Ana's keys.
    private static func world(
        links: Int = 3
    ) throws -> (ana: WriteReplica, bob: WriteReplica, runs: [WriteReplica.Run]) {
        let ana = try WriteReplica(1, name: "Ana")
        let bob = try WriteReplica(2, name: "Bob")
        try ana.add(friend: bob)
        try bob.add(friend: ana)
        for number in 0..<links {
            try ana.keep(
                BookmarkDraft(url: "https://quilt.example/\(number)", title: "\(number)"),
                in: .friends)
        }
        try bob.take(try ana.keys())
        return (ana, bob, try ana.runs(of: try ana.row(.friends, of: ana)))
    }

    @Test func `of keys that somebody claims without end the latest are kept`() throws {
        let ana = try WriteReplica(1, name: "ana")
        let own = try ana.keys()
        func claims() throws -> Int {
            try ana.step { (store) throws(StorageError) in
                try store.database.rows(
                    "SELECT id FROM epochs WHERE audience IS NULL ORDER BY id"
                ) { (row) throws(StorageError) in row.integer(0) }.count
            }
        }
        func claim(_ range: Range<UInt64>) throws {
            try ana.step { (store) throws(StorageError) in
                for number in range {
                    try store.deliver(epoch: Bytes16(high: 1, low: number), key: .zero)
                }
            }
        }

        try claim(0..<UInt64(Store.claimedKeysMax) - 1)
        #expect(try claims() == Store.claimedKeysMax - 1)
        try claim(UInt64(Store.claimedKeysMax) - 1..<UInt64(Store.claimedKeysMax))
        #expect(try claims() == Store.claimedKeysMax)
        for start in stride(from: UInt64(10_000), to: 40_000, by: 1000) {
            try claim(start..<start + 1000)
            #expect(try claims() <= Store.claimedKeysMax)
        }

        let last = try ana.step { (store) throws(StorageError) in
            try store.epoch(Bytes16(high: 1, low: 39_999))
        }
        #expect(last != nil)
        #expect(try ana.keys() == own)
    }

    @Test func `a lying key does no harm once the right one comes`() throws {
        let (ana, bob, runs) = try Self.world()
        let cleo = try WriteReplica(3, name: "Cleo")
        try cleo.add(friend: ana)
        let lie = try ana.keys().map {
            EpochKey.Followed(name: $0.name, key: Hash.blake2b32($0.key.bytes))
        }

        try cleo.take(lie)
        for run in runs { #expect(try cleo.receive(run) == .early) }
        try cleo.take(try ana.keys())
        try cleo.take(lie.filter { $0.name == .zero })
        for run in runs { try cleo.receive(run) }
        try cleo.take(lie)

        #expect(try cleo.links(of: ana) == bob.after(runs).links(of: ana))
    }

    @Test func `a rotation that claims to follow a friend's epoch takes nothing from it`() throws {
        let (ana, bob, runs) = try Self.world()
        for run in runs { try bob.receive(run) }
        let mallory = try WriteReplica(9, name: "Mallory")
        try mallory.add(friend: bob)
        try bob.add(friend: mallory)
        let victims = try ana.keys() + bob.keys()

        try mallory.step { (store) throws(StorageError) in
            let friends = try store.audience(.friends, of: mallory.owner.person)
            try store.rotate(
                friends, secret: friends.secret ?? .zero,
                follows: victims.map { .init(name: $0.name, key: .zero) }, at: mallory.wall)
        }
        try bob.take(try mallory.keys())
        for run in try mallory.runs(of: try mallory.row(.friends, of: mallory)) {
            try bob.receive(run)
        }

        try bob.keep(BookmarkDraft(url: "https://quilt.example/bob"), in: .friends)
        try ana.keep(BookmarkDraft(url: "https://quilt.example/9", title: "9"), in: .friends)
        try ana.sync(to: bob)
        #expect(try bob.links(of: ana).map(\.title) == ["0", "1", "2", "9"])
    }

    @Test func `a friend who copies a rotation into their own chain makes no epoch`() throws {
        let (ana, bob, runs) = try Self.world()
        let mallory = try WriteReplica(9, name: "Mallory")
        try mallory.add(friend: ana)
        try ana.add(friend: mallory)
        try bob.add(friend: mallory)
        try mallory.add(friend: bob)
        try mallory.take(try ana.keys())
        for run in runs { try mallory.receive(run) }
        let key = try #require(try ana.keys().last)
        let copied = try mallory.rotation(of: ana)

        try mallory.step { (store) throws(StorageError) in
            try store.writePlain(
                .rotate(copied), epoch: .zero,
                into: try store.audience(.friends, of: mallory.owner.person), at: mallory.wall)
        }
        try bob.take(try mallory.keys())
        for run in try mallory.runs(of: try mallory.row(.friends, of: mallory)) {
            try bob.receive(run)
        }
        for run in runs { try bob.receive(run) }

        let home = try bob.step { (store) throws(StorageError) in
            try store.audience(ofEpoch: key.name)
        }
        #expect(home == (try bob.row(.friends, of: ana)))
        #expect(try bob.links(of: ana).map(\.title) == ["0", "1", "2"])
    }

    /// Ana's friend bob is asked by another friend, who certified cleo's device as their own.
    @Test func `a claim to be a friend's friend's device is served nothing of that friend's`()
        throws
    {
        let (ana, bob, runs) = try Self.world()
        let cleo = try WriteReplica(3, name: "Cleo")
        let mallory = try WriteReplica(9, name: "Mallory")
        try ana.add(friend: cleo)
        try bob.add(friend: mallory)
        for run in runs { try bob.receive(run) }
        try ana.sync(to: bob)
        let friends = try bob.row(.friends, of: ana)
        let claim = Certificate.sign(
            device: cleo.owner.device, agreement: mallory.owner.agreement,
            root: Derivation.root(phraseSeed: try WriteReplica.bytes([4, 9])))

        let served = try bob.step { (store) throws(StorageError) in
            try store.shared(with: claim).map(\.audience)
        }

        #expect(!served.contains(friends))
    }
}

extension WriteReplica {
    /// Returns the rotation in what is held of `author`'s friends audience.
    fileprivate func rotation(of author: WriteReplica) throws -> Rotation {
        let audience = try row(.friends, of: author)
        let found = try step { (store) throws(StorageError) -> Rotation? in
            for entry in try store.log(of: audience) {
                guard let chain = try store.chain(entry.chain) else { continue }
                for sequence in 0..<entry.length {
                    guard let delta = try store.delta(row: chain.row(sequence)),
                        case .operations(let operations) = try store.read(delta),
                        case .rotate(let rotation) = operations.first?.operation
                    else { continue }
                    return rotation
                }
            }
            return nil
        }
        return try #require(found)
    }

    /// Returns this replica after it has received `runs`.
    fileprivate func after(_ runs: [Run]) throws -> WriteReplica {
        for run in runs { try receive(run) }
        return self
    }
}
