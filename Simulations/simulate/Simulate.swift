import ArgumentParser
import FoundationEssentials
import Glibc
import Primitives

/// Runs simulated worlds and reports what broke.
@main
struct Simulate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Run simulated worlds: real nodes, made-up network, disks, clocks and people.",
        discussion: """
            Worlds drawn from seeds, which is what happens if no subcommand is named:
              simulate --seeds 20                    the seeds 1 to 20
              simulate --seed 42 --trace             one, told as text and drawn as a timeline
              simulate --seed 42 --plot plot.svg     one, and how its nodes came to agree
              simulate --outsiders 1000              what those outside an audience see
              simulate --canvas 1000                 outfits that several rearrange at once
              simulate --gossip 100 --loss 20        how what is written goes around
            `simulate worlds --help` has all their options.

            Stories that somebody wrote:
              simulate run Simulations/scenarios/festival.weft
              simulate scenarios                     all that are kept with the program
              simulate grammar                       every line that a scenario may have
              simulate format mine.weft              puts a file into the one form

            When a seed fails:
              simulate shrink 42                     the fewest happenings with which it still does
              simulate regressions                   all that were ever made smaller

            Exit code 0 if every claim held, 8 if one broke, 64 if the command line is wrong, \
            65 if a file cannot be read.
            """,
        subcommands: [
            Worlds.self, Run.self, Scenarios.self, Regressions.self, Shrink.self,
            FormatCommand.self,
            Grammar.self,
        ],
        defaultSubcommand: Worlds.self)
}

/// The processor time of the calling thread.
enum Processor {
    static func time() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Returns the result of `body` and the time it took.
    static func timed<Outcome>(_ body: () -> Outcome) -> (outcome: Outcome, time: Duration) {
        let startedAt = time()
        let outcome = body()
        return (outcome, time() - startedAt)
    }

    /// Formats seconds with one decimal.
    static func seconds(_ time: Duration) -> String {
        let tenths = time.nanoseconds / 100_000_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}

/// The commit of this program.
enum Commit {
    /// As `scripts/simulate` sets it; a program cannot know by itself.
    static var name: String {
        ProcessInfo.processInfo.environment["WEFT_COMMIT"] ?? "unknown"
    }
}
