import Primitives

@testable import Store

/// What is remembered of one node between looks.
struct Recollection {
    fileprivate var shown = ShownThings()
    fileprivate var ended = NoResurrection()
    /// Its verdicts on what counts, with the state of its tables at that time.
    fileprivate var said: (state: TableState, verdicts: [AuthorityChecker.Verdict])?
}

// Checkers that read whole replicas: logs against tables, tables against earlier tables, and one replica against
// another.
extension Cluster {
    /// Checks every open replica of an honest node. If its tables have not changed since the last
    /// look, only its earlier verdicts are compared with those of others, which may differ by now.
    func lookClosely() throws(BrokenClaim) {
        var authority = AuthorityChecker()
        for machine in honest {
            // Dead deltas are pruned, and late verdicts folded, a moment later.
            guard let store = machine.store, !store.isErasingDue, !store.isRefoldWaiting else {
                continue
            }
            let state = machine.tables
            if let said = recollections[machine.number]?.said, said.state == state {
                try authority.add(said.verdicts)
                continue
            }
            let logs = try machine.read { (store) throws(StorageError) in
                try HeldLog.all(of: store)
            }
            try MergeOracle.check(machine, logs, in: self)
            if workload.hasReactions, try ReactionChecker.check(machine) { reach(.mutedUnheard) }
            if workload.hasAttention { try Attentions.checkAlone(machine) }
            let verdicts = try authority.add(machine, logs)
            try recollect(machine, logs)
            recollections[machine.number]?.said = state.map { ($0, verdicts) }
        }
        try UnknownKinds.check(self)
        try BoundedBytes.check(self)
    }

    /// Compares what a replica shows with what it showed before and with what it holds.
    func recollect(_ machine: SimulatedNode, _ logs: [HeldLog]) throws(BrokenClaim) {
        var known = recollections[machine.number] ?? Recollection()
        let before = known.shown
        let now = try machine.read { (store) throws(StorageError) in
            try ShownThings(store, after: before)
        }
        try MonotonicReads.check(now, after: before, at: machine.place)
        try WholeThings.check(now, after: before, at: machine.place)
        try known.ended.check(now, after: before, at: machine.place)
        try CausalOrder.check(machine, now, logs)
        known.shown = now
        recollections[machine.number] = known
    }

    /// Gives a copy of every replica its own log once more.
    func replayAll() throws(BrokenClaim) {
        for machine in healed where machine.state == .running {
            try Replays.check(machine, at: now)
        }
    }
}
