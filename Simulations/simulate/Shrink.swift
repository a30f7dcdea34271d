import ArgumentParser
import FoundationEssentials
import Glibc
import Primitives
import Simulator

/// Shrinks a failing seed.
struct Shrink: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a failing seed smaller: the fewest happenings with which it still fails.",
        discussion: """
            What the world drew is written down and left out piece by piece, as long as the same \
            claim breaks. What is left is a scenario in Simulations/regressions, which \
            `simulate regressions` and CI play from then on.

            Examples:
              simulate shrink 42
              simulate shrink 42 --nodes 3 --minutes 5 --name lost-edit
            """)

    @Argument(help: "The seed.")
    var seed: UInt64
    @Option(help: "As in the run that failed.")
    var nodes: Int?
    @Option(help: "As in the run that failed.")
    var minutes: Int?
    @Option(help: "CPU-seconds to spend at most, 1 to 3600.")
    var budget = 120
    @Option(help: "What the case is called; small letters, digits and hyphens.")
    var name: String?

    func validate() throws {
        try Worlds.check(nodes: nodes, minutes: minutes)
        guard (1...3600).contains(budget) else {
            throw ValidationError("--budget takes 1 to 3600, not \(budget)")
        }
        let allowed = Array("abcdefghijklmnopqrstuvwxyz0123456789-")
        if let name, name.isEmpty || name.count > 64 || !name.allSatisfy(allowed.contains) {
            throw ValidationError("--name takes small letters, digits and hyphens, not \(name)")
        }
    }

    func run() throws {
        let (verdict, recording) = Simulation(seed: seed, nodes: nodes, minutes: minutes).record()
        guard let broken = verdict.broken else {
            print("seed \(seed) breaks no claim: there is nothing to make smaller")
            return
        }
        print("seed \(seed): \(broken.claim): \(recording.choices.count) happenings")
        let end = Processor.time() + .seconds(budget)
        var shrinker = Shrinker(
            isTimeUp: { Processor.time() >= end },
            onProgress: { choices, tries in
                if tries % 20 == 0 { print("  \(choices) happenings, world \(tries)") }
            })
        let title = name ?? "seed-\(seed)"
        let report = try shrinker.shrink(
            recording, breaking: broken, named: "\(title): \(broken.claim)",
            comments: ["Seed \(seed) of commit \(Commit.name): \(broken.claim).", broken.detail])
        guard let scenario = report.scenario else {
            print("written down and played again it does not break: use --seed \(seed) --trace")
            throw ExitCode(8)
        }
        let folder = "Simulations/regressions"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = "\(folder)/\(title).weft-case"
        try Data(scenario.text.utf8).write(to: URL(filePath: path))
        let why = report.isFinished ? "nothing more can be left out" : "time is up"
        print("\(report.before) -> \(report.after) happenings, \(report.tries) worlds; \(why)")
        print("\(path); again: scripts/simulate run \(path)")
    }
}
