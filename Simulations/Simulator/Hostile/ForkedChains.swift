import CRDT
import Wire

/// Shows peers at odd hosts another branch of its own chains than those at even ones, and hides
/// that there are two: it drops heads and proofs, and repeats the digests that it received.
final class ForkedChains: Conduct {
    /// Where each chain forks, and the other branch from there on.
    private var branches: [ChainID: (point: UInt64, deltas: [SignedDelta])] = [:]
    private var digests: [Int: [Message.AudienceDigest]] = [:]

    func says(
        _ message: Message, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> [Tap.Utterance] {
        switch message {
        case .run(let run):
            guard run.isLast, try node.isOwn(run.chain) else { return [.message(message)] }
            return [.message(.run(try branch(of: run, over: tap, node)))]
        case .digests(let mine):
            let theirs = digests[tap.number] ?? []
            return [
                .message(
                    .digests(
                        mine.map { one in
                            theirs.first { $0.audience == one.audience } ?? one
                        }))
            ]
        case .heads, .fork: return []
        default: return [.message(message)]
        }
    }

    func hears(
        _ message: Message, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> [Message] {
        switch message {
        case .digests(let theirs):
            digests[tap.number] = theirs
            return [message]
        case .heads, .fork: return []
        default: return [message]
        }
    }

    private func branch(
        of run: Message.Run, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> Message.Run {
        let real = try node.deltas(of: run.chain)
        // A few common deltas come first.
        guard real.count > 3 else { return run }
        var (point, other) = branches[run.chain] ?? (UInt64(real.count - 1), [])
        for delta in real.dropFirst(Int(point) + other.count) {
            guard let plain = node.plain(of: delta) else { return run }
            let last = other.last?.header ?? real[Int(point) - 1].header
            let epoch = node.keys.first {
                $0.name == delta.header.epoch && !delta.header.isPlain
            }
            let stamp = HybridTime(rawValue: delta.header.stamp.rawValue + 1)
            other.append(
                node.forge(
                    plain, after: CompactRun.Base(after: last), stamp: stamp, epoch: epoch,
                    following: delta.header.epoch))
        }
        branches[run.chain] = (point, other)
        guard let peer = tap.peer, peer % 2 == 1 else { return run }
        let all = real.prefix(Int(point)) + other
        let start = Int(run.sequence)
        guard start < all.count else { return run }
        let base =
            start == 0
            ? CompactRun.Base(startOf: run.chain) : CompactRun.Base(after: all[start - 1].header)
        let bytes = HostileNode.spell(Array(all[start...]), after: base)
        guard bytes.count < Message.bytesMax - Message.runOverheadMax else { return run }
        return Message.Run(
            isLast: true, audience: run.audience, chain: run.chain, sequence: run.sequence,
            deltas: bytes)
    }
}
