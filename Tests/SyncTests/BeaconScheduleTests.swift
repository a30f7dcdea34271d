import CRDT
import Domain
import Primitives
import Sodium
import Store
import Testing
import Wire

@testable import Sync

/// Tests when beacons are sent, what they cost receivers, and what strangers can do with that.
@Suite struct BeaconScheduleTests {
    private static let start = Instant(nanoseconds: 5_000_000_000)

    private static func discovery(seed: UInt64) throws -> Discovery {
        Discovery(
            owner: try SyncNode(1, name: "Ana").owner, entropy: .seeded(try SyncNode.bytes([7])),
            dice: Dice(seed: seed))
    }

    // Returns when the first `count` are sent, counted from the beginning.
    private static func times(_ discovery: inout Discovery, _ count: Int) -> [Duration] {
        (0..<count).map { _ in
            let at = discovery.deadline ?? start
            discovery.sent(at: at)
            return at - start
        }
    }

    @Test(arguments: 1...32)
    func `beacons leave in a burst, then after 20 to 30 seconds`(seed: UInt64) throws {
        var discovery = try Self.discovery(seed: seed)
        #expect(discovery.deadline == nil)
        discovery.begin(at: Self.start)

        let times = Self.times(&discovery, 40)

        #expect(times[..<4] == [.zero, .milliseconds(200), .seconds(1), .seconds(5)])
        for (earlier, later) in zip(times[3...], times[4...]) {
            #expect((.seconds(20) ... .seconds(30)).contains(later - earlier))
        }
        var same = try Self.discovery(seed: seed)
        var other = try Self.discovery(seed: seed + 1)
        same.begin(at: Self.start)
        other.begin(at: Self.start)
        let (again, others) = (Self.times(&same, 40), Self.times(&other, 40))
        #expect(again == times)
        #expect(others != times, "no two nodes keep step")
    }

    @Test func `a change of the networks begins the burst anew, and the end ends it`() throws {
        var discovery = try Self.discovery(seed: 1)
        discovery.begin(at: Self.start)
        _ = Self.times(&discovery, 9)

        discovery.begin(at: Self.start + .seconds(500))
        #expect(discovery.deadline == Self.start + .seconds(500))
        discovery.sent(at: Self.start + .seconds(500))
        #expect(discovery.deadline == Self.start + .milliseconds(500_200))
        discovery.end()
        #expect(discovery.deadline == nil)
        #expect(!discovery.isOn)
    }

    @Test func `a late beacon does not make the next one early`() throws {
        var discovery = try Self.discovery(seed: 1)
        discovery.begin(at: Self.start)
        let late = Self.start + .seconds(60)

        for _ in 0..<4 {
            discovery.sent(at: late)
            #expect(try #require(discovery.deadline) >= late)
        }
        #expect(try #require(discovery.deadline) >= late + .seconds(20))
    }

    @Test func `when beacons leave and what of them is chance depends on no friend and no link`()
        throws
    {
        func beacons(_ prepare: (SyncNode) throws -> Void) throws -> [(Instant, [UInt8])] {
            let ana = try SyncNode(1, name: "Ana")
            try prepare(ana)
            let lan = SyncLAN([ana])
            try lan.plugIn()
            try lan.run(for: .seconds(300))
            return lan.beacons.map { ($0.at, $0.bytes) }
        }
        let alone = try beacons { _ in }
        let busy = try beacons { ana in
            for person in UInt8(2)...9 {
                try ana.add(friend: try SyncNode(person, name: "Person\(person)"))
            }
            try ana.keep(drafts(50, "private"), in: .private)
            try ana.keep(drafts(50, "friends"), in: .friends)
        }

        #expect(alone.count > 12)
        #expect(alone.map(\.0) == busy.map(\.0))
        for (one, other) in zip(alone, busy) {
            #expect(one.1.count == Beacon.byteCount && other.1.count == Beacon.byteCount)
            #expect(one.1[..<8] == other.1[..<8] && one.1[56...] == other.1[56...])
        }
    }

    @Test func `of more devices than have room each is called in its turn`() throws {
        let ana = try SyncNode(1, name: "Ana")
        let others = try (2...13).map { try SyncNode($0, name: "Person\($0)") }
        for other in others { try ana.add(friend: other) }
        for other in others { try other.add(friend: ana) }
        let lan = SyncLAN([ana] + others)
        var called: [Int: Int] = [:]
        lan.isLost = { _, _ in true }

        try lan.plugIn()
        try lan.run(for: .seconds(6))
        for beacon in lan.beacons where beacon.from == 0 {
            for (number, other) in others.enumerated()
            where other.engine.sight(beacon.bytes, from: "host0:1", at: lan.now) != nil {
                called[number, default: 0] += 1
            }
        }

        // Four beacons with five places each: nobody is left out, and nobody is called three times.
        #expect(others.indices.allSatisfy { (1...2).contains(called[$0] ?? 0) })
    }

    // MARK: Strangers

    private static func pair() throws -> (ana: SyncNode, bob: SyncNode, lan: SyncLAN) {
        let ana = try SyncNode(1, name: "Ana")
        let bob = try SyncNode(2, name: "Bob")
        try ana.add(friend: bob)
        try bob.add(friend: ana)
        let lan = SyncLAN([ana, bob])
        lan.isLost = { _, _ in true }
        try lan.plugIn()
        return (ana, bob, lan)
    }

    @Test func `the same beacon is heard once, and one's own never`() throws {
        let (ana, bob, lan) = try Self.pair()
        let beacon = try #require(lan.beacons.first { $0.from == 0 })

        #expect(bob.engine.sight(beacon.bytes, from: "host0:1", at: lan.now) != nil)
        for second in 0..<100 {
            let later = lan.now + .seconds(second)
            #expect(bob.engine.sight(beacon.bytes, from: "elsewhere:1", at: later) == nil)
            #expect(ana.engine.sight(beacon.bytes, from: "elsewhere:1", at: later) == nil)
        }
    }

    @Test func `an own beacon is nobody's, also when it is forgotten that it was sent`() throws {
        let (_, _, lan) = try Self.pair()
        let beacon = try #require(lan.beacons.first { $0.from == 0 })
        let again = try SyncNode(1, name: "Ana")
        try again.add(friend: lan.nodes[1])
        let other = SyncLAN([again])
        try other.plugIn()

        #expect(again.engine.sight(beacon.bytes, from: "elsewhere:1", at: other.now) == nil)
    }

    @Test func `noise is answered by nothing and changes nothing`() throws {
        let (_, bob, lan) = try Self.pair()
        var chance = Entropy.seeded(try SyncNode.bytes([9]))
        let before = (lan.beacons.count, lan.dials.count, try bob.frontiers())

        for count in [0, 1, 63, 64, 65, 1500, 65_507] {
            for round in 0..<20 {
                let at = lan.now + .seconds(round)
                #expect(bob.engine.sight(chance.bytes(count), from: "host9:1", at: at) == nil)
            }
        }
        try lan.run(for: .zero)

        #expect(lan.beacons.count == before.0)
        #expect(lan.dials.count == before.1)
        #expect(try bob.frontiers() == before.2)
    }

    @Test func `one who floods is not listened to, and keeps no friend from being heard`() throws {
        let (_, bob, lan) = try Self.pair()
        let beacon = try #require(lan.beacons.first { $0.from == 0 })
        let noise = [UInt8](repeating: 1, count: Beacon.byteCount)
        let at = lan.now + .seconds(30)

        for round in 0..<100_000 {
            var bytes = noise
            bytes[0] = UInt8(truncatingIfNeeded: round)
            bytes[1] = UInt8(truncatingIfNeeded: round >> 8)
            #expect(bob.engine.sight(bytes, from: "host7:\(round % 60_000)", at: at) == nil)
        }

        #expect(bob.engine.sight(beacon.bytes, from: "host7:9", at: at) == nil, "it is cut off")
        #expect(bob.engine.sight(beacon.bytes, from: "host0:1", at: at) != nil)
    }

    // Returns which of these are examined, all at one moment.
    private static func admitted(
        _ beacons: [(host: String, cost: Int)], _ budget: inout BeaconBudget,
        at now: Instant = start
    ) -> [Bool] {
        beacons.map { budget.admits(Substring($0.host), costing: $0.cost, at: now) }
    }

    @Test func `many who flood cost so much a second and no more, and the next one begins anew`() {
        var budget = BeaconBudget()

        let flood = Self.admitted((0..<10_000).map { ("host\($0)", 16) }, &budget)
        let late = Self.admitted([("late", 16)], &budget, at: Self.start + .milliseconds(999))
        let next = Self.admitted([("late", 16)], &budget, at: Self.start + .seconds(1))

        #expect(flood.count { $0 } == SyncLimits.beaconHostsMax + SyncLimits.beaconsOfHostMax)
        #expect(late == [false])
        #expect(next == [true])
    }

    @Test func `of one host so many beacons are looked into a second and no more`() {
        var budget = BeaconBudget()
        let most = SyncLimits.beaconsOfHostMax

        let ofOne = Self.admitted(Array(repeating: ("host", 1), count: most + 1), &budget)
        let ofOther = Self.admitted([("other", 1)], &budget)

        #expect(ofOne == Array(repeating: true, count: most) + [false])
        #expect(ofOther == [true])
    }

    @Test(arguments: 0...2)
    func `hashes are counted, to the last one`(rest: Int) {
        var budget = BeaconBudget()
        let first = SyncLimits.beaconHashesMax - rest

        let admitted = Self.admitted([("a", first), ("b", 1), ("c", 1)], &budget)

        #expect(admitted == [true, rest >= 1, rest >= 2])
    }

    @Test func `of one person so many devices are looked for and no more`() throws {
        let ana = try SyncNode(1, name: "Ana")
        let bob = try SyncNode(2, name: "Bob")
        try ana.add(friend: bob)
        let root = Derivation.root(phraseSeed: try SyncNode.bytes([4, 2]))
        try ana.store.transaction { () throws(StorageError) in
            for number in UInt8(1)...40 {
                let device = SigningKey(seed: SecretKey(Bytes32.repeated(number)))
                let agreement = AgreementKey(seed: SecretKey(Bytes32.repeated(number &+ 100)))
                try ana.store.keep(
                    Certificate.sign(
                        device: DeviceID(device.publicKey), agreement: agreement, root: root))
            }
        }

        let found = try ana.store.transaction { () throws(StorageError) in
            try ana.store.neighbours(and: [])
        }

        #expect(found.count == 16)
        #expect(found.allSatisfy { $0.certificate.person == bob.owner.person && $0.isFriend })
    }
}

extension Bytes32 {
    fileprivate static func repeated(_ byte: UInt8) -> Bytes32 {
        let word = UInt64(byte) &* 0x0101_0101_0101_0101
        return Bytes32(words: (word, word, word, word))
    }
}
