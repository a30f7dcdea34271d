import CRDT
import Domain
import Primitives
import Wire

/// A bundle that is being made or applied, between two steps.
enum BundleWork {
    case making(BundleMaking)
    case applying(BundleApplying)
}

/// A bundle that is being made: one segment a step, after the previous one has been written.
struct BundleMaking {
    let path: String
    var packing: Packing
    /// The names of the people it is for, and the number of their devices.
    let people: [String]
    let devices: Int
    var segments = 0
    var bytes = 0
    var deltas = 0
    /// Whether the shell has completed the last operation.
    var isReady = false
    var isFinishing = false

    /// The report for the user.
    var report: BundleReport {
        let whom = people.joined(separator: ", ")
        return BundleReport(
            segments: segments, segmentsForMe: 0, bytes: bytes, deltas: deltas, others: people,
            isWaiting: false,
            summary: deltas == 0
                ? "nothing new for \(whom); \(path) only says what you have"
                : "\(path) has \(Counted.words(deltas, "change")) for \(whom), "
                    + "on \(Counted.words(devices, "device"))")
    }
}

/// A bundle that is being applied: a slice of a segment a step.
struct BundleApplying {
    let path: String
    /// The segment that is being received; nil while the next one is on its way.
    var unpacking: Unpacking?
    var segments = 0
    var segmentsForMe = 0
    var bytes = 0
    /// The number of new deltas, in all passes and in this one.
    var deltas = 0
    var deltasOfPass = 0
    var passes = 1
    var isWaiting = false
    /// The number of segments whose bytes were changed on their way.
    var damaged = 0
    /// The signature algorithm of a certificate in it, if only a newer version knows it.
    var newer: UInt8?
    /// The writers of the segments that are for this device.
    var people: [PersonID] = []
    /// People whose segments were not received, since they are unknown here.
    var strangers: [PersonID] = []
    /// The number of segments about audiences that are not shared with their writers.
    var unshared = 0
    /// Why the rest of a segment was refused, and who wrote it.
    var refusal: (reason: CloseReason, person: PersonID)?
}
