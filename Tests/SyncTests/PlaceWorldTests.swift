import CRDT
import Domain
import Primitives
import Store
import Testing
import Wire

@testable import Sync

/// Tests groups with more members than any node has places: everybody gets everything all the same, and nobody keeps
/// reconnecting.
@Suite struct PlaceWorldTests {
    private static let members = 12

    // Creates a group at the first node; nobody has more than six links, four of them inbound from fellows.
    private static func group() throws -> SyncLAN {
        var limits = SyncLimits.standard
        limits.linksMax = 6
        limits.spareLinksMax = 1
        limits.fellowsCallingMax = 4
        limits.fellowsDialledMax = 2
        let nodes = try (1...UInt8(members)).map {
            try SyncNode($0, name: "Person\($0)", limits: limits)
        }
        let lan = SyncLAN(nodes)
        try nodes[0].ask(.command(.newGroup(name: "lab")))
        let answer = try nodes[0].ask(
            .command(.inviteToGroup("lab", role: .editor, uses: 100, seconds: 86_400)))
        guard case .invited(let made) = answer else { throw SyncNode.NotPaired() }
        for node in nodes.dropFirst() {
            try node.ask(.command(.joinGroup(invitation: made.text, name: nil)))
            try lan.run(for: .seconds(1))
        }
        return lan
    }

    private static func titles(_ lan: SyncLAN) throws -> [[String]] {
        try lan.nodes.map { node in
            node.now = lan.now
            return try node.titles()
        }
    }

    @Test func `everybody comes in, and what each keeps comes to all`() throws {
        let lan = try Self.group()
        try lan.run(for: .seconds(600))
        for (number, node) in lan.nodes.enumerated() {
            node.now = lan.now
            try node.keep(drafts(1, "of \(number)"), in: .group("lab"))
        }

        try lan.run(for: .seconds(60))

        let titles = try Self.titles(lan)
        #expect(titles[0].count == Self.members)
        #expect(titles.allSatisfy { $0 == titles[0] })
        for node in lan.nodes { #expect(node.engine.sessions.count(where: \.hasPlace) <= 7) }
        // A node that has found its places keeps them.
        let dialled = lan.dials.count
        try lan.run(for: .seconds(1200))
        #expect(lan.dials.count - dialled < Self.members * 4, "\(lan.dials.count - dialled)")
    }

    @Test func `where all reach only one node they take turns with it`() throws {
        let lan = try Self.group()
        lan.isShut = { _, host in host != 0 }
        for node in lan.nodes {
            for session in node.engine.sessions {
                try lan.tell(lan.nodes.firstIndex { $0 === node } ?? 0, .disconnected(session.link))
            }
        }
        for (number, node) in lan.nodes.enumerated() {
            node.now = lan.now
            try node.keep(drafts(1, "of \(number)"), in: .group("lab"))
        }
        let dialled = lan.dials.count
        let began = lan.now

        try lan.run(for: .seconds(1800))

        let titles = try Self.titles(lan)
        #expect(titles[0].count == Self.members)
        #expect(titles.allSatisfy { $0 == titles[0] })
        // An evicted node waits for at least 150 s.
        let most = 1800 / 150 + 4
        for number in 1..<Self.members {
            let calls = lan.dials.dropFirst(dialled).filter {
                $0.from == number && $0.address == "host0:7433" && $0.at > began + .seconds(60)
            }
            #expect(calls.count <= most, "\(number): \(calls.count)")
        }
    }

    @Test func `a peer that had no place for us is dialled after long, even if heard`() throws {
        let ana = try SyncNode(1, name: "Ana").owner.certificate
        func target(_ address: String, at: Instant) -> Dialler.Target {
            Dialler.Target(certificate: ana, address: address, nextAt: at)
        }
        let now = Instant(nanoseconds: 1_000_000_000)
        let (shortest, longest) = SyncLimits.crowdedPause
        for seed in UInt64(1)...32 {
            var dialler = Dialler()
            dialler.add(target("a:1", at: now))
            dialler.dialled(target("a:1", at: now), over: .outbound(1))
            dialler.lost(.outbound(1), at: now, dice: Dice(seed: seed))

            dialler.rest(ana.peer, at: now, dice: Dice(seed: seed))
            dialler.found(target("b:1", at: now))
            dialler.found(target("a:1", at: now))
            dialler.resume(at: now)

            let due = try #require(dialler.deadline)
            #expect((shortest...longest).contains(due - now))
        }
    }

    /// Seed 15921 of the simulator: the second device of a person, after a night alone, learnt of a group over two
    /// links, three minutes apart.
    @Test func `where a link brought what makes a new one due, what failed before counts no more`()
        throws
    {
        let bob = try SyncNode(2, name: "Bob").owner.certificate
        let now = Instant(nanoseconds: 1_000_000_000)
        let target = Dialler.Target(certificate: bob, address: "b:1", nextAt: now)
        func pause(isForgiven: Bool, seed: UInt64) throws -> Duration {
            var dialler = Dialler()
            dialler.add(target)
            for number in UInt64(1)...12 {
                dialler.dialled(target, over: .outbound(number))
                dialler.lost(.outbound(number), at: now, dice: Dice(seed: seed))
            }
            dialler.dialled(target, over: .outbound(13))
            if isForgiven { dialler.forgive(.outbound(13)) }
            dialler.lost(.outbound(13), at: now, dice: Dice(seed: seed))
            return try #require(dialler.deadline) - now
        }

        let most = SyncLimits.redialAfter.shortest * 2
        for seed in UInt64(1)...32 { #expect(try pause(isForgiven: true, seed: seed) <= most) }
        let longest = try (UInt64(1)...32).map { try pause(isForgiven: false, seed: $0) }.max()
        #expect(try #require(longest) > .seconds(60))
    }

    @Test func `of more fellows than are dialled each node dials others`() throws {
        let now = Instant(nanoseconds: 1_000_000_000)
        let fellows = try (1...UInt8(40)).map { number in
            let certificate = try SyncNode(number, name: "").owner.certificate
            return Dialler.Target(certificate: certificate, address: "f:1", nextAt: now)
        }

        let drawn = (UInt64(1)...40).map {
            Dialler().chosen(of: fellows, most: 16, dice: Dice(seed: $0))
        }

        #expect(drawn.allSatisfy { $0.count == 16 })
        for fellow in fellows {
            let count = drawn.count { $0.contains(fellow) }
            #expect((4...28).contains(count), "\(count)")
        }
        #expect(Dialler().chosen(of: fellows, most: 40, dice: Dice(seed: 1)) == fellows)
        #expect(Dialler().chosen(of: fellows, most: -1, dice: Dice(seed: 1)).isEmpty)
    }
}
