#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Row 10: the time from ana storing a link for friends until ben's event stream reports it.
enum NeighbourRow {
    static func measure(_ bench: Workbench) throws -> [BenchFigure] {
        let pair = try bench.synced()
        let links = bench.fresh(bench.scale.messages).map { bench.workload[$0] }
        let requests = try links.map { try WriteRow.request($0, audience: "friends") }
        let probe = try DiskProbe(in: bench.folder)
        let writer = try pair.ana.connect()
        let events = try EventLines(socket: pair.ben.socketPath)
        var fromSending: [Double] = []
        var fromAnswer: [Double] = []
        for (number, request) in requests.enumerated() {
            let times = try journey(request, of: links[number].title, writer, events)
            fromSending.append(times.seen)
            fromAnswer.append(times.seen - times.answered)
            if number % 2 == 0 { try probe.sync() }
        }
        let sample = Sample(fromSending)
        let behind = Sample(fromAnswer)
        let sync = Sample(probe.milliseconds)
        let peers = try neighbours(bench)
        return [
            BenchFigure(
                row: 10, what: "at the neighbour, p50, from the request", figure: sample.median,
                unit: "ms", spread: sample.spread, peers: peers, goal: .atMost(1)),
            BenchFigure(
                row: 10, what: "at the neighbour, p99, from the request", figure: sample.p99,
                unit: "ms", spread: sample.spread,
                goal: .atMost(
                    2 + 2 * sync.p99, "2 + 2 x fdatasync p99 \(Number.text(sync.p99))")),
            BenchFigure(
                row: 10, what: "at the neighbour, p50, from the answer (commit)",
                figure: behind.median, unit: "ms", spread: behind.spread),
            BenchFigure(
                row: 10, what: "fdatasync, p50", figure: sync.median, unit: "ms",
                spread: sync.spread),
        ]
    }

    private static func neighbours(_ bench: Workbench) throws -> [BenchFigure.PeerFigure] {
        var peers: [BenchFigure.PeerFigure] = []
        for (name, note) in [("git", "commit and pull"), ("syncthing", "a file seen and moved")] {
            let answer = try bench.peers.ask(
                "\(name)-latency", bench.workload.path, "\(bench.folder)/\(name)-latency")
            if let taken = answer?["milliseconds"] {
                peers.append(.init(name: name, figure: taken, note: note))
            }
        }
        return peers
    }

    // One thread reads both sides, so that neither waits for the other to be read.
    private static func journey(
        _ request: [UInt8], of title: String, _ writer: Connection, _ events: EventLines
    ) throws -> (answered: Double, seen: Double) {
        let wanted = Array(title.utf8)
        var answered: Double?
        var seen: Double?
        let watch = Stopwatch()
        try writer.send(request)
        while true {
            if let answered, let seen { return (answered, seen) }
            var sockets = [
                pollfd(fd: writer.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: events.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&sockets, 2, 20_000) > 0 else {
                throw BenchError("after 20 s the neighbour has not seen a link")
            }
            let now = watch.milliseconds
            if sockets[1].revents != 0 {
                try events.receive()
                while let line = events.take() {
                    if EventLines.contains(wanted, in: line) { seen = now }
                }
            }
            if sockets[0].revents != 0 {
                try writer.receive()
                if let response = try writer.takeResponse() {
                    guard response.status == 201 else {
                        throw BenchError("a write was answered with \(response.status)")
                    }
                    answered = now
                }
            }
        }
    }
}
