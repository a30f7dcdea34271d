import API
import Domain
import Gateway
import Testing

@Suite struct CrowdTests {
    @Test func `half a request holds nobody up`() async throws {
        try await Folder.with { folder in
            let path = folder("s")
            try await withGateway(.knowing([]), at: path) {
                try await Line.with(path) { line in
                    try await line.send("POST /v1/bookmarks HTTP/1.1\r\nHost")

                    #expect(try await ask(path, "GET", "/v1/health").status == 200)
                }
            }
        }
    }

    @Test(arguments: [(31, 200), (32, 503)])
    func `32 clients are served, and the 33rd is told`(others: Int, status: Int) async throws {
        try await Folder.with { folder in
            let path = folder("s")
            try await withGateway(.knowing([]), at: path) {
                // On a machine busy with other tests, the first of a crowd may be disconnected for
                // silence before the last one arrives: then the crowd is gathered again.
                let deadline = ContinuousClock.now + .seconds(180)
                var heard: (status: Int, body: String) = (0, "")
                while heard.status != status, ContinuousClock.now < deadline {
                    try await crowd(others, path) {
                        let answer = try await ask(path, "GET", "/v1/health")
                        heard = (answer.status, answer.body)
                    }
                }
                #expect(heard.status == status)
                #expect(heard.body.contains("busy") == (status == 503))
            }
        }
    }

    @Test func `there is room again when the others have left`() async throws {
        try await Folder.with { folder in
            let path = folder("s")
            try await withGateway(.knowing([]), at: path) {
                try await crowd(32, path) {}

                // The gateway learns a moment later that they have disconnected.
                var tries = 0
                var status = 0
                while status != 200 && tries < 10_000 {
                    status = try await ask(path, "GET", "/v1/health").status
                    tries += 1
                }
                #expect(status == 200)
            }
        }
    }

    @Test(arguments: 1...10)
    func `stopping amid a crowd answers whole or not at all`(round: Int) async throws {
        try await Folder.with { folder in
            let path = folder("s")
            let crowd = try await withGateway(.knowing([]), at: path) {
                let (first, tell) = AsyncStream<Void>.makeStream()
                let crowd = (0..<16).map { _ in
                    Task {
                        var cut = 0
                        // Ends when the socket is removed.
                        while let heard = try? await ask(path, "GET", "/v1/health") {
                            if heard.status == 200 && heard.body != #"{"status":"ok"}"# { cut += 1 }
                            tell.finish()
                        }
                        tell.finish()
                        return cut
                    }
                }
                for await _ in first {}
                return crowd
            }

            for client in crowd {
                #expect(await client.value == 0)
            }
        }
    }

    /// Runs `use` while this many clients are connected and were answered. All send their request
    /// before the first response is awaited, because the gateway closes a connection that is idle
    /// for a while.
    private func crowd(
        _ count: Int, _ path: String, lines: [Line] = [], _ use: () async throws -> Void
    ) async throws {
        guard count > 0 else {
            for line in lines { _ = try await line.read { $0.contains("ok") } }
            return try await use()
        }
        try await Line.with(path) { line in
            try await line.send("GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n")
            try await crowd(count - 1, path, lines: lines + [line], use)
        }
    }
}
