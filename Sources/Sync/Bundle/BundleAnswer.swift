import CRDT
import Domain
import Primitives
import Store
import Wire

// The answer to a request to apply a bundle.
extension Engine {
    /// Builds the answer once the whole bundle has been read.
    ///
    /// - Parameter end: What stands behind its last segment.
    func answer(
        to applying: BundleApplying, by end: BundleNews
    ) throws(StorageError) -> Answer {
        let path = applying.path
        let changes = Counted.words(applying.deltas, "new change")
        if applying.segments == 0, end != .torn {
            return .rejected(
                Problem(
                    .invalidValue, "\(path) is \(end == .ended ? "empty" : "not a bundle")",
                    fix: "weft bundle create FILE --for NAME makes one"))
        }
        if let (reason, person) = applying.refusal {
            return .rejected(
                Problem(
                    .damagedFile,
                    "\(path) has an invalid part from \(try name(of: person)) (\(reason.name)); "
                        + "the part before it was applied: \(changes)",
                    fix: "ask for a new one, made with the newest version of Weft"))
        }
        if end != .ended || applying.damaged > 0 {
            let what = end == .torn ? "is cut off" : "is damaged"
            return .rejected(
                Problem(
                    .damagedFile,
                    "\(path) \(what); the intact parts were applied: \(changes)",
                    fix: "copy it again, then run weft bundle apply again"))
        }
        if let algorithm = applying.newer {
            return .rejected(
                Problem(
                    .damagedFile,
                    "\(path), or a part of it, \(PastedTextError.madeByNewer(algorithm)); the "
                        + "rest was applied: \(changes)",
                    fix: "install a newer version of Weft, then run weft bundle apply again"))
        }
        if applying.segmentsForMe == 0 { return .rejected(try strangeness(of: applying)) }
        var names: [String] = []
        for person in applying.people { names.append(try name(of: person)) }
        let from = names.joined(separator: ", ")
        return .bundle(
            BundleReport(
                segments: applying.segments, segmentsForMe: applying.segmentsForMe,
                bytes: applying.bytes, deltas: applying.deltas, others: names,
                isWaiting: applying.isWaiting,
                summary: (applying.deltas == 0
                    ? "this node already has everything from \(from)" : "\(changes) from \(from)")
                    + (applying.isWaiting
                        ? "; some of it waits for changes from another bundle or link" : "")))
    }

    private func strangeness(of applying: BundleApplying) throws(StorageError) -> Problem {
        if let person = applying.strangers.first {
            return Problem(
                .conflict,
                "\(applying.path) is from someone who is not your friend: \(person.text.prefix(8))",
                fix: "weft friend add TICKET with theirs, then apply it again")
        }
        if applying.unshared > 0 {
            return Problem(
                .conflict,
                "\(applying.path) belongs to a group or friendship that you are no longer in",
                fix: "weft group ls; weft friend ls")
        }
        return Problem(
            .notFound, "nothing in \(applying.path) is for this device",
            fix: "its maker must add you and name you with --for; weft id prints your ticket")
    }

    private func name(of person: PersonID) throws(StorageError) -> String {
        person == owner.person ? "your other devices" : "@" + (try author(person)).name
    }
}
