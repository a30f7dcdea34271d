import Primitives

/// Row 20: four kinds of search through the socket, the first page of 50 of each.
enum SearchRow {
    static func measure(_ bench: Workbench) throws -> [BenchFigure] {
        let count = bench.scale.search
        let shelf = try bench.shelf(of: count)
        let queries = Queries(bench.workload, count: bench.scale.queries, below: count)
        var findings: [BenchFigure] = []
        for kind in Queries.Kind.allCases {
            let asked = queries.all.filter { $0.kind == kind }
            // A node closes a connection that is idle for a while, for example while buku searches.
            let connection = try shelf.node.connect()
            try File.put(
                Array(asked.map(\.forPeers).joined(separator: "\n").utf8),
                at: bench.folder + "/asked")
            for query in asked.prefix(3) {
                try connection.succeed(Connection.request("GET", query.path))
            }
            var times: [Double] = []
            for query in asked {
                let request = Connection.request("GET", query.path)
                let watch = Stopwatch()
                let body = try connection.succeed(request)
                times.append(watch.milliseconds)
                guard EventLines.contains(Array("\"id\"".utf8), in: body) else {
                    throw BenchError("\(query.text) finds nothing")
                }
            }
            let sample = Sample(times)
            findings.append(
                BenchFigure(
                    row: 20, what: "\(kind.rawValue) in \(count), p95", figure: sample.p95,
                    unit: "ms", spread: "p50 \(Number.text(sample.median)), \(sample.spread)",
                    goal: .atMost(20)))
            let answer = try bench.peers.ask(
                "buku-search", bench.workload.path, "\(count)", kind.rawValue,
                bench.folder + "/asked", bench.folder + "/buku.db")
            if let theirs = answer?["p95"] {
                findings.append(
                    BenchFigure(
                        row: 20, what: "times ahead of buku, \(kind.rawValue)",
                        figure: theirs / sample.p95, unit: "x", spread: "p95 of each",
                        peers: [
                            .init(name: "buku", figure: theirs, note: "ms, called in its process")
                        ],
                        goal: .atLeast(100)))
            }
        }
        return findings
    }
}

/// Queries that find something, made from the links themselves.
struct Queries {
    enum Kind: String, CaseIterable {
        case word
        case phrase
        case tag
        case prefix
    }

    struct Query {
        let kind: Kind
        /// The query as a person types it.
        let text: String
        /// The part that a program without our qualifiers can be asked.
        let forPeers: String

        var path: String { "/v1/bookmarks?limit=50&q=" + Queries.encoded(text) }
    }

    /// Returns the text percent-encoded for a URL.
    static func encoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            let isPlain =
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            let digits = Array("0123456789ABCDEF")
            encoded +=
                isPlain
                ? String(UnicodeScalar(byte))
                : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }
        return encoded
    }

    /// The kinds in turn.
    let all: [Query]

    /// Creates `count` queries of each kind, about the first `bound` links.
    init(_ workload: Workload, count: Int, below bound: Int) {
        var dice = Dice(seed: 20)
        var all: [Query] = []
        for _ in 0..<count {
            for kind in Kind.allCases {
                all.append(Self.query(kind, about: workload[dice.roll(below: bound)]))
            }
        }
        self.all = all
    }

    private static func query(_ kind: Kind, about link: Link) -> Query {
        let words = link.title.split(separator: " ").map(String.init)
        switch kind {
        case .word: return Query(kind: kind, text: words[2], forPeers: words[2])
        case .phrase:
            let phrase = words[1] + " " + words[2]
            return Query(kind: kind, text: "\"\(phrase)\"", forPeers: phrase)
        case .tag:
            let host = String(link.url.dropFirst(8).prefix { $0 != "/" })
            return Query(
                kind: kind, text: "#\(link.tags[0]) site:\(host) after:2023-01-01",
                forPeers: "\(link.tags[0]) \(host)")
        case .prefix:
            let start = String(words[3].prefix(3))
            return Query(kind: kind, text: start + "*", forPeers: start)
        }
    }
}
