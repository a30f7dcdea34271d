import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Sync

/// Tests which unproven connections are accepted, and which give way.
@Suite struct CallerTests {
    private static let most = UInt64(SyncLimits.standard.unprovenMax)
    private static let mostOfBlock = UInt64(SyncLimits.standard.unprovenPerAddressMax)

    @Test func `idle callers from a few addresses shut nobody out`() throws {
        let bob = try SyncNode(2, name: "Bob")
        let blocks = Self.most / Self.mostOfBlock
        for number in 0..<Self.most {
            try bob.step(
                .accepted(.inbound(number + 1), address: "10.0.0.\(number % blocks):\(number)"))
        }
        #expect(bob.closed.isEmpty)

        for number in UInt8(1)...20 {
            let peer = try HostilePeer(
                .friend, of: bob, number: number, from: "192.0.2.\(number):1",
                over: 100 + UInt64(number))
            try peer.reach(.open)
            #expect(bob.engine.sessions.first { $0.link == peer.link }?.phase == .open)
            // An evicted caller reconnects at once.
            try bob.step(
                .accepted(.inbound(1000 + UInt64(number)), address: "10.0.0.\(number % 4):9"))
        }
        #expect(bob.closed.values.allSatisfy { $0 == .tooMuch || $0 == .done })
    }

    @Test func `the block with most callers loses its oldest`() throws {
        let bob = try SyncNode(2, name: "Bob")
        for number in 1...Self.most - 2 {
            try bob.step(.accepted(.inbound(number), address: "10.0.0.\(number):1"))
        }
        bob.now = bob.now + .milliseconds(1)
        // From one network, whatever the last 64 bits are.
        try bob.step(.accepted(.inbound(50), address: "[2001:db8::1]:1"))
        bob.now = bob.now + .milliseconds(1)
        try bob.step(.accepted(.inbound(51), address: "[2001:db8::2]:1"))
        #expect(bob.closed.isEmpty)
        try bob.step(.accepted(.inbound(52), address: "192.0.2.1:1"))

        #expect(bob.closed.keys.sorted() == [.inbound(50)])
    }

    @Test func `a block has so many callers, and after a second the oldest gives way`() throws {
        let bob = try SyncNode(2, name: "Bob")
        for number in 1...Self.mostOfBlock {
            try bob.step(.accepted(.inbound(number), address: "m:\(number)"))
        }
        bob.now = bob.now + (SyncLimits.callerStay - .nanoseconds(1))
        try bob.step(.accepted(.inbound(10), address: "m:10"))
        #expect(bob.closed.keys.sorted() == [.inbound(10)])

        bob.now = bob.now + .nanoseconds(1)
        try bob.step(.accepted(.inbound(11), address: "m:11"))

        #expect(bob.closed.keys.sorted() == [.inbound(1), .inbound(10)])
    }

    @Test func `who calls from where a friend was met takes no place from others, nor they theirs`()
        throws
    {
        let bob = try SyncNode(2, name: "Bob")
        let friend = try HostilePeer(.friend, of: bob, number: 1, from: "home:1", over: 500)
        try friend.reach(.open)
        try bob.step(.disconnected(friend.link))
        for number in 1...Self.most {
            try bob.step(.accepted(.inbound(number), address: "10.0.0.\(number):1"))
        }
        let again = try HostilePeer(.friend, of: bob, number: 1, from: "home:2", over: 501)
        try bob.step(.accepted(again.link, address: "home:2"))
        #expect(bob.closed.isEmpty)

        for number in 1...Self.most {
            try bob.step(.accepted(.inbound(100 + number), address: "10.0.1.\(number):1"))
        }

        #expect(bob.closed[again.link] == nil)
        #expect(bob.closed.count == Int(Self.most))
    }

    @Test func `a friend with devices without end has a few links, and others find places`() throws
    {
        let crowd = try Crowd()
        let mallory: UInt8 = 8 + 1
        try crowd.call(1, as: .friend)
        for number in UInt8(100)...164 {
            // At first each is only greeted; then it reconnects, and stays.
            for _ in 1...2 { try crowd.call(number, claiming: crowd.device(number, of: mallory)) }
            let theirs = crowd.bob.engine.sessions.filter {
                $0.hasPlace && $0.certificate?.person == crowd.peers[0].certificate.person
            }
            #expect(theirs.count <= SyncLimits.linksOfPersonMax)
        }
        #expect(crowd.places == SyncLimits.linksOfPersonMax)

        let honest = try crowd.call(2, as: .friend)

        #expect(crowd.isLinked(honest))
        #expect(crowd.places == SyncLimits.linksOfPersonMax + 1)
    }

    @Test func `who is nobody has no more links than a friend, wherever they call from`() throws {
        let crowd = try Crowd()
        try crowd.call(1)
        let mallory = crowd.peers[0].certificate.person
        for number in UInt8(100)...110 {
            try crowd.call(number, claiming: crowd.device(number, of: 8 + 1))
            let theirs = crowd.bob.engine.provenPeers.count { $0.person == mallory }
            #expect(theirs <= SyncLimits.linksOfPersonMax)
        }
        #expect(
            crowd.bob.engine.provenPeers.count { $0.person == mallory }
                == SyncLimits.linksOfPersonMax)

        let other = try crowd.call(2)
        #expect(crowd.isLinked(other))
    }

    @Test func `own devices may be as many as there are places`() throws {
        let crowd = try Crowd()
        for number in UInt8(1)...8 {
            try crowd.call(number, claiming: crowd.device(number, of: 2))
        }

        #expect(crowd.places == 8)
    }

    @Test func `identities without end from one place push nobody off the list of who asks`()
        throws
    {
        let bob = try SyncNode(2, name: "Bob")
        let honest = try HostilePeer(.stranger, of: bob, number: 1, from: "home:1", over: 1)
        try honest.reach(.open)
        try bob.step(.disconnected(honest.link))
        var told = 0
        for number in UInt8(2)...UInt8(SyncLimits.standard.friendRequestsMax + 8) {
            let other = try HostilePeer(.stranger, of: bob, number: number, from: "m:\(number)")
            try bob.step(.accepted(other.link, address: "m:\(number)"))
            try other.give(try other.channel.begin(nonce: 1))
            other.onward = { effects in
                told += effects.count {
                    if case .announce(.friendPending) = $0 { true } else { false }
                }
            }
            try other.say(other.whoThisIs)
            try bob.step(.disconnected(other.link))
        }

        guard case .pending(let pending) = try bob.ask(.query(.pending())) else {
            throw SyncNode.NotPaired()
        }
        #expect(pending.contains { $0.person == honest.certificate.person })
        #expect(pending.count == 1 + SyncLimits.standard.friendRequestsPerAddressMax)
        #expect(told == SyncLimits.standard.friendRequestsPerAddressMax)
    }

    @Test func `what strangers do wrong a thousand times is told twice`() throws {
        let bob = try SyncNode(2, name: "Bob")
        var told: [Int] = []
        for number in UInt64(1)...1100 {
            let link = LinkID.inbound(number)
            var effects = try bob.step(.accepted(link, address: "10.0.0.\(number % 250):1"))
            effects += try bob.step(.received(link, [0, 56] + Array(repeating: 7, count: 56)))
            effects += try bob.step(.disconnected(link))
            for case .announce(.deltaRejected(_, _, let count)) in effects { told.append(count) }
        }
        #expect(told == [1])
        bob.now = bob.now + SyncLimits.rejectionPause
        #expect(try #require(bob.engine.deadline(at: bob.now)) <= bob.now)
        for case .announce(.deltaRejected(_, _, let count)) in try bob.step(.woken) {
            told.append(count)
        }

        #expect(told == [1, 1099])
    }

    @Test(arguments: [true, false])
    func `parts that carry nothing end the link at the first`(isRun: Bool) throws {
        let (peer, known) = try HostilePeer.told()
        if isRun {
            try peer.say(
                .run(
                    Message.Run(
                        isLast: false, audience: 0, chain: known.chain, sequence: 0,
                        deltas: Array(repeating: 1, count: 1000))))
            #expect(peer.reasons.isEmpty)
            try peer.say(.more(isLast: false, deltas: []))
        } else {
            try peer.say(
                .frontier(
                    Message.FrontierPart(
                        audience: 0, isWhole: true, isLast: false, isAsking: false,
                        entries: [known])))
            #expect(peer.reasons.isEmpty)
            try peer.say(
                .frontier(
                    Message.FrontierPart(
                        audience: 0, isWhole: false, isLast: false, isAsking: false, entries: [])))
        }

        #expect(peer.reasons == [CloseReason.unexpected.name])
    }

    @Test func `a run of an audience that is not talked of ends the link at its first part`() throws
    {
        let (peer, known) = try HostilePeer.told()

        try peer.say(
            .run(
                Message.Run(
                    isLast: false, audience: 200, chain: known.chain, sequence: 0, deltas: [1])))

        #expect(peer.reasons == [CloseReason.unexpected.name])
    }
}
