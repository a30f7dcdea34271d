import CRDT
import Primitives
import Sodium
import Wire

// Two who hold different things of an audience, and have nothing to give each other of it, tell each other
// their frontiers once.
extension Session {
    /// A whole frontier came. One that was told before is no answer to ours, unless it asks for something.
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
