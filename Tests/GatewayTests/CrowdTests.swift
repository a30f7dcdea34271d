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

    @Test func `32 clients are served, the 33rd is told, and served when one has left`()
        async throws
    {
        try await Folder.with { folder in
            let path = folder("s")
            try await withGateway(.knowing([]), at: path) {
                try await crowd(30, path) {
                    // The last of the thirty is open; 31, 32 and 33 follow.
                    try await crowd(1, path) {
                        #expect(try await ask(path, "GET", "/v1/health").status == 200)
                        try await crowd(1, path) {
                            let heard = try await ask(path, "GET", "/v1/health")
                            #expect(heard.status == 503)
                            #expect(try heard.read(ProblemJSON.self).code == "busy")
                        }
                    }
                }
            }
        }
    }

    /// Runs `use` while this many clients are connected and were answered.
    private func crowd(
        _ count: Int, _ path: String, _ use: () async throws -> Void
    ) async throws {
        guard count > 0 else { return try await use() }
        try await Line.with(path) { line in
            try await line.send("GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try await line.read { $0.contains("ok") }
            try await crowd(count - 1, path, use)
        }
    }
}
