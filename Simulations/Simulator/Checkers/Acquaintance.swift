import CRDT
import Domain
import Primitives
import Store

/// Who is no friend holds nothing, whether or not he could read it: a friend's friend has not one
/// delta of what is written for friends, and nobody holds what another keeps to himself. Who is a
/// friend no more holds nothing that was written since.
enum Acquaintance {
    private static func checkPast(
        _ reader: SimulatedNode, _ parting: Parting, _ writer: SimulatedNode
    ) throws(BrokenClaim) {
        for (audience, then) in [
            (AudienceKind.friends, parting.friends), (AudienceKind.public, parting.public),
        ] {
            let held = try reader.read { (store) throws(StorageError) in
                try store.frontier(of: audience, by: writer.person)
            }
            guard then.covers(held) else {
                throw BrokenClaim(
                    "a former friend hears nothing new",
                    "\(reader.place) holds what \(writer.place) wrote in \(audience) since then")
            }
        }
    }

    static func check(_ cluster: Cluster) throws(BrokenClaim) {
        for reader in cluster.machines where reader.store != nil && reader.decay == nil {
            for writer in cluster.persons where writer.number != reader.holder {
                // Who added a person may be served by him, whether or not it is mutual yet.
                let isFriend =
                    cluster.mayHaveAdded(reader.holder, by: writer.number)
                    && cluster.mayHaveAdded(writer.number, by: reader.holder)
                // Another machine of his, which has not heard of it, writes on.
                if isFriend, !cluster.isShared(writer.number), cluster.isHonest(writer.number),
                    let parting = writer.account.partings[reader.holder],
                    !cluster.mayHaveAdded(reader.holder, by: writer.number, isOnlyNow: true)
                {
                    try checkPast(reader, parting, writer)
                    try FormerKeys.check(reader, parting, writer)
                }
                let barred: [AudienceKind] = isFriend ? [.private] : AudienceKind.own
                for audience in barred {
                    let held = try reader.read { (store) throws(StorageError) in
                        try store.frontier(of: audience, by: writer.person)
                    }
                    guard held.entries.isEmpty else {
                        throw BrokenClaim(
                            "who is no friend holds nothing",
                            "\(reader.place) holds \(held.entries.count) chains in "
                                + "\(audience) of \(writer.place)")
                    }
                }
            }
        }
    }
}

extension Cluster {
    /// A person has added another, or is about to hear that he has.
    ///
    /// - Parameter isOnlyNow: a friendship that he has ended does not count.
    func mayHaveAdded(
        _ other: Int, by person: Int, isOnlyNow: Bool = false
    ) -> Bool {
        let account = machines[person].account
        if isOnlyNow ? account.friends.contains(other) : account.everAdded.contains(other) {
            return true
        }
        return machines(of: person).flatMap(\.asked).contains { _, command in
            if case .addFriend(_, let name) = command { return name == "friend\(other)" }
            return false
        }
    }
}
