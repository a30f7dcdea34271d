import Primitives

/// A report on many seeds, as a page to keep: what ran, what broke, what it cost, and what never occurred. It stores
/// sums and the lines of failures, however many seeds there are.
package struct SoakReport {
    /// The command line.
    let command: String
    /// The commit of the program.
    let commit: String
    /// The hardware it ran on, in words.
    let machine: String
    /// Seeds divisible by this ran twice, all others once.
    let twiceIn: UInt64
    private var first: UInt64?
    private var last: UInt64 = 0
    private var passed = 0
    /// A line for each seed that failed.
    private var failures: [String] = []
    package private(set) var faults = FaultTally()
    /// For each rare situation, the number of seeds in which it occurred, and its total count.
    private var situations: [(name: String, seeds: Int, count: Int)] = []
    private var deeds: [Verdict.Tally] = []
    private var worldTime: Duration = .zero
    private var nodeTime: Duration = .zero
    private var processorTime: Duration = .zero
    private var steps = 0
    private var operations = 0
    private var deliveries = 0

    /// Creates an empty report.
    package init(command: String, commit: String, machine: String, twiceIn: UInt64 = 1) {
        self.command = command
        self.commit = commit
        self.machine = machine
        self.twiceIn = twiceIn
    }

    /// Adds a seed; must be called in the order of seeds.
    ///
    /// - Parameter failure: one line with everything needed to reproduce the failure, if it failed.
    package mutating func add(_ verdict: Verdict, _ cost: Cost, failure: String?) {
        first = first ?? verdict.seed
        last = verdict.seed
        if let failure { failures.append(failure) } else { passed += 1 }
        if situations.isEmpty { situations = verdict.reached.map { ($0.name, 0, 0) } }
        for (place, mark) in verdict.reached.enumerated() where mark.count > 0 {
            situations[place].seeds += 1
            situations[place].count += mark.count
        }
        faults += verdict.allFaults
        for deed in verdict.marks {
            if let place = deeds.firstIndex(where: { $0.name == deed.name }) {
                deeds[place].count += deed.count
            } else {
                deeds.append(deed)
            }
        }
        worldTime += verdict.worldTime * cost.runs
        nodeTime += verdict.nodeTime * cost.runs
        processorTime += cost.time
        steps += verdict.steps * cost.runs
        operations += verdict.operations * cost.runs
        deliveries += verdict.deliveries * cost.runs
    }

    /// The page, in Markdown.
    package var markdown: String {
        let reached = situations.count(where: { $0.seeds > 0 })
        return """
            # Soak of the seeds \(first ?? 0) to \(last)

                \(command)

            At \(commit), on \(machine). \(runs), and both runs went the same way to the byte, \
            or it counts as failed.

            | | |
            |--|--|
            | seeds passed, failed | \(passed), \(failures.count) |
            | processor time | \(Self.words(processorTime)), \(rate(seconds * 1000, of: seeds)) ms a seed |
            | time of worlds | \(Self.words(worldTime)) |
            | node-hours | \(hours), a CPU-minute \(rate(hours * 60, of: seconds)) |
            | seeds a CPU-minute | \(rate(seeds * 60, of: seconds)) |
            | steps of engines | \(steps), a CPU-second \(rate(steps, of: seconds)) |
            | commands obeyed | \(operations), a CPU-second \(rate(operations, of: seconds)) |
            | deltas taken in | \(deliveries), a CPU-second \(rate(deliveries, of: seconds)) |
            | kinds of faults that happened | \(faults.fired) of \(faults.kinds.count) |
            | rare situations that came about | \(reached) of \(situations.count) |

            ## What failed

            \(failures.isEmpty ? "Nothing." : failures.map { "    \($0)" }.joined(separator: "\n"))

            ## Faults

            Of each seed's first run.

            | | kind | times |
            |--|--|--|
            \(faults.kinds.map { "| \($0.realm.rawValue) | \($0.name) | \($0.count) |" }
                .joined(separator: "\n"))

            ## Rare situations

            | situation | seeds | times |
            |--|--|--|
            \(situations.map { "| \($0.name) | \($0.seeds) | \($0.count) |" }
                .joined(separator: "\n"))

            Never: \(Self.list(situations.filter { $0.seeds == 0 }.map(\.name))).

            ## What persons did, and what was said to it

            \(Self.list(deeds.sorted { $0.name < $1.name }.map { "\($0.name) \($0.count)" })).

            """
    }

    private var runs: String {
        twiceIn == 1
            ? "Each seed ran twice" : "Each seed that \(twiceIn) divides ran twice, the others once"
    }

    private var seeds: Int { passed + failures.count }
    private var hours: Int { Int(nodeTime.nanoseconds / 3_600_000_000_000) }
    private var seconds: Int { Int(processorTime.nanoseconds / 1_000_000_000) }

    private func rate(_ count: Int, of whole: Int) -> Int { count / max(whole, 1) }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.joined(separator: ", ")
    }

    private static func words(_ time: Duration) -> String {
        let seconds = time.nanoseconds / 1_000_000_000
        let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60)
        if days > 0 { return "\(days) days \(hours) h" }
        return hours > 0 ? "\(hours) h \(minutes) min" : "\(minutes) min \(seconds % 60) s"
    }
}

/// What a seed has cost.
package struct Cost: Sendable {
    /// How often it ran: once or twice.
    package let runs: Int
    /// The processor time of all runs.
    package let time: Duration

    /// Creates the cost of `runs` runs that together took `time`.
    package init(runs: Int, time: Duration) {
        self.runs = runs
        self.time = time
    }
}
