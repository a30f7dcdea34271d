import CRDT
import Domain
import Primitives
import Store
import Sync

// The acts of a world: trouble, then peace in which everybody must agree and be quiet, then an
// audit of what is on disk.
extension World {
    /// Runs the world of `seed` and says what came of it.
    ///
    /// - Parameter folder: a folder for its databases; made, and removed at the end.
    package static func play(
        seed: UInt64, nodes: Int? = nil, minutes: Int? = nil, folder: String,
        onLine: ((String) -> Void)? = nil
    ) -> Verdict {
        defer { ReplicaFiles.remove(folder) }
        let world: World
        do throws(BrokenClaim) {
            world = try World(
                seed: seed, nodes: nodes, minutes: minutes, root: folder, onLine: onLine)
        } catch {
            var verdict = Verdict(seed: seed, nodes: 0, options: "", faults: [], marks: [])
            verdict.broken = error
            return verdict
        }
        do throws(BrokenClaim) {
            try world.begin()
            try world.run(until: world.now + world.options.trouble)
            try world.heal()
            try world.agree()
            try world.beQuiet()
            try world.audit()
        } catch {
            world.verdict.broken = error
        }
        world.verdict.bytes = world.network.bytesCarried
        world.verdict.nodeTime = .nanoseconds(
            Int64(clamping: world.now.nanoseconds) * Int64(world.nodes.count))
        world.verdict.digest = world.trace.finish()
        return world.verdict
    }

    private func begin() throws(BrokenClaim) {
        for node in nodes { put(.woken, into: node) }
        for pair in options.friends { befriend(pair.0, pair.1) }
        for (first, second) in options.lateFriends {
            schedule.add(
                .befriend(node: first, other: second),
                at: now + dice.duration(from: options.trouble / 4, to: options.trouble / 2))
        }
        for (kind, every) in options.faults {
            schedule.add(.fault(kind: kind), at: now + dice.duration(from: .seconds(1), to: every))
        }
        for node in nodes {
            let at = now + dice.duration(from: .milliseconds(10), to: options.actEvery)
            schedule.add(.act(node: node.number), at: at)
        }
        if options.hasAttacker { schedule.add(.attack, at: now + .seconds(2)) }
    }

    /// A person does something, and later something else.
    func act(_ number: Int) {
        guard isTrouble else { return }
        let pause = dice.duration(from: options.actEvery / 4, to: options.actEvery * 2)
        schedule.add(.act(node: number), at: now + pause)
        let node = nodes[number]
        guard !node.isDown else { return }
        let (request, learn, name) = persons[number].act()
        ask(request, of: node) { [unowned self] answer in
            learn(answer)
            verdict.marks.add(name)
            if case .rejected(let problem) = answer { verdict.marks.add(problem.code.rawValue) }
        }
    }

    /// Two people exchange tickets; tried again until both have been told that it is done.
    func befriend(_ first: Int, _ second: Int) {
        for (one, other) in [(first, second), (second, first)] {
            let ticket = nodes[other]
            ask(.query(.identity), of: ticket) { [unowned self] answer in
                guard case .identity(let identity) = answer else { return }
                ask(
                    .command(.addFriend(ticket: identity.ticket, petName: "friend\(other)")),
                    of: nodes[one])
            }
        }
    }

    // MARK: Peace

    private func agree() throws(BrokenClaim) {
        // Whoever was down when the tickets were passed adds the other now.
        for pair in options.friends + options.lateFriends { befriend(pair.0, pair.1) }
        let healed = now
        var last = "nothing was compared"
        while now < healed + Self.patience {
            for node in nodes { ask(.command(.sync), of: node) }
            try run(until: now + .seconds(20))
            guard let difference = try difference() else {
                verdict.settledAfter = now - healed
                return
            }
            last = difference
        }
        throw BrokenClaim("friends agree once the trouble is over", last)
    }

    // Redialling after long trouble takes up to five minutes; the rest is transfer.
    private static let patience: Duration = .seconds(1200)

    private func difference() throws(BrokenClaim) -> String? {
        let friends = options.friends + options.lateFriends
        for author in nodes {
            let shared = try list("is:mine is:shared", of: author)
            for viewer in nodes where viewer.number != author.number {
                let areFriends = friends.contains {
                    $0 == (author.number, viewer.number) || $0 == (viewer.number, author.number)
                }
                let seen = try list("-is:mine", of: viewer).filter {
                    $0.author.person == author.owner.person
                }
                if let found = ConvergenceChecker.difference(
                    shared: shared, seen: seen, areFriends: areFriends)
                {
                    return "node\(author.number) at node\(viewer.number): \(found)"
                }
            }
        }
        return nil
    }

    /// Every link that matches, page by page.
    func list(_ query: String, of node: SimulatedNode) throws(BrokenClaim) -> [Bookmark] {
        var all: [Bookmark] = []
        var cursor: String?
        repeat {
            let request = ListRequest(query: query, limit: Limits.pageMax, cursor: cursor)
            guard case .page(let page) = try answer(.query(.list(request)), of: node) else {
                throw BrokenClaim("a list can be read", query)
            }
            all += page.items
            cursor = page.nextCursor
        } while cursor != nil
        return all
    }

    // Equal replicas say nothing but heartbeats: at most one a direction every 20 seconds.
    private func beQuiet() throws(BrokenClaim) {
        try run(until: now + .seconds(30))
        let before = network.bytesCarried
        let minutes = 5
        try run(until: now + .seconds(Int64(minutes) * 60))
        let heartbeat = 2 + 16 + 1 + 17 * 8
        let most = network.open.count * 2 * (minutes * 3 + 1) * heartbeat
        let said = network.bytesCarried - before
        guard said <= most else {
            throw BrokenClaim("equal replicas are quiet", "\(said) bytes, at most \(most)")
        }
    }

    // MARK: Audit

    private func audit() throws(BrokenClaim) {
        for node in nodes {
            try DurabilityChecker.check(
                persons[node.number], links: try list("is:mine", of: node))
        }
        for node in nodes {
            try node.crash()
            let secrets = persons[node.number].kept.count { $0.url.contains(Person.canary) }
            try PrivacyChecker.check(
                files: try node.files.contents(), of: node.number, ownSecrets: secrets)
            try node.restart(at: now)
            try DurabilityChecker.check(
                persons[node.number], links: try list("is:mine", of: node))
        }
        if let found = try difference() {
            throw BrokenClaim("what is on disk is what was shown", found)
        }
    }
}
