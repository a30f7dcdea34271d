import CRDT
import Domain
import Primitives
import Store

// What the world knows of rare situations that no node can report.
extension Cluster {
    /// Counts an occurrence of a situation.
    func reach(_ mark: Mark) { witness?.marks.reach(mark) }

    /// Has the witness examine a node's tables, if it is time.
    func sample(_ machine: SimulatedNode) throws(BrokenClaim) {
        try witness?.sample(machine, at: now) {
            machine.account.friends.contains { isAway($0, from: machine.number) }
        }
    }

    /// Whether no device of a person can receive from `node`.
    func isAway(_ person: Int, from node: Int) -> Bool {
        machines(of: person).allSatisfy { machine in
            machine.state != .running || network.isBlocked(node, machine.number)
        }
    }

    /// Records what a command did to a diary.
    func see(_ diary: Diary, after before: Diary, _ command: Command) {
        guard witness != nil else { return }
        if diary.hasRuled { reach(.tagRuleFollowed) }
        if case .applyTagRules = command, !diary.touched.isEmpty { reach(.tagRuleApplied) }
        for id in diary.touched {
            guard let old = before.entries[id], let new = diary.entries[id] else { continue }
            if old.isTrashed, !new.isTrashed { reach(.revived) }
            for place in new.places where !old.places.contains(place) {
                if old.placedOnce.contains(place) { reach(.placedAgain) }
                switch command {
                case .share, .undo, .redo: continue
                default: reach(.ruleFollowed)
                }
            }
        }
    }
}
