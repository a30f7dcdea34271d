import ArgumentParser
import FoundationEssentials
import Glibc
import Primitives
import Simulator

/// Plays scenarios from files.
struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play scenarios from files.",
        discussion: """
            Examples:
              simulate run mine.weft
              simulate run mine.weft --twice
              simulate run mine.weft --trace          told as text and drawn as a timeline
              simulate run mine.weft --plot plot.svg  how the machines came to agree

            The manual of the files is docs/internals/simulation.md, and `simulate grammar`.
            """)

    @Argument(help: "The files, or folders of them.")
    var files: [String]
    @OptionGroup var pictures: Pictures
    @Flag(help: "Play each twice; both must go the same way.")
    var twice = false

    func validate() throws {
        if pictures.plot != nil || pictures.linesFile != nil, files.count > 1 {
            throw ValidationError("--plot, and --trace with one file, need one scenario")
        }
    }

    func run() throws {
        try ScenarioTable(pictures: pictures, isTwice: twice).play(try ScenarioFiles.all(files))
    }
}

/// Plays all scenarios in the repository.
struct Scenarios: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play all scenarios in Simulations/scenarios.")

    @Flag(help: "Play each twice; both must go the same way.")
    var twice = false

    func run() throws {
        try ScenarioTable(isTwice: twice).play(try ScenarioFiles.all(["Simulations/scenarios"]))
    }
}

/// Plays all cases that once failed.
struct Regressions: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play all cases in Simulations/regressions.")

    func run() throws {
        try ScenarioTable().play(try ScenarioFiles.all(["Simulations/regressions"]))
    }
}

/// Finds files with scenarios.
enum ScenarioFiles {
    private static let endings = [".weft", ".weft-case"]

    /// Returns the files among `paths`, and those in the folders among them, by name.
    static func all(_ paths: [String]) throws -> [String] {
        try paths.flatMap { path -> [String] in
            var isFolder = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw ValidationError("there is no file or folder \(path)")
            }
            guard isFolder else { return [path] }
            return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
                .filter { name in endings.contains { name.hasSuffix($0) } }
                .map { "\(path)/\($0)" }
        }
    }

    static func text(of path: String) throws -> String {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw ValidationError("\(path) cannot be read")
        }
        guard let text = String(bytes: bytes, encoding: .utf8) else {
            print("\(path):1:1: this is no UTF-8; save it as UTF-8")
            throw ExitCode(65)
        }
        return text
    }

    static func scenario(in path: String) throws -> Scenario {
        let text = try text(of: path)
        do throws(ScenarioError) {
            return try Scenario(text: text)
        } catch {
            print(error.text(in: path))
            throw ExitCode(65)
        }
    }
}

/// Plays scenarios one after another, with a line for each.
struct ScenarioTable {
    var pictures: Pictures?
    var isTwice = false

    private static let head =
        "verdict  CPU-s  machines  world time     KiB  digest            scenario"

    func play(_ files: [String]) throws {
        let all = try files.map { ($0, try ScenarioFiles.scenario(in: $0)) }
        print(Self.head)
        var failed = 0
        let startedAt = Processor.time()
        for (path, scenario) in all where !(try play(scenario, path)) { failed += 1 }
        let took = Processor.seconds(Processor.time() - startedAt)
        print("\(all.count - failed) passed, \(failed) failed, \(took) CPU-seconds")
        if failed > 0 { throw ExitCode(8) }
    }

    // False if something did not hold.
    private func play(_ scenario: Scenario, _ path: String) throws -> Bool {
        let startedAt = Processor.time()
        let meter = Meter(path, lines: scenario.lines.count)
        var outcome = try watched(scenario, meter, path)
        if isTwice, outcome.verdict.broken == nil {
            let again = try player(scenario, meter).play().verdict
            if again != outcome.verdict {
                outcome.verdict.broken = BrokenClaim(
                    "a scenario repeats", "the second run went another way")
            }
        }
        meter.clear()
        print(Self.row(outcome, scenario, took: Processor.time() - startedAt))
        if let broken = outcome.verdict.broken {
            print(Self.broken(broken, outcome.line, path))
        }
        fflush(nil)
        return outcome.verdict.broken == nil
    }

    private func player(_ scenario: Scenario, _ meter: Meter) throws -> ScenarioPlayer {
        try ScenarioPlayer(scenario, onProgress: { meter.show($0) })
    }

    // The first run, observed as requested.
    private func watched(
        _ scenario: Scenario, _ meter: Meter, _ path: String
    ) throws -> ScenarioPlayer.Outcome {
        guard let pictures, pictures.isWanted else { return try player(scenario, meter).play() }
        var file = try pictures.linesFile.map { try TraceFile(path: $0) }
        let chronicle = pictures.chronicle(scenario.places)
        let agreement = pictures.agreement
        let player = try ScenarioPlayer(
            scenario, onLine: file == nil ? nil : { file?.write($0) },
            onProgress: { meter.show($0) })
        player.watch(chronicle, agreement)
        let outcome = player.play()
        meter.clear()
        try file?.close()
        let name = path.split(separator: "/").last.map(String.init) ?? path
        try pictures.write(
            chronicle, agreement, name: name, title: scenario.title ?? name, outcome.verdict)
        return outcome
    }

    private static func row(
        _ outcome: ScenarioPlayer.Outcome, _ scenario: Scenario, took time: Duration
    ) -> String {
        let verdict = outcome.verdict
        let seconds = verdict.worldTime.nanoseconds / 1_000_000_000
        let hours = "\(seconds / 3600)h\(seconds / 60 % 60)m\(seconds % 60)s"
        return [
            Row.padded(verdict.broken == nil ? "passed" : "FAILED", 7),
            Row.padded(Processor.seconds(time), 5), Row.padded("\(verdict.nodes)", 8),
            Row.padded(hours, 10), Row.padded("\(verdict.bytes / 1024)", 6), Row.digest(verdict),
            scenario.title ?? "",
        ].joined(separator: "  ")
    }

    private static func broken(
        _ broken: BrokenClaim, _ line: Scenario.Line?, _ path: String
    ) -> String {
        let place = line.map { "\(path):\($0.number)" } ?? path
        return """
            FAILED \(place) commit=\(Commit.name) claim="\(broken.claim)" found="\(broken.detail)" \
            line="\(line?.statement?.text ?? "")" again="scripts/simulate run \(path) --trace"
            """
    }
}

/// Shows on a terminal how far a long run is.
final class Meter {
    private let name: String
    private let lines: Int
    private var shownAt: Duration = .zero
    private var isShown = false
    private let isTerminal = isatty(STDERR_FILENO) == 1

    init(_ name: String, lines: Int) {
        self.name = name
        self.lines = lines
        shownAt = Processor.time()
    }

    /// At most once a second; without a terminal, a line every ten seconds.
    func show(_ progress: ScenarioPlayer.Progress) {
        let now = Processor.time()
        guard now - shownAt > (isTerminal ? .seconds(1) : .seconds(10)) else { return }
        shownAt = now
        isShown = true
        let minutes = progress.at.nanoseconds / 60_000_000_000
        let text =
            "\(name): line \(progress.line.number) of \(lines), \(minutes) min of the world: "
            + (progress.line.statement?.text.prefix(40) ?? "")
        let line = isTerminal ? "\r\u{1B}[K\(text)" : "\(text)\n"
        tell(line)
    }

    func clear() {
        guard isShown, isTerminal else { return }
        tell("\r\u{1B}[K")
    }

    private func tell(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
