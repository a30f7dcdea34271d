import CRDT
import Domain
import Primitives
import Testing

@testable import Sync

/// Tests waiting until a write has reached peers.
@Suite struct ReplicationTests {
    private static let id = RequestID(1 << 40)

    private func written(_ node: SyncNode) throws -> [Frontier.Entry] {
        guard case .written(let chains) = try node.ask(.query(.written())) else { return [] }
        return chains
    }

    /// Creates two friends who have met, and are linked.
    private func linked() throws -> SyncPair {
        let pair = try SyncPair()
        try pair.connect()
        try pair.pass(.seconds(5))
        return pair
    }

    /// Ana stores a link and waits until so many peers have it; returns the immediate answers.
    private func keep(
        in audience: Audience, at ana: SyncNode, peers: Int = 1, seconds: Int = 60
    ) throws -> [Answer] {
        let before = try written(ana)
        try ana.keep(drafts(1, "anas"), in: audience)
        let count = ana.answers.count
        let effects = try ana.step(
            .requested(
                Self.id,
                .query(.replication(since: before, peers: peers, seconds: seconds))))
        try ana.carry?(effects)
        return Array(ana.answers[count...])
    }

    private func told(_ have: Int, of due: Int) -> Answer {
        .replication(Replication(have: have, due: due))
    }

    @Test func `who has nobody waits for nobody`() throws {
        let ana = try SyncNode(1, name: "Ana")

        #expect(try keep(in: .private, at: ana) == [told(0, of: 0)])
    }

    @Test func `what is for nobody else is waited for with nobody`() throws {
        let pair = try linked()

        #expect(try keep(in: .private, at: pair.ana) == [told(0, of: 0)])
    }

    @Test func `whoever has not added this person too is not waited for`() throws {
        let ana = try SyncNode(1, name: "Ana")
        try ana.add(friend: SyncNode(2, name: "Bob"))

        #expect(try keep(in: .friends, at: ana) == [told(0, of: 0)])
    }

    @Test(arguments: [Audience.friends, .public], [1, 5])
    func `it is answered when everybody who should have it does`(
        audience: Audience, peers: Int
    ) throws {
        let pair = try linked()
        let count = try keep(in: audience, at: pair.ana, peers: peers).count
        let before = pair.ana.answers.count

        try pair.pass(.seconds(10))

        #expect(count == 0)
        #expect(Array(pair.ana.answers[before...]) == [told(1, of: 1)])
        #expect(try pair.bob.titles() == ["anas 0"])
    }

    @Test func `a peer that is away counts as not having it when the time is over`() throws {
        let pair = try linked()
        try pair.cutOff()
        let ana = pair.ana
        let began = ana.now
        #expect(try keep(in: .friends, at: ana, seconds: 5).isEmpty)
        let count = ana.answers.count

        #expect(try #require(ana.engine.deadline(at: ana.now)) <= began + .seconds(5))
        ana.now = began + .milliseconds(4999)
        try ana.step(.woken)
        #expect(ana.answers.count == count)
        ana.now = began + .seconds(5)
        try ana.step(.woken)

        #expect(Array(ana.answers[count...]) == [told(0, of: 1)])
    }

    @Test func `who waits no time is told how it stands`() throws {
        let pair = try linked()
        try pair.cutOff()

        #expect(try keep(in: .friends, at: pair.ana, seconds: 0) == [told(0, of: 1)])
    }

    @Test func `where nothing was written nobody is waited for`() throws {
        let pair = try linked()
        let before = try written(pair.ana)

        let answer = try pair.ana.ask(
            .query(.replication(since: before, peers: 1, seconds: 60)))

        #expect(answer == told(0, of: 0))
    }

    @Test func `another device of one's own has what is private`() throws {
        let pair = try SyncPair(devicesOf: "Ana")
        try pair.connectBack()
        try pair.pass(.seconds(5))
        let atOnce = try keep(in: .private, at: pair.ana)
        let before = pair.ana.answers.count

        try pair.pass(.seconds(10))

        #expect(atOnce.isEmpty)
        #expect(Array(pair.ana.answers[before...]) == [told(1, of: 1)])
        #expect(try pair.bob.titles() == ["anas 0"])
    }

    @Test func `those who wait and are gone leave room for a hundred more, and no more`() throws {
        let pair = try linked()
        try pair.cutOff()
        let ana = pair.ana
        try ana.keep(drafts(1, "anas"), in: .friends)
        let question = Request.query(.replication(since: [], peers: 1, seconds: 60))
        let count = ana.answers.count

        for number in 0..<UInt64(SyncLimits.arrivalsMax) {
            try ana.step(.requested(RequestID(number + 1 << 41), question))
        }
        #expect(ana.answers.count == count)
        try ana.step(.requested(RequestID(1 << 50), question))

        #expect(Array(ana.answers[count...]) == [told(0, of: 1)])
    }
}
