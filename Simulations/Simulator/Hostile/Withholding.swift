import CRDT
import Primitives
import Wire

/// Answers everything and claims what it has, but never sends half of the chains; which half
/// depends on the peer.
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
        // The same for what it keeps for others.
        case .piece(isPut: false, let bytes): return bytes[0] % 2 == 0 ? [] : [.message(message)]
        default: return [.message(message)]
        }
    }
}

/// Sends half of its messages one byte at a time, so that most never end.
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

/// Sends garbage once the handshake is done: sealed bytes that are no message, or no frame at all.
final class Babbling: Conduct {
    func stirs(over tap: Tap, _ node: HostileNode) throws(BrokenClaim) -> [Tap.Utterance] {
        let bytes = node.chance(1 + node.dice.roll(below: 400))
        switch node.dice.roll(below: 4) {
        case 0: return [.plain(bytes)]
        case 1: return [.bytes(bytes)]
        // An existing kind of message with garbage in it.
        case 2: return [.plain([UInt8(1 + node.dice.roll(below: 14))] + bytes)]
        default: return [.plain([])]
        }
    }
}
