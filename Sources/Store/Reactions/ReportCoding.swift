import CRDT
import Domain
import Primitives
import Wire

/// The plaintext of a sealed report.
///
///     thing    its author 32, its id 16
///     told     u8 count, each: person 32
///     reason   text to the end
struct ReportWords: Equatable {
    let target: [UInt8]
    let told: [PersonID]
    let reason: String

    /// Creates the text from all fields, in the order above; `target` has 48 bytes.
    init(target: [UInt8], told: [PersonID], reason: String) {
        self.target = target
        self.told = told
        self.reason = reason
    }

    var bytes: [UInt8] {
        target + [UInt8(clamping: told.count)] + told.flatMap(\.key.bytes) + Array(reason.utf8)
    }

    /// Parses what a peer has sealed; nil if it is not a report.
    init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        // The cause of a parse error is of no interest, because an invalid report is never shown.
        guard let target = try? reader.take(48), let count = try? reader.byte(),
            (1...ThingReport.toldMax).contains(Int(count))
        else { return nil }
        var told: [PersonID] = []
        for _ in 0..<count {
            // The same applies here.
            guard let person = try? reader.bytes32() else { return nil }
            told.append(PersonID(person))
        }
        guard let reason = Comment.shows(Array(reader.takeRest())) else { return nil }
        self.init(target: Array(target), told: told, reason: reason)
    }
}
