import CRDT
import Primitives
import Wire

@testable import Store

/// Finds persons removed from a group by somebody who told only them and then stays away, so that no member present can
/// know it. A farewell travels beside the log, to the removed person alone. If a member took it over from them, two
/// replicas with the same deltas would count different ones.
enum ToldAlone {
    /// Whether the facts that the head of group `number` holds, and those that `other` was told by absent devices and
    /// that no member present has received, together end the membership of its person.
    static func isOut(
        _ other: SimulatedNode, of number: Int, head: SimulatedNode,
        _ views: [Int: Fellowship.View], in cluster: Cluster
    ) throws(BrokenClaim) -> Bool {
        let away = cluster.outsiders.map(\.owner.device)
        guard !away.isEmpty, let id = cluster.groups.accounts[number].id,
            views.values.allSatisfy({ $0.roles[other.holder] != nil })
        else { return false }
        let told = try other.read { (store) throws(StorageError) -> [SignedDelta] in
            guard let group = try store.group(id) else { return [] }
            return try store.told(in: group.audience).compactMap { farewell in
                guard case .rights(let delta, _) = farewell else { return nil }
                return delta
            }
        }
        let known = try head.read { (store) throws(StorageError) -> AuthorityFacts? in
            guard let group = try store.group(id) else { return nil }
            for delta in told {
                guard let chain = try store.chain(delta.header.chain) else { return nil }
                if delta.header.sequence < chain.length { continue }
                guard away.contains(try store.device(of: chain)) else { return nil }
            }
            return try store.authority(of: group.audience).facts
        }
        guard var facts = known else { return false }
        try other.read { (store) throws(StorageError) in
            guard let group = try store.group(id) else { return }
            try store.insertTold(in: group.audience, into: &facts)
        }
        return !facts.judge().isMember(other.person)
    }
}
