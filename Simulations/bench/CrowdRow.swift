import API

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Row 11: the time from storing a link in a large group until the event streams of all other members report it.
enum CrowdRow {
    static func measure(_ bench: Workbench) throws -> [BenchFigure] {
        let crowd = try Crowd(bench)
        defer { crowd.stop() }
        try crowd.gather()
        let probe = try DiskProbe(in: bench.folder)
        var each: [Double] = []
        var last: [Double] = []
        let writes = bench.fresh(bench.scale.crowdWrites)
        for (number, index) in writes.enumerated() {
            let times = try crowd.learn(bench.workload[index], from: number * 7 % crowd.count)
            try probe.sync()
            // The first deltas spread by requests; after them the broadcast tree is in place.
            guard number >= bench.scale.crowdWarmUp else { continue }
            each += times
            last.append(times.max() ?? 0)
        }
        let (sample, whole) = (Sample(each), Sample(last))
        let sync = Sample(probe.milliseconds)
        let goal = 50 + Double(crowd.hopsAtMost) * sync.p99
        return [
            BenchFigure(
                row: 11, what: "\(crowd.count) nodes learn a write, p50", figure: sample.median,
                unit: "ms", spread: sample.spread),
            BenchFigure(
                row: 11, what: "\(crowd.count) nodes learn a write, p99", figure: sample.p99,
                unit: "ms", spread: sample.spread,
                goal: .atMost(
                    goal, "50 + \(crowd.hopsAtMost) x fdatasync p99 \(Number.text(sync.p99))")),
            BenchFigure(
                row: 11, what: "until the last of them has, p50", figure: whole.median,
                unit: "ms", spread: whole.spread),
        ]
    }
}

/// Members of one group, each a process that listens; members know each other only through the group.
private final class Crowd {
    private let nodes: [WeftNode]
    private var events: [EventLines] = []
    /// The number of commits on the way to the last member: the writer's, and one for each hop of a tree of diameter
    /// seven.
    let hopsAtMost = 8

    /// The longest that a member may take to receive a link.
    private static let patienceMilliseconds = 20_000.0

    var count: Int { nodes.count }

    /// Creates their profiles; no node runs before `gather`.
    init(_ bench: Workbench) throws {
        nodes = try (0..<bench.scale.crowd).map { try bench.node("m\($0)") }
    }

    /// Starts all of them and brings them into one group. Whatever happens, `stop` ends them.
    func gather() throws {
        for node in nodes { try node.start(isListening: true) }
        let founder = try nodes[0].connect()
        _ = try founder.succeed(
            Connection.request(
                "POST", "/v1/groups", body: JSONText.encode(NewGroup(name: "crowd"))))
        let body = try founder.succeed(
            Connection.request(
                "POST", "/v1/groups/crowd/invites",
                body: JSONText.encode(InviteToGroup("crowd", uses: count))))
        let text = try JSONText.decode(NewInvitationJSON.self, from: body).text
        for node in nodes.dropFirst() {
            _ = try node.connect().succeed(
                Connection.request(
                    "POST", "/v1/join",
                    body: JSONText.encode(JoinGroup(invitation: text))))
        }
        try waitUntilAllAreIn()
        events = try nodes.map { try EventLines(socket: $0.socketPath) }
    }

    func stop() {
        for node in nodes { node.stop() }
    }

    // Everybody is a member, and in sync with every linked peer.
    private func waitUntilAllAreIn() throws {
        let watch = Stopwatch()
        for node in nodes {
            let connection = try node.connect()
            while true {
                let status = try node.status(connection)
                let group = try connection.exchange(
                    Connection.request("GET", "/v1/groups/crowd"))
                let isIn = group.status == 200
                let open = status.peers.filter { $0.state != "closed" }
                if isIn, !open.isEmpty, open.allSatisfy({ $0.state == "in sync" }) { break }
                guard watch.milliseconds < 300_000 else {
                    throw BenchError("after 300 s not everybody is in the group")
                }
                usleep(50_000)
            }
        }
    }

    /// Returns the milliseconds from the request's first byte until each other member's stream has reported the link.
    func learn(_ link: Link, from writer: Int) throws -> [Double] {
        let request = try WriteRow.request(link, audience: "group:crowd")
        let wanted = Array(link.title.utf8)
        let connection = try nodes[writer].connect()
        var seen = [Double?](repeating: nil, count: nodes.count)
        var isAnswered = false
        let watch = Stopwatch()
        try connection.send(request)
        while !isAnswered || seen.enumerated().contains(where: { $0 != writer && $1 == nil }) {
            var sockets = (events.map(\.descriptor) + [connection.descriptor]).map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            // The remaining part of the whole wait: keep-alives of a stream also end a poll.
            let left = Self.patienceMilliseconds - watch.milliseconds
            guard left > 0, poll(&sockets, nfds_t(sockets.count), Int32(left) + 1) > 0 else {
                throw BenchError("after 20 s somebody has not learnt of a link")
            }
            let now = watch.milliseconds
            for (number, stream) in events.enumerated() where sockets[number].revents != 0 {
                try stream.receive()
                while let line = stream.take() {
                    if EventLines.contains(wanted, in: line) { seen[number] = now }
                }
            }
            if sockets[nodes.count].revents != 0 {
                try connection.receive()
                if let response = try connection.takeResponse() {
                    guard response.status == 201 else {
                        throw BenchError("a write was answered with \(response.status)")
                    }
                    isAnswered = true
                }
            }
        }
        return seen.enumerated().compactMap { $0 == writer ? nil : $1 }
    }
}
