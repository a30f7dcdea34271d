import ArgumentParser
import FoundationEssentials
import Glibc
import Primitives
import Simulator

/// Runs simulated worlds and says what broke.
@main
struct Simulate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Run simulated worlds: real nodes, made-up network, disks, clocks and people.",
        discussion: """
            Each seed is a world of its own and runs twice; both runs must go the same way. \
            Exit code 0 if every claim held, 8 if one broke.
            """)

    @Option(help: "How many seeds from 1 on, or a range such as 100...199.")
    var seeds: Seeds?
    @Option(help: "One seed.")
    var seed: UInt64?
    @Option(
        help: """
            How many seeds, or a range: worlds with and without private and friends' things, in \
            which an outsider must not see a bit of difference.
            """)
    var outsiders: Seeds?
    @Flag(
        help: """
            A day at one machine: power lost at every call to its disk, and every call failing.
            """)
    var crashPoints = false
    @Option(help: "With --crash-points: every which call, 1 to 100000.")
    var stride: Int?
    @Option(help: "So many power cuts in small worlds, 1 to 100000000.")
    var powerCuts: Int?
    @Option(help: "So many bits that go bad on a disk, 2 to 1000000: who notices.")
    var bitRot: Int?
    @Option(help: "Nodes in each world, 2 to 32, instead of a number drawn from the seed.")
    var nodes: Int?
    @Option(help: "Minutes in which things go wrong, instead of a number drawn from the seed.")
    var minutes: Int?
    @Option(
        help: """
            With --seeds: fail unless so many of a hundred registered rare situations came about, \
            0 to 100.
            """)
    var requireMarks: Int?
    @Option(help: "Write everything that happens in one seed to this file, a JSON object a line.")
    var trace: String?

    func validate() throws {
        let ways = [
            seeds != nil, seed != nil, outsiders != nil, crashPoints, powerCuts != nil,
            bitRot != nil,
        ]
        guard ways.count(where: { $0 }) == 1 else {
            throw ValidationError(
                "give one of --seeds, --seed, --outsiders, --crash-points, --power-cuts, --bit-rot")
        }
        if seeds == nil, seed == nil, nodes != nil || minutes != nil {
            throw ValidationError("--nodes and --minutes need --seeds or --seed")
        }
        if let stride, !(1...100_000).contains(stride) || !crashPoints {
            throw ValidationError("--stride takes 1 to 100000, with --crash-points")
        }
        if let powerCuts, !(1...100_000_000).contains(powerCuts) {
            throw ValidationError("--power-cuts takes 1 to 100000000, not \(powerCuts)")
        }
        if let nodes, !(2...32).contains(nodes) {
            throw ValidationError("--nodes takes 2 to 32, not \(nodes)")
        }
        if let minutes, !(1...100_000).contains(minutes) {
            throw ValidationError("--minutes takes 1 to 100000, not \(minutes)")
        }
        if let bitRot, !(2...1_000_000).contains(bitRot) {
            throw ValidationError("--bit-rot takes 2 to 1000000, not \(bitRot)")
        }
        if let requireMarks, !(0...100).contains(requireMarks) || seeds == nil {
            throw ValidationError("--require-marks takes 0 to 100, with --seeds")
        }
        if trace != nil, seed == nil { throw ValidationError("--trace needs --seed") }
    }

    func run() throws {
        if let outsiders { return try prove(outsiders.range) }
        if crashPoints { return try crash() }
        if let powerCuts { return try cutPower(powerCuts) }
        if let bitRot { return print(DiskTally.text(try BitRot(flips: bitRot).run())) }
        let range = seed.map { $0...$0 } ?? seeds?.range ?? 1...1
        print(Row.head)
        var summary = Summary()
        for seed in range {
            let startedAt = Self.processorTime()
            let verdict = try run(seed)
            summary.add(verdict, took: Self.processorTime() - startedAt)
            print(Row.text(verdict))
            if let broken = verdict.broken { print(Row.broken(verdict, broken)) }
            fflush(nil)
        }
        print(summary.text)
        if summary.failed > 0 { throw ExitCode(8) }
        guard let requireMarks, summary.reachedPercent < requireMarks else { return }
        print("\(summary.reachedPercent) % of the situations came about, not \(requireMarks) %")
        throw ExitCode(8)
    }

    private func run(_ seed: UInt64) throws -> Verdict {
        let simulation = Simulation(
            seed: seed, nodes: nodes, minutes: minutes)
        guard let trace else { return simulation.runTwice() }
        var file = try TraceFile(path: trace)
        let verdict = simulation.runTwice { file.write($0) }
        try file.close()
        return verdict
    }

    private func prove(_ range: ClosedRange<UInt64>) throws {
        var tally = OutsiderTally()
        let startedAt = Self.processorTime()
        for seed in range {
            let outcome = OutsiderProof(seed: seed).run()
            tally.add(outcome)
            if let broken = outcome.broken {
                print("seed \(seed): \(broken.claim): \(broken.detail)")
            }
        }
        print(tally.text(took: Self.processorTime() - startedAt))
        if tally.failed > 0 { throw ExitCode(8) }
    }

    private func crash() throws {
        let startedAt = Self.processorTime()
        let report = try CrashPoints(stride: stride ?? 1).run()
        print(DiskTally.text(report, took: Self.processorTime() - startedAt))
        try tell(report.broken)
    }

    private func cutPower(_ count: Int) throws {
        let startedAt = Self.processorTime()
        var reports: [PowerCuts.Report] = []
        var left = count
        while left > 0 {
            let report = try PowerCuts(seed: UInt64(reports.count + 1)).run(cutsMax: left)
            left -= report.cuts
            reports.append(report)
        }
        print(DiskTally.text(reports, took: Self.processorTime() - startedAt))
        try tell(reports.flatMap(\.broken))
    }

    // The first few; one cause breaks many.
    private func tell(_ broken: [BrokenClaim]) throws {
        for one in broken.prefix(20) { print("\(one.claim): \(one.detail)") }
        if !broken.isEmpty { throw ExitCode(8) }
    }

    private static func processorTime() -> Duration {
        .seconds(Double(clock()) / Double(CLOCKS_PER_SEC))
    }
}

/// The seeds to run.
struct Seeds: ExpressibleByArgument {
    let range: ClosedRange<UInt64>

    init?(argument: String) {
        let parts = argument.components(separatedBy: "...").map { UInt64($0) }
        switch (parts.count, parts.first ?? nil, parts.last ?? nil) {
        case (1, let count?, _) where count > 0: range = 1...count
        case (2, let first?, let last?) where first <= last: range = first...last
        default: return nil
        }
    }
}
