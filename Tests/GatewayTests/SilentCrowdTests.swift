import API
import Domain
import Gateway
import Testing

/// Tests that unproven connections take no places from clients that prove themselves.
@Suite(.serialized) struct SilentCrowdTests {
    /// A listener, and how a place is earned there.
    enum Way: String, CaseIterable {
        case socket, loopback
    }

    /// The bytes that each of a crowd sends before it falls silent.
    enum Words: String, CaseIterable {
        case nothing
        case halfAHead
        case halfABody
        /// On the socket a whole request is proof enough, so this is sent over loopback only.
        case wrongToken

        func text(_ port: String) -> String {
            let host = "Host: 127.0.0.1:\(port)\r\n"
            return switch self {
            case .nothing: ""
            case .halfAHead: "GET /v1/health HTTP/1.1\r\n\(host)Auth"
            case .halfABody:
                "POST /v1/bookmarks HTTP/1.1\r\n\(host)Content-Type: application/json\r\n"
                    + "Content-Length: 99\r\n\r\n{"
            case .wrongToken:
                "GET /v1/health HTTP/1.1\r\n\(host)Authorization: Bearer wrong\r\n\r\n"
            }
        }
    }

    /// Before any of the crowd is disconnected for silence.
    private static let atOnce = Duration.seconds(9)
    private static let settings = Settings(
        defaultAudience: .private, problem: nil, web: LoopbackAddress(.ipv4, port: 0))

    private static func rawRequest(_ port: String, _ token: String = "everything") -> String {
        "GET /v1/health HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
            + "Authorization: Bearer \(token)\r\n\r\n"
    }

    /// Runs a gateway with both listeners: `place` is the one to use.
    private func withGate(
        _ way: Way, _ use: @Sendable (_ place: String, _ port: String) async throws -> Void
    ) async throws {
        try await Folder.with { folder in
            let path = folder("s")
            let door = NodeDoor.knowing([(.query(.settings()), .settings(Self.settings))])
            try await withGateway(door, at: path) { gateway in
                let port = String(try #require(await gateway.webAddress).port)
                try await use(way == .socket ? path : port, port)
            }
        }
    }

    /// Runs `use` while this many clients are connected and have sent `words`.
    private func crowd<Value>(
        _ count: Int, _ place: String, saying words: String, lines: [Line] = [],
        _ use: ([Line]) async throws -> Value
    ) async throws -> Value {
        guard count > 0 else { return try await use(lines) }
        return try await Line.with(place) { line in
            // The connection may have been evicted already.
            if !words.isEmpty { try? await line.send(words) }
            return try await crowd(count - 1, place, saying: words, lines: lines + [line], use)
        }
    }

    private func ownerIsAnswered(_ place: String, _ port: String) async throws {
        let start = ContinuousClock.now
        let heard = try await ask(
            place, "GET", "/v1/health",
            headers: ["Host: 127.0.0.1:\(port)", "Authorization: Bearer everything"])

        #expect(heard.status == 200)
        #expect(ContinuousClock.now - start < Self.atOnce)
    }

    private static let crowds = Way.allCases.flatMap { way in
        Words.allCases.flatMap { words in [40, 400].map { (way, words, $0) } }
    }.filter { $0.0 == .loopback || $0.1 != .wrongToken }

    @Test(arguments: crowds)
    func `a client is answered at once beside a crowd of silent connections`(
        way: Way, words: Words, count: Int
    ) async throws {
        try await withGate(way) { place, port in
            try await crowd(count, place, saying: words.text(port)) { _ in
                for _ in 0..<3 { try await ownerIsAnswered(place, port) }
            }
        }
    }

    @Test(arguments: Way.allCases, [40, 400])
    func `nor does a crowd stand in the way that says a byte now and then`(
        way: Way, count: Int
    ) async throws {
        try await withGate(way) { place, port in
            try await crowd(count, place, saying: Words.halfAHead.text(port)) { lines in
                for _ in 0..<5 {
                    for line in lines { try? await line.send("x") }
                    try await ownerIsAnswered(place, port)
                }
            }
        }
    }

    @Test(arguments: [40, 400])
    func `nor do those that ask and ask with a wrong token`(count: Int) async throws {
        try await withGate(.loopback) { place, port in
            try await withThrowingTaskGroup(of: Void.self) { group in
                let (refused, tell) = AsyncStream<Int>.makeStream()
                for _ in 0..<count {
                    group.addTask {
                        while !Task.isCancelled {
                            // Over one connection until it is evicted, then over the next one.
                            try? await Line.with(place) { line in
                                while !Task.isCancelled {
                                    try await line.send(Self.rawRequest(port, "wrong"))
                                    let heard = try await line.read { $0.contains("\r\n\r\n{") }
                                    guard !heard.isEmpty else { return }
                                    tell.yield(Heard(heard).status)
                                }
                            }
                        }
                    }
                }
                var statuses = refused.makeAsyncIterator()
                for _ in 0..<64 { #expect(await statuses.next() == 401) }

                for _ in 0..<3 { try await ownerIsAnswered(place, port) }

                group.cancelAll()
            }
        }
    }

    @Test(arguments: [(31, true), (32, true), (33, false)])
    func `32 that have shown nothing wait, and the oldest gives way to the 33rd`(
        count: Int, isThere: Bool
    ) async throws {
        try await withGate(.loopback) { place, port in
            try await finds(isThere ? 401 : 0) {
                try await Line.with(place) { first in
                    try await crowd(count - 1, place, saying: "") { others in
                        // A response shows that this one, and all before it, were accepted.
                        let last = try #require(others.last)
                        try? await last.send(Self.rawRequest(port, "wrong"))
                        _ = try? await last.read { $0.contains("}") }
                        return await Self.answer(to: Self.rawRequest(port, "wrong"), over: first)
                    }
                }
            }
        }
    }

    @Test(arguments: Way.allCases)
    func `an authorized client keeps its slot, however many arrive`(way: Way) async throws {
        try await withGate(way) { place, port in
            try await Line.with(place) { line in
                for _ in 0..<3 {
                    try await line.send(Self.rawRequest(port))
                    #expect(Heard(try await line.read { $0.contains("ok") }).status == 200)

                    try await crowd(100, place, saying: Words.halfABody.text(port)) { _ in
                        try await ownerIsAnswered(place, port)
                    }
                }
            }
        }
    }

    @Test(arguments: [(30, 200), (31, 200), (32, 503)])
    func `over loopback too 32 are served, and the 33rd is told`(
        others: Int, status: Int
    ) async throws {
        try await withGate(.loopback) { place, port in
            try await finds(status) {
                try await crowd(others, place, saying: Self.rawRequest(port)) { lines in
                    for line in lines { _ = try await line.read { $0.contains("ok") } }
                    return try await Line.with(place) {
                        await Self.answer(to: Self.rawRequest(port), over: $0)
                    }
                }
            }
        }
    }

    @Test(arguments: [(31, true), (32, false)])
    func `on the socket the oldest whose body is still to come gives way, if there is no place`(
        count: Int, isThere: Bool
    ) async throws {
        try await withGate(.socket) { place, port in
            try await finds(isThere ? 400 : 0) {
                try await crowd(count, place, saying: Words.halfABody.text(port)) { lines in
                    try await ownerIsAnswered(place, port)

                    // The missing part of the body: blanks, which are no JSON.
                    let rest = String(repeating: " ", count: 98)
                    return await Self.answer(to: rest, over: lines[0])
                }
            }
        }
    }

    /// Returns the status of the response; 0 if the connection was evicted.
    private static func answer(to text: String, over line: Line) async -> Int {
        try? await line.send(text)
        return Heard((try? await line.read { $0.contains("}") }) ?? "").status
    }

    /// Expects `act` to find this status. On a machine busy with other tests, the first of a crowd may be disconnected
    /// for silence before the last one arrives: then the crowd is gathered again.
    private func finds(_ wanted: Int, _ act: () async throws -> Int) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        var status = try await act()
        while status != wanted, ContinuousClock.now < deadline { status = try await act() }

        #expect(status == wanted)
    }
}
