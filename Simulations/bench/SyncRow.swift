import API

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Two friends on one machine. Only ben dials, so that there is one link.
final class Pair {
    let ana: WeftNode
    /// The last node that was synced to; its full text is indexed.
    private(set) var ben: WeftNode
    /// Milliseconds from adding ana at ben's node until it has everything and search finds it.
    private(set) var syncMilliseconds: [Double] = []
    /// The part until both sides were in sync.
    private(set) var heldMilliseconds: [Double] = []
    /// The longest response time of ben's status meanwhile.
    private(set) var silenceMilliseconds: [Double] = []
    /// The part until nothing was left to index.
    private(set) var indexMilliseconds: [Double] = []
    /// The bytes that ben received.
    private(set) var bytesReceived = 0
    /// Ben's memory once everything had arrived.
    private(set) var memory = (now: 0.0, most: 0.0)

    init(_ bench: Workbench) throws {
        ana = try bench.node("ana")
        try ana.start(isListening: true)
        try ana.take(bench.workload, 0..<bench.scale.sync, audience: "friends")
        try ana.waitUntilIndexed()
        ben = ana
        for run in 0..<bench.scale.syncRuns {
            if run > 0 { ben.stop() }
            ben = try bench.node("ben\(run)")
            try ben.start()
            try syncOnce(bench)
        }
        try checkDurable(bench)
    }

    func stop() {
        ben.stop()
        ana.stop()
    }

    private func syncOnce(_ bench: Workbench) throws {
        let last = bench.scale.sync - 1
        let words = bench.workload[last].title.split(separator: " ").joined(separator: "%20")
        let search = Connection.request("GET", "/v1/bookmarks?q=%22\(words)%22")
        try Self.befriend(ana, try ben.ticket())
        let anasTicket = try ana.ticket()
        let connection = try ben.connect()
        let watch = Stopwatch()

        try Self.befriend(ben, anasTicket)
        var silence = 0.0
        var status = try ben.status(connection)
        while status.seenLinks < bench.scale.sync || status.peers.first?.state != "in sync" {
            guard watch.milliseconds < 1_200_000 else { throw BenchError("the sync never ended") }
            usleep(5000)
            let question = Stopwatch()
            status = try ben.status(connection)
            silence = max(silence, question.milliseconds)
        }
        heldMilliseconds.append(watch.milliseconds)
        silenceMilliseconds.append(silence)
        let found = try JSONText.decode(
            PageJSON<BookmarkJSON>.self, from: try connection.succeed(search))
        syncMilliseconds.append(watch.milliseconds)

        guard found.items.count == 1, found.items[0].url == bench.workload[last].url else {
            throw BenchError("ben does not find the last bookmark")
        }
        bytesReceived = status.peers.reduce(0) { $0 + $1.bytesReceived }
        memory = try ben.memory()
        try ben.waitUntilIndexed()
        indexMilliseconds.append(watch.milliseconds)
    }

    // Ben's node is killed without warning: what it had acknowledged must still be there.
    private func checkDurable(_ bench: Workbench) throws {
        ben.kill()
        try ben.start()
        let connection = try ben.connect()
        let status = try ben.status(connection)
        guard status.seenLinks == bench.scale.sync else {
            throw BenchError("after a crash ben holds \(status.seenLinks) bookmarks")
        }
        _ = try connection.succeed(Connection.request("POST", "/v1/sync?wait=60"))
    }

    /// Has `node` add the ticket of another.
    static func befriend(_ node: WeftNode, _ ticket: String) throws {
        let body = JSONText.encode(AddFriend(ticket: ticket))
        try node.connect().succeed(Connection.request("POST", "/v1/friends", body: body))
    }
}

/// Row 7: everything of a friend, to a node that has nothing.
enum SyncRow {
    static func measure(_ bench: Workbench) throws -> [BenchFigure] {
        let pair = try bench.synced()
        let count = bench.scale.sync
        let seconds = Sample(pair.syncMilliseconds.map { $0 / 1000 })
        let held = Sample(pair.heldMilliseconds.map { $0 / 1000 })
        let silence = Sample(pair.silenceMilliseconds)
        let indexed = Sample(pair.indexMilliseconds.map { $0 / 1000 })
        var peers: [BenchFigure.PeerFigure] = []
        for name in ["pycrdt", "loro"] {
            if let answer = try bench.peers.ask("crdt-sync", name, bench.workload.path, "\(count)"),
                let taken = answer["seconds"]
            {
                peers.append(
                    .init(name: name, figure: taken, note: "in memory, unsigned, not durable"))
            }
        }
        var findings = [
            BenchFigure(
                row: 7, what: "sync \(count) bookmarks to an empty node", figure: seconds.median,
                unit: "s", spread: seconds.spread, peers: peers,
                // The goal is for 100,000; fewer have proportionally less time.
                goal: .atMost(
                    2.0 * Double(count) / 100_000, count == 100_000 ? "" : "2.0 s at 100,000")),
            BenchFigure(
                row: 7, what: "of that, until in sync", figure: held.median, unit: "s",
                spread: held.spread),
            BenchFigure(
                row: 7, what: "and its full text indexed", figure: indexed.median, unit: "s",
                spread: indexed.spread),
            BenchFigure(
                row: 7, what: "longest wait for a status meanwhile", figure: silence.median,
                unit: "ms", spread: silence.spread),
            BenchFigure(
                row: 7, what: "bytes received per bookmark",
                figure: Double(pair.bytesReceived) / Double(count), unit: "B", spread: "n=1"),
        ]
        let each = seconds.median / Double(count) * 1e6
        for name in ["git", "syncthing"] {
            let files = bench.scale.files
            guard
                let answer = try bench.peers.ask(
                    "\(name)-sync", bench.workload.path, "\(files)", "\(bench.folder)/\(name)"),
                let taken = answer["seconds"]
            else { continue }
            let theirs = taken / Double(files) * 1e6
            findings.append(
                BenchFigure(
                    row: 7, what: "times ahead of \(name), per item", figure: theirs / each,
                    unit: "x", spread: "n=1",
                    peers: [
                        .init(
                            name: name, figure: theirs,
                            note: "us an item at \(files) files; weft \(Number.text(each)) us")
                    ],
                    goal: .atLeast(10)))
        }
        return findings
    }
}

/// Row 13: memory of a node that has just received everything, and once it is idle.
enum MemoryRow {
    static func measure(_ bench: Workbench) throws -> [BenchFigure] {
        let pair = try bench.synced()
        let count = bench.scale.sync
        sleep(bench.scale.isQuick ? 3 : 15)
        let restarted = try pair.ben.memory()
        return [
            BenchFigure(
                row: 13, what: "memory after the sync of \(count)", figure: pair.memory.now,
                unit: "MB", spread: "n=1", goal: .atMost(60)),
            BenchFigure(
                row: 13, what: "at most, during it", figure: pair.memory.most, unit: "MB",
                spread: "n=1"),
            BenchFigure(
                row: 13, what: "memory at rest, started anew", figure: restarted.now, unit: "MB",
                spread: "n=1", goal: .atMost(60)),
        ]
    }
}
