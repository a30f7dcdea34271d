import ArgumentParser

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Measures a built `weft` against the goals of docs/internals/benchmarks.md, and other programs beside it.
///
/// Exits with 1 only if something could not be measured; a figure that misses its goal is printed
/// as such.
@main
struct Bench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measure weft and its peers; scripts/bench starts it.",
        subcommands: [MeasureCommand.self, SearchLoadCommand.self, FileNodeCommand.self],
        defaultSubcommand: MeasureCommand.self)
}

/// Measures and reports.
struct MeasureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "measure")

    @Option(help: "The program to measure.")
    var weft: String

    @Option(help: "An empty folder on the disk to measure; short, for it holds sockets.")
    var work: String

    @Option(help: "The python3 that has the peers; without it there are none.")
    var python: String?

    @Option(help: "The folder of bench-workload and bench-peers.")
    var scripts: String = "scripts"

    @Option(help: "Rows to measure, with commas between them; all if absent.")
    var rows: String?

    @Option(help: "Of those only what has this in its name, such as growth.")
    var named: String?

    @Flag(help: "Small sizes, for a first look.")
    var quick = false

    @Option(help: "Divide every number of bookmarks by this; for trying the benchmark itself.")
    var divide: Int = 1

    @Option(help: "Write the figures there as JSON.")
    var json: String?

    @Option(help: "The commit of the program, for the report.")
    var commit: String = "unknown"

    func validate() throws {
        let known = RowPlan.all.map(\.number)
        for number in try chosen() where !known.contains(number) {
            throw ValidationError("There is no row \(number); there are \(known).")
        }
        guard RowPlan.all.contains(where: isWanted) else {
            throw ValidationError("Nothing that is measured has \(named ?? "") in its name.")
        }
        guard divide > 0 else { throw ValidationError("--divide is 1 or more.") }
    }

    func run() throws {
        // A node that exits fails one row, not the whole run.
        signal(SIGPIPE, SIG_IGN)
        let scale = Scale(isQuick: quick, divisor: divide)
        let peers = Peers(
            python: python, script: scripts + "/bench-peers", folder: work)
        let workload = try Workload.make(
            count: scale.workload(rows: try chosen()), python: python,
            script: scripts + "/bench-workload", in: work)
        let bench = Workbench(
            program: weft, folder: work, scale: scale, workload: workload, peers: peers)
        var report = Report(
            machine: Machine.here(), commit: commit, scale: scale,
            workload: workload.origin, rawBytes: workload.rawBytesEach,
            peers: peers)
        for row in RowPlan.all where try chosen().contains(row.number) && isWanted(row) {
            report.take(row, from: bench)
        }
        bench.stop()
        print(report.text)
        if let json { try report.write(to: json) }
        if !report.failures.isEmpty { throw ExitCode(1) }
    }

    private func isWanted(_ row: RowPlan) -> Bool {
        named.map { row.name.contains($0) } ?? true
    }

    private func chosen() throws -> [Int] {
        guard let rows else { return RowPlan.all.map(\.number) }
        return try rows.split(separator: ",").map { text in
            guard let number = Int(text) else { throw ValidationError("\(text) is no row.") }
            return number
        }
    }
}

/// A row of the table of goals, and how it is measured.
struct RowPlan: Sendable {
    let number: Int
    let name: String
    let measure: @Sendable (Workbench) throws -> [BenchFigure]

    /// In the order in which they are measured: cheap ones first, and rows that share a node by the
    /// size it has reached.
    static let all = [
        RowPlan(number: 4, name: "a new bookmark on the wire", measure: WireRows.bookmark),
        RowPlan(number: 5, name: "a tag or a title on the wire", measure: WireRows.edits),
        RowPlan(number: 19, name: "a photo to another node", measure: FileRow.measure),
        RowPlan(number: 24, name: "a command", measure: CommandRow.measure),
        RowPlan(number: 7, name: "sync to an empty node", measure: SyncRow.measure),
        RowPlan(number: 13, name: "memory", measure: MemoryRow.measure),
        RowPlan(number: 22, name: "a page of a feed", measure: FeedRow.measure),
        RowPlan(number: 10, name: "visible at the neighbour", measure: NeighbourRow.measure),
        RowPlan(number: 11, name: "fifty learn of a write", measure: CrowdRow.measure),
        RowPlan(number: 21, name: "disk", measure: DiskRow.measure),
        RowPlan(number: 9, name: "local write", measure: WriteRow.measure),
        RowPlan(number: 20, name: "search", measure: SearchRow.measure),
        RowPlan(number: 20, name: "search among all kinds", measure: MixedSearchRow.measure),
        RowPlan(
            number: 22, name: "a page of a feed of all kinds", measure: MixedFeedRow.measure),
        RowPlan(number: 14, name: "start", measure: StartRow.measure),
        RowPlan(number: 22, name: "cost of growth", measure: GrowthRow.measure),
    ]
}
