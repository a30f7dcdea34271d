import API
import Domain
import Gateway
import Testing

/// Tests HTTP framing around responses: RFC 9110 and 9112.
@Suite struct MessageTests {
    private func said(
        _ text: String, until isEnough: @escaping @Sendable (String) -> Bool = { _ in false }
    )
        async throws -> String
    {
        try await Folder.with { folder in
            let path = folder("s")
            return try await withGateway(.knowing([]), at: path) {
                try await Line.with(path) { line in
                    try await line.send(text)
                    return try await line.read(until: isEnough)
                }
            }
        }
    }

    @Test func `a client that expects 100-continue gets it before the body`() async throws {
        let heard = try await Folder.with { folder in
            let path = folder("s")
            return try await withGateway(.knowing([]), at: path) {
                try await Line.with(path) { line in
                    try await line.send(
                        "POST /v1/bookmarks HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                            + "Content-Type: application/json\r\nContent-Length: 1\r\n"
                            + "Expect: 100-Continue\r\n\r\n")
                    let first = try await line.read { $0.hasSuffix("\r\n\r\n") }
                    try await line.send("{")
                    return (first, Heard(try await line.read()))
                }
            }
        }

        #expect(heard.0 == "HTTP/1.1 100 Continue\r\n\r\n")
        #expect(heard.1.status == 400)
        #expect(heard.1.body.contains("bad_json"))
    }

    @Test(arguments: [
        ("POST /v1/bookmarks", "Content-Type: text/plain\r\nContent-Length: 5", 415),
        ("POST /v1/bookmarks", "Content-Type: application/json\r\nContent-Length: 9999999", 413),
        ("POST /v1/nothing", "Content-Type: application/json\r\nContent-Length: 5", 404),
    ])
    func `a request refused by its head is answered without its body`(
        line: String, headers: String, status: Int
    ) async throws {
        let heard = Heard(
            try await said(
                "\(line) HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\(headers)\r\n\r\n",
                until: { $0.contains("}") }))

        #expect(heard.status == status)
    }

    @Test(arguments: [
        "HTTP/1.0\r\nConnection: keep-alive", "HTTP/1.0", "HTTP/1.1\r\nConnection: Close",
    ])
    func `a client that asks to close, or speaks HTTP 1.0, gets one response`(version: String)
        async throws
    {
        let heard = Heard(
            try await said("GET /v1/health \(version)\r\nHost: x\r\n\r\n"))

        #expect(heard.status == 200)
        #expect(heard.body == #"{"status":"ok"}"#)
        #expect(heard.header("Connection") == "close")
    }

    @Test func `an answer says when it was made`() async throws {
        let heard = Heard(
            try await said("GET /v1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
        let date = try #require(heard.header("Date"))

        #expect(
            date.wholeMatch(of: /[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/) != nil
        )
    }

    @Test(arguments: [(31 * 1024, 200), (33 * 1024, 431)])
    func `a head that is too long is told so`(length: Int, status: Int) async throws {
        let filler = String(repeating: "x", count: length)
        let heard = Heard(
            try await said(
                "GET /v1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: \(filler)\r\n\r\n"
            ))

        #expect(heard.status == status)
        if status == 431 {
            #expect(heard.header("Content-Type") == "application/problem+json")
            #expect(try heard.read(ProblemJSON.self).code == "head_too_large")
        }
    }

    @Test(arguments: ["\u{1}\u{2}\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9\r\n\r\n"])
    func `malformed requests get 400`(text: String) async throws {
        let heard = Heard(try await said(text))

        #expect(heard.status == 400)
        #expect(try heard.read(ProblemJSON.self).code == "bad_request")
    }
}
