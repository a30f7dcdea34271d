import CRDT
import Domain
import Primitives
import Store

/// Checks that only friends hold a person's deltas, readable or not: a friend's friend has none of
/// what is written for friends, and nobody holds what another keeps private. A former friend holds
/// nothing written after the end.
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
                // A person may be served by one whom they added, whether or not it is mutual yet.
                let isFriend =
                    cluster.mayHaveAdded(reader.holder, by: writer.number)
                    && cluster.mayHaveAdded(writer.number, by: reader.holder)
                // Another device of the writer, which does not know of the end yet, continues to
                // write.
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
    /// Whether `person` has added `other`, or may have without an answer yet.
    ///
    /// - Parameter isOnlyNow: excludes friendships that `person` has ended.
    func mayHaveAdded(
        _ other: Int, by person: Int, isOnlyNow: Bool = false
    ) -> Bool {
        let account = machines[person].account
        if isOnlyNow ? account.friends.contains(other) : account.everAdded.contains(other) {
            return true
        }
        return machines(of: person).flatMap(\.asked).contains { _, command in
            if case .addFriend(_, let name, _) = command { return name == "friend\(other)" }
            return false
        }
    }
}
