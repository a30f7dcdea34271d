import CRDT
import Primitives
import Wire

/// Listens to all links of a world, and keeps account of how what is written comes to everybody: who
/// had each delta from whom first, and who was sent what he held. Breaks links under runs as well.
final class GossipWatch: Conduct {
    /// How one delta went around.
    struct Spread {
        /// Links between its writer and each node, along those over which it came first; nil where it
        /// has not come.
        var hops: [Int?]
        /// How often it came to who held it.
        var redundant = 0
    }

    private struct Place: Hashable {
        let chain: ChainID
        let sequence: UInt64
    }

    /// How many deltas of each chain each node holds, as far as was said.
    private(set) var held: [[ChainID: UInt64]]
    /// Deltas that were written since it was begun to count.
    private(set) var spreads: [Spread] = []
    /// Messages that only tell what is held, likewise.
    private(set) var frontiers = 0
    /// Runs that were lost, and their link with them, likewise.
    private(set) var lost = 0
    /// How often a run is lost.
    var loss = Ratio(0, of: 100)
    private var places: [Place: Int] = [:]
    private var dice: Dice
    private unowned let cluster: Cluster

    /// Listens to `cluster`, whose nodes hold `held` of what is told.
    init(_ cluster: Cluster, held: [Frontier], dice: Dice) {
        self.cluster = cluster
        self.dice = dice
        self.held = held.map { frontier in
            Dictionary(uniqueKeysWithValues: frontier.entries.map { ($0.chain, $0.length) })
        }
    }

    /// Forgets what it has counted: what comes of deltas that were written before does not count.
    func beginCount() {
        (spreads, places, frontiers, lost) = ([], [:], 0, 0)
    }

    func says(
        _ message: Message, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> [Tap.Utterance] {
        guard case .run(let run) = message else { return [.message(message)] }
        note(run, by: node.machine.number)
        guard dice.happens(loss),
            let found = cluster.network.find(tap.link, at: node.machine.number)
        else { return [.message(message)] }
        lost += 1
        found.link.isBlackHole = true
        for end in 0...1 { cluster.reset(found.link, end: end) }
        return []
    }

    func hears(
        _ message: Message, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> [Message] {
        switch message {
        case .frontier: frontiers += 1
        case .run(let run): take(run, from: tap.peer, at: node.machine.number)
        default: break
        }
        return [message]
    }

    // Who is the first to say something has written it.
    private func note(_ run: Message.Run, by node: Int) {
        let end = run.sequence + Self.count(run)
        for sequence in (held[node][run.chain] ?? 0)..<max(held[node][run.chain] ?? 0, end) {
            var spread = Spread(hops: held.map { _ in nil })
            spread.hops[node] = 0
            places[Place(chain: run.chain, sequence: sequence)] = spreads.count
            spreads.append(spread)
        }
        held[node][run.chain] = max(held[node][run.chain] ?? 0, end)
    }

    private func take(_ run: Message.Run, from peer: Int?, at node: Int) {
        let (end, known) = (run.sequence + Self.count(run), held[node][run.chain] ?? 0)
        for sequence in run.sequence..<end {
            guard let number = places[Place(chain: run.chain, sequence: sequence)] else { continue }
            // Behind a gap nothing is taken in, and it comes again.
            if sequence < known || run.sequence > known {
                spreads[number].redundant += 1
            } else if let hops = peer.flatMap({ spreads[number].hops[$0] }) {
                spreads[number].hops[node] = hops + 1
            }
        }
        if run.sequence <= known { held[node][run.chain] = max(known, end) }
    }

    // Deltas in it, rebuilt behind a header of nobody: none of them is looked into.
    private static func count(_ run: Message.Run) -> UInt64 {
        var reader = ByteReader(run.deltas)
        var base = CompactRun.Base(
            chain: run.chain, sequence: 1, previous: .zero, stamp: HybridTime(rawValue: 1),
            epoch: .zero)
        var count: UInt64 = 0
        while !reader.isAtEnd, let delta = try? CompactRun.read(after: base, from: &reader) {
            base = CompactRun.Base(after: delta.header)
            count += 1
        }
        return count
    }
}
