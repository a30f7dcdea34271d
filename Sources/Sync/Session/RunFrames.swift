import CRDT
import Wire

extension Message {
    /// Splits a run, or part of another branch, into as many messages as it takes.
    ///
    /// - Parameter place: The audience's place in the initiator's interest.
    static func messages(
        ofRun deltas: [UInt8], of chain: ChainID, at sequence: UInt64, in place: UInt8,
        isBranch: Bool = false
    ) -> [Message] {
        let head = deltas.prefix(bytesMax - runOverheadMax)
        var tail = deltas.dropFirst(head.count)
        let run = Run(
            isLast: tail.isEmpty, audience: place, chain: chain, sequence: sequence,
            deltas: Array(head))
        var messages: [Message] = [isBranch ? .branch(run) : .run(run)]
        while !tail.isEmpty {
            let part = tail.prefix(bytesMax - 2)
            tail = tail.dropFirst(part.count)
            messages.append(.more(isLast: tail.isEmpty, deltas: Array(part)))
        }
        return messages
    }
}
