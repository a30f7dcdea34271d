import CRDT
import Primitives

@testable import Store

/// Checks that a node that holds a chain past an operation of an unknown kind, written by a later version, holds that
/// operation byte for byte: it is stored and passed on, never skipped or dropped, so a later version finds it.
enum UnknownKinds {
    static let claim = "what nobody knows is kept and passed on"

    static func check(_ cluster: Cluster) throws(BrokenClaim) {
        for machine in cluster.honest where machine.store != nil {
            let found = try machine.read { (store) throws(StorageError) -> String? in
                for delta in cluster.later.deltas {
                    if let found = try fault(in: delta, at: store) { return found }
                }
                return nil
            }
            if let found { throw BrokenClaim(claim, "\(machine.place) \(found)") }
        }
    }

    // What is wrong with it; nil if nothing is, or if the chain has not been received that far.
    private static func fault(
        in delta: LaterVersion.Delta, at store: Store
    ) throws(StorageError) -> String? {
        guard let chain = try store.chain(delta.chain), chain.length > delta.sequence else {
            return nil
        }
        let place = "at \(delta.sequence) of chain \(delta.chain.bytes.bytes[0])"
        guard let held = try store.delta(row: chain.row(delta.sequence)) else {
            return "has nothing \(place)"
        }
        switch try store.read(held) {
        // Its key has not arrived: it is held all the same.
        case .sealed: return nil
        case .void: return "cannot read what stands \(place)"
        case .operations(let operations):
            return operations.map(\.operation) == delta.operations
                ? nil : "has something else \(place)"
        }
    }
}
