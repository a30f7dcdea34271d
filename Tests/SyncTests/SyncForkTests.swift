import CRDT
import Domain
import Glibc
import Primitives
import Sodium
import Testing
import Wire

@testable import Store
@testable import Sync

/// Tests sessions with a device of Ana's that runs twice.
@Suite struct SyncForkTests {
    /// Ana, a copy of Ana's node made while it ran, and two friends who know each other.
    private final class World {
        let ana: SyncNode
        let ben: SyncNode
        let cleo: SyncNode
        let twin: SyncNode
        private let path: String
        private var made: UInt64 = 0

        init() throws {
            ana = try SyncNode(1, name: "Ana")
            ben = try SyncNode(2, name: "Ben")
            cleo = try SyncNode(3, name: "Cleo")
            let all = [ana, ben, cleo]
            for node in all {
                for other in all where other !== node { try node.add(friend: other) }
            }
            try ana.keep(drafts(1, "before"), in: .friends)
            var entropy = Entropy.system
            path = "/tmp/weft-sync-\(Base32.encode(entropy.bytes(10))).db"
            twin = try SyncNode(twinOf: ana, at: path)
        }

        deinit {
            for ending in ["", "-wal", "-shm"] { remove(path + ending) }
        }

        /// Links two nodes for a while.
        func meet(_ one: SyncNode, _ other: SyncNode, for time: Duration = .seconds(5)) throws {
            made += 1
            let pair = SyncPair(one, other, seed: made)
            let now = max(one.now, other.now) + .seconds(1)
            (one.now, other.now) = (now, now)
            try pair.connect()
            try pair.pass(time)
            #expect(try pair.states().allSatisfy { $0 == "in sync" || $0 == "syncing" })
            try pair.cutOff()
        }

        /// Gives a friend what a node wrote for its friends, and nothing else.
        func tellBranch(of node: SyncNode, to friend: SyncNode) throws {
            let runs = try node.store.transaction { () throws(StorageError) in
                let row = try node.store.audienceRow(.friends, of: node.owner.person)
                var runs: [(chain: ChainID, bytes: [UInt8])] = []
                for entry in try node.store.log(of: row) {
                    let run = try node.store.run(of: entry.chain, from: 0, bytesWanted: 100_000)
                    if let run { runs.append((entry.chain, run.deltas)) }
                }
                return runs
            }
            for run in runs {
                _ = try friend.store.transaction { () throws(StorageError) in
                    try friend.store.receive(
                        run.bytes, of: run.chain, at: 0, in: nil, wall: friend.wall)
                }
            }
        }

        func forks(at node: SyncNode) throws -> [Frontier.Entry] {
            try node.store.transaction { () throws(StorageError) in
                try node.store.forks(
                    of: try node.store.audienceRow(.friends, of: ana.owner.person))
            }
        }
    }

    @Test(arguments: [(1, 1), (3, 3), (1, 4), (4, 1), (70, 70), (1, 150), (150, 1)])
    func `two friends who heard of different branches find out and agree`(
        first: Int, second: Int
    ) throws {
        let world = try World()
        try world.meet(world.ana, world.ben)
        try world.meet(world.ana, world.cleo)
        for number in 0..<first { try world.ana.keep(drafts(1, "ana\(number)"), in: .friends) }
        for number in 0..<second { try world.twin.keep(drafts(1, "twin\(number)"), in: .friends) }
        try world.meet(world.ana, world.ben)
        try world.meet(world.twin, world.cleo)
        #expect(try world.ben.titles().count == 1 + first)
        #expect(try world.cleo.titles().count == 1 + second)

        try world.meet(world.ben, world.cleo, for: .seconds(40))

        #expect(try world.forks(at: world.ben).count == 1)
        #expect(try world.forks(at: world.ben) == world.forks(at: world.cleo))
        #expect(try world.ben.titles() == ["before 0"])
        #expect(try world.cleo.titles() == ["before 0"])
        for node in [world.ben, world.cleo] {
            // A node that dials by hand tries the keys of all friends, which is no offence.
            let refused = node.announced.compactMap {
                if case .deltaRejected(let reason, _, _) = $0 { reason } else { nil }
            }
            #expect(refused.allSatisfy { $0 == CloseReason.badHandshake.name }, "\(refused)")
        }
    }

    @Test func `who knows the audience by a key from beyond the fork is told the proof`() throws {
        let world = try World()
        try world.meet(world.ana, world.ben)
        try world.twin.keep(drafts(1, "twin"), in: .friends)
        try world.meet(world.twin, world.cleo)
        try world.ana.add(friend: try SyncNode(4, name: "Dora"))
        try world.ana.ask(.command(.removeFriend(PersonReference("Dora"), isBlocked: false)))
        try world.ana.keep(drafts(1, "ana"), in: .friends)
        try world.meet(world.ana, world.ben)
        try world.tellBranch(of: world.ana, to: world.cleo)
        #expect(try world.ben.titles() == ["ana 0", "before 0"])
        #expect(try world.forks(at: world.cleo).count == 1)
        #expect(try world.forks(at: world.ben).isEmpty)

        try world.meet(world.ben, world.cleo)

        #expect(try world.forks(at: world.ben) == world.forks(at: world.cleo))
        #expect(try world.ben.titles() == ["before 0"])
        #expect(try world.cleo.titles() == ["before 0"])
    }

    @Test(arguments: [false, true])
    func `each of the two hears of it from a friend and writes again`(isTwinFirst: Bool) throws {
        let world = try World()
        try world.meet(world.ana, world.ben)
        try world.ana.keep(drafts(2, "ana"), in: .friends)
        try world.twin.keep(drafts(3, "twin"), in: .friends)
        let both = isTwinFirst ? [world.twin, world.ana] : [world.ana, world.twin]

        for _ in 0..<3 { for node in both { try world.meet(node, world.ben) } }

        let byAna = ["ana 0", "ana 1"]
        let byTwin = ["twin 0", "twin 1", "twin 2"]
        #expect(try world.ben.titles() == byAna + ["before 0"] + byTwin)
        // What the other twin shared shows like things whose home was lost.
        #expect(try world.ana.titles() == byAna + ["before 0"] + byTwin)
        #expect(try world.twin.titles() == byAna + ["before 0"] + byTwin)
        #expect(try world.forks(at: world.ana) == world.forks(at: world.ben))
        #expect(world.ana.announced.contains(.deviceTwice(rewritten: 2)))
        #expect(world.twin.announced.contains(.deviceTwice(rewritten: 3)))
    }

    @Test(arguments: [1, 300])
    func `a disk that was put back gets from a friend what was shared since`(count: Int) throws {
        let world = try World()
        try world.meet(world.ana, world.ben)
        for number in 0..<count { try world.ana.keep(drafts(1, "ana\(number)"), in: .friends) }
        try world.meet(world.ana, world.ben)
        // The twin that goes on has not seen that.
        try world.twin.keep(drafts(1, "twin"), in: .friends)
        for _ in 0..<2 { try world.meet(world.twin, world.ben) }
        #expect(try world.ben.titles() == ["before 0", "twin 0"])

        for (seconds, isDue) in [(3_500, false), (200, true)] {
            world.twin.now = world.twin.now + .seconds(seconds)
            world.twin.wall = WallTime(
                milliseconds: world.twin.wall.milliseconds + UInt64(seconds) * 1_000)
            try world.twin.step(.woken)
            #expect(try (world.twin.titles() != ["before 0", "twin 0"]) == isDue)
        }
        try world.meet(world.twin, world.ben)

        let byAna = (0..<count).map { "ana\($0) 0" }
        #expect(try world.ben.titles() == (byAna + ["before 0", "twin 0"]).sorted())
        #expect(try world.twin.titles() == world.ben.titles())
        #expect(try world.forks(at: world.ben).count == 1)
    }

    @Test func `who knows of a fork and who never heard of it are at rest`() throws {
        let world = try World()
        try world.meet(world.ana, world.ben)
        try world.ana.keep(drafts(2, "ana"), in: .friends)
        try world.twin.keep(drafts(1, "twin"), in: .friends)
        for _ in 0..<2 {
            try world.meet(world.ana, world.ben)
            try world.meet(world.twin, world.ben)
        }

        let pair = SyncPair(world.ben, world.cleo, seed: 5)
        let now = max(world.ben.now, world.cleo.now) + .seconds(1)
        (world.ben.now, world.cleo.now) = (now, now)
        try pair.connect()
        try pair.pass(.seconds(60))
        let before = pair.bytesCarried
        try pair.pass(.seconds(600))

        #expect(try pair.states() == ["in sync", "in sync"])
        #expect(
            pair.bytesCarried - before <= 2 * (600 / 20 + 1) * frameBytes(ofMessage: 1 + 6 * 17))
        #expect(try world.cleo.titles() == world.ben.titles())
        try pair.cutOff()
    }

    @Test func `who was let in beyond a fork is asked once for what does not count`() throws {
        let world = try World()
        let dora = try SyncNode(4, name: "Dora")
        try world.meet(world.ana, world.ben)
        try world.twin.keep(drafts(1, "twin"), in: .friends)
        try world.meet(world.twin, world.cleo)
        try world.ana.add(friend: dora)
        try world.ana.keep(drafts(1, "ana"), in: .friends)
        for (one, other) in [(dora, world.ana), (dora, world.cleo), (world.cleo, dora)] {
            try one.add(friend: other)
        }
        try world.meet(world.ana, dora)
        try world.meet(world.ana, world.ben)
        try world.meet(world.ben, world.cleo, for: .seconds(40))
        #expect(try world.forks(at: world.cleo).count == 1)
        #expect(try world.forks(at: dora).isEmpty)

        let pair = SyncPair(world.cleo, dora, seed: 5)
        let now = max(world.cleo.now, dora.now) + .seconds(1)
        (world.cleo.now, dora.now) = (now, now)
        try pair.connect()
        try pair.pass(.seconds(60))
        let before = pair.bytesCarried
        try pair.pass(.seconds(600))

        #expect(try pair.states() == ["in sync", "in sync"])
        // Digests from both; a frontier, or a run of 400 bytes, would be a frame more each time.
        #expect(
            pair.bytesCarried - before <= 2 * (600 / 20 + 1) * frameBytes(ofMessage: 1 + 4 * 17))
        try pair.cutOff()
    }
}

/// Tests false claims of forks, and their results.
@Suite struct SyncForkHostileTests {
    @Test func `who forges a run and shows no branch is shut out after a while`() throws {
        let (peer, entry) = try HostilePeer.told()
        let forged: [UInt8] = [1, 1, 3, 7, 7, 7] + [UInt8](repeating: 9, count: 64)
        let run = Message.run(
            .init(
                isLast: true, audience: 0, chain: entry.chain, sequence: entry.length,
                deltas: forged))
        let before = try peer.bob.frontiers()

        try peer.say(run, run, run)
        guard case .heads(let heads)? = peer.heard.last else {
            Issue.record("bob tells what it holds")
            return
        }
        #expect(heads.entries.last?.sequence == entry.length - 1)
        #expect(peer.reasons.isEmpty)
        peer.bob.now = peer.bob.now + SyncLimits.doubtPatience
        try peer.bob.step(.woken)

        #expect(
            peer.bob.announced.contains(
                .deltaRejected(reason: "bad signature", address: "m:1", count: 1)))
        #expect(try peer.bob.frontiers() == before)
    }

    @Test func `who sends a branch that nobody asked for is shut out`() throws {
        let (peer, entry) = try HostilePeer.told()

        try peer.say(
            .branch(
                .init(
                    isLast: true, audience: 0, chain: entry.chain, sequence: entry.length,
                    deltas: [])))

        #expect(peer.reasons == ["unexpected message"])
    }

    @Test func `who asks for another's branch, or for one of a chain that is whole, gets nothing`()
        throws
    {
        let (peer, entry) = try HostilePeer.told()
        let before = peer.heard.count

        for length in [0, 1, entry.length, .max] {
            try peer.say(
                .recall(audience: 0, Frontier.Entry(chain: entry.chain, length: length)))
        }

        #expect(peer.heard.count == before)
        #expect(peer.reasons.isEmpty)
    }

    @Test func `proofs are told before the frontier, once, and again to who asks again`() throws {
        let peer = try HostilePeer(.friend)
        let mallory = try SyncNode(9, name: "Mallory").owner
        let (row, secret) = try peer.bob.store.transaction { () throws(StorageError) in
            let friends = try peer.bob.store.audience(.friends, of: peer.bob.owner.person)
            return (friends.number, friends.secret)
        }
        let chain = Derivation.chain(
            secret: try #require(secret), device: mallory.device, incarnation: 1)
        let proof = try #require(Self.fork(of: chain, by: mallory))
        let reception = try peer.bob.store.transaction { () throws(StorageError) in
            try peer.bob.store.receive(proof, in: row, wall: peer.bob.wall)
        }
        #expect(reception == .parted)
        try peer.reach(.open)
        let before = peer.heard.count
        let others = (UInt64(0)...1).map { number in
            Message.digests([.init(audience: 0, digest: Bytes16(high: 0, low: number))])
        }

        try peer.say(others[0], others[1], others[1])

        let told = peer.heard.dropFirst(before).map { message -> String in
            switch message {
            case .fork(audience: 0, let told): return told == proof ? "fork" : "another"
            case .frontier: return "frontier"
            default: return "other"
            }
        }
        #expect(told == ["fork", "frontier", "frontier"])
        try peer.say(
            .frontier(
                .init(audience: 0, isWhole: true, isLast: true, isAsking: true, entries: [])))
        #expect(peer.heard.contains(.fork(audience: 0, proof)))
        #expect(peer.heard.filter { $0 == .fork(audience: 0, proof) }.count == 2)
    }

    /// Returns the proof of two first deltas of a chain by one device.
    private static func fork(of chain: ChainID, by owner: Owner) -> ForkProof? {
        let branches = [UInt8(1), 2].map { word in
            let header = DeltaHeader(
                chain: chain, sequence: 0, previous: .zero,
                stamp: HybridTime(rawValue: 1 << 60), epoch: .zero, isPlain: false,
                payload: [word])
            return ForkProof.Branch(
                headers: [header], signature: owner.signing.sign(header.signedBytes))
        }
        return ForkProof(device: owner.device, incarnation: 1, branches[0], branches[1])
    }

    @Test func `a forged proof ends the link`() throws {
        let (peer, entry) = try HostilePeer.told()
        let mallory = try SyncNode(9, name: "Mallory").owner
        let proof = try #require(Self.fork(of: entry.chain, by: mallory))

        try peer.say(.fork(audience: 0, proof))

        #expect(peer.reasons == ["bad signature"])
    }

    @Test func `heads without end, or of nothing, change nothing and end`() throws {
        let (peer, entry) = try HostilePeer.told()
        let before = try peer.bob.frontiers()
        let lies = Message.heads(
            .init(
                audience: 0,
                entries: [
                    .init(chain: entry.chain, sequence: entry.length - 1, id: .zero),
                    .init(chain: entry.chain, sequence: .max, id: .zero),
                ]))
        try peer.say(
            .heads(
                .init(
                    audience: 0,
                    entries: [.init(chain: ChainID(.zero), sequence: 3, id: .zero)])))
        #expect(peer.reasons.isEmpty)

        for _ in 0..<SyncLimits.searchesMax where peer.reasons.isEmpty { try peer.say(lies) }

        #expect(peer.reasons == ["limit exceeded"])
        #expect(try peer.bob.frontiers() == before)
    }
}
