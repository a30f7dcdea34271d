import Primitives
import Simulator

/// The sums of all proofs that outsiders see nothing.
struct OutsiderTally {
    private var passed = 0
    private(set) var failed = 0
    private var relations: [(name: String, count: Int)] = []
    private var mixed = 0
    private var happenings = 0
    private var bytes = 0
    private var steps = 0
    private var hiddenBytes = 0

    /// Adds one seed.
    mutating func add(_ outcome: OutsiderProof.Outcome) {
        if outcome.broken == nil { passed += 1 } else { failed += 1 }
        if outcome.isMixed { mixed += 1 }
        if let index = relations.firstIndex(where: { $0.name == outcome.relation }) {
            relations[index].count += 1
        } else {
            relations.append((outcome.relation, 1))
        }
        happenings += outcome.seen.happenings
        bytes += outcome.seen.bytes
        steps += outcome.steps
        hiddenBytes += outcome.hiddenBytes
    }

    func text(took time: Duration) -> String {
        let words = relations.sorted { $0.name < $1.name }.map { "\($0.name) \($0.count)" }
        let pairs = passed + failed
        let each = pairs > 0 ? Double(time.nanoseconds) / 1e6 / Double(pairs) : 0
        return """
            onlookers: \(words.joined(separator: ", ")); \(mixed) compared by moments and lengths, \
            the others to the bit
            seen: \(happenings) happenings, \(bytes / 1024) KiB; hidden: \(hiddenBytes / 1024) KiB \
            of links with others
            \(steps) steps
            \(Int(each * 10) / 10).\(Int(each * 10) % 10) CPU-milliseconds a pair of \
            worlds
            \(passed) passed, \(failed) failed
            """
    }
}
