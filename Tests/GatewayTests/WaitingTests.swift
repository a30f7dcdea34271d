import API
import CRDT
import Domain
import Gateway
import Primitives
import Testing

/// Tests that a client may wait until its change has reached peers.
@Suite struct WaitingTests {
    /// A node that writes a delta for each command, and reports that two of three peers have it.
    private actor Desk {
        private(set) var heard: [String] = []
        private var keys: [String: StoredAnswer?] = [:]
        private var length: UInt64 = 7

        static let chain = ChainID(Bytes16(high: 1, low: 2))

        func answer(_ request: Request) -> Answer {
            switch request {
            case .query(.written):
                heard.append("written")
                return .written([Frontier.Entry(chain: Self.chain, length: length)])
            case .query(.replication(let before, let peers, let seconds, _)):
                let since = before.map { "\($0.length)" }.joined()
                heard.append("wait since \(since) for \(peers), \(seconds) s")
                return .replication(Replication(have: 2, due: 3))
            case .query(.use(let key, _)):
                return .keyUse(keys[key.text].map { KeyUse.done($0) } ?? .unused)
            case .command(.once(let command, let key)):
                keys[key.text] = .some(nil)
                return answer(.command(command))
            case .command(.keepAnswer(let kept, let key, _)):
                heard.append("kept")
                keys[key] = kept
                return .done(DoneReport(count: 1, act: nil, summary: ""))
            case .command(.mergeTags(_, into: "", _)):
                return .rejected(Problem(.invalidValue, "a tag needs a name"))
            case .command:
                heard.append("done")
                length += 1
                return .done(DoneReport(count: 1, act: 1, summary: "done"))
            case .query: return .rejected(Problem(.notFound, "there is no such thing"))
            }
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

    /// Merges tags with these header lines.
    private static func merge(
        _ path: String, _ headers: [String], into tag: String = "b"
    ) async throws -> Heard {
        try await ask(
            path, "POST", "/v1/tags:merge", body: #"{"from":["a"],"into":"\#(tag)"}"#,
            headers: ["Content-Type: application/json"] + headers)
    }

    private func names(_ heard: Heard) -> [String?] {
        ["Preference-Applied", "Weft-Replicated", "Weft-Peers"].map(heard.header)
    }

    @Test
    func `a write waits for replication after it is done, and the answer says how far it came`()
        async throws
    {
        let desk = Desk()
        let heard = try await with(desk) {
            try await Self.merge($0, ["Prefer: wait=5, peers=2"])
        }

        #expect(heard.status == 200)
        #expect(names(heard) == ["wait=5, peers=2", "2", "3"])
        #expect(try heard.read(DoneJSON.self).summary == "done")
        #expect(await desk.heard == ["written", "done", "wait since 7 for 2, 5 s"])
    }

    @Test(arguments: [[], ["Prefer: wait=soon"], ["Prefer: return=minimal"]])
    func `a request without the preference is answered at once`(headers: [String]) async throws {
        let desk = Desk()
        let heard = try await with(desk) { try await Self.merge($0, headers) }

        #expect(names(heard) == [nil, nil, nil])
        #expect(await desk.heard == ["done"])
    }

    @Test func `a refusal is answered at once`() async throws {
        let desk = Desk()
        let heard = try await with(desk) {
            try await Self.merge($0, ["Prefer: wait=5"], into: "")
        }

        #expect(heard.status == 422 || heard.status == 400)
        #expect(names(heard) == [nil, nil, nil])
        #expect(await desk.heard == ["written"])
    }

    @Test func `a read does not wait`() async throws {
        let desk = Desk()
        let heard = try await with(desk) {
            try await ask($0, "GET", "/v1/health", headers: ["Prefer: wait=5"])
        }

        #expect(heard.status == 200)
        #expect(names(heard) == [nil, nil, nil])
        #expect(await desk.heard.isEmpty)
    }

    @Test func `under a key the answer is kept before anybody waits, and waits again`()
        async throws
    {
        let desk = Desk()
        let (first, again) = try await with(desk) { path in
            (
                try await Self.merge(path, ["Prefer: wait=5", "Idempotency-Key: k"]),
                try await Self.merge(path, ["Prefer: wait=5", "Idempotency-Key: k"])
            )
        }

        #expect(again.header("idempotent-replayed") == "true")
        #expect(again.body == first.body)
        #expect(names(first) == ["wait=5", "2", "3"] && names(again) == names(first))
        #expect(
            await desk.heard == [
                "written", "done", "kept", "wait since 7 for 1, 5 s",
                "written", "wait since  for 1, 5 s",
            ])
    }

    @Test func `a change whose answer has no position is not waited for`() async throws {
        let merge = Request.command(.mergeTags(["a"], into: "b"))
        let done = Answer.done(DoneReport(count: 1, act: 1, summary: "done"))
        let heard = try await Folder.with { folder in
            let path = folder("s")
            return try await withGateway(.knowing([(merge, done)]), at: path) {
                try await Self.merge(path, ["Prefer: wait=5"])
            }
        }

        #expect(heard.status == 200)
        #expect(names(heard) == [nil, nil, nil])
    }
}
