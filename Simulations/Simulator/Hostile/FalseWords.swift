import CRDT
import Domain
import Primitives
import Wire

/// Sends proofs, signed with its own key, that a friend's device forked, and checkpoints that call
/// everything of its friend dead.
final class FalseProofs: Conduct {
    func stirs(over tap: Tap, _ node: HostileNode) throws(BrokenClaim) -> [Tap.Utterance] {
        guard let peer = try node.certificate(of: tap),
            let (chains, head) = try node.friends(of: peer.person, with: peer),
            let place = tap.place(of: head), let chain = chains.first,
            let open = try node.opening(of: chain)
        else { return [] }
        let real = try node.deltas(of: chain)
        guard let index = real.lastIndex(where: { $0.signature != nil }),
            let signature = real[index].signature
        else { return [] }
        let before =
            index == 0
            ? CompactRun.Base(startOf: chain) : CompactRun.Base(after: real[index - 1].header)
        let other = node.forge(
            node.chance(50), after: before,
            stamp: HybridTime(rawValue: real[index].header.stamp.rawValue + 1), epoch: head)
        if node.dice.roll(below: 2) == 0 {
            let proof = ForkProof(
                device: open.certificate.device, incarnation: open.incarnation,
                ForkProof.Branch(headers: [real[index].header], signature: signature),
                ForkProof.Branch(
                    headers: [other.header], signature: other.signature ?? node.chance(64)))
            return [proof.map { .message(.fork(audience: place, $0)) }].compactMap { $0 }
        }
        let behind = CompactRun.Base(after: real[real.count - 1].header)
        let verdict = Checkpoint(
            chain: chain, living: [], length: UInt64(real.count),
            seen: [Frontier.Entry(chain: chain, length: UInt64(real.count))])
        let plain = Payload.encode(
            [OriginedOperation(.checkpoint(verdict))], chain: chain, sequence: behind.sequence)
        let delta = node.forge(
            plain, after: behind,
            stamp: HybridTime(rawValue: behind.stamp.rawValue + 1), epoch: head)
        let proof = CheckpointProof(
            target: chain,
            path: ForkProof.Branch(
                headers: [delta.header], signature: delta.signature ?? node.chance(64)),
            payload: delta.payload)
        return [proof.map { .message(.checkpoint(audience: place, $0)) }].compactMap { $0 }
    }
}

/// Sends false keys, for its friends' epochs and for hundreds that nobody made.
final class FalseKeys: Conduct {
    func says(
        _ message: Message, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> [Tap.Utterance] {
        guard case .keys(let keys, let isFriend) = message else { return [.message(message)] }
        // Every other key stays true, otherwise nothing would be in common.
        var lies = keys.enumerated().map { index, key in
            key.name == .zero || index % 2 == 0
                ? key : EpochKey.Followed(name: key.name, key: Self.key(node))
        }
        while lies.count < 160 || lies.count % Message.padding != 0 {
            lies.append(EpochKey.Followed(name: node.chance16(), key: Self.key(node)))
        }
        return [.message(.keys(Array(lies.prefix(224)), isFriend: isFriend))]
    }

    private static func key(_ node: HostileNode) -> Bytes32 {
        Bytes32(node.chance(32)) ?? .zero
    }
}
