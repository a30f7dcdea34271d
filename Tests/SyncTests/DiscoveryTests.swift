import CRDT
import Domain
import Primitives
import Sodium
import Store
import Testing
import Wire

@testable import Sync

/// Tests who finds whom on one network, and who nobody.
@Suite struct DiscoveryTests {
    private static func friends(_ count: UInt8) throws -> [SyncNode] {
        let nodes = try (1...count).map { try SyncNode($0, name: "Person\($0)") }
        for node in nodes {
            for other in nodes where other !== node { try node.add(friend: other) }
        }
        return nodes
    }

    @Test func `two friends without any address find each other by one beacon and one dial`() throws
    {
        let lan = SyncLAN(try Self.friends(2))

        try lan.plugIn()
        try lan.run(for: .milliseconds(300))

        #expect(try lan.isLinked(0))
        #expect(try lan.isLinked(1))
        #expect(lan.dials.count == 1)
        #expect(lan.dials.allSatisfy { $0.address.hasSuffix(":7433") })
        let peers = try lan.nodes[0].peers() + lan.nodes[1].peers()
        #expect(peers.allSatisfy { $0.isNear })
    }

    @Test func `who comes later is found by its first beacon, whoever dials`() throws {
        for late in 0...1 {
            let lan = SyncLAN(try Self.friends(2))
            try lan.plugIn([1 - late])
            try lan.run(for: .seconds(60))

            try lan.plugIn([late])
            try lan.run(for: .milliseconds(1))

            #expect(try lan.isLinked(0))
            #expect(lan.dials.count == 1)
        }
    }

    @Test(arguments: 1...8)
    func `they find each other though most beacons are lost`(seed: UInt64) throws {
        let lan = SyncLAN(try Self.friends(4))
        var dice = Dice(seed: seed)
        lan.isLost = { _, _ in dice.happens(Ratio(4, of: 5)) }

        try lan.plugIn()
        try lan.run(for: .seconds(180))

        for number in 0..<4 { #expect(try lan.isLinked(number, with: 3)) }
    }

    @Test func `two devices of one person find each other, also before they have met`() throws {
        let first = try SyncNode(1, name: "Ana")
        let second = try SyncNode(1, name: "Ana", pairedWith: first)
        let lan = SyncLAN([first, second])
        lan.isShut = { _, _ in false }

        try lan.plugIn()
        try lan.run(for: .seconds(2))

        #expect(try lan.isLinked(0))
        #expect(try lan.isLinked(1))
    }

    @Test func `a friendship that only one side has wished for is not seen by either`() throws {
        let ana = try SyncNode(1, name: "Ana")
        let bob = try SyncNode(2, name: "Bob")
        try ana.add(friend: bob)
        let lan = SyncLAN([ana, bob])

        try lan.plugIn()
        try lan.run(for: .seconds(120))

        #expect(lan.dials.isEmpty)
        #expect(lan.beacons.allSatisfy { $0.to == nil })
    }

    @Test func `who is a friend no more finds nothing and is not found`() throws {
        let nodes = try Self.friends(2)
        let lan = SyncLAN(nodes)
        try lan.plugIn()
        try lan.run(for: .seconds(10))
        let dialled = lan.dials.count

        try nodes[0].ask(.command(.removeFriend(PersonReference("Person2"), isBlocked: false)))
        try lan.run(for: .seconds(1))
        let sent = lan.beacons.count
        try lan.plugIn()
        try lan.run(for: .seconds(120))

        let after = lan.beacons[sent...]
        #expect(after.count > 8)
        #expect(after.allSatisfy { $0.to == nil }, "nobody is answered")
        // The second node still dials the address where it met the first; that does not depend on
        // beacons.
        #expect(lan.dials.dropFirst(dialled).allSatisfy { $0.from == 1 })
        for beacon in after where beacon.from == 0 {
            nodes[1].now = lan.now
            #expect(nodes[1].engine.sight(beacon.bytes, from: "host0:1", at: lan.now) == nil)
        }
    }

    @Test func `a friend who has slept through a rotation is called by a separate key`() throws {
        let nodes = try Self.friends(3)
        let lan = SyncLAN(nodes)
        try lan.plugIn()
        try lan.run(for: .seconds(10))
        for number in 0..<3 { #expect(try lan.isLinked(number, with: 2)) }
        // The second one is unreachable from now on; meanwhile the third one's friendship ends.
        let asleep = SyncLAN([nodes[0], nodes[2]])
        try nodes[0].ask(.command(.removeFriend(PersonReference("Person3"), isBlocked: false)))
        try asleep.plugIn()
        try asleep.run(for: .seconds(1))
        let beacon = try #require(asleep.beacons.last { $0.from == 0 })

        nodes[1].now = asleep.now
        let heard = nodes[1].engine.sight(beacon.bytes, from: "host0:1", at: asleep.now)

        guard case .sighted(let sighting) = heard else {
            Issue.record("the friend is called")
            return
        }
        #expect(sighting.certificate == nodes[0].owner.certificate)
        #expect(sighting.address == "host0:7433")
    }

    @Test func `members of a group who are no friends find each other`() throws {
        let nodes = try (1...3).map { try SyncNode($0, name: "Person\($0)") }
        let lan = SyncLAN(nodes)
        try nodes[0].ask(.command(.newGroup(name: "lab")))
        for member in 1...2 {
            let answer = try nodes[0].ask(
                .command(.inviteToGroup("lab", role: .editor, uses: 1, seconds: 3600)))
            guard case .invited(let invited) = answer else {
                Issue.record("an invitation")
                return
            }
            try nodes[member].ask(.command(.joinGroup(invitation: invited.text, name: nil)))
        }

        try lan.plugIn()
        try lan.run(for: .seconds(30))

        for number in 0..<3 { #expect(try lan.isLinked(number, with: 2)) }
    }

    @Test func `a node that takes no links is not dialled, and dials whom it hears`() throws {
        for mute in 0...1 {
            let lan = SyncLAN(try Self.friends(2))
            lan.nodes[mute].engine.addresses = []

            try lan.plugIn()
            try lan.run(for: .milliseconds(300))

            #expect(try lan.isLinked(0))
            #expect(lan.dials.map(\.from) == [mute])
        }
    }

    @Test func `whoever was heard and does not answer is not dialled again and again`() throws {
        let lan = SyncLAN(try Self.friends(2))
        lan.isShut = { _, _ in true }

        try lan.plugIn()
        try lan.run(for: .seconds(6))

        let fromEach = (0...1).map { number in lan.dials.count { $0.from == number } }
        #expect(fromEach.allSatisfy { (1...5).contains($0) }, "\(fromEach)")
        lan.isShut = { _, _ in false }
        try lan.plugIn()
        try lan.run(for: .milliseconds(1500))
        #expect(try lan.isLinked(0))
    }

    @Test func `nobody who is linked is dialled or, in quiet times, answered`() throws {
        let lan = SyncLAN(try Self.friends(3))
        try lan.plugIn()
        try lan.run(for: .seconds(40))
        let (dialled, sent) = (lan.dials.count, lan.beacons.count)

        try lan.run(for: .seconds(600))

        #expect(lan.dials.count == dialled)
        #expect(lan.beacons.count > sent + 3 * 18)
        #expect(lan.beacons[sent...].allSatisfy { $0.to == nil })
    }

    @Test func `a node that comes up anew is answered once by a peer that feels linked`() throws {
        let lan = SyncLAN(try Self.friends(2))
        try lan.plugIn()
        try lan.run(for: .seconds(100))
        let sent = lan.beacons.count

        try lan.plugIn([0])
        try lan.run(for: .seconds(6))

        let answers = lan.beacons[sent...].filter { $0.from == 1 && $0.to != nil }
        #expect(answers.count == 1)
    }

    @Test func `a node that is told not to look sends nothing and hears nothing`() throws {
        let lan = SyncLAN(try Self.friends(2))
        try lan.nodes[0].ask(.command(.setDiscovery(false)))

        try lan.plugIn()
        try lan.run(for: .seconds(60))

        #expect(lan.beacons.allSatisfy { $0.from == 1 && $0.to == nil })
        #expect(lan.dials.isEmpty)
        guard case .status(let off) = try lan.nodes[0].ask(.query(.status())),
            case .status(let on) = try lan.nodes[1].ask(.query(.status()))
        else {
            Issue.record("a status")
            return
        }
        #expect(off.networks == nil)
        #expect(on.networks == 1)
    }
}
