import API
import ArgumentParser
import Testing

@testable import weft

/// Tests what `weft show` says around a thing, and when `weft connect` says that it is connected.
@Suite(.serialized) struct ShowAndConnectTests {
    private static let id = "0000000000000000K3F9QH2M00"

    private static func link(comments: Int) -> String {
        """
        {"id":"\(id)","short_id":"9QH2M00","type":"bookmark","url":"https://a.example",\
        "canonical_url":"https://a.example","title":"T","note":"","tags":[],"placement":[],\
        "size":"m","unread":false,"trashed":false,"author":{"id":"P","name":"ben","me":false},\
        "created_at":"2026-01-01T00:00:00.000Z","updated_at":"2026-01-01T00:00:00.000Z",\
        "conflicts":[],"reactions":{"likes":0,"dislikes":0,"comments":\(comments),\
        "follower_count":0},"highlights_count":0,"snapshots":[],"etag":"E"}
        """
    }

    private static let comment = """
        {"id":"C1","short_id":"C1","text":"Nice","author":{"id":"P","name":"ben","me":false},\
        "created_at":"2026-01-01T00:00:00.000Z"}
        """
    private static let visibility = """
        {"id":"\(id)","placement":["friends"],"viewers":[],"former":[]}
        """

    private func run(_ arguments: [String], at node: FakeNode) throws {
        let quiet = ["-q", "--no-input", "--socket", node.socketPath]
        var command = try Weft.parseAsRoot(Invocation.arranged(quiet + arguments))
        try command.run()
    }

    private func shown(_ link: String, _ node: FakeNode) throws -> String {
        let output = Output(
            form: .json, isQuiet: true, isVerbose: false, colour: .none, width: nil)
        let client = Client(socketPath: node.socketPath, output: output)
        let body = Array(link.utf8)
        let thing = try Reply(status: 200, body: body).decoded(as: ThingJSON.self)
        return String(
            decoding: try ShowCommand.withSurroundings(body, thing, client), as: UTF8.self)
    }

    @Test func `the JSON of show has comments and visibility`() throws {
        let node = try FakeNode([
            "GET /v1/objects/\(Self.id)/comments": (200, "{\"items\":[\(Self.comment)]}"),
            "GET /v1/objects/\(Self.id)/visibility": (200, Self.visibility),
        ])
        defer { node.stop() }
        let link = Self.link(comments: 1)

        let json = try shown(link, node)

        #expect(json.hasPrefix(link.dropLast() + ",\"comments\":[{"))
        #expect(json.contains("\"text\":\"Nice\""))
        #expect(json.hasSuffix("}],\"visibility\":\(Self.visibility)}"))
    }

    @Test func `without comments the list is empty, and nobody is asked for one`() throws {
        let node = try FakeNode(["GET /v1/objects/\(Self.id)/visibility": (200, Self.visibility)])
        defer { node.stop() }

        let json = try shown(Self.link(comments: 0), node)

        #expect(json.contains(",\"comments\":[],\"visibility\":{"))
        #expect(node.heard.map(\.path) == ["/v1/objects/\(Self.id)/visibility"])
    }

    @Test func `the output for people has the thread and who has it`() throws {
        let node = try FakeNode([
            "GET /v1/things/K3": (200, Self.link(comments: 1)),
            "GET /v1/objects/\(Self.id)/comments": (200, "{\"items\":[\(Self.comment)]}"),
            "GET /v1/objects/\(Self.id)/visibility": (200, Self.visibility),
        ])
        defer { node.stop() }

        try run(["show", "K3"], at: node)

        #expect(
            node.heard.map { String($0.path.prefix { $0 != "?" }) } == [
                "/v1/things/K3", "/v1/objects/\(Self.id)/comments",
                "/v1/objects/\(Self.id)/visibility",
            ])
    }

    // MARK: Connecting

    private static func peers(_ state: String, _ name: String) -> String {
        """
        {"items":[{"name":"\(name)","address":"127.0.0.1:1","state":"\(state)","outbound":true,\
        "they_lack":0,"i_lack":0,"bytes_received":0,"bytes_sent":0,"near":false}]}
        """
    }

    private func connecting(_ peers: String) throws -> [String] {
        let node = try FakeNode([
            "POST /v1/connect": (202, "{\"count\":1,\"summary\":\"connecting to 127.0.0.1:1\"}"),
            "GET /v1/peers": (200, peers),
        ])
        defer { node.stop() }
        try run(["connect", "127.0.0.1:1", "--wait", "0"], at: node)
        return node.heard.map(\.path)
    }

    @Test func `the node is asked whether the link is there before anything is said of it`() throws
    {
        for (state, name) in [("in sync", "ben"), ("dialling", ""), ("closed", "")] {
            #expect(
                try connecting(Self.peers(state, name)).starts(with: ["/v1/connect", "/v1/peers"]))
        }
    }

    @Test func `a host that does not exist is refused before the node is asked`() throws {
        let node = try FakeNode([:])
        defer { node.stop() }

        let failure = #expect(throws: Failure.self) {
            try run(["connect", "nosuch.invalid:7433"], at: node)
        }

        #expect(failure?.code == .notFound)
        #expect(failure?.what == "no computer named nosuch.invalid is known")
        #expect(node.heard.isEmpty)
    }
}
