/// Row 22: the cost of an object among few and among many, of all kinds: to store and sync it (row 7), to write one
/// more (row 9), memory (row 13) and search (row 20).
enum GrowthRow {
    /// The measurements at one size.
    private struct Stage {
        let count: Int
        /// Microseconds for each object.
        let keeping: Double
        let syncing: Double
        /// Milliseconds.
        let writing: Sample
        let searching: Sample
        /// Megabytes, of the node that has everything from a friend.
        let memory: Double
    }

    static func measure(_ bench: Workbench) throws -> [BenchFigure] {
        var stages: [Stage] = []
        var findings: [BenchFigure] = []
        for count in bench.scale.growth {
            let stage = try stage(bench, count)
            stages.append(stage)
            let among = "\(stage.count) of all kinds"
            let measured = [
                BenchFigure(
                    row: 22, what: "keeping one of \(among)", figure: stage.keeping, unit: "us",
                    spread: "n=1"),
                BenchFigure(
                    row: 22, what: "syncing one of \(among)", figure: stage.syncing, unit: "us",
                    spread: "n=1, with full text"),
                BenchFigure(
                    row: 22, what: "a write among \(among), p50", figure: stage.writing.median,
                    unit: "ms", spread: stage.writing.spread),
                BenchFigure(
                    row: 22, what: "a search among \(among), p95", figure: stage.searching.p95,
                    unit: "ms", spread: "p50 \(Number.text(stage.searching.median))",
                    goal: .atMost(20)),
                BenchFigure(
                    row: 22, what: "memory with \(among) of a friend's", figure: stage.memory,
                    unit: "MB", spread: "n=1"),
            ]
            for finding in measured { StandardError.note(finding.line) }
            findings += measured
        }
        guard let few = stages.first, let many = stages.last else { return findings }
        func growth(_ what: String, _ figure: (Stage) -> Double) -> BenchFigure {
            BenchFigure(
                row: 22, what: "\(what), from \(few.count) to \(many.count)",
                figure: figure(many) / figure(few), unit: "x", spread: "n=1", goal: .atMost(1.5))
        }
        return findings + [
            growth("growth of keeping one", \.keeping), growth("growth of syncing one", \.syncing),
            growth("growth of a write") { $0.writing.median },
        ]
    }

    private static func stage(_ bench: Workbench, _ count: Int) throws -> Stage {
        let town = try Town(bench, count: count)
        defer { town.stop() }
        let memory = try town.ben.memory().now
        let writing = try WriteRow.write(bench, town.ana, bench.scale.growthWrites).writes
        let queries = Queries(
            bench.workload, count: bench.scale.queries, below: town.mixture.linkCount
        ).all.map(\.text)
        return Stage(
            count: count, keeping: town.importMicroseconds, syncing: town.syncMicroseconds,
            writing: writing,
            searching: try MixedSearchRow.ask(town.ana, queries, "/v1/things?limit=50&q="),
            memory: memory)
    }
}
