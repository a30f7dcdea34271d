import Primitives

/// Row 20 among objects of all kinds: the four kinds of search as among links alone, and searches for the details of
/// other kinds; the first page of 50 of each.
enum MixedSearchRow {
    static func measure(_ bench: Workbench) throws -> [BenchFigure] {
        let town = try bench.mixedTown()
        let all = "\(town.mixture.count) of all kinds"
        var findings = [
            BenchFigure(
                row: 20, what: "importing one of \(all)", figure: town.importMicroseconds,
                unit: "us", spread: "n=1"),
            BenchFigure(
                row: 20, what: "syncing one of them to a friend", figure: town.syncMicroseconds,
                unit: "us", spread: "n=1, with full text"),
        ]
        let shared = Queries(
            bench.workload, count: bench.scale.queries, below: town.mixture.linkCount)
        for kind in Queries.Kind.allCases {
            let asked = shared.all.filter { $0.kind == kind }
            let sample = try ask(town.ana, asked.map(\.text), "/v1/things?limit=50&q=")
            findings.append(finding(sample, "\(kind.rawValue) in \(all), p95"))
            try File.put(
                Array(asked.map(\.forPeers).joined(separator: "\n").utf8),
                at: bench.folder + "/asked")
            let answer = try bench.peers.ask(
                "buku-search", bench.workload.path, "\(town.mixture.linkCount)", kind.rawValue,
                bench.folder + "/asked", bench.folder + "/buku-mixed.db")
            guard let theirs = answer?["p95"] else { continue }
            findings.append(
                BenchFigure(
                    row: 20,
                    what: "times ahead of buku with the \(town.mixture.linkCount) links of them, "
                        + kind.rawValue,
                    figure: theirs / sample.p95, unit: "x", spread: "p95 of each",
                    peers: [
                        .init(name: "buku", figure: theirs, note: "ms, links alone, in its process")
                    ]))
        }
        for (name, queries) in MixedQueries.all(count: bench.scale.queries) {
            let sample = try ask(town.ana, queries, "/v1/things?limit=50&q=")
            findings.append(finding(sample, "\(name) in \(all), p95"))
        }
        let typed = ["t", "tag01", "b", "cl", "shoes", "q", "xe"]
        let many = (0..<bench.scale.queries).map { typed[$0 % typed.count] }
        let sample = try ask(town.ana, many, "/v1/suggest?limit=10&q=", mustFind: false)
        return findings + [finding(sample, "what may be typed on in \(all), p95")]
    }

    private static func finding(_ sample: Sample, _ what: String) -> BenchFigure {
        BenchFigure(
            row: 20, what: what, figure: sample.p95, unit: "ms",
            spread: "p50 \(Number.text(sample.median)), \(sample.spread)", goal: .atMost(20))
    }

    /// Returns the milliseconds that each response took. Most queries must find something, otherwise nothing was
    /// measured.
    static func ask(
        _ node: WeftNode, _ queries: [String], _ path: String, mustFind: Bool = true
    ) throws -> Sample {
        let connection = try node.connect()
        let requests = queries.map {
            Connection.request("GET", path + Queries.encoded($0))
        }
        for request in requests.prefix(3) { try connection.succeed(request) }
        var times: [Double] = []
        var found = 0
        for request in requests {
            let watch = Stopwatch()
            let body = try connection.succeed(request)
            times.append(watch.milliseconds)
            if EventLines.contains(Array("\"id\"".utf8), in: body) { found += 1 }
        }
        guard !mustFind || 2 * found > queries.count else {
            throw BenchError("\(queries[0]) and others like it find nothing")
        }
        return Sample(times)
    }
}

/// The queries of people who store more than links.
enum MixedQueries {
    /// Returns `count` queries of each sort, by name.
    static func all(count: Int) -> [(name: String, queries: [String])] {
        var dice = Dice(seed: 22)
        let kinds = ["garment", "place", "clip", "outfit", "link"]
        func some(_ name: String, _ make: () -> String) -> (name: String, queries: [String]) {
            (name, (0..<count).map { _ in make() })
        }
        func pick(_ words: [String]) -> String { Mixture.pick(words, &dice) }
        return [
            some("two common words") { pick(Mixture.fabrics) + " " + pick(Mixture.nouns) },
            some("type:garment color: price:") {
                "type:garment color:\(pick(Mixture.colors)) price:<=\(10 + dice.roll(below: 60))EUR"
            },
            some("category: #tag") { "category:clothes #\(Mixture.tag(&dice))" },
            some("brand:") { "brand:\"\(Mixture.brand(&dice))\"" },
            some("near: sort:near") {
                "near:\(Mixture.spelled(Mixture.point(&dice))),15 sort:near"
            },
            some("type: sort:likes") { "type:\(pick(kinds)) sort:likes" },
            some("color: sort:likes") { "color:\(pick(Mixture.colors)) sort:likes" },
            some("comment:") { "comment:\"number \(dice.roll(below: Mixture.comments))\"" },
            some("likes:") { "likes:>=1 type:\(pick(kinds))" },
            some("type:clip theme: #tag") {
                "type:clip theme:\(pick(Mixture.themes)) #\(Mixture.tag(&dice))"
            },
        ]
    }
}
