package import CRDT
package import Domain
import Primitives

// A world in which only what is written down happens, for scripted scenarios.
extension Cluster {
    /// Creates a calm world of `nodes` nodes without friendships.
    package convenience init(
        seed: UInt64, nodes: Int
    ) throws(BrokenClaim) {
        try self.init(seed: seed, options: Options(calm: nodes), onLine: nil)
    }

    /// Has the person at `node` add the person at `other`.
    package func add(_ other: Int, at node: Int) throws(BrokenClaim) {
        let ticket = try ask(.query(.identity()), at: other)
        guard case .identity(let identity) = ticket else {
            throw BrokenClaim("everybody has a ticket", "node\(other)")
        }
        try done(
            .addFriend(ticket: identity.ticket, petName: "friend\(other)"), at: node)
    }

    /// Has both persons add each other.
    package func befriend(_ first: Int, _ second: Int) throws(BrokenClaim) {
        try add(second, at: first)
        try add(first, at: second)
    }

    /// Puts a copy of a running node's disk onto node `other`, which starts: two nodes run with one key.
    package func clone(_ node: Int, onto other: Int) throws(BrokenClaim) {
        try crash(other)
        machines[other] = SimulatedNode(
            twinOf: machines[node], number: other, seed: seed)
        try start(other)
    }

    /// Runs `command`, which must not be rejected.
    @discardableResult
    package func done(_ command: Command, at node: Int) throws(BrokenClaim) -> Answer {
        let answer = try ask(.command(command), at: node)
        if case .rejected(let problem) = answer {
            throw BrokenClaim("the command is obeyed", "node\(node): \(problem.detail)")
        }
        return answer
    }

    /// Stores one link and returns its id.
    package func keep(
        _ draft: BookmarkDraft, for audience: Audience? = nil, at node: Int
    ) throws(BrokenClaim) -> ObjectID {
        let answer = try done(
            .addBookmarks([draft], to: audience, onDuplicate: .skip, act: nil), at: node)
        guard case .kept(let report) = answer, case .added(let id) = report.outcomes.first else {
            throw BrokenClaim("the link is kept", "node\(node): \(draft.url)")
        }
        return id
    }

    /// Returns a word of 128 random bits that nobody else writes, for things of the person at `node`.
    package func canary(of node: Int) -> String {
        canaries.fate = fate(of: node)
        defer { canaries.fate = .open }
        return canaries.next(writer: machines[node].holder)
    }

    /// Returns the links of the person at `writer` that `node` shows outside the trash.
    package func links(of writer: Int, at node: Int) throws(BrokenClaim) -> [Bookmark] {
        let person = machines[writer].person
        return try machines[node].shown(at: now)
            .filter { $0.author.person == person && !$0.isTrashed }
            .sorted { $0.title < $1.title }
    }

    /// Cuts two nodes off from each other until `heal`.
    package func cut(_ first: Int, _ second: Int) {
        block([(first, second), (second, first)], for: .seconds(1_000_000))
    }

    /// Submits a command, such as an import, without waiting for the answer.
    package func begin(_ command: Command, at node: Int) {
        submit(.command(command), at: node)
    }

    /// Waits until friends agree, then checks every claim.
    package func settle() throws(BrokenClaim) {
        let end = now + Simulation.settlesWithin
        while !(try isAgreed()) {
            guard now < end else {
                throw BrokenClaim("friends agree soon after the last fault", "after \(now)")
            }
            try run(for: .seconds(1))
        }
        try checkEverything()
    }

    /// Whether all friends, devices of one person and fellow members hold the same.
    func isAgreed() throws(BrokenClaim) -> Bool {
        guard try Convergence.isSettled(self), try OwnDevices.isSettled(self) else { return false }
        return try Fellowship.isSettled(self)
    }

    /// Checks every claim that holds once everybody has received everything.
    package func checkEverything() throws(BrokenClaim) {
        for machine in diarists where machine.state == .running {
            try Durability.compare(machine, at: now)
        }
        try Convergence.checkStates(self)
        try OwnDevices.check(self)
        try Convergence.check(self)
        try Fellowship.check(self)
        try GroupCopies.check(self)
        try Acquaintance.check(self)
        try Membership.check(self)
        try Privacy.checkFiles(self)
        try OwnDevices.checkLost(self)
        try BoundedMemory.check(self)
        try Hostility.check(self)
        try lookClosely()
    }
}

extension Options {
    /// Options without faults or activity, with every clock right.
    init(calm nodes: Int) {
        self.init(
            nodes: nodes, turmoil: .zero, friendships: [], rates: [],
            manner: Network.Manner(
                latency: (.milliseconds(1), .milliseconds(20)), cuts: Ratio(1, of: 4)),
            clocks: Array(
                repeating: WallClock(offsetMilliseconds: 0, driftPartsPerMillion: 0), count: nodes),
            actEvery: .seconds(60), deeds: [], hasAttacker: false)
    }
}
