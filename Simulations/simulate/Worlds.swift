import ArgumentParser
import FoundationEssentials
import Glibc
import Primitives
import Simulator

/// Runs worlds drawn from seeds, and other randomised checks.
struct Worlds: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worlds",
        abstract: "Worlds drawn from seeds; what is run when no subcommand is named.",
        discussion: """
            Each seed is a world of its own and runs twice, unless --twice-in says less; both runs must \
            go the same way. \
            Exit code 0 if every claim held, 8 if one broke.
            """)

    @Option(help: "How many seeds from 1 on, or a range such as 100...199; several with commas.")
    var seeds: Seeds?
    @Option(help: "One seed.")
    var seed: UInt64?
    @Option(
        help: """
            How many seeds, or a range: worlds with and without private and friends' things, in \
            which an outsider must not see a bit of difference.
            """)
    var outsiders: Seeds?
    @Option(
        help: """
            How many seeds, or a range: an outfit that two or three rearrange, apart and together.
            """)
    var canvas: Seeds?
    @Flag(
        help: """
            A day at one machine: power lost at every call to its disk, and every call failing.
            """)
    var crashPoints = false
    @Option(help: "With --crash-points: every which call, 1 to 100000.")
    var stride: Int?
    @Option(help: "So many power cuts in small worlds, 1 to 100000000.")
    var powerCuts: Int?
    @Option(help: "With --power-cuts: the seed of the first world, from 1 on; 1.")
    var firstSeed: UInt64?
    @Option(help: "So many bits that go bad on a disk, 2 to 1000000: who notices.")
    var bitRot: Int?
    @Option(help: "How what is written in a group goes around among so many nodes, 4 to 200.")
    var gossip: Int?
    @Option(help: "With --gossip: so many of a hundred runs are lost with their link, 0 to 90.")
    var loss: Int?
    @Option(help: "With --gossip: so many links are kept and counted, 1 to 10000; 50.")
    var writes: Int?
    @Option(help: "With --gossip: which network is drawn, from 1 on; 1.")
    var network: UInt64?
    @Option(
        help: """
            With --gossip: ways from each node that are drawn, beside those to two neighbours, 1 to 20; 7. \
            Or 0: everybody reaches everybody.
            """)
    var ways: Int?
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
    @Option(
        help: """
            With --seeds, --outsiders or --canvas: so many worlds at once, 1 to 64. The output is the same \
            whatever their number, but for times.
            """)
    var jobs = 1
    @Option(
        help: """
            With --seeds: only those that so much divides run twice, 1 to 1000000; 1, which is all.
            """)
    var twiceIn: UInt64 = 1
    @Option(
        help: """
            With --seeds: write into this Markdown file what failed, what it cost, and how often each \
            kind of fault and rare situation came about.
            """)
    var report: String?
    @OptionGroup var pictures: Pictures

    func validate() throws {
        let ways = [
            seeds != nil, seed != nil, outsiders != nil, crashPoints, powerCuts != nil,
            bitRot != nil, gossip != nil, canvas != nil,
        ]
        guard ways.count(where: { $0 }) == 1 else {
            throw ValidationError(
                """
                give one of --seeds, --seed, --outsiders, --crash-points, --power-cuts, --bit-rot, \
                --gossip, --canvas
                """)
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
        if let firstSeed, firstSeed == 0 || powerCuts == nil {
            throw ValidationError("--first-seed takes 1 and more, with --power-cuts")
        }
        try Self.check(nodes: nodes, minutes: minutes)
        try checkGossip()
        if let bitRot, !(2...1_000_000).contains(bitRot) {
            throw ValidationError("--bit-rot takes 2 to 1000000, not \(bitRot)")
        }
        if let requireMarks, !(0...100).contains(requireMarks) || seeds == nil {
            throw ValidationError("--require-marks takes 0 to 100, with --seeds")
        }
        if !(1...64).contains(jobs)
            || jobs > 1 && [seeds, outsiders, canvas].allSatisfy({ $0 == nil })
        {
            throw ValidationError("--jobs takes 1 to 64, with --seeds, --outsiders or --canvas")
        }
        if !(1...1_000_000).contains(twiceIn) || twiceIn > 1 && seeds == nil {
            throw ValidationError("--twice-in takes 1 to 1000000, with --seeds")
        }
        if report != nil, seeds == nil { throw ValidationError("--report needs --seeds") }
        if pictures.isWanted, seed == nil {
            throw ValidationError("--trace and --plot need --seed")
        }
    }

    /// Checks the options that replace drawn ones.
    static func check(nodes: Int?, minutes: Int?) throws {
        if let nodes, !(2...32).contains(nodes) {
            throw ValidationError("--nodes takes 2 to 32, not \(nodes)")
        }
        if let minutes, !(1...100_000).contains(minutes) {
            throw ValidationError("--minutes takes 1 to 100000, not \(minutes)")
        }
    }

    private func checkGossip() throws {
        if let gossip, !(4...200).contains(gossip) {
            throw ValidationError("--gossip takes 4 to 200, not \(gossip)")
        }
        if let loss, !(0...90).contains(loss) || gossip == nil {
            throw ValidationError("--loss takes 0 to 90, with --gossip")
        }
        if let network, network == 0 || gossip == nil {
            throw ValidationError("--network takes 1 and more, with --gossip")
        }
        if let ways, !(0...20).contains(ways) || gossip == nil {
            throw ValidationError("--ways takes 0 to 20, with --gossip")
        }
        if let writes, !(1...10_000).contains(writes) || gossip == nil {
            throw ValidationError("--writes takes 1 to 10000, with --gossip")
        }
    }

    func run() throws {
        if let outsiders {
            for range in outsiders.ranges { try prove(range) }
            return
        }
        if let canvas { return try rearrange(canvas) }
        if crashPoints { return try crash() }
        if let powerCuts { return try cutPower(powerCuts) }
        if let gossip { return try pass(gossip) }
        if let bitRot { return print(DiskTally.text(try BitRot(flips: bitRot).run())) }
        print(Row.head)
        var summary = Summary()
        if let seed {
            let startedAt = Processor.time()
            let verdict = try run(seed)
            tell(verdict, Cost(runs: 2, time: Processor.time() - startedAt), &summary)
        } else if let seeds {
            var page = try report.map { try ReportFile(path: $0, twiceIn: twiceIn) }
            for range in seeds.ranges {
                ParallelJobs.run(range, by: jobs) { [nodes, minutes, twiceIn] seed in
                    Processor.timed {
                        let simulation = Simulation(seed: seed, nodes: nodes, minutes: minutes)
                        return seed.isMultiple(of: twiceIn)
                            ? simulation.runTwice() : simulation.run()
                    }
                } take: { [twiceIn] seed, run in
                    let cost = Cost(
                        runs: seed.isMultiple(of: twiceIn) ? 2 : 1, time: run.time)
                    tell(run.outcome, cost, &summary)
                    page?.add(run.outcome, cost, failure: failure(run.outcome))
                }
            }
            try page?.save()
        }
        print(summary.text)
        if summary.failed > 0 { throw ExitCode(8) }
        guard let requireMarks, summary.reachedPercent < requireMarks else { return }
        print("\(summary.reachedPercent) % of the situations came about, not \(requireMarks) %")
        throw ExitCode(8)
    }

    private func tell(_ verdict: Verdict, _ cost: Cost, _ summary: inout Summary) {
        summary.add(verdict, cost)
        print(Row.text(verdict))
        if let line = failure(verdict) { print(line) }
        fflush(nil)
    }

    private func failure(_ verdict: Verdict) -> String? {
        verdict.broken.map { Row.broken(verdict, $0, again: again(verdict.seed)) }
    }

    // Runs a drawn world.
    private func run(_ seed: UInt64) throws -> Verdict {
        var simulation = Simulation(seed: seed, nodes: nodes, minutes: minutes)
        simulation.chronicle = pictures.chronicle(simulation.names)
        simulation.agreement = pictures.agreement
        var file = try pictures.linesFile.map { try TraceFile(path: $0) }
        let verdict = file == nil ? simulation.runTwice() : simulation.runTwice { file?.write($0) }
        try file?.close()
        try pictures.write(
            simulation.chronicle, simulation.agreement, name: "seed-\(seed)",
            title: "Seed \(seed)", verdict)
        return verdict
    }

    // The command that repeats a seed, with options that were not drawn.
    private func again(_ seed: UInt64) -> String {
        let others = [nodes.map { "--nodes \($0)" }, minutes.map { "--minutes \($0)" }]
        return (["scripts/simulate --seed \(seed)"] + others.compactMap { $0 })
            .joined(separator: " ")
    }

    private func prove(_ range: ClosedRange<UInt64>) throws {
        var tally = OutsiderTally()
        var took: Duration = .zero
        ParallelJobs.run(range, by: jobs) { seed in
            Processor.timed { OutsiderProof(seed: seed).run() }
        } take: { seed, run in
            let outcome = run.outcome
            tally.add(outcome)
            took += run.time
            if let broken = outcome.broken {
                print("seed \(seed): \(broken.claim): \(broken.detail)")
            }
        }
        print(tally.text(took: took))
        if tally.failed > 0 { throw ExitCode(8) }
    }

    private func rearrange(_ seeds: Seeds) throws {
        var tally = CanvasTally()
        var took: Duration = .zero
        for range in seeds.ranges {
            ParallelJobs.run(range, by: jobs) { seed in
                Processor.timed { CanvasTrial(seed: seed).run() }
            } take: { seed, run in
                tally.add(run.outcome)
                took += run.time
                if let broken = run.outcome.broken {
                    print("seed \(seed): \(broken.claim): \(broken.detail)")
                }
            }
        }
        print(tally.text(took: took))
        if tally.failed > 0 { throw ExitCode(8) }
    }

    private func crash() throws {
        let startedAt = Processor.time()
        let report = try CrashPoints(stride: stride ?? 1).run()
        print(DiskTally.text(report, took: Processor.time() - startedAt))
        try tell(report.broken)
    }

    private func cutPower(_ count: Int) throws {
        let startedAt = Processor.time()
        var reports: [PowerCuts.Report] = []
        var left = count
        while left > 0 {
            let seed = (firstSeed ?? 1) &+ UInt64(reports.count)
            let report = try PowerCuts(seed: seed).run(cutsMax: left)
            left -= report.cuts
            reports.append(report)
        }
        print(DiskTally.text(reports, took: Processor.time() - startedAt))
        try tell(reports.flatMap(\.broken))
    }

    private func pass(_ nodes: Int) throws {
        let report = try GossipTrial(
            nodes: nodes, seed: network ?? 1, writes: writes ?? 50,
            loss: Ratio(loss ?? 0, of: 100), ways: ways == 0 ? nil : ways ?? 7
        ).run()
        print(GossipTally.text(report))
        if !report.holds { throw ExitCode(8) }
    }

    // Prints the first few; one cause breaks many.
    private func tell(_ broken: [BrokenClaim]) throws {
        for one in broken.prefix(20) { print("\(one.claim): \(one.detail)") }
        if !broken.isEmpty { throw ExitCode(8) }
    }

}
