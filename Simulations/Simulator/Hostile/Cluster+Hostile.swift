import Primitives
import Sodium
import Store
import Sync

// Hostile nodes in the world: around their steps, and now and then of their own accord.
extension Cluster {
    /// Makes the node hostile for good. Must be called before it has any link.
    package func corrupt(_ node: Int, _ kind: HostileKind) {
        network.lawless.insert(node)
        surround(node, kind, by: kind.conduct())
    }

    /// Wraps a node so that `conduct` changes what it sends and receives.
    func surround(_ node: Int, _ kind: HostileKind, by conduct: any Conduct) {
        let hostile = HostileNode(
            machines[node], kind, conduct, dice: Dice(seed: seed).split(4000 + UInt64(node))
        ) { [unowned self] address in
            guard let host = SimulatedNode.host(of: address), machines.indices.contains(host)
            else { return nil }
            return machines[host].owner.agreement.publicKey
        }
        hostile.meet(machines.map(\.person))
        hostiles[node] = hostile
        plan(.mischief(node: node), in: .seconds(1))
    }

    /// Whether a node is honest.
    func isHonest(_ node: Int) -> Bool { !network.lawless.contains(node) }

    /// The honest devices.
    var honest: [SimulatedNode] { machines.filter { isHonest($0.number) } }

    /// The hostile devices, by number.
    var hostileNodes: [HostileNode] {
        hostiles.keys.sorted().filter { !isHonest($0) }.compactMap { hostiles[$0] }
    }

    /// Has a hostile node do something of its own accord.
    func stir(_ node: Int) throws(BrokenClaim) {
        guard let hostile = hostiles[node] else { return }
        plan(
            .mischief(node: node),
            in: hostile.dice.duration(from: .seconds(2), to: .seconds(12) * rarity))
        for effect in try hostile.stir() {
            marks.add("hostile: \(hostile.kind.rawValue)")
            switch effect {
            case .send(let link, let bytes):
                trace.record(now, machines[node].place, "mischief", bytes: bytes)
                try send(bytes, over: link, from: node)
            default: try perform(effect, at: node)
            }
        }
    }
}
