import CRDT
import Primitives
import Wire

/// Answers everything, claims what it has, and never sends half of the chains; which half hangs on
/// whom it speaks to.
final class Withholding: Conduct {
    private var isSwallowing: Set<Int> = []

    func says(
        _ message: Message, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> [Tap.Utterance] {
        let name = tap.number
        switch message {
        case .run(let run):
            guard (Int(run.chain.bytes.bytes[0]) + (tap.peer ?? 0)) % 2 == 0 else {
                return [.message(message)]
            }
            if !run.isLast { isSwallowing.insert(name) }
            return []
        case .more(let isLast, _):
            guard isSwallowing.contains(name) else { return [.message(message)] }
            if isLast { isSwallowing.remove(name) }
            return []
        // Of what it keeps for others too.
        case .piece(isPut: false, let bytes): return bytes[0] % 2 == 0 ? [] : [.message(message)]
        default: return [.message(message)]
        }
    }
}

/// Half of what would be said, one byte at a time: most is never said to its end.
final class Dripping: Conduct {
    private var waiting: [Int: [UInt8]] = [:]
    private var said: [Int: Int] = [:]

    func says(
        _ message: Message, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> [Tap.Utterance] {
        let name = tap.number
        said[name, default: 0] += 1
        // Enough to be known.
        guard tap.isMatched, said[name, default: 0] > 6 else { return [.message(message)] }
        waiting[name, default: []] += tap.seal(.message(message))
        return []
    }

    func stirs(over tap: Tap, _ node: HostileNode) throws(BrokenClaim) -> [Tap.Utterance] {
        let name = tap.number
        guard var bytes = waiting[name], !bytes.isEmpty else { return [] }
        let first = bytes.removeFirst()
        waiting[name] = bytes
        return [.bytes([first])]
    }
}

/// Nonsense once the handshake is done: sealed and no message, or no frame at all.
final class Babbling: Conduct {
    func stirs(over tap: Tap, _ node: HostileNode) throws(BrokenClaim) -> [Tap.Utterance] {
        let bytes = node.chance(1 + node.dice.roll(below: 400))
        switch node.dice.roll(below: 4) {
        case 0: return [.plain(bytes)]
        case 1: return [.bytes(bytes)]
        // Of a kind that there is, with nonsense in it.
        case 2: return [.plain([UInt8(1 + node.dice.roll(below: 14))] + bytes)]
        default: return [.plain([])]
        }
    }
}
