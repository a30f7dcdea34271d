import CRDT
import Domain
import Primitives
import Store
import Sync
import Testing
import Wire

@testable import Simulator

/// Scenarios with a hostile friend: ana, ben and cleo are honest friends of one another, and mallory is their friend
/// but hostile. Dana is a friend of cleo's alone.
@Suite struct HostileStoryTests {
    @Test(arguments: HostileKind.allCases)
    func `friends agree, are quiet and tell no more beside who breaks the rules`(
        kind: HostileKind
    ) throws {
        let circle = try Circle(kind)

        try circle.write()
        try circle.cluster.run(for: .seconds(240))
        try circle.writeMore()
        try circle.cluster.settle()

        try circle.cluster.run(for: .seconds(120))
        try Quiescence.check(circle.cluster, for: .seconds(180))
        #expect(World.brokenClaims(in: circle.cluster) == [])
        #expect(try circle.world.titles(of: circle.ana, at: circle.ben) == ["ana 1", "ana late"])
        #expect(try circle.world.titles(of: circle.ana, at: circle.dana) == [])
        try circle.renewLinks()
        try Hostility.checkAgreement(circle.cluster)
        let acts = circle.cluster.marks.count(of: "hostile: \(kind.rawValue)")
        #expect((acts > 0) == !Circle.isSilent(kind))
    }

    @Test func `of two branches everybody holds the proof, and cuts at one place`() throws {
        let circle = try Circle(.forks)

        try circle.write()
        for number in 1...4 {
            try circle.keep("branch \(number)", at: circle.mallory)
            try circle.cluster.run(for: .seconds(20))
        }
        try circle.renewLinks()

        let forks = try circle.honest.map { try circle.forks(at: $0) }
        #expect(forks.allSatisfy { $0.count == 1 && $0 == forks[0] })
        try Hostility.checkAgreement(circle.cluster)
        // What came before the fork stands, and nothing after it, on whatever branch.
        let titles = try circle.honest.map { try circle.world.titles(of: circle.mallory, at: $0) }
        #expect(titles.allSatisfy { $0 == titles[0] && !$0.contains("branch 4") })
    }

    @Test(arguments: [
        (HostileKind.forges, ["bad signature", "broken chain"]),
        (.garbage, ["malformed message", "certificate of a newer version"]), (.usurps, []),
        (.falseProofs, ["bad signature", "broken chain"]), (.gaps, []), (.misdigests, []),
    ])
    func `a link ends with the name of what was done wrong, and only then`(
        kind: HostileKind, reasons: [String]
    ) throws {
        let circle = try Circle(kind)

        try circle.write()
        try circle.cluster.run(for: .seconds(200))

        let refused = circle.cluster.marks.filter { $0.name.hasPrefix("refused: ") }
            .map { String($0.name.dropFirst("refused: ".count)) }
        #expect(refused.isEmpty == reasons.isEmpty)
        #expect(refused.allSatisfy { reasons.contains($0) })
    }

    @Test(arguments: [HostileKind.usurps, .forges, .falseProofs, .stamps, .floods])
    func `nobody's own things are changed by another's word`(kind: HostileKind) throws {
        let circle = try Circle(kind)
        try circle.write()
        let before = try circle.state(at: circle.ben)

        try circle.cluster.run(for: .seconds(300))

        #expect(try circle.state(at: circle.ben) == before)
        #expect(try circle.world.titles(of: circle.ana, at: circle.ana) == ["ana 1"])
    }

    @Test func `what was deleted stays away though somebody says it again and again`() throws {
        let circle = try Circle(.replays)
        let id = try circle.keep("gone", at: circle.ana)
        try circle.write()
        try circle.cluster.run(for: .seconds(60))
        try circle.cluster.done(.remove(.references([.id(id.text)])), at: circle.ana)

        try circle.cluster.run(for: .seconds(400))

        for node in [circle.ben, circle.cleo] {
            #expect(try circle.world.titles(of: circle.ana, at: node) == ["ana 1"])
        }
        #expect(circle.cluster.marks.count(of: "hostile: replays") > 20)
    }

    @Test func `what one withholds from another comes by a common friend`() throws {
        let circle = try Circle(.withholds)

        try circle.write()
        try circle.cluster.run(for: .seconds(60))
        try circle.renewLinks()

        for node in circle.honest {
            #expect(try circle.world.titles(of: circle.mallory, at: node) == ["mallory 1"])
        }
    }

    @Test func `a clock is pulled by two minutes at most, and later words win`() throws {
        let circle = try Circle(.stamps)
        try circle.write()
        try circle.cluster.run(for: .seconds(200))

        let id = try circle.keep("after", at: circle.ben)
        try circle.cluster.done(
            .edit(.id(id.text), BookmarkChange(title: "edited after")), at: circle.ben)
        try circle.cluster.settle()

        #expect(
            try circle.world.titles(of: circle.ben, at: circle.ana) == ["ben 1", "edited after"])
        let wall = circle.cluster.machines[circle.ben].clock.reading(at: circle.cluster.now)
        let latest = try circle.latestStamp(of: circle.ben)
        #expect(latest.wall.milliseconds <= wall.milliseconds + 121_000)
    }

    @Test func `who calls by ever more devices has four links, and friends keep theirs`() throws {
        let circle = try Circle(.crowds)
        let (ana, mallory) = (
            circle.cluster.machines[circle.ana].person,
            circle.cluster.machines[circle.mallory].person
        )
        try circle.write()
        try circle.cluster.run(for: .seconds(20))
        var most = 0
        for _ in 0..<60 {
            try circle.cluster.run(for: .seconds(1))
            let peers = circle.cluster.machines[circle.ben].engine?.provenPeers ?? []
            most = max(most, peers.count { $0.person == mallory })
            #expect(peers.contains { $0.person == ana })
        }
        #expect(most == 4)
        #expect(try circle.world.titles(of: circle.ana, at: circle.ben) == ["ana 1"])
    }

    @Test func `who asks and reads nothing loses each link, and nobody else does`() throws {
        let circle = try Circle(.readsNothing)

        try circle.write()
        try circle.cluster.run(for: .seconds(200))

        #expect(circle.cluster.marks.count(of: "stalled") >= 3)
        for peers in circle.honest.map({ circle.cluster.machines[$0].engine?.provenPeers }) {
            #expect(try #require(peers).count >= 2)
        }
        #expect(try circle.world.titles(of: circle.ana, at: circle.ben) == ["ana 1"])
    }

    @Test(arguments: [0, 1])
    func `what is said over a link by invitation is read and replaced as well`(node: Int) throws {
        let world = try World(2)
        let conduct = Listening()
        world.cluster.surround(node, .begs, by: conduct)
        let group = try world.cluster.foundGroup(at: 0)

        try world.cluster.letIn(1, into: group, by: 0)

        // Nodes introduce themselves only over such a link.
        #expect(conduct.introductions == 1)
    }

    @Test func `a peer that asks again and again gets what it gives credit for`() throws {
        let circle = try Circle(.begs)
        for number in 1...30 { try circle.keep("much \(number)", at: circle.ana) }

        try circle.write()
        try circle.cluster.run(for: .seconds(300))

        let hostile = try #require(circle.cluster.hostiles[circle.mallory])
        let takings = try #require(hostile.takings[circle.ana])
        #expect(takings.asked > 100)
        #expect(takings.bytesOfRuns <= takings.links * (4 << 20) + takings.credit)
        // Sent once for each request, and never more.
        #expect(takings.bytes < takings.asked * 40_000)
    }
}

/// Ana, ben, cleo and mallory, all friends of one another; dana, a friend of cleo's.
struct Circle {
    let world: World
    let ana = 0
    let ben = 1
    let cleo = 2
    let mallory = 3
    let dana = 4

    init(_ kind: HostileKind) throws {
        world = try World(5)
        cluster.corrupt(mallory, kind)
        for (one, other) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (2, 4)] {
            try cluster.befriend(one, other)
        }
    }

    var cluster: Cluster { world.cluster }
    var honest: [Int] { [ana, ben, cleo] }

    /// Whether it only changes what its engine sends.
    static func isSilent(_ kind: HostileKind) -> Bool {
        switch kind {
        case .forks, .withholds, .overclaims, .underclaims, .misdigests, .falseKeys,
            .impersonates:
            return true
        default: return false
        }
    }

    @discardableResult
    func keep(_ title: String, at node: Int) throws -> ObjectID {
        let path = title.split(separator: " ").joined(separator: "-")
        let draft = BookmarkDraft(url: "https://example.org/\(node)/\(path)", title: title)
        return try cluster.keep(draft, for: .friends, at: node)
    }

    /// Everybody stores a link for friends, and ana a private one.
    func write() throws {
        for (node, name) in [(ana, "ana"), (ben, "ben"), (cleo, "cleo"), (mallory, "mallory")] {
            try keep("\(name) 1", at: node)
        }
        let secret = BookmarkDraft(url: "https://example.org/secret", title: "secret")
        _ = try cluster.keep(secret, for: .private, at: mallory)
    }

    func writeMore() throws {
        try keep("ana late", at: ana)
        try keep("mallory late", at: mallory)
    }

    /// Restarts the honest nodes, so that each two compare what they share again.
    func renewLinks() throws {
        for node in honest {
            try cluster.crash(node)
            try cluster.start(node)
        }
        try cluster.run(for: .seconds(120))
    }

    func forks(at node: Int) throws -> [Frontier.Entry] {
        let person = cluster.machines[mallory].person
        return try cluster.machines[node].read { (store) throws(StorageError) in
            try store.forks(of: store.audienceRow(.friends, of: person))
        }
    }

    /// Returns what a node has of its person's own.
    func state(at node: Int) throws -> [Bytes32] {
        let machine = cluster.machines[node]
        return try machine.read { (store) throws(StorageError) in
            [
                try store.stateDigest(of: .private, by: machine.person),
                try store.stateDigest(of: .friends, by: machine.person),
            ]
        }
    }

    /// Returns the last stamp that a person has written for friends.
    func latestStamp(of node: Int) throws -> HybridTime {
        let observer = HostileNode(
            cluster.machines[node], .replays, Replaying(), dice: Dice(seed: 1)
        ) { _ in nil }
        let person = cluster.machines[node].person
        let chains = try cluster.machines[node].read { (store) throws(StorageError) in
            try store.frontier(of: .friends, by: person).entries.map(\.chain)
        }
        let stamps = try chains.flatMap { try observer.deltas(of: $0).map(\.header.stamp) }
        return try #require(stamps.max())
    }
}

/// Counts introductions, and changes nothing.
private final class Listening: Conduct {
    private(set) var introductions = 0

    func says(
        _ message: Message, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> [Tap.Utterance] {
        if case .introduction = message { introductions += 1 }
        return [.message(message)]
    }

    func hears(
        _ message: Message, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> [Message] {
        if case .introduction = message { introductions += 1 }
        return [message]
    }
}
