import Primitives
import Simulator

/// The sums of all seeds.
struct Summary {
    private(set) var passed = 0
    private(set) var failed = 0
    private var faults: [Verdict.Tally] = []
    private var marks: [Verdict.Tally] = []
    /// Registered situations and how often each occurred.
    private var reached: [Verdict.Tally] = []
    private var prices: [Pace: Price] = [:]

    /// The worlds of one pace, and what they cost.
    private struct Price {
        var worlds = 0
        var nodeTime: Duration = .zero
        var operations = 0
        var deliveries = 0
        var processorTime: Duration = .zero

        static func + (left: Price, right: Price) -> Price {
            Price(
                worlds: left.worlds + right.worlds, nodeTime: left.nodeTime + right.nodeTime,
                operations: left.operations + right.operations,
                deliveries: left.deliveries + right.deliveries,
                processorTime: left.processorTime + right.processorTime)
        }

        func text(_ name: String) -> String {
            let hours = Double(nodeTime.nanoseconds) / 3.6e12
            let seconds = max(Double(processorTime.nanoseconds) / 1e9, 0.001)
            func rate(_ count: Double) -> String { "\(Int(count / seconds))" }
            return """
                \(name): \(worlds) seeds, \(Int(hours)) node-hours, \(operations) operations, \
                \(deliveries) deliveries in \(Int(seconds)) CPU-seconds; a CPU-minute \
                \(rate(hours * 60)) node-hours and \(rate(Double(worlds) * 60)) seeds, a \
                CPU-second \(rate(Double(operations))) operations and \
                \(rate(Double(deliveries))) deliveries
                """
        }
    }

    /// Adds a seed that was run at this cost.
    mutating func add(_ verdict: Verdict, _ cost: Cost) {
        if verdict.broken == nil { passed += 1 } else { failed += 1 }
        faults = Self.sum(faults, verdict.faults)
        marks = Self.sum(marks, verdict.marks)
        reached = Self.sum(reached, verdict.reached)
        let price = Price(
            worlds: 1, nodeTime: verdict.nodeTime * cost.runs,
            operations: verdict.operations * cost.runs,
            deliveries: verdict.deliveries * cost.runs, processorTime: cost.time)
        prices[verdict.pace] = (prices[verdict.pace] ?? Price()) + price
    }

    /// The percentage of registered situations that occurred, rounded down.
    var reachedPercent: Int {
        reached.isEmpty ? 0 : reached.count(where: { $0.count > 0 }) * 100 / reached.count
    }

    private var reachedText: String {
        let never = reached.filter { $0.count == 0 }.map { "\n    never: \($0.name)" }
        let some = reached.count - never.count
        return "situations: \(some) of \(reached.count) came about\(never.joined())"
    }

    // Each pace by itself: dense worlds find more, long ones provide the node-hours.
    private var pricesText: String {
        let drawn = Pace.allCases.compactMap { pace in prices[pace].map { (pace, $0) } }
        let all = drawn.reduce(Price()) { $0 + $1.1 }
        return (drawn.map { $0.1.text("\($0.0.rawValue) worlds") } + [all.text("all worlds")])
            .joined(separator: "\n")
    }

    var text: String {
        """
        faults: \(Self.words(faults))
        marks:  \(Self.words(marks))
        \(reachedText)
        \(pricesText)
        \(passed) passed, \(failed) failed
        """
    }

    /// Returns the sums of both, by name.
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

    /// Lists tallies by name, separated by commas.
    static func words(_ tallies: [Verdict.Tally]) -> String {
        tallies.sorted { $0.name < $1.name }.map { "\($0.name) \($0.count)" }
            .joined(separator: ", ")
    }
}
