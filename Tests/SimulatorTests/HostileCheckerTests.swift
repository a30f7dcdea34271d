import CRDT
import Domain
import Primitives
import Sodium
import Store
import Testing
import Wire

@testable import Simulator
@testable import Sync

/// Tests what each defence is for: an honest node without it, and the checker that reports the result. Each kind of
/// hostile node behaves as in `HostileStoryTests`.
@Suite struct HostileCheckerTests {
    @Test func `a node that hears of no proof breaks agreement`() throws {
        let circle = try Circle(.forks)
        circle.cluster.surround(circle.ben, .forks, by: Deaf())

        // Ben receives mallory's branch from mallory before the others send theirs, wherever it forks.
        for other in [circle.ana, circle.cleo] {
            circle.cluster.block([(circle.ben, other), (other, circle.ben)], for: .seconds(110))
        }
        try circle.write()
        try circle.cluster.run(for: .seconds(20))
        for number in 1...4 {
            try circle.keep("branch \(number)", at: circle.mallory)
            try circle.cluster.run(for: .seconds(20))
        }
        try circle.renewLinks()

        #expect(
            World.brokenClaim { try Hostility.checkAgreement(circle.cluster) }
                == Hostility.agreement)
    }

    @Test func `a node that passes nothing on breaks agreement`() throws {
        let circle = try Circle(.withholds)
        for node in circle.honest {
            circle.cluster.surround(
                node, .withholds, by: Selfish(circle.cluster.machines[node].person))
        }

        try circle.write()
        try circle.renewLinks()

        #expect(
            World.brokenClaim { try Hostility.checkAgreement(circle.cluster) }
                == Hostility.agreement)
    }

    /// Seed 19616: what one of several devices has received counts, not what its person once did.
    @Test func `of whom a machine added that was revoked unheard the others are told nothing`()
        throws
    {
        let (ana, ben, mallory, tablet) = (0, 1, 2, 3)
        let cluster = try World(3, further: 1).cluster
        cluster.corrupt(mallory, .misdigests)
        for (one, other) in [(ana, ben), (ben, mallory)] { try cluster.befriend(one, other) }
        try cluster.pair(tablet, by: ana)
        try cluster.settle()
        let draft = BookmarkDraft(url: "https://example.org/mallory", title: "mallory")
        _ = try cluster.keep(draft, for: .friends, at: mallory)
        for other in [ben, mallory, tablet] { cluster.cut(ana, other) }
        try cluster.add(mallory, at: ana)

        try cluster.revoke(ana, by: tablet)
        try cluster.run(for: .seconds(300))

        #expect(cluster.machines[tablet].account.friends == [ben, mallory])
        try Hostility.checkAgreement(cluster)
    }

    @Test func `a node that answers beyond the credit breaks its bound`() throws {
        let circle = try Circle(.begs)
        circle.cluster.surround(circle.mallory, .begs, by: Swallowing())
        circle.cluster.surround(circle.ana, .begs, by: Lavish())
        try circle.cluster.crash(circle.mallory)
        try circle.cluster.start(circle.mallory)

        try circle.write()
        try circle.renewLinks()

        #expect(
            World.brokenClaim { try Hostility.check(circle.cluster) }
                == "what is sent is bounded by credit")
    }

    @Test func `a node that speaks of what is private to a friend is caught`() throws {
        let circle = try Circle(.misdigests)
        try circle.write()
        let person = circle.cluster.machines[circle.ana].person
        let chains = try circle.cluster.machines[circle.ana].read { (store) throws(StorageError) in
            try store.frontier(of: .private, by: person).entries
        }

        circle.cluster.surround(circle.ana, .misdigests, by: Talkative(chains))
        try circle.cluster.crash(circle.ana)
        try circle.cluster.start(circle.ana)
        try circle.cluster.run(for: .seconds(120))

        #expect(
            World.brokenClaim { try Hostility.check(circle.cluster) }
                == "a hostile node is told only what is its")
    }

    @Test func `a node that goes on after a changed byte is caught`() throws {
        let world = try World(2)
        try world.cluster.befriend(0, 1)
        try world.cluster.settle()
        world.cluster.intercept(0, 1, strikes: Ratio(1, of: 1))

        world.cluster.stepping = { _, engine, inbox, now, wall throws(StorageError) in
            try engine.step(inbox, at: now, wall: wall).filter { effect in
                if case .close = effect { return false }
                return true
            }
        }
        try world.cluster.run(for: .seconds(400))

        #expect(
            World.brokenClaim { try Tampering.check(world.cluster) }
                == "what was changed on its way is not taken in")
    }

    @Test func `a device that is taken for another person's is caught`() throws {
        let circle = try Circle(.impersonates)
        circle.cluster.surround(circle.mallory, .impersonates, by: Believed(circle.cluster))

        // A dialler knows the peer in advance; an inbound peer is the one it proves to be.
        try circle.cluster.crash(circle.mallory)
        try circle.cluster.start(circle.mallory)

        #expect(
            World.brokenClaim { try circle.cluster.run(for: .seconds(60)) }
                == Hostility.devices)
    }

    @Test func `a link that stays though nothing leaves over it is caught`() throws {
        let circle = try Circle(.readsNothing)
        circle.cluster.stepping = { _, engine, inbox, now, wall throws(StorageError) in
            let heard = inbox.filter { event in
                if case .stalled = event { false } else { true }
            }
            return try engine.step(heard, at: now, wall: wall)
        }

        #expect(
            World.brokenClaim { try circle.cluster.run(for: .seconds(120)) }
                == "who reads nothing loses the link")
    }

    @Test func `a person who keeps more links than one may is caught`() throws {
        let circle = try Circle(.crowds)
        circle.cluster.stepping = { _, engine, inbox, now, wall throws(StorageError) in
            let effects = try engine.step(inbox, at: now, wall: wall)
            let kept = engine.sessions.filter(\.isSentAway)
            for session in kept {
                session.isSentAway = false
                session.phase = .open
            }
            return effects.filter { effect in
                guard case .close(let link, _) = effect else { return true }
                return !kept.contains { $0.link == link }
            }
        }

        #expect(
            World.brokenClaim { try circle.cluster.run(for: .seconds(120)) }
                == "one person has few links")
    }

    @Test func `a deleted link that shows again breaks convergence`() throws {
        let circle = try Circle(.replays)
        let id = try circle.keep("gone", at: circle.ana)
        try circle.write()
        try circle.cluster.done(.remove(.references([.id(id.text)])), at: circle.ana)
        try circle.cluster.settle()

        try circle.world.tamper(circle.ben, "UPDATE objects SET hidden = 0 WHERE kind = 1")

        #expect(
            World.brokenClaims(in: circle.cluster)
                == ["a friend shows what is shared, and nothing else"])
    }
}

/// Drops all proofs of forks, received and sent.
private final class Deaf: Conduct {
    func says(
        _ message: Message, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> [Tap.Utterance] {
        switch message {
        case .fork, .heads: return []
        default: return [.message(message)]
        }
    }

    func hears(
        _ message: Message, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> [Message] {
        switch message {
        case .fork, .heads: return []
        default: return [message]
        }
    }
}

/// Claims others' devices like `Impersonating`, and proves it with their keys: what a node sees that does not check the
/// proof.
final class Believed: Conduct {
    private let claiming = Impersonating()
    private let signing: [(device: DeviceID, key: SigningKey)]

    init(_ cluster: Cluster) {
        signing = cluster.machines.map { ($0.owner.device, $0.owner.signing) }
    }

    func says(
        _ message: Message, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> [Tap.Utterance] {
        var utterances: [Tap.Utterance] = []
        for utterance in try claiming.says(message, over: tap, node) {
            guard case .message(.certificate(let claim, _)) = utterance,
                let key = signing.first(where: { $0.device == claim.device })?.key
            else {
                utterances.append(utterance)
                continue
            }
            utterances.append(.message(.certificate(claim, proof: tap.proof(by: key))))
        }
        return utterances
    }
}

/// Sends what its person writes, and nothing of others.
final class Selfish: Conduct {
    private let person: PersonID

    init(_ person: PersonID) { self.person = person }

    func says(
        _ message: Message, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> [Tap.Utterance] {
        guard case .run(let run) = message, try !node.isOwn(run.chain) else {
            return [.message(message)]
        }
        return []
    }
}

/// Takes everything that arrives, and gives no credit for it.
private final class Swallowing: Conduct {
    func hears(
        _ message: Message, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> [Message] {
        switch message {
        case .run, .more: return []
        default: return [message]
        }
    }
}

/// Sends millions of bytes without credit.
private final class Lavish: Conduct {
    func stirs(over tap: Tap, _ node: HostileNode) throws(BrokenClaim) -> [Tap.Utterance] {
        (0..<200).map { _ in
            .message(
                .run(
                    Message.Run(
                        isLast: true, audience: 0, chain: ChainID(.zero), sequence: 0,
                        deltas: Array(repeating: 7, count: 65_000))))
        }
    }
}

/// Mentions chains that the peer must not learn of.
private final class Talkative: Conduct {
    private let chains: [Frontier.Entry]

    init(_ chains: [Frontier.Entry]) { self.chains = chains }

    func says(
        _ message: Message, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> [Tap.Utterance] {
        guard case .frontier(let part) = message else { return [.message(message)] }
        let longer = Message.FrontierPart(
            audience: part.audience, isWhole: part.isWhole, isLast: part.isLast,
            isAsking: part.isAsking, entries: Frontier(part.entries + chains).entries)
        return [.message(.frontier(longer))]
    }
}
