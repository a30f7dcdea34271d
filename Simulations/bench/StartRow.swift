/// Row 14: from the start of the process to the first response through the socket. The file's pages
/// are in the system's cache, as when a node is restarted on a running machine.
enum StartRow {
    static func measure(_ bench: Workbench) throws -> [BenchFigure] {
        let count = bench.scale.start
        let node = try bench.shelf(of: count).node
        var status: [Double] = []
        var list: [Double] = []
        for _ in 0..<bench.scale.starts {
            node.stop()
            let watch = Stopwatch()
            try node.spawn()
            let connection = try node.waitForConnection()
            try connection.succeed(Connection.request("GET", "/v1/status"))
            status.append(watch.milliseconds)
            try connection.succeed(Connection.request("GET", "/v1/bookmarks?limit=50"))
            list.append(watch.milliseconds)
        }
        let answered = Sample(status)
        let listed = Sample(list)
        return [
            BenchFigure(
                row: 14, what: "start with \(count) to the first answer",
                figure: answered.median, unit: "ms", spread: answered.spread, goal: .atMost(100)),
            BenchFigure(
                row: 14, what: "and to the newest 50 listed", figure: listed.median, unit: "ms",
                spread: listed.spread),
        ]
    }
}
