import API
import ArgumentParser
import Testing

@testable import weft

/// Tests that `weft join` and `weft friend add` take whatever somebody pastes, or say what takes it.
@Suite(.serialized) struct PastedLineTests {
    private static let friend = """
        {"person":"PPPPPPPPPPPP","name":"ana","mutual":true,"connected":true,"addresses":[],\
        "link_count":0}
        """
    private static let group = """
        {"id":"G","name":"lab","description":"","founder":{"id":"F","name":"ana","me":false},\
        "role":"editor","state":"member","member_count":2,"link_count":3}
        """
    private static let joining = """
        {"person":"PPPPPPPPPPPP","name":"ana","state":"friend",\
        "expires_at":"2026-01-01T00:00:00.000Z"}
        """
    private static let met = """
        {"person":"PPPPPPPPPPPP","name":"ana","words":["a","b","c","d"],"friend":true}
        """

    private func node() throws -> FakeNode {
        try FakeNode([
            "POST /v1/friends": (201, Self.friend),
            "GET /v1/friends": (200, "{\"items\":[\(Self.friend)]}"),
            "POST /v1/join": (202, Self.group), "POST /v1/joins": (202, Self.joining),
            "POST /v1/codes:join": (200, Self.met),
        ])
    }

    private func run(_ arguments: [String], at node: FakeNode) throws {
        let quiet = ["-q", "--no-input", "--socket", node.socketPath]
        var command = try Weft.parseAsRoot(Invocation.arranged(quiet + arguments))
        try command.run()
    }

    private static let commands = [["join"], ["friend", "add"]]

    @Test(
        arguments: [
            ("weft:1ABC", .ticket), ("WEFT:1ABC", .ticket), ("weft:i1ABC", .friendInvitation),
            ("weft-join:1ABC", .groupInvitation), ("weft-device:1ABC", .deviceRequest),
            ("weft-pair:1ABC", .deviceAnswer), ("7-candy-lizard", .code), ("7 candy lizard", .code),
            ("@ben", .person), ("foo", .unknown), ("", .unknown), ("https://a.example/", .unknown),
            (String(repeating: "1A", count: 40), .headless),
        ] as [(String, PastedLine.Kind)])
    func `a line says by itself what it is`(text: String, kind: PastedLine.Kind) {
        #expect(PastedLine(text).kind == kind)
    }

    @Test(arguments: [
        "\"weft:1ABCDEF\"", "'weft:1ABCDEF'", "“weft:1ABCDEF”", "<weft:1ABCDEF>", "weft:1ABCDEF.",
        "weft:1ABCDEF,", "  weft:1ABCDEF\n", "weft:1ABC\nDEF", "weft:1ABC DEF",
        "> weft:1ABC\n> DEF", "weft:1ABC\r\nDEF", "weft:1A\u{200B}BC\u{AD}DEF",
        "weft friend add weft:1ABCDEF", "weft join weft:1ABCDEF", "my ticket: weft:1ABCDEF",
        "`weft:1ABCDEF`", "**weft:1ABCDEF**", "weft:1ABCDEF…",
    ])
    func `quotes, blanks and line ends around a pasted line are dropped`(pasted: String) {
        #expect(PastedLine(pasted).text == "weft:1ABCDEF")
        #expect(PastedLine(pasted).kind == .ticket)
    }

    @Test(arguments: [
        "7-candy-lizard.", "\"7-candy-lizard\"", " 7-candy-lizard\n", "weft join 7-candy-lizard",
    ])
    func `so it does with a code`(pasted: String) {
        #expect(PastedLine(pasted).text == "7-candy-lizard")
        #expect(PastedLine(pasted).kind == .code)
    }

    @Test func `the name of a person stays as it is`() {
        #expect(PastedLine(" @Ben J. ").text == "@Ben J.")
    }

    @Test(arguments: commands)
    func `every kind that is taken is asked of the node in its own way`(command: [String]) throws {
        for (text, path, body) in [
            ("weft:1ABC.", "/v1/friends", "{\"ticket\":\"weft:1ABC\"}"),
            ("@ben", "/v1/friends", "{\"ticket\":\"@ben\"}"),
            ("'weft-join:1ABC'", "/v1/join", "{\"invitation\":\"weft-join:1ABC\"}"),
            ("7-candy-lizard", "/v1/codes:join", "{\"code\":\"7-candy-lizard\"}"),
        ] {
            let node = try node()
            defer { node.stop() }

            try run(command + [text, "--yes"], at: node)

            #expect(node.heard.first?.path == path)
            #expect(node.heard.first?.body == body)
        }
    }

    @Test(arguments: commands)
    func `an invitation to be friends makes friends`(command: [String]) throws {
        let node = try node()
        defer { node.stop() }

        try run(command + ["weft:i1A", "BC"], at: node)

        let joins = node.heard.filter { $0.path == "/v1/joins" && $0.method == "POST" }
        #expect(joins.map(\.body) == ["{\"invitation\":\"weft:i1ABC\"}"])
    }

    @Test(arguments: commands)
    func `a line for another command is answered with that command`(command: [String]) throws {
        for (text, said, fix) in [
            ("weft-device:1ABC", "one of your devices", "weft device pair"),
            ("weft-pair:1ABC", "answer to a new device", "weft device join"),
            (String(repeating: "1A", count: 40), "incomplete", "copy all of it"),
            ("", "the line is empty", "paste the whole line"),
            ("foo", "\"foo\" is not a ticket, an invitation or a code", "paste the whole line"),
        ] {
            let node = try node()
            defer { node.stop() }

            let failure = #expect(throws: Failure.self) { try run(command + [text], at: node) }

            #expect(failure?.code == .usage)
            #expect(failure?.what.contains(said) == true)
            #expect(failure?.fix.contains(fix) == true)
            #expect(node.heard.isEmpty)
        }
    }
}
