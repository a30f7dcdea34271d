import API

/// Row 9: storing a bookmark through the socket, from the first byte of the request to the last of the response, which
/// is sent once the bookmark is durable.
enum WriteRow {
    static func measure(_ bench: Workbench) throws -> [BenchFigure] {
        let shelf = try bench.shelf(of: bench.scale.sync)
        let idle = try write(bench, shelf.node, bench.scale.writes)
        let load = try SearchLoad(bench, shelf.node)
        let loaded = try write(bench, shelf.node, bench.scale.writes)
        let searches = try load.end()
        return findings(idle, "idle") + findings(loaded, "under a search load")
            + [
                BenchFigure(
                    row: 9, what: "searches beside the writes", figure: searches, unit: "/s",
                    spread: "n=1")
            ]
    }

    private static func findings(
        _ run: (writes: Sample, syncs: Sample), _ state: String
    ) -> [BenchFigure] {
        let sync = run.syncs.p99
        return [
            BenchFigure(
                row: 9, what: "a write, p50, \(state)", figure: run.writes.median, unit: "ms",
                spread: run.writes.spread, goal: .atMost(1)),
            BenchFigure(
                row: 9, what: "a write, p99, \(state)", figure: run.writes.p99, unit: "ms",
                spread: run.writes.spread,
                goal: .atMost(2 + sync, "2 + fdatasync p99 \(Number.text(sync))")),
            BenchFigure(
                row: 9, what: "fdatasync, p50, \(state)", figure: run.syncs.median, unit: "ms",
                spread: run.syncs.spread),
        ]
    }

    /// Returns the milliseconds that each of `count` new bookmarks took, one after another, with a sync of the disk
    /// beside every fourth.
    static func write(
        _ bench: Workbench, _ node: WeftNode, _ count: Int
    ) throws -> (writes: Sample, syncs: Sample) {
        let requests = try bench.fresh(count).map {
            try request(bench.workload[$0], audience: nil)
        }
        let probe = try DiskProbe(in: bench.folder)
        let connection = try node.connect()
        _ = try node.status(connection)
        var times: [Double] = []
        for (number, request) in requests.enumerated() {
            let watch = Stopwatch()
            let response = try connection.exchange(request)
            times.append(watch.milliseconds)
            guard response.status == 201 else {
                throw BenchError("a write was answered with \(response.status)")
            }
            if number % 4 == 0 { try probe.sync() }
        }
        return (Sample(times), Sample(probe.milliseconds))
    }

    /// Returns the request that stores a link.
    static func request(_ link: Link, audience: String?) throws -> [UInt8] {
        let draft = DraftJSON(url: link.url, title: link.title, tags: link.tags)
        return Connection.request(
            "POST", "/v1/bookmarks",
            body: JSONText.encode(AddLink(draft, audience: audience)))
    }
}

/// A process that searches without a pause.
private final class SearchLoad {
    private let child: Child
    private let countPath: String
    private let watch = Stopwatch()

    init(_ bench: Workbench, _ node: WeftNode) throws {
        countPath = bench.folder + "/searches"
        var queries = ""
        for query in Queries(bench.workload, count: 50, below: bench.scale.sync).all {
            queries += query.path + "\n"
        }
        let queriesPath = bench.folder + "/queries"
        try File.put(Array(queries.utf8), at: queriesPath)
        child = try Child(
            [CommandLine.arguments[0], "search-load", node.socketPath, queriesPath],
            output: .file(countPath), errors: .file(bench.folder + "/search-load.err"))
    }

    /// Ends it.
    ///
    /// - Returns: searches per second.
    func end() throws -> Double {
        let seconds = watch.milliseconds / 1000
        guard child.isRunning else { throw BenchError("the search load ended early") }
        child.end()
        return Double(File.size(countPath)) / seconds
    }
}
