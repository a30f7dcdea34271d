import CRDT
import Domain
import Primitives
import Wire

/// What is sealed in a report.
///
///     thing    its author 32, its id 16
///     told     u8 count, each: person 32
///     reason   text to the end
struct ReportWords: Equatable {
    let target: [UInt8]
    let told: [PersonID]
    let reason: String

    /// All fields, in the order above; `target` has 48 bytes.
    init(target: [UInt8], told: [PersonID], reason: String) {
        self.target = target
        self.told = told
        self.reason = reason
    }

    var bytes: [UInt8] {
        target + [UInt8(clamping: told.count)] + told.flatMap(\.key.bytes) + Array(reason.utf8)
    }

    /// What a peer has sealed; nil if that is no report.
    init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        // How it fails to be one is nothing to anybody: nobody is told of a report that says nothing.
        guard let target = try? reader.take(48), let count = try? reader.byte(),
            (1...ThingReport.toldMax).contains(Int(count))
        else { return nil }
        var told: [PersonID] = []
        for _ in 0..<count {
            // As above.
            guard let person = try? reader.bytes32() else { return nil }
            told.append(PersonID(person))
        }
        guard let reason = Comment.shows(Array(reader.takeRest())) else { return nil }
        self.init(target: Array(target), told: told, reason: reason)
    }
}
