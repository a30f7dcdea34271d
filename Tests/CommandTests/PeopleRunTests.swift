import API
import ArgumentParser
import Testing

@testable import weft

/// Tests the friend and device commands against a fake node.
@Suite(.serialized)
struct PeopleRunTests {
    private static let done = "{\"count\":1,\"summary\":\"done\"}"
    private static let friend = """
        {"person":"P","name":"ben","mutual":true,"connected":false,"addresses":[],"link_count":0}
        """

    private func run(_ arguments: [String], at node: FakeNode) throws {
        let quiet = ["-q", "--no-input", "--socket", node.socketPath]
        var command = try Weft.parseAsRoot(Invocation.arranged(quiet + arguments))
        try command.run()
    }

    @Test(arguments: [
        ["friend", "rm", "ben"], ["friend", "block", "ben"], ["device", "revoke", "laptop"],
    ])
    func `an irreversible change asks for confirmation`(arguments: [String]) throws {
        let node = try FakeNode([:])
        defer { node.stop() }

        let failure = #expect(throws: Failure.self) { try run(arguments, at: node) }

        #expect(failure?.code == .usage)
        #expect(failure?.fix == "add --force")
        #expect(node.heard == [])
    }

    @Test(arguments: [
        (["config", "set", "audience", "lab"], nil),
        (["config", "set", "colour", "red"], nil),
        (["config", "set", "audience", "Group:lab"], "group:lab"),
        (["config", "set", "audience", "FRIENDS"], "friends"),
        (["config", "unset", "audience"], "private"),
        (["config", "set", "discovery", "maybe"], nil),
    ])
    func `a setting is checked before it is asked of the node`(
        arguments: [String], audience: String?
    ) throws {
        let node = try FakeNode(["PATCH /v1/settings": (200, Self.done)])
        defer { node.stop() }

        if let audience {
            try run(arguments, at: node)
            #expect(node.heard.map(\.body) == ["{\"audience\":\"\(audience)\"}"])
        } else {
            #expect(throws: (any Error).self) { try run(arguments, at: node) }
            #expect(node.heard.isEmpty)
        }
    }

    @Test(arguments: [
        (["config", "set", "discovery", "off"], false),
        (["config", "set", "discovery", "on"], true), (["config", "unset", "discovery"], true),
    ])
    func `looking for others is switched`(arguments: [String], isOn: Bool) throws {
        let node = try FakeNode(["PATCH /v1/settings": (200, Self.done)])
        defer { node.stop() }

        try run(arguments, at: node)

        #expect(node.heard.map(\.body) == ["{\"discovery\":\(isOn)}"])
    }

    @Test(arguments: [
        ("has_it", "has it"), ("had_it", "had it"), ("unknown", "unknown"),
        ("not_yet", "not yet"), ("lost", "lost"),
    ])
    func `each device has a row with what is known of it`(arrival: String, word: String) throws {
        let text = """
            {"author":{"id":"PPPPPPPPPP","name":"","me":false},"audience":"friends",\
            "has_it":false,"arrival":"\(arrival)","devices":[\
            {"device":"DDDDDDDDDD","name":"","arrival":"\(arrival)","revoked":true},\
            {"device":"EEEEEEEEEE","name":"desk","arrival":"\(arrival)","revoked":false}]}
            """
        let viewer = try Reply(status: 200, body: Array(text.utf8)).decoded(
            as: VisibilityJSON.Viewer.self)

        let rows = WhoCanSeeCommand.rows(of: viewer, isFormer: false, in: .human)
            .map { $0.map(\.plain) }

        #expect(
            rows == [
                ["PPPPPPPP", "friends", "DDDDDDDD", word, "revoked"],
                ["", "", "desk", word, "never seen"],
            ])
    }

    @Test(arguments: [
        (["friend", "rm", "ben", "-f"], "DELETE /v1/friends/ben ", "/v1/friends/ben"),
        (
            ["friend", "block", "@ben", "-f"], "DELETE /v1/friends/%40ben?block=true ",
            "/v1/friends/%40ben"
        ),
        (["friend", "unblock", "ben"], "DELETE /v1/blocked/ben ", "/v1/blocked/ben"),
        (
            ["friend", "rename", "ben", "@B"], "PATCH /v1/friends/ben {\"name\":\"B\"}",
            "/v1/friends/ben"
        ),
        (
            ["device", "rename", "a b", "desk"], "PATCH /v1/devices/a%20b {\"name\":\"desk\"}",
            "/v1/devices/a%20b"
        ),
    ])
    func `a change is asked of the node as it was typed`(
        arguments: [String], asked: String, path: String
    ) throws {
        let method = String(asked.prefix { $0 != " " })
        let node = try FakeNode(["\(method) \(path)": (200, Self.done)])
        defer { node.stop() }

        try run(arguments, at: node)

        #expect(node.heard.map { "\($0.method) \($0.path) \($0.body)" } == [asked])
    }

    @Test(arguments: ["/v1/pending/WKMZV0KX", "/v1/joins/WKMZV0KX"])
    func `reject removes a request and an accepted invitation`(
        known: String
    ) throws {
        let node = try FakeNode(["DELETE \(known)": (200, Self.done)])
        defer { node.stop() }

        try run(["pending", "reject", "WKMZV0KX"], at: node)

        let asked = node.heard.map { "\($0.method) \($0.path)" }
        #expect(asked == ["DELETE /v1/pending/WKMZV0KX", "DELETE /v1/joins/WKMZV0KX"])
    }

    @Test func `a friend request is accepted under a name`() throws {
        let node = try FakeNode(["POST /v1/pending/WKMZV0KX:accept": (201, Self.friend)])
        defer { node.stop() }

        try run(["pending", "accept", "WKMZV0KX", "--name", "ben"], at: node)

        #expect(node.heard.map(\.body) == ["{\"name\":\"ben\"}"])
    }

    @Test func `a row of devices says which is this one and which is no more`() throws {
        func row(_ text: String) throws -> [String] {
            let reply = Reply(status: 200, body: Array(text.utf8))
            let device = try reply.decoded(as: DeviceJSON.self)
            return DeviceCommand.List.row(device, in: .human).map(\.plain)
        }
        let this = """
            {"device":"ABCDEFGHIJ","name":"desk","this":true,"revoked":false,"connected":false}
            """
        let gone = """
            {"device":"ABCDEFGHIJ","name":"old","this":false,"revoked":true,"connected":false,\
            "last_seen":"2026-01-01T00:00:00.000Z"}
            """

        #expect(try row(this) == ["ABCDEFGH", "desk", "this one", "now"])
        #expect(try row(gone) == ["ABCDEFGH", "old", "revoked", "2026-01-01 00:00:00 UTC"])
    }

    @Test func `the texts about the root key are true`() {
        #expect(
            KeyCommand.Export.configuration.discussion.contains(
                "Earlier backups still contain the root key"))
        #expect(
            KeyCommand.PassphraseChange.configuration.discussion.contains("not the database"))
    }
}
