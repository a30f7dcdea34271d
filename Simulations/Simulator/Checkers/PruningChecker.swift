import CRDT
import Primitives

@testable import Store

/// Checks that dead deltas are pruned: after convergence no replica holds any, or still has some to examine.
enum PruningChecker {
    static let claim = "what is dead is dropped"

    static func check(_ cluster: Cluster) throws(BrokenClaim) {
        for machine in cluster.healed where machine.state == .running {
            guard machine.store?.isErasingDue == false else {
                throw BrokenClaim(claim, "\(machine.place) still looks for it")
            }
            let found = try machine.read { (store) throws(StorageError) in
                try dead(in: store)
            }
            if let found { throw BrokenClaim(claim, "\(machine.place) holds \(found)") }
        }
    }

    // Finds a held delta that a valid checkpoint calls dead. Operations that live for ever are exempt, and so are
    // checkpoints, which are pruned once others say the same.
    private static func dead(in store: Store) throws(StorageError) -> String? {
        for audience in try HeldLog.audiences(of: store) {
            for chain in try store.chains(of: audience) {
                let dead = try store.checkpoints(of: chain)
                    .reduce(DeadRanges()) { $0.union($1.checkpoint.dead) }
                for range in dead.ranges where range.lowerBound < chain.length {
                    let held = range.lowerBound..<min(range.upperBound, chain.length)
                    guard let sequence = try heldAndDead(in: held, of: chain, store) else {
                        continue
                    }
                    return "delta \(sequence) of a chain in \(audience.kind)"
                }
            }
        }
        return nil
    }

    private static func heldAndDead(
        in range: Range<UInt64>, of chain: ChainRecord, _ store: Store
    ) throws(StorageError) -> UInt64? {
        let rows = try store.database.rows(
            "SELECT id FROM deltas WHERE id >= ? AND id < ? ORDER BY id",
            [.integer(chain.row(range.lowerBound)), .integer(chain.row(range.upperBound))]
        ) { (row) throws(StorageError) in row.integer(0) }
        for row in rows {
            // A delta that cannot be read waits for its key.
            guard let delta = try store.delta(row: row),
                case .operations(let operations) = try store.read(delta)
            else { continue }
            let stays = operations.contains { entry in
                if case .checkpoint = entry.operation { return true }
                return entry.operation.livesForEver
            }
            if !stays { return ChainRecord.sequence(ofDelta: row) }
        }
        return nil
    }
}
