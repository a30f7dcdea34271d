import CRDT
import Domain
import Primitives

@testable import Store

/// Who was never let into a group holds nothing of it, whether or not he could read it, and shows
/// nothing of it.
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

    // All chains of all groups of one founder, less those of the groups that he was let into. Who
    // founded one was never outside it, even where a machine of his has not heard of it yet.
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

    // Whether or not his node still knows of the group: who was let in by the word of a machine that
    // was stolen by then has heard of it, and that word counts no more.
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
