import CRDT
import Domain
import Primitives

@testable import Store

/// Checks that a person who was never let into a group holds and shows nothing of it, readable or not.
enum Membership {
    static let claim = "who was never in a group holds nothing of it"

    static func check(_ cluster: Cluster) throws(BrokenClaim) {
        guard !cluster.groups.accounts.isEmpty else { return }
        for machine in cluster.machines where machine.store != nil && machine.decay == nil {
            let entered = cluster.groups.entered(by: machine.holder)
            try checkDeltas(of: machine, entered, in: cluster)
            let names = Set(entered.map { GroupAccount.name($0) })
            let stray = try machine.shown(at: cluster.now).first { link in
                link.placement.contains { audience in
                    GroupAccount.number(of: audience) != nil
                        && !names.contains(String(audience.name.dropFirst("group:".count)))
                }
            }
            guard let stray else { continue }
            throw BrokenClaim(claim, "\(machine.place) shows \(stray.title) of another's group")
        }
    }

    // Counts the chains of all groups of one founder, less those of the groups that the person was let into. A founder
    // was never outside, even if a device of theirs does not know of the group yet.
    private static func checkDeltas(
        of machine: SimulatedNode, _ entered: Set<Int>, in cluster: Cluster
    ) throws(BrokenClaim) {
        let accounts = cluster.groups.accounts
        for founder in Set(accounts.map(\.founder)).sorted() where founder != machine.holder {
            let person = cluster.machines[founder].person
            let ids = accounts.indices.filter {
                accounts[$0].founder == founder && entered.contains($0)
            }.compactMap { accounts[$0].id }
            let stray = try machine.read { (store) throws(StorageError) in
                var known: [ChainID] = []
                for id in ids { known += try chains(of: id, in: store) }
                return try store.frontier(of: .group, by: person).entries.count {
                    !known.contains($0.chain)
                }
            }
            guard stray == 0 else {
                throw BrokenClaim(
                    claim,
                    "\(machine.place) holds \(stray) chains of groups of node\(founder)")
            }
        }
    }

    // Independent of whether the node still knows of the group: a person let in by a device that had been stolen by
    // then did receive the group, although that grant no longer counts.
    private static func chains(
        of group: Bytes32, in store: Store
    ) throws(StorageError) -> [ChainID] {
        try store.database.rows(
            """
            SELECT c.chain FROM chains c JOIN audiences a ON a.id = c.audience
            WHERE a.kind = ? AND a.name = ? ORDER BY c.id
            """, [.integer(Int64(AudienceKind.group.rawValue)), .blob(group.bytes)]
        ) { row in row.bytes(0) }.compactMap { Bytes16($0).map { ChainID($0) } }
    }
}
