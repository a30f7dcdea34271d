/// All findings, as a table and as JSON.
struct Report: Encodable {
    let machine: Machine
    let commit: String
    let scale: Scale
    let workload: Workload.Origin
    let rawBytes: Double
    /// The versions of the installed programs.
    let peers: [String: String]
    /// Whether python3 was missing to run any.
    let isPeerless: Bool
    private(set) var findings: [BenchFigure] = []
    private(set) var failures: [Failure] = []

    /// A row that could not be measured.
    struct Failure: Encodable {
        let row: Int
        let why: String
    }

    init(
        machine: Machine, commit: String, scale: Scale, workload: Workload.Origin,
        rawBytes: Double, peers: Peers
    ) {
        self.machine = machine
        self.commit = commit
        self.scale = scale
        self.workload = workload
        self.rawBytes = rawBytes
        self.peers = peers.versions
        isPeerless = peers.python == nil
    }

    /// Measures one row; records a failure so that the others can go on.
    mutating func take(_ row: RowPlan, from bench: Workbench) {
        let watch = Stopwatch()
        do {
            let measured = try row.measure(bench)
            findings += measured
            // Printed at once, so that an interrupted run keeps what was measured.
            for finding in measured { StandardError.note(finding.line) }
        } catch {
            failures.append(Failure(row: row.number, why: "\(error)"))
        }
        StandardError.note(
            "row \(row.number), \(row.name): \(Number.text(watch.milliseconds / 1000)) s")
    }

    func write(to path: String) throws {
        try File.put(try RecordText.encode(self) + [UInt8(ascii: "\n")], at: path)
    }

    /// The report for people, as Markdown.
    var text: String {
        let sizes = scale.isQuick ? "quick" : "full"
        let division = scale.divisor > 1 ? ", bookmarks divided by \(scale.divisor)" : ""
        var text = """
            machine   \(machine.processor), \(machine.cores) cores, \
            \(Number.text(machine.memoryGigabytes)) GB, \(machine.system), \
            load \(Number.text(machine.load))
            commit    \(commit)
            date      \(machine.date)
            sizes     \(sizes)\(division); a bookmark is \(Number.text(rawBytes)) B raw

            """
        if workload == .own {
            text += "workload  our own, of the same shape: without python3 there is no other\n"
        }
        for (name, source) in Peers.sources {
            let state = isPeerless ? "not asked: that takes python3" : "missing (\(source))"
            text += "peer      \(name): \(peers[name] ?? state)\n"
        }
        let head = ["row", "what", "figure", "spread", "peer", "ratio", "goal", ""]
        text += "\n" + Self.markdown([head] + lines)
        for failure in failures { text += "\nrow \(failure.row) not measured: \(failure.why)\n" }
        return text
    }

    private var lines: [[String]] {
        findings.sorted { $0.row < $1.row }.flatMap { finding -> [[String]] in
            let goal = finding.goal.map { goal in
                (goal.sense == .atMost ? "<= " : ">= ") + Number.text(goal.bound)
                    + (goal.reason.isEmpty ? "" : " (\(goal.reason))")
            }
            let verdict = finding.isMet.map { $0 ? "met" : "NOT MET" }
            let first = finding.peers.first
            let own = [
                String(finding.row), finding.what, "\(Number.text(finding.figure)) \(finding.unit)",
                finding.spread, first.map(Self.text) ?? "-",
                first.map { Self.ratio($0, finding) } ?? "-", goal ?? "-", verdict ?? "-",
            ]
            let others = finding.peers.dropFirst().map {
                ["", "", "", "", Self.text($0), Self.ratio($0, finding), "", ""]
            }
            return [own] + others
        }
    }

    private static func text(_ peer: BenchFigure.PeerFigure) -> String {
        "\(peer.name) \(Number.text(peer.figure))" + (peer.note.isEmpty ? "" : " (\(peer.note))")
    }

    // A figure that is itself a ratio has none.
    private static func ratio(_ peer: BenchFigure.PeerFigure, _ finding: BenchFigure) -> String {
        finding.unit == "x" ? "-" : Number.text(peer.figure / finding.figure) + "x"
    }

    private static func markdown(_ rows: [[String]]) -> String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let rules = widths.map { String(repeating: "-", count: $0) }
        return ([rows[0], rules] + rows.dropFirst()).map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return "| " + cells.joined(separator: " | ") + " |\n"
        }.joined()
    }
}
