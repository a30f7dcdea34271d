import CRDT
import Domain
import Primitives
import Store

// What the world knows of rare situations that no node can tell.
extension Cluster {
    /// A situation came about.
    func reach(_ mark: Mark) { witness?.marks.reach(mark) }

    /// Lets the witness look into a node's tables, if it is time.
    func sample(_ machine: SimulatedNode) throws(BrokenClaim) {
        try witness?.sample(machine, at: now) {
            machine.account.friends.contains { isAway($0, from: machine.number) }
        }
    }

    /// No machine of a person hears what `node` says.
    func isAway(_ person: Int, from node: Int) -> Bool {
        machines(of: person).allSatisfy { machine in
            machine.state != .running || network.isBlocked(node, machine.number)
        }
    }

    /// What a command did to an account.
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
