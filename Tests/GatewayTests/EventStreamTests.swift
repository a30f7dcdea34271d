import API
import CRDT
import Domain
import Gateway
import Primitives
import Testing

@Suite struct EventStreamTests {
    private static let notices = (1...3).map {
        NumberedNotice(
            number: UInt64($0), at: WallTime(milliseconds: 0), notice: .warning("w\($0)"))
    }

    private func stream(
        _ headers: String, _ query: String = "", until mark: String
    ) async throws -> String {
        try await Folder.with { folder in
            let path = folder("s")
            return try await withGateway(.knowing([], notices: Self.notices), at: path) {
                try await Line.with(path) { line in
                    try await line.send(
                        "GET /v1/events\(query) HTTP/1.1\r\nHost: x\r\n\(headers)\r\n")
                    return try await line.read { $0.contains(mark) }
                }
            }
        }
    }

    @Test func `events have id, type and data`() async throws {
        let heard = try await stream("", until: #""message":"w3""#)

        #expect(heard.contains("text/event-stream"))
        #expect(
            heard.contains(
                """
                id: 1\nevent: warning.raised\ndata: {"data":{"message":"w1"},"id":1,\
                "time":"1970-01-01T00:00:00.000Z","type":"warning.raised"}\n\n
                """))
    }

    @Test func `a stream goes on after the event that was seen last`() async throws {
        let heard = try await stream("Last-Event-ID: 2\r\n", until: "w3")

        #expect(!heard.contains("id: 2\n"))
        #expect(heard.contains("id: 3\n"))
    }

    @Test func `a line each for those who ask for lines`() async throws {
        let heard = try await stream("Accept: application/x-ndjson\r\n", until: "w3")

        #expect(heard.contains("application/x-ndjson"))
        #expect(!heard.contains("event:"))
    }

    private func poll(_ query: String) async throws -> Heard {
        try await Folder.with { folder in
            let path = folder("s")
            return try await withGateway(.knowing([], notices: Self.notices), at: path) {
                try await ask(
                    path, "GET", "/v1/events" + query, headers: ["Accept: application/json"])
            }
        }
    }

    @Test func `a client that asks for JSON gets what is there, up to its limit`() async throws {
        let all = try await poll("?since=0")
        let two = try await poll("?since=1&limit=1")

        #expect(all.status == 200)
        #expect(try all.read([EventJSON].self).map(\.id) == [1, 2, 3])
        #expect(try two.read([EventJSON].self).map(\.id) == [2])
    }

    @Test func `a poll without a timeout returns the events that are there, each time`()
        async throws
    {
        let polls = try await Folder.with { folder in
            let path = folder("s")
            return try await withGateway(.knowing([], notices: Self.notices), at: path) {
                var polls: [[UInt64]] = []
                for _ in 0..<100 {
                    let heard = try await ask(
                        path, "GET", "/v1/events?since=0&timeout=0",
                        headers: ["Accept: application/json"])
                    polls.append(try heard.read([EventJSON].self).map(\.id))
                }
                return polls
            }
        }

        #expect(polls == Array(repeating: [1, 2, 3], count: 100))
    }

    @Test func `the media type that the client prefers is sent`() async throws {
        let lines = try await stream(
            "Accept: application/json;q=0.1, application/x-ndjson\r\n", until: "w3")

        #expect(lines.contains("application/x-ndjson"))
    }

    @Test func `an id that is no number is refused`() async throws {
        let refused = try await stream("Last-Event-ID: soon\r\n", until: "\"fix\"")

        #expect(refused.contains("400 Bad Request"))
        #expect(refused.contains("Last-Event-ID is soon"))
    }

    // Nothing happens at this node, so no write fails that would reveal the disconnect.
    @Test func `a client that has gone frees its slot at once`() async throws {
        try await Folder.with { folder in
            let path = folder("s")
            try await withGateway(.knowing([]), at: path) {
                for _ in 0..<5 {
                    try await listeners(32, path) {
                        let refused = try await ask(path, "GET", "/v1/events")
                        #expect(refused.status == 503)
                        #expect(refused.header("Retry-After") == "1")
                        #expect(try await ask(path, "GET", "/v1/health").status == 200)
                    }
                    // They close in the turns of this loop; nothing else is waited for.
                    let deadline = ContinuousClock.now + .seconds(8)
                    var heard = ""
                    while !heard.contains("200 OK"), ContinuousClock.now < deadline {
                        heard = try await Line.with(path) { line in
                            try await line.send("GET /v1/events HTTP/1.1\r\nHost: x\r\n\r\n")
                            return try await line.read { $0.contains("\r\n\r\n") }
                        }
                    }
                    #expect(heard.contains("200 OK"), "before the next sign of life")
                }
            }
        }
    }

    @Test func `a client that closes its side while it waits gets the events so far`() async throws
    {
        let begun = ContinuousClock.now
        let heard = try await Folder.with { folder in
            let path = folder("s")
            return try await withGateway(.knowing([]), at: path) {
                try await Line.with(path) { line in
                    try await line.send(
                        "GET /v1/events?timeout=100 HTTP/1.1\r\nHost: x\r\n"
                            + "Accept: application/json\r\n\r\n")
                    line.finish()
                    return Heard(try await line.read())
                }
            }
        }

        #expect(heard.status == 200)
        #expect(heard.body == "[]")
        #expect(ContinuousClock.now - begun < .seconds(60))
    }

    /// Runs `use` while this many clients wait for events.
    private func listeners(
        _ count: Int, _ path: String, _ use: () async throws -> Void
    ) async throws {
        guard count > 0 else { return try await use() }
        try await Line.with(path) { line in
            try await line.send("GET /v1/events HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try await line.read { $0.contains(":\n\n") }
            try await listeners(count - 1, path, use)
        }
    }

    @Test func `a poll without events ends empty after its timeout`()
        async throws
    {
        let none = try await poll("?since=3&timeout=0")

        #expect(none.status == 200)
        #expect(none.body == "[]")
    }

    @Test(arguments: [
        "?timeout=121", "?timeout=-1", "?limit=0", "?limit=1001", "?since=x", "?since=-1",
    ])
    func `an invalid wait is refused`(query: String) async throws {
        let refused = try await poll(query)

        #expect(refused.status == 400)
        #expect(refused.body.contains("bad_request"))
    }

    @Test func `a stream has no timeout`() async throws {
        let refused = try await stream("", "?timeout=5", until: "\"fix\"")

        #expect(refused.contains("400 Bad Request"))
        #expect(refused.contains("Accept: application/json"))
    }

    @Test func `stopping ends a stream that is open`() async throws {
        let rest = try await Folder.with { folder in
            let path = folder("s")
            let reading = try await withGateway(.knowing([]), at: path) {
                let (opened, tell) = AsyncStream<Void>.makeStream()
                let reading = Task {
                    defer { tell.finish() }
                    return try await Line.with(path) { line in
                        try await line.send("GET /v1/events HTTP/1.1\r\nHost: x\r\n\r\n")
                        _ = try await line.read { $0.contains(":\n\n") }
                        tell.finish()
                        return try await line.read()
                    }
                }
                for await _ in opened {}
                return reading
            }
            return try await reading.value
        }

        #expect(rest.hasSuffix("0\r\n\r\n"), "the last chunk, so that the client knows the end")
    }
}
