import CRDT
import Domain
package import Primitives
import Store

/// A large group whose members cannot all reach each other: each has paths to a few others, drawn from a seed. Members
/// store links one after another, and the trial counts how each spreads to everybody.
package struct GossipTrial {
    let nodes: Int
    let seed: UInt64
    let writes: Int
    let loss: Ratio
    /// The number of paths drawn for each node, beside those to two neighbours; nil for a full mesh.
    let ways: Int?

    /// The number of links stored before counting begins.
    static let warmUp = 10
    /// The time until the next link is stored: by then most nodes have it, and broken links are redialled.
    private static let pause: Duration = .seconds(5)
    private static let forEver: Duration = .seconds(100_000_000)

    /// The counts.
    package struct Report: Equatable, Sendable {
        package var nodes = 0
        /// The pairs of nodes with an open link at the end.
        package var links = 0
        package var deltas = 0
        /// The needed deliveries by path length, from 0 on; index 0 counts writers.
        package var hops: [Int] = []
        /// The number of deliveries of deltas that the receiver lacked, and of deltas that it held already.
        package var needed = 0
        package var redundant = 0
        /// The number of messages that only say what is held.
        package var frontiers = 0
        /// The number of runs lost with their link.
        package var lost = 0
        /// The number of deltas missing at nodes in the end.
        package var missed = 0

        /// The longest path allowed.
        package static let hopsMax = 7
        /// The most redundant deliveries allowed, in percent of needed ones.
        package static let redundantMaxPercent = 10

        /// Whether nothing is missing, no path is too long, and redundancy is within its limit.
        package var holds: Bool {
            missed == 0 && hops.count <= Self.hopsMax + 1
                && redundant * 100 <= needed * Self.redundantMaxPercent
        }

        /// Returns the path length that `percent` of the deliveries do not exceed.
        package func hops(percent: Int) -> Int {
            let all = hops.dropFirst().reduce(0, +)
            var seen = 0
            for (length, count) in hops.enumerated().dropFirst() {
                seen += count
                if seen * 100 >= all * percent { return length }
            }
            return 0
        }
    }

    /// Creates a trial with members of one group, who store `writes` links.
    ///
    /// - Parameters:
    ///   - loss: how often a run is lost, and its link with it.
    ///   - ways: the paths drawn for each node beside those to two neighbours; nil for a full mesh.
    package init(
        nodes: Int, seed: UInt64 = 1, writes: Int = 50, loss: Ratio = Ratio(0, of: 100),
        ways: Int? = 7
    ) {
        self.nodes = nodes
        self.seed = seed
        self.writes = writes
        self.loss = loss
        self.ways = ways
    }

    /// Lets everybody in, has them write, and counts.
    package func run() throws(BrokenClaim) -> Report {
        var dice = Dice(seed: seed).split(30)
        let cluster = try world()
        let group = try assemble(cluster, &dice)
        let watch = GossipWatch(
            cluster, held: try frontiers(of: group, in: cluster), dice: dice.split(1))
        try restart(cluster, heardBy: watch)
        watch.loss = loss
        for number in 0..<Self.warmUp + writes {
            if number == Self.warmUp {
                try settle(group, in: cluster)
                watch.beginCount()
            }
            let draft = BookmarkDraft(url: "https://example.org/\(number)", title: "\(number)")
            _ = try cluster.keep(
                draft, for: .group(GroupAccount.name(group)), at: dice.roll(below: nodes))
            try cluster.run(for: Self.pause)
        }
        try settle(group, in: cluster)
        return try report(watch, group, in: cluster)
    }

    // MARK: The world

    private func world() throws(BrokenClaim) -> Cluster {
        var options = Options(calm: nodes)
        options.hasTables = true
        return try Cluster(seed: seed, options: options, onLine: nil)
    }

    // The founder lets everybody in, one after another around the ring, and then keeps only open paths to them:
    // otherwise it would have more links than a node takes.
    private func assemble(_ cluster: Cluster, _ dice: inout Dice) throws(BrokenClaim) -> Int {
        let order = dice.shuffle(Array(0..<nodes))
        let founder = order[0]
        let closed = closedWays(order, &dice)
        cluster.block(closed.filter { $0 != founder && $1 != founder }, for: Self.forEver)
        let group = try cluster.foundGroup(at: founder)
        for node in order.dropFirst() {
            try cluster.letIn(node, into: group, by: founder)
            cluster.block(
                closed.filter { ($0, $1) == (founder, node) || ($1, $0) == (founder, node) },
                for: Self.forEver)
            for link in cluster.network.open
            where cluster.network.isBlocked(link.ends[0].host, link.ends[1].host) {
                for end in 0...1 { cluster.reset(link, end: end) }
            }
        }
        try settle(group, in: cluster)
        return group
    }

    // All paths except those of a ring in this order and of chords.
    private func closedWays(_ order: [Int], _ dice: inout Dice) -> [(Int, Int)] {
        guard let ways else { return [] }
        var isOpen = Array(repeating: Array(repeating: false, count: nodes), count: nodes)
        for place in 0..<nodes {
            let others =
                [(place + 1) % nodes] + (0..<ways).map { _ in dice.roll(below: nodes) }
            for other in others {
                isOpen[order[place]][order[other]] = true
                isOpen[order[other]][order[place]] = true
            }
        }
        return (0..<nodes).flatMap { one in
            (0..<nodes).filter { $0 != one && !isOpen[one][$0] }.map { (one, $0) }
        }
    }

    // The watch must observe each link from its beginning.
    private func restart(_ cluster: Cluster, heardBy watch: GossipWatch) throws(BrokenClaim) {
        for node in 0..<nodes {
            try cluster.crash(node)
            cluster.surround(node, .withholds, by: watch)
        }
        for node in 0..<nodes { try cluster.start(node) }
        try cluster.run(for: .seconds(60))
    }

    // Waits until all hold the same, or time is up.
    private func settle(_ group: Int, in cluster: Cluster) throws(BrokenClaim) {
        let end = cluster.now + Simulation.settlesWithin
        while cluster.now < end {
            let all = try frontiers(of: group, in: cluster)
            if all.allSatisfy({ $0 == all[0] }) { return }
            try cluster.run(for: .seconds(2))
        }
    }

    private func frontiers(
        of group: Int, in cluster: Cluster
    ) throws(BrokenClaim) -> [Frontier] {
        var all: [Frontier] = []
        for machine in cluster.machines {
            let id = cluster.groups.accounts[group].id
            let frontier = try machine.read { (store) throws(StorageError) in
                try id.flatMap { (id) throws(StorageError) in try store.frontier(ofGroup: id) }
            }
            all.append(frontier ?? Frontier())
        }
        return all
    }

    // MARK: Results

    private func report(
        _ watch: GossipWatch, _ group: Int, in cluster: Cluster
    ) throws(BrokenClaim) -> Report {
        let all = try frontiers(of: group, in: cluster)
        let union = all.reduce(into: Frontier()) { $0.merge($1) }
        var report = Report(nodes: nodes)
        for (node, frontier) in all.enumerated() {
            for entry in union.entries {
                let length = frontier.length(of: entry.chain)
                report.missed += Int(entry.length - length)
                guard watch.held[node][entry.chain] ?? 0 == length else {
                    throw BrokenClaim(
                        "what was said is what is held",
                        "node\(node): \(watch.held[node][entry.chain] ?? 0) and \(length)")
                }
            }
        }
        report.links =
            Set(
                cluster.network.open.filter(\.isAccepted)
                    .map { $0.ends.map(\.host).sorted() }
            ).count
        report.deltas = watch.spreads.count
        report.needed = report.deltas * (nodes - 1)
        (report.frontiers, report.lost) = (watch.frontiers, watch.lost)
        for spread in watch.spreads {
            report.redundant += spread.redundant
            for hops in spread.hops.compactMap({ $0 }) {
                while report.hops.count <= hops { report.hops.append(0) }
                report.hops[hops] += 1
            }
        }
        return report
    }
}
