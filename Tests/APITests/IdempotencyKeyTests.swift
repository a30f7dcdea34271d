import API
import Testing

/// Tests the header by which a repeated request is recognised.
@Suite struct IdempotencyKeyTests {
    private func route(_ endpoint: OperationID) throws -> Route {
        try #require(Routes.route(endpoint))
    }

    @Test(arguments: [
        ("\"8e03978e-40d5-43dd-bc93\"", "8e03978e-40d5-43dd-bc93"),
        ("8e03978e-40d5-43dd-bc93", "8e03978e-40d5-43dd-bc93"), ("\"a b\"", "a b"),
        ("a b", "a b"), ("\" \"", " "), ("\"a\\\"b\\\\c\"", "a\"b\\c"), ("a\"b", "a\"b"),
    ])
    func `a key is what stands in quotes, or the whole without any`(
        line: String, key: String
    ) throws {
        #expect(try route(.addBookmark).key([line]) == key)
    }

    @Test func `no line is no key`() throws {
        #expect(try route(.addBookmark).key([]) == nil)
    }

    @Test(arguments: [1, 254, 255])
    func `a key may have 255 bytes`(count: Int) throws {
        let key = String(repeating: "k", count: count)

        #expect(try route(.addBookmark).key([key]) == key)
        #expect(try route(.addBookmark).key(["\"\(key)\""]) == key)
    }

    @Test(arguments: [
        "", "\"\"", "\"", "\"a", "\"a\"b", "\"a\" ", "\"a\\\"", "\"a\\b\"", "a\tb", "\"a\tb\"",
        "\u{7F}", "ä", "\"ä\"", String(repeating: "k", count: 256),
        "\"" + String(repeating: "k", count: 256) + "\"",
    ])
    func `an invalid key is refused, with a fix`(line: String) throws {
        let route = try route(.addBookmark)

        let problem = #expect(throws: ProblemJSON.self) { try route.key([line]) }

        #expect(problem?.status == 400 && problem?.code == "bad_request")
        #expect(problem?.detail.hasSuffix("nothing was done") == true)
        #expect(problem?.fix?.contains("Idempotency-Key: \"") == true)
    }

    @Test func `a request has one key`() throws {
        let route = try route(.addBookmark)

        #expect(throws: ProblemJSON.self) { try route.key(["a", "a"]) }
    }

    @Test func `a request that may be repeated needs no key`() throws {
        for route in Routes.all where [.get, .put, .delete].contains(route.method) {
            #expect(try route.key(["a"]) == nil)
        }
        #expect(try route(.saveFromForm).key(["a"]) == nil)
    }

    @Test func `a change that is not bound to its key is refused`() throws {
        let others: [OperationID] = [
            .connect, .sync, .newCode, .joinByCode, .backup, .newBundle, .applyBundle, .putBlob,
            .savePage, .importFile, .newBrowserCode, .openBrowserSession, .newBrowserTicket,
        ]
        for route in Routes.all where route.path.hasPrefix("/v1/") {
            guard route.method == .post || route.method == .patch else { continue }
            if route.method == .patch || others.contains(route.endpoint) {
                let problem = #expect(throws: ProblemJSON.self) { try route.key(["a"]) }
                #expect(problem?.code == "bad_request")
                #expect(!route.parameters.contains { $0.name == "Idempotency-Key" })
            } else {
                #expect(try route.key(["a"]) == "a")
                #expect(route.parameters.contains { $0.name == "Idempotency-Key" })
                #expect(route.codes.contains(.keyReused))
            }
        }
    }
}
