import CRDT
import Primitives
import Wire

/// Sends hundreds of meaningless messages, and ever new chains of its own up to a limit.
final class Flooding: Conduct {
    private var chains = 0
    /// Enough to be noticed, and few enough for everybody to come to rest.
    private static let chainsMax = 60

    func stirs(over tap: Tap, _ node: HostileNode) throws(BrokenClaim) -> [Tap.Utterance] {
        var said = (0..<100).map { _ in Tap.Utterance.message(.digests([])) }
        said += (0..<20).map { _ in
            .message(
                .digests([Message.AudienceDigest(audience: 200, digest: node.chance16())]))
        }
        guard chains < Self.chainsMax else { return said }
        chains += 1
        guard let begun = try node.newChain(among: .itsFriends, over: tap) else { return said }
        let pen = begun.pen
        var deltas = [begun.opening]
        for number in 0..<10 {
            let base = CompactRun.Base(after: deltas[deltas.count - 1].header)
            // An unknown kind: it is stored and passed on.
            let operation = OriginedOperation(.unknown(kind: 100, body: [UInt8(number)]))
            let plain = Payload.encode([operation], chain: pen.chain, sequence: base.sequence)
            let stamp = HybridTime(rawValue: base.stamp.rawValue + 1)
            deltas.append(node.forge(plain, after: base, stamp: stamp, epoch: pen.epoch))
        }
        if let run = HostileNode.run(deltas, at: pen.place) { said.append(run) }
        return said
    }
}

/// Sends runs whose predecessors are missing: of chains that nobody has, and far ahead in chains that everybody has.
final class Gaping: Conduct {
    func stirs(over tap: Tap, _ node: HostileNode) throws(BrokenClaim) -> [Tap.Utterance] {
        var said: [Tap.Utterance] = []
        guard let peer = try node.certificate(of: tap),
            let (chains, head) = try node.friends(of: node.machine.person, with: peer),
            let place = tap.place(of: head)
        else { return said }
        for number in 0..<6 {
            let chain = number < 3 ? ChainID(node.chance16()) : chains.first
            guard let chain else { continue }
            let base = CompactRun.Base(
                chain: chain, sequence: UInt64(1000 + node.dice.roll(below: 1_000_000)),
                previous: .zero, stamp: HybridTime(rawValue: 0), epoch: .zero)
            let delta = node.forge(
                node.chance(40), after: base, stamp: node.stamp(), epoch: head)
            if let run = HostileNode.run([delta], at: place) { said.append(run) }
        }
        return said
    }
}

/// Writes with stamps far ahead, and with the highest possible ones.
final class Stamping: Conduct {
    private var chains = 0
    private static let chainsMax = 12
    /// Days since 1970: the last day that a stamp may have, the first of 2200, and others.
    private static let days: [UInt64] = [84_005, 84_006, 60_000, 100_000]

    func stirs(over tap: Tap, _ node: HostileNode) throws(BrokenClaim) -> [Tap.Utterance] {
        guard chains < Self.chainsMax else { return [] }
        guard let begun = try node.newChain(among: .itsFriends, over: tap) else { return [] }
        let pen = begun.pen
        var deltas = [begun.opening]
        let days = Self.days[chains % Self.days.count]
        let stamps = [
            HybridTime(wall: WallTime(milliseconds: days * 86_400_000), counter: 9),
            HybridTime(rawValue: .max - UInt64(chains)),
        ]
        chains += 1
        for stamp in stamps {
            guard let body = try copied(from: begun.known, node) else { return [] }
            let base = CompactRun.Base(after: deltas[deltas.count - 1].header)
            let plain = Payload.encode(body, chain: pen.chain, sequence: base.sequence)
            deltas.append(node.forge(plain, after: base, stamp: stamp, epoch: pen.epoch))
        }
        return [HostileNode.run(deltas, at: pen.place)].compactMap { $0 }
    }

    // What it has written before, once more.
    private func copied(
        from chains: [ChainID], _ node: HostileNode
    ) throws(BrokenClaim) -> [OriginedOperation]? {
        for chain in chains {
            for delta in try node.deltas(of: chain) {
                guard let operations = node.operations(in: delta) else { continue }
                let created = operations.filter { entry in
                    if case .create = entry.operation { return true }
                    return false
                }
                if !created.isEmpty {
                    return created.map { OriginedOperation($0.operation) }
                }
            }
        }
        return nil
    }
}
