import CRDT
import Primitives
import Sodium
import Wire

// Keeps two nodes that hold different deltas of an audience, and have nothing to give each other, from
// sending their frontiers again and again.
extension Session {
    /// Notes a whole frontier. One that repeats the last one is not an answer to ours, unless it asks for
    /// something.
    func noteRepetition(_ entries: [Frontier.Entry], isAsking: Bool, _ index: Int) {
        var writer = ByteWriter(capacity: 24 * entries.count)
        for entry in entries {
            writer.bytes16(entry.chain.bytes)
            writer.u64(entry.length)
        }
        let heard = Hash.blake2b16(writer.bytes)
        if isAsking || heard != exchanges[index].frontierHeard {
            exchanges[index].unanswered = nil
        }
        exchanges[index].frontierHeard = heard
    }
}
