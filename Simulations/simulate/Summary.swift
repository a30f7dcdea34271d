import Primitives
import Simulator

/// All seeds together.
struct Summary {
    private(set) var passed = 0
    private(set) var failed = 0
    private var faults: [Verdict.Tally] = []
    private var marks: [Verdict.Tally] = []
    /// Registered situations and how often each came about.
    private var reached: [Verdict.Tally] = []
    private var nodeTime: Duration = .zero
    private var processorTime: Duration = .zero

    /// Adds a seed that was run twice at this price.
    mutating func add(_ verdict: Verdict, took time: Duration) {
        if verdict.broken == nil { passed += 1 } else { failed += 1 }
        faults = Self.sum(faults, verdict.faults)
        marks = Self.sum(marks, verdict.marks)
        reached = Self.sum(reached, verdict.reached)
        nodeTime += verdict.nodeTime * 2
        processorTime += time
    }

    /// Of a hundred registered situations so many came about, cut to a whole number.
    var reachedPercent: Int {
        reached.isEmpty ? 0 : reached.count(where: { $0.count > 0 }) * 100 / reached.count
    }

    private var reachedText: String {
        let never = reached.filter { $0.count == 0 }.map { "\n    never: \($0.name)" }
        let some = reached.count - never.count
        return "situations: \(some) of \(reached.count) came about\(never.joined())"
    }

    var text: String {
        let hours = Double(nodeTime.nanoseconds) / 3.6e12
        let minutes = Double(processorTime.nanoseconds) / 6e10
        let rate = minutes > 0 ? Int(hours / minutes) : 0
        return """
            faults: \(Self.words(faults))
            marks:  \(Self.words(marks))
            \(reachedText)
            \(Int(hours)) node-hours in \(Int(minutes * 60)) CPU-seconds: \(rate) a CPU-minute
            \(passed) passed, \(failed) failed
            """
    }

    /// Both together, by name.
    static func sum(
        _ left: [Verdict.Tally], _ right: [Verdict.Tally]
    ) -> [Verdict.Tally] {
        var sum = left
        for tally in right {
            if let index = sum.firstIndex(where: { $0.name == tally.name }) {
                sum[index].count += tally.count
            } else {
                sum.append(tally)
            }
        }
        return sum
    }

    /// By name, with commas.
    static func words(_ tallies: [Verdict.Tally]) -> String {
        tallies.sorted { $0.name < $1.name }.map { "\($0.name) \($0.count)" }
            .joined(separator: ", ")
    }
}
