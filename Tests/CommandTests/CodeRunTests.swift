import API
import ArgumentParser
import Testing

@testable import weft

/// Tests short codes against a fake node.
@Suite(.serialized)
struct CodeRunTests {
    private static let met = """
        {"person":"PPPPPPPPPPPP","name":"ana","words":["a","b","c","d"],"friend":false}
        """
    private static let friends = """
        {"person":"PPPPPPPPPPPP","name":"ana","mutual":true,"connected":true,"addresses":[],\
        "link_count":0}
        """

    private func run(_ arguments: [String], at node: FakeNode) throws {
        let quiet = ["-q", "--no-input", "--socket", node.socketPath]
        var command = try Weft.parseAsRoot(Invocation.arranged(quiet + arguments))
        try command.run()
    }

    private func joining() throws -> FakeNode {
        try FakeNode([
            "POST /v1/codes:join": (200, Self.met),
            "POST /v1/pending/PPPPPPPPPPPP:accept": (201, Self.friends),
            "GET /v1/friends": (200, "{\"items\":[\(Self.friends)]}"),
            "DELETE /v1/pending/PPPPPPPPPPPP": (200, "{\"count\":1,\"summary\":\"s\"}"),
        ])
    }

    @Test(arguments: [
        ["friend", "code"], ["join", "7-candy-lizard"], ["share", "#a", "--code"],
    ])
    func `nothing is begun without somebody to compare the words`(arguments: [String]) throws {
        let node = try FakeNode([:])
        defer { node.stop() }

        let failure = #expect(throws: Failure.self) { try run(arguments, at: node) }

        #expect(failure?.code == .usage)
        #expect(failure?.fix.hasPrefix("pass --yes") == true)
        #expect(node.heard == [])
    }

    @Test(arguments: [
        (["join", "7-candy-lizard"], #"{"code":"7-candy-lizard"}"#),
        (["join", "7 Candy Lizard"], #"{"code":"7 Candy Lizard"}"#),
        (
            ["join", "7-candy-lizard", "--at", "192.168.1.20"],
            #"{"at":"192.168.1.20:7433","code":"7-candy-lizard"}"#
        ),
        (
            ["join", "7-candy-lizard", "--at", "host:1"],
            #"{"at":"host:1","code":"7-candy-lizard"}"#
        ),
        (
            ["join", "7-candy-lizard", "--at", "[fe80::1%eth0]"],
            #"{"at":"[fe80::1%eth0]:7433","code":"7-candy-lizard"}"#
        ),
    ])
    func `a code is tried where it was said, and who is met becomes a friend`(
        arguments: [String], body: String
    ) throws {
        let node = try joining()
        defer { node.stop() }

        try run(arguments + ["--yes", "--name", "Anna"], at: node)

        #expect(node.heard.first?.path == "/v1/codes:join")
        #expect(node.heard.first?.body == body)
        #expect(node.heard.dropFirst().first?.path == "/v1/pending/PPPPPPPPPPPP:accept")
        #expect(node.heard.dropFirst().first?.body == "{\"name\":\"Anna\"}")
    }

    @Test func `an invitation is no code`() throws {
        let node = try FakeNode([:])
        defer { node.stop() }

        #expect(throws: Failure.self) { try run(["join", "weft-join:1ABC"], at: node) }
        let failure = #expect(throws: Failure.self) {
            try run(["join", "weft-join:1ABC", "--at", "h:1"], at: node)
        }

        #expect(node.heard.map(\.path) == ["/v1/join"])
        #expect(failure?.code == .usage)
    }

    @Test func `a person who is a friend already needs no confirmation`() throws {
        let friend = Self.met.replacing("\"friend\":false", with: "\"friend\":true")
        let node = try FakeNode(["POST /v1/codes:join": (200, friend)])
        defer { node.stop() }

        try run(["join", "7-candy-lizard", "--yes"], at: node)

        #expect(node.heard.count == 1)
    }

    @Test(arguments: ["group:lab", "@ben", "private"])
    func `a code makes friends, and nobody else`(audience: String) throws {
        let node = try FakeNode([:])
        defer { node.stop() }

        let failure = #expect(throws: Failure.self) {
            try run(["share", "#a", "--with", audience, "--code", "--yes"], at: node)
        }

        #expect(failure?.code == .usage)
        #expect(node.heard == [])
    }

    @Test func `a code that is burnt is followed by fresh ones, and these have an end`() throws {
        let node = try FakeNode([
            "POST /v1/codes": (
                201,
                """
                {"number":7,"code":"7-candy-lizard","state":"open",\
                "expires_at":"2026-01-01T00:00:00.000Z"}
                """
            ),
            "GET /v1/codes/7": (
                200,
                """
                {"number":7,"state":"burnt","expires_at":"2026-01-01T00:00:00.000Z"}
                """
            ),
        ])
        defer { node.stop() }

        let failure = #expect(throws: Failure.self) {
            try run(["friend", "code", "--yes", "--json"], at: node)
        }

        #expect(node.heard.filter { $0.path == "/v1/codes" }.count == 3)
        #expect(failure?.what.contains("someone on this network is guessing") == true)
    }
}
