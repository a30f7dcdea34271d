import API
import Domain
import Gateway
import NIOCore
import NIOPosix
import Primitives
import Testing

/// Tests the loopback listener: who is let in, and to what.
@Suite struct WebDoorTests {
    private static let settings = Settings(
        defaultAudience: .private, problem: nil, web: LoopbackAddress(.ipv4, port: 0))
    private static let answers: [(Request, Answer)] = [
        (.query(.settings()), .settings(settings)),
        (.query(.tags(prefix: "", limit: 50)), .tags([])),
        (.command(.setWeb(nil)), done), (.command(.setWeb(LoopbackAddress(.ipv4, port: 0))), done),
        (.command(.setWeb(LoopbackAddress(.ipv6, port: 0))), done),
    ]
    private static let door = NodeDoor.knowing(answers)
    private static let done = Answer.done(DoneReport(count: 1, act: nil, summary: "done"))
    private static let bearer = "Authorization: Bearer everything"

    /// Runs a gateway with an open loopback listener, and passes its port.
    private func withDoor<Value: Sendable>(
        to door: NodeDoor = door,
        _ use: @Sendable (_ port: String, _ socket: String, Gateway) async throws -> Value
    ) async throws -> Value {
        try await Folder.with { folder in
            let path = folder("s")
            return try await withGateway(door, at: path) { gateway in
                let address = try #require(await gateway.webAddress)
                return try await use(String(address.port), path, gateway)
            }
        }
    }

    @Test func `a request without the token is refused and learns nothing`() async throws {
        try await withDoor { port, _, _ in
            let host = "Host: 127.0.0.1:\(port)"
            for headers in [
                [host], [host, "Authorization: Bearer wrong"], [host, "Authorization: Bearer"],
                [host, "Authorization: Basic ZXZlcnl0aGluZzpldmVyeXRoaW5n"],
                [host, "Authorization: everything"], [host, "Cookie: token=everything"],
                [host, "Authorization: Bearer feeds"], [host, "Authorization: Bearer pinboard"],
            ] {
                for target in ["/v1/tags", "/v1/health", "/v1/openapi.json", "/v1/none", "/none"] {
                    let heard = try await ask(port, "GET", target, headers: headers)

                    #expect(heard.status == 401)
                    #expect(heard.header("www-authenticate") == "Bearer realm=\"weft\"")
                    #expect(try heard.read(ProblemJSON.self).code == "token_required")
                }
            }
            let inAddress = try await ask(
                port, "GET", "/v1/tags?token=everything&auth_token=a:everything", headers: [host])
            #expect(inAddress.status == 401)
        }
    }

    @Test func `a request with the token is answered as on the socket, with protective headers`()
        async throws
    {
        try await withDoor { port, socket, _ in
            for name in ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"] {
                let heard = try await ask(
                    port, "GET", "/v1/tags", headers: ["Host: \(name):\(port)", Self.bearer])

                #expect(heard.status == 200)
                #expect(heard.body == (try await ask(socket, "GET", "/v1/tags").body))
                #expect(heard.header("x-frame-options") == "DENY")
                #expect(heard.header("content-security-policy")?.contains("'none'") == true)
                #expect(heard.header("cross-origin-resource-policy") == "same-origin")
                #expect(heard.header("access-control-allow-origin") == nil)
            }
        }
    }

    @Test(arguments: [
        "evil.example:PORT", "127.0.0.1.evil.example:PORT", "127.0.0.1", "127.0.0.1:1",
        "127.0.0.2:PORT", "127.1:PORT", "0.0.0.0:PORT", "localhost.evil.example:PORT",
        "localhost.:PORT", "user@127.0.0.1:PORT", "127.0.0.1:PORT:80", "127.0.0.1:+PORT",
        "::1:PORT",
        "[::1%lo]:PORT", "[::ffff:127.0.0.1]:PORT", "", ":PORT", "127.0.0.1:0PORT0",
    ])
    func `a name of a stranger's that points here is refused`(host: String) async throws {
        try await withDoor { port, _, _ in
            let heard = try await ask(
                port, "GET", "/v1/tags",
                headers: ["Host: \(host.replacing("PORT", with: port))", Self.bearer])

            #expect(heard.status == 403)
            #expect(try heard.read(ProblemJSON.self).code == "wrong_origin")
        }
    }

    /// Returns the response to a request line with this target; HOST stands for this listener.
    private func heard(_ method: String, _ target: String, host: String) async throws -> Heard {
        try await withDoor { port, _, _ in
            let (target, host) = (
                target.replacing("HOST", with: "127.0.0.1:\(port)"),
                host.replacing("HOST", with: "127.0.0.1:\(port)")
            )
            return try await Line.with(port) { line in
                try await line.send(
                    "\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\n\(Self.bearer)\r\n"
                        + "Connection: close\r\n\r\n")
                return Heard(try await line.read())
            }
        }
    }

    @Test(arguments: [
        ("GET", "http://evil.example/v1/tags", "HOST"), ("GET", "http://evil.example", "HOST"),
        ("GET", "http://evil.example/v1/tags", "evil.example"),
        ("GET", "http://HOST/v1/tags", "evil.example"),
        ("GET", "HTTP://evil.example?/v1/tags", "HOST"),
        ("GET", "http://127.0.0.1:1/v1/tags", "HOST"), ("GET", "http://HOST:80/v1/tags", "HOST"),
        ("GET", "http://HOST@evil.example/v1/tags", "HOST"),
        ("GET", "http://user@HOST/v1/tags", "HOST"),
        ("GET", "http://HOST.evil.example/v1/tags", "HOST"),
        ("GET", "https://HOST/v1/tags", "HOST"), ("GET", "ftp://evil.example/v1/tags", "HOST"),
        ("POST", "http://evil.example/v1/bookmarks", "HOST"),
        ("OPTIONS", "http://evil.example", "HOST"),
        ("CONNECT", "evil.example:443", "HOST"),
        ("CONNECT", "evil.example:443", "evil.example:443"),
        ("CONNECT", "localhost:1", "HOST"),
    ])
    func `a target that names a stranger's host is refused, as a foreign Host is`(
        method: String, target: String, host: String
    ) async throws {
        let heard = try await heard(method, target, host: host)

        #expect(heard.status == 403)
        let problem = try heard.read(ProblemJSON.self)
        #expect(problem.code == "wrong_origin")
        #expect(problem.detail.contains("another host"))
        #expect(problem.fix?.contains("http://127.0.0.1:") == true)
    }

    @Test(arguments: [
        ("GET", "http://HOST/v1/tags", 200), ("GET", "HTTP://HOST/v1/tags?limit=50", 200),
        ("GET", "http://HOST", 200), ("GET", "http://HOST?x=/v1/tags", 200),
        ("GET", "//evil.example/v1/tags", 404), ("GET", "*", 404), ("OPTIONS", "*", 404),
        ("CONNECT", "HOST", 404),
    ])
    func `a target that names this door, or no host, is answered as what is behind it`(
        method: String, target: String, status: Int
    ) async throws {
        let heard = try await heard(method, target, host: "HOST")

        #expect(heard.status == status)
        if status == 404 { #expect(try heard.read(ProblemJSON.self).code == "not_found") }
    }

    @Test func `on the socket, where nobody else comes, the host is all the same`() async throws {
        try await withDoor { _, socket, _ in
            let heard = try await ask(socket, "GET", "http://evil.example/v1/tags")

            #expect(heard.status == 200)
        }
    }

    @Test(arguments: ["evil.example:80", "evil.example", "http:/v1/tags", "http:", "v1/tags"])
    func `an invalid target is a bad request`(target: String) async throws {
        let heard = try await heard("GET", target, host: "HOST")

        #expect([400, 403].contains(heard.status))
    }

    @Test(arguments: ["*", "http://HOST/v1/tags", "HOST"])
    func `nor does any form of target spare the token`(target: String) async throws {
        try await withDoor { port, _, _ in
            let host = "127.0.0.1:\(port)"
            let heard = try await ask(
                port, target == "HOST" ? "CONNECT" : "OPTIONS",
                target.replacing("HOST", with: host), headers: ["Host: \(host)"])

            #expect(heard.status == 401)
        }
    }

    @Test func `without a host, or with two, a request is refused`() async throws {
        try await withDoor { port, _, _ in
            for hosts in ["", "Host: 127.0.0.1:\(port)\r\nHost: evil.example\r\n"] {
                let heard = try await Line.with(port) { line in
                    try await line.send(
                        "GET /v1/tags HTTP/1.1\r\n\(hosts)\(Self.bearer)\r\n"
                            + "Connection: close\r\n\r\n")
                    return Heard(try await line.read())
                }

                #expect((400...403).contains(heard.status))
            }
        }
    }

    @Test(arguments: [
        "Origin: http://evil.example", "Origin: null", "Origin: http://127.0.0.1",
        "Origin: https://127.0.0.1:PORT", "Origin: http://localhost:PORT",
        "Origin: http://127.0.0.1:PORT.evil.example", "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: same-site",
    ])
    func `a page from elsewhere gets nothing, though it had the token`(
        header: String
    ) async throws {
        try await withDoor { port, _, _ in
            let header = header.replacing("PORT", with: port)
            let heard = try await ask(
                port, "GET", "/v1/tags",
                headers: ["Host: 127.0.0.1:\(port)", Self.bearer, header])
            let preflight = try await ask(
                port, "OPTIONS", "/v1/tags", headers: ["Host: 127.0.0.1:\(port)", header])

            #expect(heard.status == 403)
            let fix = try heard.read(ProblemJSON.self).fix
            #expect(fix?.contains("http://127.0.0.1:\(port)") == true)
            #expect(preflight.status == 403)
            #expect(preflight.header("access-control-allow-origin") == nil)
        }
    }

    @Test func `a page of this very door may ask`() async throws {
        try await withDoor { port, _, _ in
            let heard = try await ask(
                port, "GET", "/v1/tags",
                headers: [
                    "Host: 127.0.0.1:\(port)", Self.bearer, "Origin: http://127.0.0.1:\(port)",
                    "Sec-Fetch-Site: same-origin",
                ])

            #expect(heard.status == 200)
        }
    }

    @Test
    func `a head and a body beyond their limits are refused, and half a head holds nobody up`()
        async throws
    {
        try await withDoor { port, _, _ in
            let host = "Host: 127.0.0.1:\(port)"
            let long = try await ask(
                port, "GET", "/v1/tags",
                headers: [host, Self.bearer, "X-Long: " + String(repeating: "x", count: 33 * 1024)])
            let large = try await ask(
                port, "POST", "/v1/bookmarks", body: String(repeating: " ", count: 1 << 20 + 1),
                headers: [host, Self.bearer, "Content-Type: application/json"])
            try await Line.with(port) { line in
                try await line.send("GET /v1/tags HTTP/1.1\r\nHost")

                #expect(
                    try await ask(port, "GET", "/v1/tags", headers: [host, Self.bearer]).status
                        == 200)
            }

            #expect(long.status != 200)
            #expect(large.status == 413)
        }
    }

    @Test func `the door is moved and closed while the node runs, and status tells where it is`()
        async throws
    {
        try await withDoor { port, socket, gateway in
            let host = "Host: 127.0.0.1:\(port)"
            // Requested through the very listener that closes.
            let moved = try await ask(
                port, "PATCH", "/v1/settings", body: #"{"web":"[::1]:0"}"#,
                headers: [host, Self.bearer, "Content-Type: application/json"])
            let there = await gateway.webAddress
            let closed = try await ask(socket, "PATCH", "/v1/settings", body: #"{"web":"off"}"#)
            let wrong = try await ask(
                socket, "PATCH", "/v1/settings", body: #"{"web":"0.0.0.0:80"}"#)

            #expect(moved.status == 200)
            #expect(try moved.read(DoneJSON.self).summary.contains("on [::1]:"))
            #expect(there?.host == .ipv6)
            #expect(closed.status == 200)
            #expect(await gateway.webAddress == nil)
            #expect(wrong.status == 422)
            #expect(try wrong.read(ProblemJSON.self).fix?.contains("127.0.0.1:7434") == true)
            await #expect(throws: (any Error).self) {
                try await ask(port, "GET", "/v1/tags", headers: [host, Self.bearer])
            }
        }
    }

    @Test func `an address that the node refuses does not move the listener`() async throws {
        try await withDoor { port, socket, gateway in
            // The node of this test knows no such command.
            let heard = try await ask(
                socket, "PATCH", "/v1/settings", body: #"{"web":"127.0.0.1:1"}"#)

            #expect(heard.status == 404)
            #expect(await gateway.webAddress?.text == "127.0.0.1:\(port)")
        }
    }

    @Test func `many who move it at once leave one door`() async throws {
        try await withDoor { port, socket, gateway in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<16 {
                    let place = number.isMultiple(of: 2) ? "127.0.0.1:0" : "[::1]:0"
                    group.addTask {
                        try await ask(
                            socket, "PATCH", "/v1/settings", body: #"{"web":"\#(place)"}"#
                        ).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let closed = try await ask(socket, "PATCH", "/v1/settings", body: #"{"web":"off"}"#)

            #expect(statuses == Array(repeating: 200, count: 16))
            #expect(closed.status == 200)
            #expect(await gateway.webAddress == nil)
            await #expect(throws: (any Error).self) {
                try await ask(
                    port, "GET", "/v1/tags", headers: ["Host: 127.0.0.1:\(port)", Self.bearer])
            }
        }
    }

    @Test func `a port that another program has is refused, and the door stays where it was`()
        async throws
    {
        let other = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        let taken = try #require(other.localAddress?.port.flatMap { UInt16(exactly: $0) })
        let set = Request.command(.setWeb(LoopbackAddress(.ipv4, port: taken)))
        try await withDoor(to: .knowing(Self.answers + [(set, Self.done)])) {
            port, socket, gateway in
            let heard = try await ask(
                socket, "PATCH", "/v1/settings", body: #"{"web":"127.0.0.1:\#(taken)"}"#)

            #expect(heard.status == 409)
            #expect(try heard.read(ProblemJSON.self).detail.contains("another program"))
            #expect(await gateway.webAddress?.text == "127.0.0.1:\(port)")
        }
        try await other.close()
    }

    @Test func `a door that cannot be opened at the start keeps nobody from the socket`()
        async throws
    {
        let other = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        let taken = try #require(other.localAddress?.port.flatMap { UInt16(exactly: $0) })
        let settings = Settings(
            defaultAudience: .private, problem: nil, web: LoopbackAddress(.ipv4, port: taken))
        let status = Status(
            name: "ana", uptimeMilliseconds: 1, ownLinks: 0, seenLinks: 0, tags: 0, groups: 0,
            friends: 0, connectedFriends: 0, deltas: 0, listeningOn: nil, unindexed: 0,
            readOnlyReason: nil, peers: [])
        let door = NodeDoor.knowing([
            (.query(.settings()), .settings(settings)), (.query(.status()), .status(status)),
        ])
        try await Folder.with { folder in
            let path = folder("s")
            try await withGateway(door, at: path) { gateway in
                let heard = try await ask(path, "GET", "/v1/status").read(StatusJSON.self)

                #expect(await gateway.webAddress == nil)
                #expect(heard.web == nil)
                #expect(heard.webProblem?.contains("another program is using that port") == true)
            }
        }
        try await other.close()
    }
}
