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
                    .invalidValue, "\(path) is \(end == .ended ? "empty" : "no bundle")",
                    fix: "weft bundle create FILE --for NAME makes one"))
        }
        if let (reason, person) = applying.refusal {
            return .rejected(
                Problem(
                    .damagedFile,
                    "\(path) breaks a rule (\(reason.name)) in what \(try name(of: person)) put "
                        + "into it; what stood before that was taken in: \(changes)",
                    fix: "ask for another one, made by the newest version of weft"))
        }
        if end != .ended || applying.damaged > 0 {
            let what = end == .torn ? "ends in the middle" : "was changed on its way"
            return .rejected(
                Problem(
                    .damagedFile,
                    "\(path) \(what); what of it is whole was taken in: \(changes)",
                    fix: "copy it once more, then weft bundle apply it again"))
        }
        if let algorithm = applying.newer {
            return .rejected(
                Problem(
                    .damagedFile,
                    "\(path), or a part of it, \(PastedTextError.madeByNewer(algorithm)); what else "
                        + "was in it was taken in: \(changes)",
                    fix: "install a newer version of Weft, then weft bundle apply it again"))
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
                    ? "everything from \(from) was here already" : "\(changes) from \(from)")
                    + (applying.isWaiting
                        ? "; some of it waits for what another bundle or link has to bring" : "")))
    }

    private func strangeness(of applying: BundleApplying) throws(StorageError) -> Problem {
        if let person = applying.strangers.first {
            return Problem(
                .conflict,
                "\(applying.path) is from somebody who is not your friend: \(person.text.prefix(8))",
                fix: "weft friend add their ticket, then apply it again")
        }
        if applying.unshared > 0 {
            return Problem(
                .conflict,
                "\(applying.path) is about a group or friendship that you are in no more",
                fix: "weft group ls; weft friend ls")
        }
        return Problem(
            .notFound, "nothing in \(applying.path) is for this device",
            fix: "whoever makes it names you, and has added you: weft id prints your ticket")
    }

    private func name(of person: PersonID) throws(StorageError) -> String {
        person == owner.person ? "your other devices" : "@" + (try author(person)).name
    }
}
