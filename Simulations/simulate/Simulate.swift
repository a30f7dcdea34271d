import ArgumentParser
import FoundationEssentials
import Primitives
import Simulator

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Runs seeds: each twice, because a world that does not repeat cannot be believed.
@main
struct Simulate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Run weft's nodes through simulated trouble.",
        discussion: """
            Every seed draws its own world: who knows whom, what breaks and how often, what people \
            do. Each runs twice and must repeat to the byte. Exit code 8 means a broken claim.
            """)

    @Option(help: "How many seeds from 1 on, or a range such as 100...199.")
    var seeds = "20"

    @Option(help: "One seed alone.")
    var seed: UInt64?

    @Option(help: "So many nodes instead of the number that the seed draws.")
    var nodes: Int?

    @Option(help: "So many minutes of trouble instead of what the seed draws.")
    var minutes: Int?

    @Option(help: ArgumentHelp("Write every event of the one seed there.", valueName: "file"))
    var trace: String?

    func validate() throws {
        if let nodes, !(2...16).contains(nodes) { throw ValidationError("2 to 16 nodes.") }
        if let minutes, !(1...600).contains(minutes) {
            throw ValidationError("1 to 600 minutes.")
        }
        if seed == nil, trace != nil { throw ValidationError("--trace goes with --seed.") }
        _ = try range()
    }

    func run() throws {
        var (passed, failed) = (0, 0)
        for seed in try range() {
            let verdict = try play(seed)
            print(Self.line(verdict))
            if let broken = verdict.broken {
                failed += 1
                print("  BROKEN  \(broken.claim)\n          \(broken.detail)")
                print("          options: \(verdict.options)")
                print("          again:   scripts/simulate --seed \(seed) --trace trace.ndjson")
            } else {
                passed += 1
            }
        }
        print("\(passed) passed, \(failed) failed")
        if failed > 0 { throw ExitCode(8) }
    }

    private func range() throws -> ClosedRange<UInt64> {
        if let seed { return seed...seed }
        let parts = seeds.split(separator: ".", omittingEmptySubsequences: true)
        if parts.count == 1, let count = UInt64(parts[0]), count > 0 { return 1...count }
        guard parts.count == 2, let first = UInt64(parts[0]), let last = UInt64(parts[1]),
            first <= last
        else { throw ValidationError("--seeds takes a number or FIRST...LAST.") }
        return first...last
    }

    // Twice; the second run must repeat the first.
    private func play(_ seed: UInt64) throws -> Verdict {
        var lines: [String] = []
        let isTraced = trace != nil
        var verdict = World.play(
            seed: seed, nodes: nodes, minutes: minutes, folder: Self.folder(seed),
            onLine: isTraced ? { lines.append($0) } : nil)
        if let trace {
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(
                to: URL(filePath: trace))
        }
        guard verdict.broken == nil else { return verdict }
        let again = World.play(
            seed: seed, nodes: nodes, minutes: minutes, folder: Self.folder(seed))
        if again.digest != verdict.digest {
            verdict.broken = BrokenClaim(
                "the same seed gives the same world", "two runs, two traces")
        }
        return verdict
    }

    // Memory serves as disk where there is such a file system: what counts is what survives.
    private static func folder(_ seed: UInt64) -> String {
        let root = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        return "\(root)/weft-simulation-\(getpid())-\(seed)"
    }

    private static func line(_ verdict: Verdict) -> String {
        let faults = verdict.faults.reduce(0) { $0 + $1.count }
        let acts = verdict.marks.reduce(0) { $0 + $1.count }
        let digest = verdict.digest.bytes.prefix(6).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
        let settled = verdict.settledAfter.map { "\($0.components.seconds) s" } ?? "-"
        return "seed \(verdict.seed)  \(verdict.nodes) nodes  \(faults) faults  \(acts) acts  "
            + "\(verdict.steps) steps  \(verdict.bytes / 1024) KiB  agreed after \(settled)  "
            + "\(verdict.broken == nil ? "ok" : "BROKEN")  \(digest)"
    }
}
