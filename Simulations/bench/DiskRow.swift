/// Row 21: the size of the database file after its node has stopped, which checkpoints the log into
/// it, against the raw text of the links. The share of the full-text index is taken from the
/// tables' pages (dbstat).
enum DiskRow {
    static func measure(_ bench: Workbench) throws -> [BenchFigure] {
        let count = bench.scale.sync
        let shelf = try bench.shelf(of: count)
        // A shelf that earlier rows have filled further is measured by what it holds.
        let held = shelf.count
        let raw = Double(bench.workload.rawBytes(of: 0..<held))
        // If it does not start again, the next row that needs it reports that.
        shelf.node.stop()
        defer { try? shelf.node.start() }
        var findings = try findings(
            bench, shelf.node, raw: raw, what: "disk for \(held)", goals: true)
        findings.append(
            BenchFigure(
                row: 21, what: "importing one of them", figure: shelf.importMicroseconds,
                unit: "us", spread: "n=1"))
        if let pair = bench.measuredPair {
            pair.ben.stop()
            defer { try? pair.ben.start() }
            findings += try self.findings(
                bench, pair.ben, raw: Double(bench.workload.rawBytes(of: 0..<bench.scale.sync)),
                what: "disk for \(bench.scale.sync) of a friend's", goals: false)
        }
        return findings
    }

    private static func findings(
        _ bench: Workbench, _ node: WeftNode, raw: Double, what: String, goals: Bool
    ) throws -> [BenchFigure] {
        let whole = Double(File.size(node.databasePath))
        var findings = [
            BenchFigure(
                row: 21, what: "\(what), with full text", figure: whole / raw, unit: "x raw",
                spread: "\(Number.text(whole / 1e6)) MB", goal: goals ? .atMost(4.2) : nil)
        ]
        guard let tables = try bench.peers.ask("dbstat", node.databasePath) else {
            return findings
        }
        let text = tables.filter { $0.key.hasPrefix("search") || $0.key == "unindexed" }
            .map(\.value).reduce(0, +)
        findings.append(
            BenchFigure(
                row: 21, what: "\(what), without", figure: (whole - text) / raw, unit: "x raw",
                spread: "\(Number.text((whole - text) / 1e6)) MB",
                goal: goals ? .atMost(3.2) : nil))
        for (name, bytes) in tables.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) })
        where bytes / raw >= 0.05 {
            findings.append(
                BenchFigure(
                    row: 21, what: "- \(name)", figure: bytes / raw, unit: "x raw",
                    spread: "\(Number.text(bytes / 1e6)) MB"))
        }
        return findings
    }
}
