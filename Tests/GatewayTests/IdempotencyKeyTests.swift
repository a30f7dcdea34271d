import API
import Domain
import Gateway
import Primitives
import Testing

/// Tests that a request with an `Idempotency-Key` is carried out once.
@Suite struct IdempotencyKeyTests {
    /// A node that stores idempotency keys in memory, counts what it does, and can be held in the middle of it.
    private actor Desk {
        private var keys: [String: (request: [UInt8], answer: StoredAnswer?)] = [:]
        private(set) var deeds = 0
        private let summary: String
        private let problem: Problem?
        private var isHolding = false
        private var held: [CheckedContinuation<Void, Never>] = []
        private var visitors: [CheckedContinuation<Void, Never>] = []

        init(summary: String = "done", problem: Problem? = nil, isHolding: Bool = false) {
            self.summary = summary
            self.problem = problem
            self.isHolding = isHolding
        }

        func answer(_ request: Request) async -> Answer {
            switch request {
            case .query(.settings): return .rejected(Problem(.notFound, "it has none"))
            case .query(.use(let key, _)):
                guard let known = keys[key.text] else { return .keyUse(.unused) }
                return .keyUse(known.request == key.request ? .done(known.answer) : .otherwise)
            case .command(.once(let command, let key)):
                let answer = await perform(command)
                if answer.reportsChange { keys[key.text] = (key.request, nil) }
                return answer
            case .command(.keepAnswer(let kept, let key, _)):
                if keys[key] != nil { keys[key]?.answer = kept }
                return .done(DoneReport(count: 1, act: nil, summary: "kept"))
            case .command(let command): return await perform(command)
            case .query: return .rejected(Problem(.notFound, "there is no such thing"))
            }
        }

        private func perform(_ command: Command) async -> Answer {
            if isHolding {
                for visitor in visitors { visitor.resume() }
                visitors = []
                await withCheckedContinuation { held.append($0) }
            }
            if let problem { return .rejected(problem) }
            if case .mergeTags(_, into: "", _) = command {
                return .rejected(Problem(.invalidValue, "a tag needs a name"))
            }
            deeds += 1
            return .done(DoneReport(count: deeds, act: deeds, summary: summary))
        }

        /// Returns when a request has arrived and is held.
        func waitUntilAsked() async {
            guard held.isEmpty else { return }
            await withCheckedContinuation { visitors.append($0) }
        }

        func release() {
            isHolding = false
            for one in held { one.resume() }
            held = []
        }
    }

    private func with<Value: Sendable>(
        _ desk: Desk, _ use: @escaping @Sendable (String) async throws -> Value
    ) async throws -> Value {
        let door = NodeDoor(
            ask: { await desk.answer($0) }, notices: { _ in .none },
            backup: { _ in .rejected(Problem(.notFound, "")) }, keys: .spelled)
        return try await Folder.with { folder in
            let path = folder("s")
            return try await withGateway(door, at: path) { try await use(path) }
        }
    }

    private static let merge = #"{"from":["a"],"into":"b"}"#

    /// Merges tags under a key, as it is written in the header.
    private static func merge(
        _ path: String, key: String?, _ body: String = merge, at target: String = "/v1/tags:merge"
    ) async throws -> Heard {
        let keys = key.map { ["Idempotency-Key: \($0)"] } ?? []
        return try await ask(
            path, "POST", target, body: body,
            headers: ["Content-Type: application/json"] + keys)
    }

    @Test func `the second time it is answered as the first time, and nothing is done`()
        async throws
    {
        let desk = Desk()
        let (first, again, bare) = try await with(desk) { path in
            (
                try await Self.merge(path, key: "\"k-1\""),
                try await Self.merge(path, key: "\"k-1\""), try await Self.merge(path, key: "k-1")
            )
        }

        #expect(await desk.deeds == 1)
        #expect(first.status == 200)
        #expect(try first.read(DoneJSON.self).count == 1)
        #expect(first.header("idempotent-replayed") == nil)
        for heard in [again, bare] {
            #expect(heard.status == 200)
            #expect(heard.body == first.body)
            #expect(heard.header("content-type") == "application/json")
            #expect(heard.header("content-length") == first.header("content-length"))
            #expect(heard.header("idempotent-replayed") == "true")
        }
    }

    @Test func `without a key, and under another one, it is done again`() async throws {
        let desk = Desk()
        try await with(desk) { path in
            for key in [nil, nil, "a", "b"] { _ = try await Self.merge(path, key: key) }
        }

        #expect(await desk.deeds == 4)
    }

    @Test func `a key of another request is refused, and nothing is done`() async throws {
        let desk = Desk()
        let (body, target) = try await with(desk) { path in
            _ = try await Self.merge(path, key: "k")
            return (
                try await Self.merge(path, key: "k", #"{"from":["a"],"into":"c"}"#),
                try await Self.merge(path, key: "k", #"{"to":"b"}"#, at: "/v1/tags/a:rename")
            )
        }

        #expect(await desk.deeds == 1)
        for heard in [body, target] {
            #expect(heard.status == 422)
            let problem = try heard.read(ProblemJSON.self)
            #expect(problem.code == "key_reused")
            #expect(problem.fix?.isEmpty == false)
        }
    }

    @Test func `while it is being done it is not done again`() async throws {
        let desk = Desk(isHolding: true)
        let (first, meanwhile, after) = try await with(desk) { path in
            async let first = Self.merge(path, key: "k")
            await desk.waitUntilAsked()
            let meanwhile = try await Self.merge(path, key: "k")
            await desk.release()
            return (try await first, meanwhile, try await Self.merge(path, key: "k"))
        }

        #expect(await desk.deeds == 1)
        #expect(first.status == 200)
        #expect(meanwhile.status == 409)
        #expect(try meanwhile.read(ProblemJSON.self).code == "key_in_use")
        #expect(after.status == 200 && after.body == first.body)
    }

    @Test func `a refusal that did nothing leaves the key free`() async throws {
        let desk = Desk()
        let (refused, again, other) = try await with(desk) { path in
            (
                try await Self.merge(path, key: "k", #"{"from":["a"],"into":""}"#),
                try await Self.merge(path, key: "k", #"{"from":["a"],"into":""}"#),
                try await Self.merge(path, key: "k")
            )
        }

        #expect(refused.status == 422 && again.status == 422)
        #expect(again.header("idempotent-replayed") == nil)
        #expect(other.status == 200)
        #expect(await desk.deeds == 1)
    }

    @Test func `a command that the node cannot do now is retried`() async throws {
        let desk = Desk(problem: Problem(.readOnly, "the disk is full"))
        let (first, again) = try await with(desk) { path in
            (try await Self.merge(path, key: "k"), try await Self.merge(path, key: "k"))
        }

        #expect(first.status == 503 && again.status == 503)
        #expect(again.header("idempotent-replayed") == nil)
    }

    @Test(arguments: [(0, true), (StoredAnswer.bodyBytesMax, false)])
    func `an answer that is too long is not kept, and nothing is done twice`(
        bytes: Int, isKept: Bool
    ) async throws {
        let desk = Desk(summary: String(repeating: "x", count: bytes))
        let (first, again) = try await with(desk) { path in
            (try await Self.merge(path, key: "k"), try await Self.merge(path, key: "k"))
        }

        #expect(await desk.deeds == 1)
        #expect(first.status == 200)
        #expect(again.status == (isKept ? 200 : 409))
        guard !isKept else { return }
        let problem = try again.read(ProblemJSON.self)
        #expect(problem.code == "answer_not_kept")
        #expect(problem.fix?.isEmpty == false)
    }

    @Test func `a dry run uses up no key`() async throws {
        let desk = Desk()
        let (dry, real) = try await with(desk) { path in
            (
                try await Self.merge(path, key: "k", at: "/v1/tags:merge?dry_run=true"),
                try await Self.merge(path, key: "k")
            )
        }

        #expect(dry.status == 404)
        #expect(real.status == 200)
        #expect(await desk.deeds == 1)
    }

    @Test func `an invalid key is refused before anything is done`() async throws {
        let desk = Desk()
        let heard = try await with(desk) { path in
            var heard: [Heard] = []
            for key in ["\"\"", String(repeating: "k", count: 256), "\"a"] {
                heard.append(try await Self.merge(path, key: key))
            }
            heard.append(
                try await ask(
                    path, "PATCH", "/v1/collections/a", body: #"{"name":"b"}"#,
                    headers: ["Content-Type: application/json", "Idempotency-Key: k"]))
            heard.append(
                try await ask(
                    path, "POST", "/v1/sync", body: "{}",
                    headers: ["Content-Type: application/json", "Idempotency-Key: k"]))
            heard.append(
                try await ask(
                    path, "POST", "/v1/tags:merge", body: Self.merge,
                    headers: [
                        "Content-Type: application/json", "Idempotency-Key: k",
                        "Idempotency-Key: l",
                    ]))
            return heard
        }

        #expect(heard.map(\.status) == [400, 400, 400, 400, 400, 400])
        #expect(await desk.deeds == 0)
    }

    @Test func `a request that may be sent twice needs no key, and may have one`() async throws {
        let desk = Desk()
        let heard = try await with(desk) { path in
            try await ask(path, "DELETE", "/v1/tags/a", headers: ["Idempotency-Key: k"])
        }

        #expect(heard.status == 200)
        #expect(await desk.deeds == 1)
    }
}
