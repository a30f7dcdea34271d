import CRDT
import Primitives

/// Checks that a thing is whole as long as it exists, in the trash too: whatever it held at an earlier look it still
/// holds, unless an operation took that away. The end of a thing takes all of it or nothing.
enum WholeThings {
    static let claim = "a thing is whole or gone"

    static func check(
        _ now: ShownThings, after before: ShownThings, at place: String
    ) throws(BrokenClaim) {
        for name in now.changed {
            guard let old = before.things[name], let new = now.things[name],
                let fate = now.fate(of: name), let known = before.fate(of: name),
                // A device that was set back writes another chain.
                fate.verdict == known.verdict, fate.dead.count == known.dead.count,
                isSame(old.state, new.state)
            else { continue }
            if let lost = loss(from: old.state, to: new.state) {
                throw BrokenClaim(claim, "\(place): \(ObjectID(name.id).text) has lost \(lost)")
            }
        }
    }

    // Whether the thing is at home, exists, and was not created again since.
    private static func isSame(_ old: ObjectState, _ new: ObjectState) -> Bool {
        old.exists
            && old.creations.allSatisfy { creation in
                guard case .position = creation.dot else { return false }
                return new.creations.contains { $0.dot == creation.dot }
            }
    }

    private static func loss(from old: ObjectState, to new: ObjectState) -> String? {
        for (field, register) in old.registers {
            let known = new.register(field) ?? Register()
            let lost = register.survivors.first { survivor in
                !new.withdrawn.containsSorted(survivor.dot)
                    && !known.replaced.containsSorted(survivor.dot)
                    && !known.survivors.contains { $0.dot == survivor.dot }
            }
            if let lost { return "what \(lost.dot) wrote in field \(field.number)" }
        }
        for (field, set) in old.sets {
            let known = new.set(field) ?? ObservedRemoveSet()
            let lost = set.additions.first { addition in
                !new.withdrawn.containsSorted(addition.dot)
                    && !known.additions.contains(addition) && !known.removed.contains(addition)
            }
            if let lost { return "what \(lost.dot) added in field \(field.number)" }
        }
        return nil
    }
}
