import API
import Domain
import Gateway
import NIOConcurrencyHelpers
import Testing

/// Tests the way into the page: the shell, codes, sessions, file tokens and tickets.
@Suite struct BrowserSessionTests {
    /// The sessions that the profile keeps.
    private final class Kept: Sendable {
        private let file = NIOLockedValueBox<[UInt8]?>(nil)
        private let secret = NIOLockedValueBox("everything")

        var bytes: [UInt8]? {
            get { file.withLockedValue { $0 } }
            set { file.withLockedValue { $0 = newValue } }
        }
        var token: String {
            get { secret.withLockedValue { $0 } }
            set { secret.withLockedValue { $0 = newValue } }
        }

        var keys: WebKeys {
            WebKeys(
                prepare: { nil },
                opens: { scope, token in
                    scope == .everything ? token == self.token : token == scope.rawValue
                },
                token: { $0 == .everything ? self.token : $0.rawValue },
                sessions: { self.bytes },
                keepSessions: { bytes in
                    self.bytes = bytes
                    return nil
                })
        }
    }

    /// The gateway's doors.
    private struct Doors {
        let port: String
        let socket: String

        func loopback(
            _ method: String, _ target: String, token: String? = nil, body: String? = nil,
            headers: [String] = []
        ) async throws -> Heard {
            let bearer = token.map { ["Authorization: Bearer \($0)"] } ?? []
            let type = body == nil ? [] : ["Content-Type: application/json"]
            return try await ask(
                port, method, target, body: body,
                headers: ["Host: 127.0.0.1:\(port)"] + bearer + type + headers)
        }

        func code(typed: Bool = false) async throws -> BrowserCodeJSON {
            try await ask(
                socket, "POST", "/v1/web/codes", body: "{\"typed\":\(typed)}",
                headers: ["Content-Type: application/json"]
            ).read(BrowserCodeJSON.self)
        }

        func open(_ code: String) async throws -> Heard {
            try await loopback("POST", "/v1/web/sessions", body: "{\"code\":\"\(code)\"}")
        }

        func session() async throws -> SessionTokensJSON {
            try await open(code().code).read(SessionTokensJSON.self)
        }
    }

    private func withDoors<Value: Sendable>(
        _ kept: Kept = Kept(), _ use: @escaping @Sendable (Doors) async throws -> Value
    ) async throws -> Value {
        let settings = Settings(
            defaultAudience: .private, problem: nil, web: LoopbackAddress(.ipv4, port: 0))
        let door = NodeDoor(
            ask: { request in
                switch request {
                case .query(.settings): return .settings(settings)
                case .query(.tags): return .tags([])
                default: return .rejected(Problem(.notFound, "there is no such thing"))
                }
            },
            notices: { _ in .none }, backup: { _ in .rejected(Problem(.notFound, "")) },
            keys: kept.keys)
        return try await Folder.with { folder in
            let path = folder("s")
            return try await withGateway(door, at: path) { gateway in
                let address = try #require(await gateway.webAddress)
                return try await use(Doors(port: String(address.port), socket: path))
            }
        }
    }

    // MARK: The shell

    @Test(arguments: ["/", "/links?q=%23crdt", "/thing/06H192", "/people/bob", "/settings/files"])
    func `every address of the page is answered with the shell, and needs no token`(
        target: String
    ) async throws {
        try await withDoors { doors in
            let heard = try await doors.loopback("GET", target)

            #expect(heard.status == 200)
            #expect(heard.header("content-type") == "text/html; charset=utf-8")
            let policy = try #require(heard.header("content-security-policy"))
            #expect(policy.contains("script-src 'self'"))
            #expect(policy.contains("require-trusted-types-for 'script'"))
            #expect(!policy.contains("unsafe"))
            #expect(heard.header("x-frame-options") == "DENY")
            #expect(!heard.body.contains("{root}"))
        }
    }

    @Test func `a shell that a browser has already keeps its policy`() async throws {
        try await withDoors { doors in
            let first = try await doors.loopback("GET", "/")
            let tag = try #require(first.header("etag"))

            let again = try await doors.loopback("GET", "/", headers: ["If-None-Match: \(tag)"])

            #expect(again.status == 304)
            let policy = again.header("content-security-policy")
            #expect(policy == first.header("content-security-policy"))
        }
    }

    @Test func `files of the page are kept for ever under their version, and under no other`()
        async throws
    {
        try await withDoors { doors in
            let shell = try await doors.loopback("GET", "/").body
            let range = try #require(shell.firstRange(of: /\/page\/[a-z0-9]+\/main\.js/))
            let path = String(shell[range])

            let file = try await doors.loopback("GET", path)
            let other = try await doors.loopback("GET", "/page/0000000000000000/main.js")
            let outside = try await doors.loopback("GET", path.replacing("main.js", with: "../x"))

            #expect(file.status == 200)
            #expect(file.header("content-type") == "text/javascript; charset=utf-8")
            #expect(file.header("cache-control")?.contains("immutable") == true)
            #expect(other.status == 404)
            #expect(outside.status == 404)
        }
    }

    @Test(arguments: [
        (
            ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"],
            200
        ),
        (
            ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"],
            403
        ),
        (["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: script"], 403),
        (["Sec-Fetch-Site: same-site", "Sec-Fetch-Mode: cors", "Sec-Fetch-Dest: empty"], 403),
        (["Origin: http://evil.example"], 403),
    ])
    func `a link from anywhere may lead to the page, and nothing else of another site gets it`(
        headers: [String], status: Int
    ) async throws {
        try await withDoors { doors in
            let heard = try await doors.loopback("GET", "/links", headers: headers)

            #expect(heard.status == status)
        }
    }

    // MARK: Codes and sessions

    @Test func `a code opens one session, once`() async throws {
        try await withDoors { doors in
            let code = try await doors.code()
            #expect(code.code.count == 52)
            #expect(code.url == "http://127.0.0.1:\(doors.port)/#k=\(code.code)")

            let opened = try await doors.open(code.code)
            let again = try await doors.open(code.code)

            #expect(opened.status == 201)
            #expect(opened.header("cache-control") == "no-store")
            #expect(again.status == 422)
            #expect(try again.read(ProblemJSON.self).code == "invalid_ticket")
            let token = try opened.read(SessionTokensJSON.self).token
            #expect(try await doors.loopback("GET", "/v1/tags", token: token).status == 200)
            #expect(try await doors.loopback("GET", "/v1/tags", token: "x" + token).status == 401)
        }
    }

    @Test func `codes are made on the socket alone, whatever token is shown`() async throws {
        try await withDoors { doors in
            let session = try await doors.session().token
            for token in ["everything", session] {
                let heard = try await doors.loopback(
                    "POST", "/v1/web/codes", token: token, body: "{}")

                #expect(heard.status == 403)
            }
        }
    }

    @Test func `five wrong codes end those to type, and no others`() async throws {
        try await withDoors { doors in
            let typed = try await doors.code(typed: true).code
            let long = try await doors.code().code
            #expect(typed.count == 6)
            for _ in 1...5 { #expect(try await doors.open("zzzzzz1").status == 422) }

            #expect(try await doors.open(typed).status == 422)
            #expect(try await doors.open(long).status == 201)
        }
    }

    @Test func `four wrong codes leave one to type, in any case of its letters`() async throws {
        try await withDoors { doors in
            let typed = try await doors.code(typed: true).code
            for _ in 1...4 { #expect(try await doors.open("zzzzzz1").status == 422) }

            #expect(try await doors.open(typed.uppercased()).status == 201)
        }
    }

    @Test func `a session that is ended opens nothing, and the others go on`() async throws {
        try await withDoors { doors in
            let one = try await doors.session()
            let other = try await doors.session()
            let listed = try await doors.loopback("GET", "/v1/web/sessions", token: other.token)
                .read(PageJSON<SessionJSON>.self)
            #expect(listed.items.map(\.number) == [other.number, one.number])
            #expect(listed.items.map(\.isThis) == [true, false])

            let ended = try await doors.loopback(
                "DELETE", "/v1/web/sessions/\(one.number)", token: other.token)

            #expect(ended.status == 200)
            #expect(try await doors.loopback("GET", "/v1/tags", token: one.token).status == 401)
            #expect(try await doors.loopback("GET", "/v1/tags", token: other.token).status == 200)
            let gone = try await doors.loopback(
                "DELETE", "/v1/web/sessions/\(one.number)", token: other.token)
            #expect(gone.status == 404)
        }
    }

    @Test func `sessions outlive the node, and end with the web token that they stand under`()
        async throws
    {
        let kept = Kept()
        let token = try await withDoors(kept) { try await $0.session().token }
        let file = String(decoding: try #require(kept.bytes), as: UTF8.self)
        #expect(!file.contains(token))

        let later = try await withDoors(kept) {
            try await $0.loopback("GET", "/v1/tags", token: token).status
        }
        kept.token = "renewed"
        let renewed = try await withDoors(kept) {
            try await $0.loopback("GET", "/v1/tags", token: token).status
        }

        #expect(later == 200)
        #expect(renewed == 401)
    }

    @Test(arguments: ["", "{", "{\"sessions\":[{}]}", "[]", "null", "\u{0}"])
    func `a damaged file of sessions lets nobody in, and new ones are kept`(text: String)
        async throws
    {
        let kept = Kept()
        kept.bytes = Array(text.utf8)
        let status = try await withDoors(kept) { doors in
            let token = try await doors.session().token
            return try await doors.loopback("GET", "/v1/tags", token: token).status
        }

        #expect(status == 200)
    }

    // MARK: Files and tickets

    @Test func `the token for files opens files in the address, and nothing else`() async throws {
        try await withDoors { doors in
            let session = try await doors.session()
            let file = "/v1/blobs/\(String(repeating: "0", count: 52))"

            let read = try await doors.loopback("GET", file + "?token=\(session.filesToken)")
            let state = try await doors.loopback("GET", file + "/state?token=\(session.filesToken)")
            let tags = try await doors.loopback("GET", "/v1/tags?token=\(session.filesToken)")
            let header = try await doors.loopback("GET", "/v1/tags", token: session.filesToken)
            let whole = try await doors.loopback("GET", file + "?token=\(session.token)")

            // Let in; there is no such file.
            #expect(read.status == 404)
            for refused in [state, tags, header, whole] { #expect(refused.status == 401) }
        }
    }

    @Test func `a ticket opens the address that it was made for, and no other`() async throws {
        try await withDoors { doors in
            let token = try await doors.session().token
            let made = try await doors.loopback(
                "POST", "/v1/web/tickets", token: token, body: "{\"target\":\"/v1/tags?limit=5\"}")
            let url = try made.read(TicketJSON.self).url
            let ticket = try #require(url.split(separator: "ticket=").last)

            #expect(try await doors.loopback("GET", url).status == 200)
            for other in [
                "/v1/tags?ticket=\(ticket)", "/v1/tags?limit=6&ticket=\(ticket)",
                "/v1/friends?limit=5&ticket=\(ticket)", "/v1/tags?limit=5&ticket=x\(ticket)",
            ] {
                #expect(try await doors.loopback("GET", other).status == 401)
            }
            #expect(try await doors.loopback("POST", url).status == 401)
        }
    }

    @Test(arguments: [
        "/v1/web/sessions", "/v1/events", "/links", "http://evil.example/", "/v1/x y",
    ])
    func `no ticket is made for what it must not open`(target: String) async throws {
        try await withDoors { doors in
            let token = try await doors.session().token
            let made = try await doors.loopback(
                "POST", "/v1/web/tickets", token: token, body: "{\"target\":\"\(target)\"}")

            #expect(made.status == 422)
        }
    }
}
