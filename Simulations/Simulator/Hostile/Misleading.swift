import CRDT
import Primitives
import Wire

/// Lies about what it holds, and sends false leaves of files.
final class Misleading: Conduct {
    enum Lie {
        /// Claims more of every chain, and chains that nobody writes.
        case more
        /// Claims nothing.
        case less
        /// Tells the truth, but with digests that never agree.
        case digests
    }

    private let lie: Lie

    init(_ lie: Lie) { self.lie = lie }

    func says(
        _ message: Message, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> [Tap.Utterance] {
        switch message {
        case .frontier(let part):
            switch lie {
            case .more:
                let longer = part.entries.map {
                    Frontier.Entry(
                        chain: $0.chain, length: $0.length + 1 + UInt64(node.dice.roll(below: 9)))
                }
                let invented = Frontier.Entry(chain: ChainID(node.chance16()), length: 7)
                return [.message(.frontier(Self.part(part, Frontier(longer + [invented]))))]
            case .less: return [.message(.frontier(Self.part(part, Frontier())))]
            case .digests: return [.message(message)]
            }
        case .digests(let digests):
            return [
                .message(
                    .digests(
                        digests.map {
                            Message.AudienceDigest(
                                audience: $0.audience, digest: node.chance16())
                        }))
            ]
        case .leaves(let leaves) where lie == .more:
            var sealed = leaves.sealed
            sealed[sealed.count - 1] ^= 1
            return [
                .message(
                    .leaves(
                        BlobLeaves(piece: leaves.piece, proof: leaves.proof, sealed: sealed)))
            ]
        case .kept(.listed(let list)):
            switch lie {
            case .more:
                let invented = MailboxList.Found(
                    name: node.chance16(), length: Segment.classBytes, place: 0)
                let found = (list.found + [invented]).sorted { $0.name < $1.name }
                return [.message(.kept(.listed(Self.list(list, list.own, found))))]
            case .less: return [.message(.kept(.listed(Self.list(list, [], []))))]
            case .digests: return [.message(message)]
            }
        default: return [.message(message)]
        }
    }

    private static func list(
        _ list: MailboxList, _ own: [Bytes16], _ found: [MailboxList.Found]
    ) -> MailboxList {
        MailboxList(
            isLast: list.isLast, quota: list.quota, used: list.used, own: own,
            found: Array(found.prefix(MailboxList.foundMax)))
    }

    private static func part(
        _ part: Message.FrontierPart, _ claimed: Frontier
    ) -> Message.FrontierPart {
        Message.FrontierPart(
            audience: part.audience, isWhole: part.isWhole, isLast: part.isLast,
            isAsking: part.isAsking, entries: claimed.entries)
    }
}

/// Requests everything, again and again, and returns the credit it used. Its engine does not see what arrives twice.
final class Begging: Conduct {
    private var taken: [Int: Int] = [:]

    func hears(
        _ message: Message, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> [Message] {
        let name = tap.number
        switch message {
        case .run(let run): taken[name, default: 0] += run.deltas.count
        case .more(_, let deltas): taken[name, default: 0] += deltas.count
        case .fork, .checkpoint: taken[name, default: 0] += message.bytes.count
        default: return [message]
        }
        return []
    }

    func says(
        _ message: Message, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> [Tap.Utterance] {
        // Credit is handled here.
        if case .credit = message { return [] }
        return [.message(message)]
    }

    func stirs(over tap: Tap, _ node: HostileNode) throws(BrokenClaim) -> [Tap.Utterance] {
        var said: [Tap.Utterance] = []
        if let bytes = taken.removeValue(forKey: tap.number), bytes > 0 {
            said.append(.message(.credit(UInt32(bytes))))
        }
        return said + node.requestsForAll(over: tap, times: 4)
    }
}
