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
    @Option(help: "Nodes in each world, 2 to 32, instead of a number drawn from the seed.")
    var nodes: Int?
    @Option(help: "Minutes in which things go wrong, instead of a number drawn from the seed.")
    var minutes: Int?
    @Option(help: "Write everything that happens in one seed to this file, a JSON object a line.")
    var trace: String?

    func validate() throws {
        guard [seeds != nil, seed != nil, outsiders != nil].count(where: { $0 }) == 1 else {
            throw ValidationError("give one of --seeds, --seed and --outsiders")
        }
        if outsiders != nil, nodes != nil || minutes != nil {
            throw ValidationError("--outsiders draws its own nodes and minutes")
        }
        if let nodes, !(2...32).contains(nodes) {
            throw ValidationError("--nodes takes 2 to 32, not \(nodes)")
        }
        if let minutes, !(1...100_000).contains(minutes) {
            throw ValidationError("--minutes takes 1 to 100000, not \(minutes)")
        }
        if trace != nil, seed == nil { throw ValidationError("--trace needs --seed") }
    }

    func run() throws {
        if let outsiders { return try prove(outsiders.range) }
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
    }

    private func run(_ seed: UInt64) throws -> Verdict {
        let simulation = Simulation(
            seed: seed, nodes: nodes, minutes: minutes, folder: Self.folder(seed))
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
            let outcome = OutsiderProof(seed: seed, folder: Self.folder(seed)).run()
            tally.add(outcome)
            if let broken = outcome.broken {
                print("seed \(seed): \(broken.claim): \(broken.detail)")
            }
        }
        print(tally.text(took: Self.processorTime() - startedAt))
        if tally.failed > 0 { throw ExitCode(8) }
    }

    // Memory is faster than a disk, and what is written is never meant to last.
    private static func folder(_ seed: UInt64) -> String {
        let isThere = access("/dev/shm", W_OK) == 0
        let root = isThere ? "/dev/shm" : FileManager.default.temporaryDirectory.path
        return "\(root)/weft-simulate-\(getpid())-\(seed)"
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
