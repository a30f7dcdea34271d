import CRDT
import Primitives

/// Checks that what a node shows does not go back without a write that says so: a thing disappears because its creation
/// was withdrawn, is dead or no longer counts, and a field changes because the value was replaced, or because a
/// concurrent write is later.
enum MonotonicReads {
    static let claim = "what a node has shown does not go back"

    static func check(
        _ now: ShownThings, after before: ShownThings, at place: String
    ) throws(BrokenClaim) {
        for name in now.changed {
            guard let old = before.things[name], old.isVisible else { continue }
            // Whatever counts: a thing that exists shows, itself or as another copy, unless its group was
            // joined by somebody else in this person's name.
            if !now.isDisowned(name), let new = now.things[name], new.hidden > 1, new.state.exists,
                !new.state.isTrashed, !now.isShownElsewhere(name)
            {
                throw BrokenClaim(
                    claim, "\(place): \(ObjectID(name.id).text) is there, and does not show")
            }
            guard let fate = now.fate(of: name), fate == before.fate(of: name) else { continue }
            if let found = difference(old, now.things[name], name, now) {
                throw BrokenClaim(claim, "\(place): \(ObjectID(name.id).text) \(found)")
            }
        }
    }

    private static func difference(
        _ old: ShownThings.Thing, _ new: ShownThings.Thing?, _ name: ShownThings.Name,
        _ now: ShownThings
    ) -> String? {
        guard let new else {
            // A copy of an own thing whose home has arrived.
            return name.author == now.me ? nil : "is gone, and nobody took it away"
        }
        let ended = new.state.withdrawn
        for creation in old.state.creations where !ended.containsSorted(creation.dot) {
            guard new.state.creations.contains(where: { $0.dot == creation.dot }) else {
                return "has lost what made it"
            }
        }
        for (field, register) in old.state.registers {
            guard let shown = register.shown, !ended.containsSorted(shown.dot) else { continue }
            let register = new.state.register(field) ?? Register()
            if register.replaced.containsSorted(shown.dot) { continue }
            guard register.survivors.contains(where: { $0.dot == shown.dot }) else {
                return "field \(field.number) has lost what it showed"
            }
            guard let later = register.shown, later.dot != shown.dot else { continue }
            guard later.carrier == shown.carrier || later.carrier.isLater(than: shown.carrier)
            else { return "field \(field.number) shows what is earlier" }
        }
        return nil
    }
}
