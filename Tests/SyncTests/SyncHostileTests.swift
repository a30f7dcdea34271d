import CRDT
import Domain
import Laws
import Primitives
import Sodium
import Store
import Testing
import Wire

@testable import Sync

@Suite struct SyncHostileTests {
    private static let anything: [Message] = [
        .keys(HostilePeer.blankKeys), .interest(Array(repeating: .zero, count: 32)),
        .digests([]),
        .frontier(.init(audience: 0, isWhole: true, isLast: true, isAsking: true, entries: [])),
        .frontier(.init(audience: 200, isWhole: true, isLast: true, isAsking: true, entries: [])),
        .run(.init(isLast: true, audience: 0, chain: ChainID(.zero), sequence: 0, deltas: [1])),
        .run(.init(isLast: true, audience: 0, chain: ChainID(.zero), sequence: 0, deltas: [])),
        .run(
            .init(isLast: true, audience: 200, chain: ChainID(.zero), sequence: .max, deltas: [])),
        .more(isLast: true, deltas: [1]), .credit(1), .credit(.max), .close(.done),
        .heads(
            .init(
                audience: 0,
                entries: [.init(chain: ChainID(.zero), sequence: .max, id: .zero)])),
    ]

    @Test(arguments: HostilePeer.Stage.allCases, 0..<13)
    func `no message in any phase stops the node`(stage: HostilePeer.Stage, index: Int) throws {
        for who in [HostilePeer.Who.friend, .stranger] {
            let peer = try HostilePeer(who)
            let before = try peer.bob.frontiers()
            try peer.reach(stage)

            try peer.say(Self.anything[index])

            #expect(try peer.bob.frontiers() == before)
            #expect(try peer.bob.titles() == ["bobs 0", "bobs 1"])
        }
    }

    @Test func `a second certificate or other keys have no place once they were said`() throws {
        for stage in HostilePeer.Stage.allCases {
            let peer = try HostilePeer(.friend)
            try peer.reach(stage)

            try peer.say(peer.whoThisIs)

            #expect(peer.reasons == ["unexpected message"])
        }
    }

    @Test func `a changed byte ends an open session with its reason`() throws {
        let peer = try HostilePeer(.friend)
        try peer.reach(.open)

        var bytes = peer.channel.seal(.digests([]))
        bytes[5] ^= 1
        try peer.give(bytes)

        #expect(peer.reasons == ["malformed message"])
        #expect(peer.heard.last == .close(.malformed))
    }

    @Test(arguments: LawSeeds.seeds(16, soak: 40))
    func `random bytes in any phase end with a reason`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let peer = try HostilePeer(seed % 2 == 0 ? .friend : .stranger)
        switch dice.roll(below: 4) {
        case 0: try peer.bob.step(.accepted(peer.link, address: "m:1"))
        case 1: try peer.reach(.greeting)
        case 2: try peer.reach(.matching)
        default: try peer.reach(.open)
        }
        let before = try peer.bob.frontiers()

        let garbage = (0..<2 + dice.roll(below: 3000)).map { _ in UInt8(dice.roll(below: 256)) }
        try peer.give(garbage)
        peer.bob.now = peer.bob.now + .seconds(100)
        try peer.bob.step(.woken)

        #expect(peer.bob.closed[peer.link] != nil)
        #expect(try peer.bob.frontiers() == before)
    }

    @Test(arguments: LawSeeds.seeds(20, soak: 60))
    func `random messages, well sealed, never stop the node`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let peer = try HostilePeer(.friend)
        try peer.reach(HostilePeer.Stage.allCases[dice.roll(below: 3)])
        let before = try peer.bob.frontiers()

        for _ in 0..<20 where peer.reasons.isEmpty {
            let messages = Self.anything.filter { $0 != .close(.done) }
            var bytes = messages[dice.roll(below: messages.count)].bytes
            for _ in 0..<dice.roll(below: 4) where !bytes.isEmpty {
                bytes[dice.roll(below: bytes.count)] = UInt8(dice.roll(below: 256))
            }
            guard let message = try? Message(bytes: bytes) else { continue }
            try peer.say(message)
        }

        #expect(try peer.bob.frontiers() == before)
    }

    @Test func `a handshake frame that is too long is refused before it came`() throws {
        let peer = try HostilePeer(.stranger)
        try peer.bob.step(.accepted(peer.link, address: "m:1"))

        let length = SyncLimits.handshakeFrameMax + 1
        try peer.give([UInt8(length >> 8), UInt8(length & 0xFF)])

        #expect(peer.reasons == ["malformed message"])
    }

    @Test func `a run in more bytes than a run may have is refused`() throws {
        let peer = try HostilePeer(.friend)
        try peer.reach(.open)
        let part = [UInt8](repeating: 0, count: 60_000)
        try peer.say(
            .run(
                .init(isLast: false, audience: 0, chain: ChainID(.zero), sequence: 0, deltas: part))
        )

        for _ in 0..<Message.runBytesMax / part.count where peer.reasons.isEmpty {
            try peer.say(.more(isLast: false, deltas: part))
        }

        #expect(peer.reasons == ["limit exceeded"])
    }

    @Test func `more credit than was spent is refused`() throws {
        let peer = try HostilePeer(.friend)
        try peer.reach(.open)

        try peer.say(.credit(UInt32(SyncLimits.standard.creditBytes)))

        #expect(peer.reasons == ["limit exceeded"])
    }

    @Test func `chains without end are refused`() throws {
        let peer = try HostilePeer(.friend)
        try peer.reach(.open)
        var number: UInt64 = 0

        for _ in 0..<60 where peer.reasons.isEmpty {
            let entries = (0..<Message.frontierEntriesMax).map { _ in
                number += 1
                return Frontier.Entry(
                    chain: ChainID(Bytes16(high: number, low: 0)), length: .max)
            }
            try peer.say(
                .frontier(
                    .init(
                        audience: 0, isWhole: false, isLast: true, isAsking: false,
                        entries: entries)))
        }

        #expect(peer.reasons == ["limit exceeded"])
    }

    // MARK: Identity

    @Test func `the certificate of another device is refused`() throws {
        let ana = try SyncNode(1, name: "Ana")
        let peer = try HostilePeer(.friend, claiming: ana.owner.certificate)

        try peer.reach(.greeting)

        #expect(peer.reasons == ["bad certificate"])
    }

    @Test func `bob's own device reflected is refused`() throws {
        let mallory = try SyncNode(9, name: "Mallory")
        let bob = try SyncNode(2, name: "Bob")
        let claim = Certificate.sign(
            device: bob.owner.device, agreement: mallory.owner.agreement,
            root: Derivation.root(phraseSeed: try SyncNode.bytes([4, 9])))
        let peer = try HostilePeer(.friend, claiming: claim)

        try peer.reach(.greeting)

        #expect(peer.reasons == ["own key reflected"])
    }

    /// Anybody can certify a friend's device key as their own, with an agreement key of theirs; nobody else can prove
    /// to be that device.
    @Test(arguments: [HostilePeer.Who.stranger, .friend])
    func `who claims a friend's device is refused`(
        who: HostilePeer.Who
    ) throws {
        let ana = try SyncNode(1, name: "Ana")
        let mallory = try SyncNode(9, name: "Mallory")
        let claim = Certificate.sign(
            device: ana.owner.device, agreement: mallory.owner.agreement,
            root: Derivation.root(phraseSeed: try SyncNode.bytes([4, 9])))
        let peer = try HostilePeer(who, claiming: claim)
        if who == .stranger { try peer.bob.add(friend: ana) }

        try peer.reach(.greeting)

        #expect(peer.reasons == ["bad certificate"])
        #expect(peer.heard.count == 1 && peer.heard.first?.isCertificate == true)
    }

    @Test func `a stranger leaves nothing behind`() throws {
        let peer = try HostilePeer(.stranger)
        let key = EpochKey.Followed(name: Bytes16(high: 5, low: 5), key: try SyncNode.bytes([9]))

        try peer.reach(.greeting)
        try peer.say(.keys([key] + HostilePeer.blankKeys.dropFirst()))
        let tag = Derivation.interest(key: key.key, handshakeHash: peer.channel.hash, role: 1)
        try peer.say(.interest([tag] + (try peer.interest()).dropFirst()))
        try peer.say(
            .run(.init(isLast: true, audience: 0, chain: ChainID(.zero), sequence: 0, deltas: [1])))

        #expect(peer.reasons == ["unexpected message"])
        #expect(!peer.bob.announced.contains { if case .connected = $0 { true } else { false } })
        let known = try peer.bob.store.transaction { () throws(StorageError) in
            try peer.bob.store.certificates(of: peer.certificate.person)
        }
        #expect(known.isEmpty)
    }

    @Test func `strangers who have proved themselves crowd nobody out`() throws {
        let limits = SyncLimits.standard
        let peer = try HostilePeer(.stranger)
        try peer.reach(.open)
        var others: [HostilePeer] = []
        for number in 2...UInt8(limits.strangersMax) {
            let host = Int(number - 1) / limits.strangersPerAddressMax
            let other = try HostilePeer(
                .stranger, of: peer.bob, number: number, from: "\(host):\(number)")
            try other.reach(.open)
            others.append(other)
        }
        #expect(peer.bob.closed.isEmpty)

        let late = try HostilePeer(.stranger, of: peer.bob, number: 40, from: "new:1")
        try late.reach(.greeting)
        let friend = try HostilePeer(.friend, of: peer.bob, number: 41, from: "0:41")
        try friend.reach(.open)

        #expect(Array(peer.bob.closed.keys) == [late.link])
        #expect(late.reasons == [CloseReason.tooMuch.name])
        // The user is still told of the friend request.
        guard case .pending(let pending) = try peer.bob.ask(.query(.pending())) else {
            throw NoAnswer()
        }
        #expect(pending.count == limits.strangersMax + 1)
        #expect(peer.bob.engine.sessions.last?.phase == .open)
    }

    @Test func `of strangers from one address so many wait and no more`() throws {
        let most = UInt8(SyncLimits.standard.strangersPerAddressMax)
        let bob = try SyncNode(2, name: "Bob")

        for number in 1...most {
            try HostilePeer(.stranger, of: bob, number: number, from: "m:\(number)").reach(.open)
        }
        #expect(bob.closed.isEmpty)
        let late = try HostilePeer(.stranger, of: bob, number: most + 1, from: "m:99")
        try late.reach(.greeting)

        #expect(Array(bob.closed.keys) == [late.link])
        #expect(late.reasons == [CloseReason.tooMuch.name])
    }

    @Test func `a stranger who waits stays when others come, whatever their links are called`()
        throws
    {
        let most = UInt8(SyncLimits.standard.strangersPerAddressMax)
        let bob = try SyncNode(2, name: "Bob")
        let first = try HostilePeer(.stranger, of: bob, number: 1, from: "m:1", over: 100)
        try first.reach(.open)
        for number in 2...most {
            let other = try HostilePeer(.stranger, of: bob, number: number, from: "m:\(number)")
            try other.reach(.open)
        }

        let late = try HostilePeer(.stranger, of: bob, number: most + 1, from: "m:99")
        try late.reach(.greeting)
        try first.say(.digests([]))

        #expect(Array(bob.closed.keys) == [late.link])
        #expect(late.reasons == [CloseReason.tooMuch.name])
        #expect(first.reasons == [])
    }

    private struct NoAnswer: Error {}
}
