import Primitives
import Wire

/// Repeats what it has sent and received, on the same link, on others, and long after its writer
/// has withdrawn or deleted it.
final class Replaying: Conduct {
    /// The runs, each with the key of its audience.
    private var runs: [(key: EpochKey.Followed, run: Message.Run)] = []
    /// Its own earlier statements of how much it holds.
    private var words: [(tap: Int, message: Message)] = []
    private static let keptMax = 400

    func says(
        _ message: Message, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> [Tap.Utterance] {
        switch message {
        case .run(let run): keep(run, tap, node)
        case .frontier, .digests, .fork, .checkpoint:
            if words.count < Self.keptMax { words.append((tap.number, message)) }
        default: break
        }
        return [.message(message)]
    }

    func hears(
        _ message: Message, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> [Message] {
        if case .run(let run) = message { keep(run, tap, node) }
        return [message]
    }

    func stirs(over tap: Tap, _ node: HostileNode) throws(BrokenClaim) -> [Tap.Utterance] {
        var said: [Tap.Utterance] = []
        for _ in 0..<4 where !runs.isEmpty {
            let (key, run) = runs[node.dice.roll(below: runs.count)]
            guard let place = tap.place(of: key) else { continue }
            said.append(
                .message(
                    .run(
                        Message.Run(
                            isLast: true, audience: place, chain: run.chain,
                            sequence: run.sequence, deltas: run.deltas))))
        }
        let own = words.filter { $0.tap == tap.number }
        if !own.isEmpty { said.append(.message(own[node.dice.roll(below: own.count)].message)) }
        return said
    }

    private func keep(_ run: Message.Run, _ tap: Tap, _ node: HostileNode) {
        guard run.isLast, runs.count < Self.keptMax,
            let key = node.key(at: run.audience, of: tap)
        else { return }
        runs.append((key, run))
    }
}
