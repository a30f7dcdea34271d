import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Sync

/// Tests who gets a place at a node where all are taken, and who gives way.
@Suite struct PlaceTests {
    private static let callers = UInt8(SyncLimits.standard.fellowsCallingMax)
    private static let links = UInt8(SyncLimits.standard.linksMax)

    @Test func `so many fellows call, and one more is told that there is no place`() throws {
        let crowd = try Crowd()
        try crowd.letIn(1...Self.callers + 1)

        for number in 1...Self.callers {
            try crowd.call(number)
            #expect(crowd.places == Int(number))
        }
        #expect(crowd.closed.isEmpty)
        let late = try crowd.call(Self.callers + 1)

        #expect(crowd.closed == [late.link])
        #expect(late.heard.last == .close(.tooMuch))
        #expect(late.reasons.isEmpty, "nobody did wrong")
    }

    @Test func `after a minute the oldest with whom nothing is under way gives way`() throws {
        let crowd = try Crowd()
        try crowd.letIn(1...Self.callers + 2)
        for number in 1...Self.callers { try crowd.call(number, number == 1 ? .busy : .idle) }
        let second = crowd.peers[1]

        try crowd.pass(SyncLimits.fellowStay - .nanoseconds(1))
        let early = try crowd.call(Self.callers + 1)
        try crowd.pass(.nanoseconds(1))
        let late = try crowd.call(Self.callers + 2)

        #expect(crowd.closed == [early.link, second.link])
        #expect(second.heard.last == .close(.tooMuch))
        #expect(crowd.isLinked(late))
        #expect(crowd.places == Int(Self.callers))
    }

    @Test func `where all links are fellows' a friend, an own device and a guest find a place`()
        throws
    {
        let crowd = try Crowd()
        for number in 1...Self.links - 1 { try crowd.call(number, isInvited: true) }
        #expect(crowd.places == Int(Self.links) - 1)
        try crowd.call(Self.links, isInvited: true)
        #expect(crowd.closed.isEmpty)
        let oldest = crowd.peers.prefix(3).map(\.link)

        let friend = try crowd.call(100, as: .friend)
        let own = try crowd.call(101, claiming: crowd.device(101, of: 2))
        let guest = try crowd.call(102, isInvited: true)

        #expect(crowd.closed == oldest)
        #expect([friend, own, guest].allSatisfy(crowd.isLinked))
        #expect(crowd.places == Int(Self.links))
        #expect(crowd.peers.prefix(3).allSatisfy { $0.heard.last == .close(.tooMuch) })
    }

    @Test func `strangers give way before fellows, and who pretends to be busy last`() throws {
        let crowd = try Crowd()
        let stranger = try crowd.call(200)
        let busy = try crowd.call(1, isInvited: true, .busy)
        for number in 2...Self.links - 1 { try crowd.call(number, isInvited: true) }
        let idle = crowd.peers[2]

        try crowd.call(100, as: .friend)
        try crowd.call(101, as: .friend)
        for number in 102..<100 + Self.links - 1 { try crowd.call(number, as: .friend) }
        #expect(crowd.closed.prefix(2) == [stranger.link, idle.link])
        #expect(crowd.isLinked(busy))
        try crowd.call(100 + Self.links - 1, as: .friend)

        #expect(crowd.closed.last == busy.link)
        #expect(crowd.places == Int(Self.links))
    }

    @Test func `among friends alone own devices and guests have places to spare, and no others`()
        throws
    {
        let crowd = try Crowd()
        let spare = UInt8(SyncLimits.standard.spareLinksMax)
        for number in 1...Self.links { try crowd.call(number, as: .friend) }
        #expect(crowd.closed.isEmpty)

        let friend = try crowd.call(100, as: .friend)
        let guest = try crowd.call(101, isInvited: true)
        for number in 0..<spare {
            try crowd.call(110 + number, claiming: crowd.device(110 + number, of: 2))
        }
        #expect(crowd.closed == [friend.link, guest.link], "the guest is a fellow by then")
        let device = try crowd.call(120, claiming: crowd.device(120, of: 2))

        #expect(crowd.closed.last == device.link)
        #expect(crowd.places == Int(Self.links + spare))
        #expect(crowd.peers.prefix(Int(Self.links)).allSatisfy(crowd.isLinked))
    }

    @Test func `one fellow with devices without end takes a few places and no friend's`() throws {
        let crowd = try Crowd()
        let mallory: UInt8 = 8 + 99
        try crowd.letIn(99...99)
        for number in 1...4 { try crowd.call(UInt8(number), as: .friend) }
        for number in 5...UInt8(20) { try crowd.call(number, isInvited: true) }
        let others = crowd.peers
        let most = others.count + SyncLimits.linksOfPersonMax

        for number in 110...UInt8(200) {
            let claim = try crowd.device(number, of: mallory)
            try crowd.call(number, claiming: claim, isInvited: number % 2 == 0)
            #expect(crowd.bob.engine.sessions.count <= most)
        }

        #expect(others.allSatisfy(crowd.isLinked))
        #expect(crowd.places == most)
        #expect(crowd.bob.engine.dialler.targets.isEmpty)
    }

    @Test func `a founder whose links are all taken lets in the next one, who gets everything`()
        throws
    {
        let crowd = try Crowd()
        try crowd.bob.keep(drafts(3, "bobs"), in: .group("lab"))
        for number in 1...Self.links { try crowd.call(number, isInvited: true) }
        #expect(crowd.places == Int(Self.links))

        let newcomer = try SyncNode(1, name: "Ana")
        let pair = SyncPair(newcomer, crowd.bob, seed: 1)
        try newcomer.ask(
            .command(.joinGroup(invitation: crowd.invitation.text, name: nil)))
        try pair.pass(.seconds(5))
        try newcomer.keep(drafts(2, "anas"), in: .group("lab"))
        try pair.pass(.seconds(5))

        #expect(try newcomer.titles() == crowd.bob.titles())
        #expect(try newcomer.titles().count == 5)
        #expect(crowd.places == Int(Self.links))
    }
}
