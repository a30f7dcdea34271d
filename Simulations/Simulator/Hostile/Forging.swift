import CRDT
import Domain
import Primitives
import Store
import Wire

/// Sends others' chains with a changed payload, continued under its own signature, or as those of another chain.
final class Forging: Conduct {
    func stirs(over tap: Tap, _ node: HostileNode) throws(BrokenClaim) -> [Tap.Utterance] {
        guard let peer = try node.certificate(of: tap),
            let (chains, head) = try node.friends(of: peer.person, with: peer),
            let place = tap.place(of: head), let chain = chains.first
        else { return [] }
        let real = try node.deltas(of: chain)
        guard let last = real.last else { return [] }
        let behind = CompactRun.Base(after: last.header)
        let forged: [SignedDelta]
        switch node.dice.roll(below: 4) {
        case 0:
            // Continued, with the only signature that it can make.
            let operation = OriginedOperation(.unknown(kind: 101, body: [1]))
            let plain = Payload.encode([operation], chain: chain, sequence: behind.sequence)
            let stamp = HybridTime(rawValue: last.header.stamp.rawValue + 1)
            forged = [node.forge(plain, after: behind, stamp: stamp, epoch: head)]
        case 1:
            // A changed payload under the writer's own signature.
            guard var payload = Optional(last.payload), !payload.isEmpty else { return [] }
            payload[node.dice.roll(below: payload.count)] ^= 1
            let header = last.header
            forged = [
                SignedDelta(
                    header: DeltaHeader(
                        chain: header.chain, sequence: header.sequence,
                        previous: header.previous, stamp: header.stamp, epoch: header.epoch,
                        isPlain: header.isPlain, payload: payload),
                    payload: payload, signature: last.signature ?? node.chance(64))
            ]
        case 2:
            // From the beginning, all signed with its own key.
            var deltas: [SignedDelta] = []
            for delta in real.prefix(3) {
                guard let plain = node.plain(of: delta) else { return [] }
                let base =
                    deltas.last.map { CompactRun.Base(after: $0.header) }
                    ?? CompactRun.Base(startOf: chain)
                deltas.append(
                    node.forge(
                        plain, after: base, stamp: delta.header.stamp,
                        epoch: delta.header.isPlain ? nil : head,
                        following: delta.header.epoch))
            }
            forged = deltas
        default:
            // The same bytes under the id of another chain.
            let other = ChainID(node.chance16())
            let bytes = HostileNode.spell(real, after: CompactRun.Base(startOf: chain))
            guard bytes.count < 60_000 else { return [] }
            return [
                .message(
                    .run(
                        Message.Run(
                            isLast: true, audience: place, chain: other, sequence: 0,
                            deltas: bytes)))
            ]
        }
        return [HostileNode.run(forged, at: place)].compactMap { $0 }
    }
}

/// Writes what it has no right to, with valid signatures: in its friend's audience, where a friend may only react, it
/// stores links, grants itself access, cuts its friend's chains and makes a new epoch.
final class Usurping: Conduct {
    private var chains = 0
    private static let chainsMax = 12

    func stirs(over tap: Tap, _ node: HostileNode) throws(BrokenClaim) -> [Tap.Utterance] {
        guard chains < Self.chainsMax,
            let begun = try node.newChain(among: .friendsOfPeer, over: tap)
        else { return [] }
        let pen = begun.pen
        chains += 1
        var deltas = [begun.opening]
        for operation in try forbidden(against: begun.known, node) {
            let base = CompactRun.Base(after: deltas[deltas.count - 1].header)
            let plain = Payload.encode(
                [OriginedOperation(operation)], chain: pen.chain, sequence: base.sequence)
            let stamp = HybridTime(rawValue: base.stamp.rawValue + 1)
            let isPlain: Bool
            if case .rotate = operation { isPlain = true } else { isPlain = false }
            deltas.append(
                node.forge(
                    plain, after: base, stamp: stamp, epoch: isPlain ? nil : pen.epoch,
                    following: pen.epoch.name))
        }
        return [HostileNode.run(deltas, at: pen.place)].compactMap { $0 }
    }

    private func forbidden(
        against chains: [ChainID], _ node: HostileNode
    ) throws(BrokenClaim) -> [Operation] {
        let mine = node.machine.owner
        var forbidden: [Operation] = [
            .grant(Grant(id: node.dice.next(), person: mine.person, role: .friend)),
            .certify(mine.certificate),
            .cut(Cut(grant: 0, chains: [])),
        ]
        for chain in chains.prefix(1) {
            let real = try node.deltas(of: chain)
            let all = real.compactMap { node.operations(in: $0) }.flatMap { $0 }
            // Its friend's link again as its own, and every link of the friend deleted.
            for case .create(let creation) in all.map(\.operation).prefix(400) {
                forbidden.append(.create(creation))
                break
            }
            for case .rotate(let rotation) in all.map(\.operation) {
                forbidden.append(.rotate(rotation))
                break
            }
            let seen = Frontier.Entry(chain: chain, length: UInt64(real.count))
            forbidden.append(
                .checkpoint(
                    Checkpoint(
                        chain: chain, living: [], length: UInt64(real.count), seen: [seen])))
        }
        return forbidden
    }
}
