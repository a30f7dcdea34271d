import CRDT
import Domain
import Primitives

@testable import Store

/// Checks that a replica shows what its log says: a second, slow and plain merge of all deltas of each audience gives
/// the columns, tags, places and trash that its tables have.
enum MergeOracle {
    static let claim = "a replica shows what its log says"

    /// - Parameter logs: everything that the device holds.
    static func check(
        _ machine: SimulatedNode, _ logs: [HeldLog], in cluster: Cluster
    ) throws(BrokenClaim) {
        let (found, marks) = try machine.read { (store) throws(StorageError) in
            try difference(in: store, logs)
        }
        for mark in marks { cluster.reach(mark) }
        if let found { throw BrokenClaim(claim, "\(machine.place) \(found)") }
    }

    private static func difference(
        in store: Store, _ logs: [HeldLog]
    ) throws(StorageError) -> (String?, marks: [Mark]) {
        var marks: [Mark] = []
        let me = try store.me
        for log in logs {
            let audience = log.audience
            let isOwn = audience.founder == store.owner.person
            // Copies of things that are at home here are not stored twice.
            if isOwn, audience.kind == .friends || audience.kind == .public { continue }
            let merge = SlowMerge(
                log, founder: try store.number(of: audience.founder), me: me)
            let rows = try MergedRow.all(at: audience.place, of: store, in: audience)
            if let found = difference(merge, rows, isWhole: log.isWhole, me, &marks) {
                return (
                    "in \(audience.kind) of \(audience.founder.text.prefix(6)): \(found)", marks
                )
            }
        }
        return (nil, marks)
    }

    private static func difference(
        _ merge: SlowMerge, _ rows: [MergedRow], isWhole: Bool, _ me: Int64, _ marks: inout [Mark]
    ) -> String? {
        var known: Set<SlowMerge.Name> = []
        for row in rows {
            known.insert(row.name)
            guard let thing = merge.things[row.name] else {
                // A copy of an own thing whose home is not here.
                if row.isVisible, row.name.author != me {
                    return "shows \(row.name.id.text), of which the log says nothing"
                }
                continue
            }
            if thing.creations.isEmpty, !thing.writes.isEmpty { marks.append(.editBeforeCreation) }
            if let found = row.difference(from: thing) { return "\(row.name.id.text): \(found)" }
        }
        guard isWhole else { return nil }
        for name in merge.names where !known.contains(name) {
            guard let thing = merge.things[name], thing.exists else { continue }
            return "lacks \(name.id.text)"
        }
        return nil
    }
}
