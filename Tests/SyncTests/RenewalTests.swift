import Domain
import Primitives
import Store
import Testing
import Wire

@testable import Sync

/// Tests that a lasting link is renewed about once a day, without a gap.
@Suite struct RenewalTests {
    @Test func `what a friend has of somebody who became one later comes within a day and a half`()
        throws
    {
        let nodes = try (1...UInt8(3)).map { try SyncNode($0, name: "Person\($0)") }
        let (ana, ben, cleo) = (nodes[0], nodes[1], nodes[2])
        let lan = SyncLAN(nodes)
        try befriend(ana, ben, lan)
        try befriend(ben, cleo, lan)
        try lan.run(for: .seconds(5))
        try befriend(ana, cleo, lan)
        try lan.run(for: .seconds(5))
        // From now on ana and cleo meet nobody but ben.
        lan.isShut = { $0 != 1 && $1 != 1 }
        for (one, other) in [(0, 2), (2, 0)] {
            let certificate = nodes[other].owner.certificate
            for session in nodes[one].engine.sessions where session.certificate == certificate {
                try lan.tell(one, .disconnected(session.link))
            }
        }
        cleo.now = lan.now
        try cleo.keep(drafts(1, "of cleo"), in: .friends)

        try lan.run(for: .seconds(3600))
        ben.now = lan.now
        ana.now = lan.now
        #expect(try ben.titles().count == 1)
        #expect(try ana.titles().isEmpty)

        try lan.run(for: .seconds(36 * 3600))
        ana.now = lan.now
        #expect(try ana.titles().count == 1)
    }

    @Test func `one takes the place of the other, and onlookers hear of that`() throws {
        let lan = try linked()
        let dialled = lan.dials.count
        for node in lan.nodes { node.announced = [] }

        for _ in 0..<(37 * 60) {
            try lan.run(for: .seconds(60))
            for node in lan.nodes {
                #expect(node.engine.sessions.count { $0.phase == .open } == 1)
            }
        }

        let dials = lan.dials.dropFirst(dialled)
        #expect((1...3).contains(dials.count))
        #expect(Set(dials.map(\.from)).count == 1)
        let caller = try #require(dials.first?.from)
        for (number, node) in lan.nodes.enumerated() {
            let kinds = node.announced.map { notice in
                switch notice {
                case .disconnected: "gone"
                case .connected: "there"
                case .syncStarted: "comparing"
                case .syncCompleted: "in sync"
                default: "\(notice)"
                }
            }
            let compared = ["comparing", "in sync"]
            // The dialler learns first who is there, and ends the old link.
            let once = number != caller ? ["gone", "there"] + compared : compared
            #expect(kinds == (0..<dials.count).flatMap { _ in once })
        }
    }

    @Test func `where nobody answers the old link stays, and is dialled at once when it ends`()
        throws
    {
        let lan = try linked()
        lan.isShut = { _, _ in true }
        let dialled = lan.dials.count
        let began = lan.now

        try lan.run(for: .seconds(80 * 3600))

        let dials = lan.dials.dropFirst(dialled)
        #expect((2...6).contains(dials.count))
        #expect(dials.allSatisfy { ($0.at - began) >= .seconds(12 * 3600) })
        for node in lan.nodes { #expect(node.engine.sessions.count { $0.phase == .open } == 1) }

        let dialler = try #require(dials.first?.from)
        lan.isShut = { _, _ in false }
        let link = try #require(lan.nodes[dialler].engine.sessions.first?.link)
        try lan.tell(dialler, .disconnected(link))
        try lan.run(for: .seconds(3))
        #expect(lan.nodes[dialler].engine.sessions.count { $0.phase == .open } == 1)
    }

    @Test func `when a link is made anew depends on nobody else`() throws {
        func renewals(with third: Bool) throws -> [Instant?] {
            let nodes = try (1...UInt8(3)).map { try SyncNode($0, name: "Person\($0)") }
            let lan = SyncLAN(nodes)
            try befriend(nodes[0], nodes[1], lan)
            try lan.run(for: .seconds(5))
            if third {
                try befriend(nodes[0], nodes[2], lan)
                try lan.run(for: .seconds(5))
                nodes[0].now = lan.now
                try nodes[0].keep(drafts(3, "mine"), in: .friends)
            }
            try lan.run(for: .seconds(60))
            return [(0, 1), (1, 0)].flatMap { (here, there) in
                let certificate = nodes[there].owner.certificate
                return nodes[here].engine.sessions.filter { $0.certificate == certificate }
                    .map(\.renewAt)
            }
        }
        let alone = try renewals(with: false)

        // The accepting side leaves it to the other.
        #expect(alone.compactMap { $0 }.count == 1)
        #expect(try renewals(with: true) == alone)
    }

    private func befriend(_ one: SyncNode, _ other: SyncNode, _ lan: SyncLAN) throws {
        for (here, there) in [(one, other), (other, one)] {
            here.now = lan.now
            let ticket = Ticket(
                certificate: there.owner.certificate, name: there.owner.name,
                addresses: there.engine.addresses)
            try here.ask(.command(.addFriend(ticket: ticket.text, petName: nil)))
        }
    }

    // Creates two friends and one link.
    private func linked() throws -> SyncLAN {
        let nodes = try (1...UInt8(2)).map { try SyncNode($0, name: "Person\($0)") }
        let lan = SyncLAN(nodes)
        try befriend(nodes[0], nodes[1], lan)
        try lan.run(for: .seconds(30))
        return lan
    }
}
