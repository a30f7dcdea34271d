import API

/// Row 22: pages of feeds of a friend's things, at a node that has them all.
enum FeedRow {
    static func measure(_ bench: Workbench) throws -> [BenchFigure] {
        let pair = try bench.synced()
        let count = bench.scale.sync
        let tag = bench.workload[count / 2].tags[0]
        var findings = [
            try page(bench, pair.ben, "rate", "of a friend's \(count) that nobody has judged"),
            try page(bench, pair.ben, "feed?kind=discover", "of a friend's \(count)"),
        ]
        try follow(pair.ben, "#" + tag)
        findings.append(
            try page(bench, pair.ben, "feed?kind=following", "following a tag of \(count)"))
        findings.append(
            try page(bench, pair.ben, "feed?kind=discover", "of what has not that tag"))
        try follow(pair.ben, "size:l")
        findings.append(
            try page(
                bench, pair.ben, "feed?kind=following", "following a search that is asked of each"))
        return findings
    }

    static func follow(_ node: WeftNode, _ what: String) throws {
        let body = JSONText.encode(AddFollow(what: what))
        try node.connect().succeed(Connection.request("POST", "/v1/follows", body: body))
    }

    // Page after page, so that the cost of later pages counts as well.
    static func page(
        _ bench: Workbench, _ node: WeftNode, _ path: String, _ what: String
    ) throws -> BenchFigure {
        let connection = try node.connect()
        var times: [Double] = []
        var cursor: String?
        for _ in 0..<bench.scale.queries {
            let sign = path.contains("?") ? "&" : "?"
            let behind = cursor.map { "&cursor=\($0)" } ?? ""
            let request = Connection.request("GET", "/v1/\(path)\(sign)limit=20\(behind)")
            let watch = Stopwatch()
            let body = try connection.succeed(request)
            times.append(watch.milliseconds)
            cursor = try JSONText.decode(PageJSON<ThingJSON>.self, from: body).nextCursor
        }
        let sample = Sample(times)
        return BenchFigure(
            row: 22, what: "a page \(what), p95", figure: sample.p95, unit: "ms",
            spread: "p50 \(Number.text(sample.median)), \(sample.spread)", goal: .atMost(20))
    }
}
