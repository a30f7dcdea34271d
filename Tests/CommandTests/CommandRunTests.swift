import ArgumentParser
import Testing

@testable import weft

/// Tests commands against a fake node: their requests and exit codes.
@Suite(.serialized)
struct CommandRunTests {
    private static let done = "{\"count\":2,\"act\":7,\"summary\":\"done\"}"

    private func run(_ arguments: [String], at node: FakeNode) throws {
        let quiet = ["-q", "--no-input", "--socket", node.socketPath]
        var command = try Weft.parseAsRoot(Invocation.arranged(quiet + arguments))
        try command.run()
    }

    private func failure(_ arguments: [String], at node: FakeNode) -> Failure? {
        #expect(throws: Failure.self) { try run(arguments, at: node) }
    }

    @Test func `removing what matches a search counts first and asks`() throws {
        let node = try FakeNode(["POST /v1/bookmarks:remove": (200, Self.done)])
        defer { node.stop() }

        let failure = failure(["rm", "#old"], at: node)

        #expect(failure?.code == .usage)
        #expect(failure?.fix.contains("--force") == true)
        #expect(node.heard.map(\.body) == ["{\"dry_run\":true,\"query\":\"#old\"}"])
    }

    @Test func `with force it is done at once`() throws {
        let node = try FakeNode(["POST /v1/bookmarks:remove": (200, Self.done)])
        defer { node.stop() }

        try run(["rm", "#old", "--force"], at: node)

        #expect(node.heard.last?.body == "{\"query\":\"#old\"}")
    }

    @Test func `a thing by name is removed without a question`() throws {
        let node = try FakeNode(["POST /v1/bookmarks:remove": (200, Self.done)])
        defer { node.stop() }

        try run(["rm", "K3F9QH2M"], at: node)

        #expect(node.heard.map(\.body) == ["{\"refs\":[\"K3F9QH2M\"]}"])
    }

    @Test func `a search is shared live, a thing once`() throws {
        let node = try FakeNode(["POST /v1/shares": (200, Self.done)])
        defer { node.stop() }

        try run(["share", "#crdt"], at: node)
        try run(["share", "K3F9QH2M", "--with", "public"], at: node)

        #expect(
            node.heard.map(\.body) == [
                "{\"audience\":\"friends\",\"dry_run\":true,\"live\":true,\"query\":\"#crdt\"}",
                "{\"audience\":\"friends\",\"live\":true,\"query\":\"#crdt\"}",
                "{\"audience\":\"public\",\"dry_run\":true,\"live\":false,"
                    + "\"refs\":[\"K3F9QH2M\"]}",
                "{\"audience\":\"public\",\"live\":false,\"refs\":[\"K3F9QH2M\"]}",
            ])
    }

    @Test func `an empty name is told as what it is`() throws {
        let node = try FakeNode([:])
        defer { node.stop() }

        for arguments in [["show", ""], ["tag", "rename", "", "b"], ["col", "show", ""]] {
            #expect(failure(arguments, at: node)?.code == .usage)
        }
        #expect(failure(["folder", "add", ""], at: node)?.what == "the path is empty")
        #expect(node.heard.isEmpty)
    }

    @Test func `many links are not shared without a yes`() throws {
        let many = "{\"count\":101,\"summary\":\"would have shared 101 things\"}"
        let node = try FakeNode(["POST /v1/shares": (200, many)])
        defer { node.stop() }

        #expect(failure(["share", "#crdt"], at: node)?.code == .usage)
        #expect(node.heard.map { $0.body.contains("\"dry_run\":true") } == [true])
    }

    @Test func `an unknown audience is refused before the node is asked`() throws {
        let node = try FakeNode([:])
        defer { node.stop() }

        #expect(failure(["share", "#a", "--with", "group:"], at: node)?.code == .usage)
        #expect(node.heard.isEmpty)
    }

    @Test func `some links refused is partly done`() throws {
        let problem = """
            {"type":"t","title":"t","status":422,"detail":"no scheme","code":"invalid_value"}
            """
        let kept = """
            {"outcomes":[{"outcome":"skipped","id":"1","short_id":"1"},\
            {"outcome":"refused","problem":\(problem)}],"placed":[],"audience":"private"}
            """
        let node = try FakeNode(["POST /v1/bookmarks:batch": (200, kept)])
        defer { node.stop() }

        let failure = failure(["add", "http://a", "b", "--json"], at: node)

        #expect(failure?.code == .partial)
    }

    @Test func `a missing thing has its own exit code`() throws {
        let node = try FakeNode([:])
        defer { node.stop() }

        #expect(failure(["show", "K3F9QH2M"], at: node)?.code == .notFound)
    }

    @Test func `an answer of another shape is said to be of another version`() throws {
        let node = try FakeNode(["GET /v1/status": (200, "{}")])
        defer { node.stop() }

        #expect(failure(["status"], at: node)?.code == .failure)
    }

    @Test func `an import is followed to its end`() throws {
        let job = """
            {"id":"j1","state":"done","format":"html","dry_run":false,"audience":"friends","total":2,"added":1,"highlights":0,\
            "merged":0,"skipped":0,"refused":1,"refusals":[],"left_out":0,"warned":0,\
            "warnings":[],"notices":[],"collections":0,"sections":[],\
            "started_at":"2026-01-01T00:00:00.000Z"}
            """
        let running = job.replacing("done", with: "running")
        let node = try FakeNode([
            "POST /v1/import": (202, running), "GET /v1/jobs/j1": (200, job),
        ])
        defer { node.stop() }

        let failure = failure(
            ["import", "/dev/null", "-t", "a,b", "--audience", "friends", "--json"], at: node)

        #expect(failure?.code == .partial)
        #expect(
            node.heard.map(\.path) == [
                "/v1/import?audience=friends&name=null&tag=a&tag=b", "/v1/jobs/j1",
            ])
    }
}
