import CRDT
import Primitives
import Wire

@testable import Store

/// Checks that no effect shows without its cause: what shows is held from its creation on, and every earlier place of
/// each chain is held or known to be dead.
enum CausalOrder {
    static let claim = "nothing shows without its cause"

    /// - Parameter logs: everything that the device holds.
    static func check(
        _ machine: SimulatedNode, _ now: ShownThings, _ logs: [HeldLog]
    ) throws(BrokenClaim) {
        if let found = orphan(among: now, logs) {
            throw BrokenClaim(claim, "\(machine.place) \(found)")
        }
        let found = try machine.read { (store) throws(StorageError) in try gap(in: store) }
        if let found { throw BrokenClaim(claim, "\(machine.place) \(found)") }
    }

    // Finds a place of a chain that is neither held nor dead.
    private static func gap(in store: Store) throws(StorageError) -> String? {
        for audience in try HeldLog.audiences(of: store) {
            for chain in try store.chains(of: audience) {
                let (first, end) = (chain.row(0), chain.row(chain.length))
                let count = try store.database.row(
                    "SELECT count(*) FROM deltas WHERE id >= ? AND id < ?",
                    [.integer(first), .integer(end)]
                ) { $0.integer(0) }
                if count == Int64(chain.length) { continue }
                let rows = try store.database.rows(
                    "SELECT id FROM deltas WHERE id >= ? AND id < ? ORDER BY id",
                    [.integer(first), .integer(end)]
                ) { (row) throws(StorageError) in row.integer(0) }
                let held = Set(rows)
                // Includes checkpoints that a late cut has made void: pruned deltas do not come back.
                let dead = try store.checkpoints(in: audience.number)
                    .filter { $0.checkpoint.chain == chain.id }
                    .reduce(DeadRanges()) { $0.union($1.checkpoint.dead) }
                for sequence in 0..<chain.length
                where !held.contains(chain.row(sequence)) && !dead.contains(sequence) {
                    return "lacks \(sequence) of a chain of \(chain.length) in \(audience.kind)"
                }
            }
        }
        return nil
    }

    // Finds something that shows although no held delta that counts supports it.
    private static func orphan(among now: ShownThings, _ logs: [HeldLog]) -> String? {
        let held = Set(
            logs.flatMap { log in
                log.entries.filter(\.counts).map {
                    Carrier(chain: $0.chain, stamp: $0.header.stamp)
                }
            })
        for name in now.names {
            guard let thing = now.things[name], thing.isVisible else { continue }
            guard thing.state.exists else {
                return "shows \(ObjectID(name.id).text), which nobody made"
            }
            let shown = thing.state.registers.compactMap(\.register.shown) + thing.state.creations
            guard shown.allSatisfy({ held.contains($0.carrier) }) else {
                return "shows \(ObjectID(name.id).text) by a delta that it does not hold"
            }
        }
        return nil
    }
}
