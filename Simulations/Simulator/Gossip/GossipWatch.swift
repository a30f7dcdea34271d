import CRDT
import Primitives
import Wire

/// Observes all links of a world and records how deltas spread: who received each first from whom, and who was sent
/// what it held already. It also breaks links in the middle of runs.
final class GossipWatch: Conduct {
    /// How one delta spread.
    struct Spread {
        /// The number of links between the writer and each node, along the path of first delivery; nil where it has not
        /// arrived.
        var hops: [Int?]
        /// How often it was delivered to a node that held it.
        var redundant = 0
    }

    private struct Place: Hashable {
        let chain: ChainID
        let sequence: UInt64
    }

    /// How many deltas of each chain each node holds, as far as observed.
    private(set) var held: [[ChainID: UInt64]]
    /// The deltas written since counting began.
    private(set) var spreads: [Spread] = []
    /// The number of messages since then that only say what is held.
    private(set) var frontiers = 0
    /// The number of runs lost with their link since then.
    private(set) var lost = 0
    /// How often a run is lost.
    var loss = Ratio(0, of: 100)
    private var places: [Place: Int] = [:]
    private var dice: Dice
    private unowned let cluster: Cluster

    /// Observes `cluster`, whose nodes hold `held`.
    init(_ cluster: Cluster, held: [Frontier], dice: Dice) {
        self.cluster = cluster
        self.dice = dice
        self.held = held.map { frontier in
            Dictionary(uniqueKeysWithValues: frontier.entries.map { ($0.chain, $0.length) })
        }
    }

    /// Resets the counts; deltas written before no longer count.
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

    // The first node to send a delta has written it.
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
            // A run after a gap is discarded and is sent again.
            if sequence < known || run.sequence > known {
                spreads[number].redundant += 1
            } else if let hops = peer.flatMap({ spreads[number].hops[$0] }) {
                spreads[number].hops[node] = hops + 1
            }
        }
        if run.sequence <= known { held[node][run.chain] = max(known, end) }
    }

    // Counts the deltas of a run by decoding it after a made-up header, without reading them.
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
