import CRDT
import Domain
import Primitives
import Wire

/// A bundle that is being made or taken in, between two steps.
enum BundleWork {
    case making(BundleMaking)
    case applying(BundleApplying)
}

/// A bundle that is being made: a segment a step, once the one before is in the file.
struct BundleMaking {
    let path: String
    var packing: Packing
    /// Names of those whom it is for, and of how many devices.
    let people: [String]
    let devices: Int
    var segments = 0
    var bytes = 0
    var deltas = 0
    /// The shell has done what it was asked.
    var isReady = false
    var isFinishing = false

    /// What the person is told.
    var report: BundleReport {
        let whom = people.joined(separator: ", ")
        return BundleReport(
            segments: segments, segmentsForMe: 0, bytes: bytes, deltas: deltas, others: people,
            isWaiting: false,
            summary: deltas == 0
                ? "nothing is new for \(whom); \(path) says only how far you are"
                : "\(path) has \(Counted.words(deltas, "change")) for \(whom), "
                    + "on \(Counted.words(devices, "device"))")
    }
}

/// A bundle that is being taken in: a slice of a segment a step.
struct BundleApplying {
    let path: String
    /// The segment that is being taken in; nil while the next one is on its way.
    var unpacking: Unpacking?
    var segments = 0
    var segmentsForMe = 0
    var bytes = 0
    /// Deltas that were new, in all passes and in this one.
    var deltas = 0
    var deltasOfPass = 0
    var passes = 1
    var isWaiting = false
    /// Segments whose bytes are not those that were written, and from whom those come that were.
    var damaged = 0
    /// The kind of signature of a certificate in it, if only a newer version knows that.
    var newer: UInt8?
    var people: [PersonID] = []
    /// Whose segments were not taken in, because he is nobody here.
    var strangers: [PersonID] = []
    /// Segments about what is not shared with their writers.
    var unshared = 0
    /// Why the rest of a segment was refused, and whose it was.
    var refusal: (reason: CloseReason, person: PersonID)?
}
