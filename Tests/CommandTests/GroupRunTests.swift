import API
import ArgumentParser
import Testing

@testable import weft

/// Tests the group commands against a fake node.
@Suite(.serialized)
struct GroupRunTests {
    private static let done = "{\"count\":1,\"summary\":\"done\"}"

    private static func group(
        _ state: String, id: String = "G", role: String = "editor"
    ) -> String {
        """
        {"id":"\(id)","name":"lab","description":"looms","founder":{"id":"P","name":"ana","me":false},\
        "state":"\(state)","role":"\(role)","member_count":2,"link_count":3}
        """
    }

    private func run(_ arguments: [String], at node: FakeNode) throws {
        let quiet = ["-q", "--no-input", "--socket", node.socketPath]
        var command = try Weft.parseAsRoot(Invocation.arranged(quiet + arguments))
        try command.run()
    }

    @Test(arguments: [
        ["group", "remove", "lab", "ben"], ["group", "leave", "lab"], ["group", "rm", "lab"],
        ["group", "hand-over", "lab", "ben"],
    ])
    func `an irreversible change asks for confirmation`(arguments: [String]) throws {
        let role = arguments[1] == "leave" ? "editor" : "head"
        let node = try FakeNode(["GET /v1/groups/lab": (200, Self.group("member", role: role))])
        defer { node.stop() }

        let failure = #expect(throws: Failure.self) { try run(arguments, at: node) }

        #expect(failure?.code == .usage)
        #expect(failure?.fix == "add --force")
        #expect(node.heard.map(\.method) == ["GET"])
    }

    @Test(
        arguments: [
            (["group", "remove", "lab", "ben"], "editor", "DELETE /v1/groups/lab/members/ben"),
            (["group", "remove", "lab", "me"], "head", "DELETE /v1/groups/lab/members/P"),
            (["group", "leave", "lab"], "head", "POST /v1/groups/lab:leave"),
            (["group", "rm", "lab"], "owner", "DELETE /v1/groups/lab"),
            (["group", "hand-over", "lab", "ben"], "owner", "POST /v1/groups/lab:hand-over"),
        ])
    func `a command that the node refuses asks for no confirmation`(
        arguments: [String], role: String, asked: String
    ) throws {
        let problem = """
            {"type":"t","title":"t","status":409,"detail":"no","code":"conflict","fix":"not so"}
            """
        let me = "{\"person\":\"P\",\"name\":\"ana\",\"device\":\"D\",\"ticket\":\"t\"}"
        let node = try FakeNode([
            "GET /v1/groups/lab": (200, Self.group("member", role: role)),
            "GET /v1/me": (200, me), asked: (409, problem),
        ])
        defer { node.stop() }

        let failure = #expect(throws: Failure.self) { try run(arguments, at: node) }

        #expect(failure?.fix == "not so")
        #expect(node.heard.last.map { "\($0.method) \($0.path)" } == asked)
    }

    @Test func `me names the person who types it`() throws {
        let me = "{\"person\":\"P\",\"name\":\"ana\",\"device\":\"D\",\"ticket\":\"t\"}"
        let node = try FakeNode([
            "GET /v1/me": (200, me), "PATCH /v1/groups/lab/members/P": (200, Self.done),
        ])
        defer { node.stop() }

        try run(["group", "role", "lab", "me", "viewer"], at: node)

        #expect(node.heard.last?.path == "/v1/groups/lab/members/P")
    }

    @Test(arguments: [
        (["group", "rm", "lab", "-f"], "DELETE /v1/groups/lab "),
        (["group", "leave", "group:lab", "-f"], "POST /v1/groups/lab:leave "),
        (
            ["group", "hand-over", "a b", "@ben", "-f"],
            "POST /v1/groups/a%20b:hand-over {\"to\":\"@ben\"}"
        ),
        (["group", "rename", "lab", "group:Loom"], "PATCH /v1/groups/lab {\"name\":\"Loom\"}"),
        (
            ["group", "edit", "group:lab", "--name", "Loom", "-d", ""],
            "PATCH /v1/groups/lab {\"description\":\"\",\"name\":\"Loom\"}"
        ),
        (
            ["group", "role", "lab", "@ben", "viewer"],
            "PATCH /v1/groups/lab/members/%40ben {\"role\":\"viewer\"}"
        ),
        (
            ["group", "remove", "Group:lab", "@ben", "--force"],
            "DELETE /v1/groups/lab/members/%40ben "
        ),
        (["group", "invites", "--revoke", "3"], "DELETE /v1/invites/3 "),
        (
            ["share", "#a", "--with", "group:The Lab"],
            "POST /v1/shares {\"audience\":\"group:The Lab\",\"live\":true,\"query\":\"#a\"}"
        ),
        (
            ["unshare", "#a", "--from", "group:lab"],
            "POST /v1/shares:withdraw {\"audience\":\"group:lab\",\"query\":\"#a\"}"
        ),
    ])
    func `a change is asked of the node`(arguments: [String], asked: String) throws {
        let words = asked.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        let node = try FakeNode([
            "\(words[0]) \(words[1])": (200, Self.done),
            "GET /v1/groups/lab": (200, Self.group("member", role: "head")),
            "GET /v1/groups/a%20b": (200, Self.group("member", role: "head")),
            "GET /v1/things": (200, "{\"items\":[],\"total\":1}"),
        ])
        defer { node.stop() }

        try run(arguments, at: node)

        #expect(node.heard.last.map { "\($0.method) \($0.path) \($0.body)" } == asked)
    }

    @Test func `an invitation has a role, uses and a time`() throws {
        let made = """
            {"number":3,"group":"lab","role":"viewer","uses_left":4,\
            "expires_at":"2026-01-01T00:00:00.000Z","text":"weft-invite:1"}
            """
        let node = try FakeNode(["POST /v1/groups/lab/invites": (201, made)])
        defer { node.stop() }

        try run(["group", "invite", "lab", "--json"], at: node)
        try run(
            ["group", "invite", "lab", "--role", "viewer", "--uses", "4", "--ttl", "7d", "--json"],
            at: node)

        #expect(
            node.heard.map(\.body) == [
                "{\"role\":\"editor\",\"ttl_seconds\":3600,\"uses\":1}",
                "{\"role\":\"viewer\",\"ttl_seconds\":604800,\"uses\":4}",
            ])
    }

    @Test func `joining waits until the group has let one in`() throws {
        let node = try FakeNode([
            "POST /v1/join": (202, Self.group("joining")),
            "GET /v1/groups": (
                200, "{\"items\":[\(Self.group("joining", id: "H")),\(Self.group("member"))]}"
            ),
        ])
        defer { node.stop() }

        try run(["join", "weft-invite:1", "--name", "group:lab"], at: node)

        #expect(
            node.heard.map { "\($0.method) \($0.path) \($0.body)" } == [
                "POST /v1/join {\"invitation\":\"weft-invite:1\",\"name\":\"lab\"}",
                "GET /v1/groups ",
            ])
    }

    @Test func `not to be let in while one waits is no failure`() throws {
        let node = try FakeNode(["POST /v1/join": (202, Self.group("joining"))])
        defer { node.stop() }

        try run(["join", "weft-invite:1", "--wait", "0"], at: node)

        #expect(node.heard.map(\.path) == ["/v1/join"])
    }

    @Test(arguments: ["[]", "[\(Self.group("removed"))]"])
    func `an invitation that is not honoured is a refusal`(groups: String) throws {
        let node = try FakeNode([
            "POST /v1/join": (202, Self.group("joining")),
            "GET /v1/groups": (200, "{\"items\":\(groups)}"),
        ])
        defer { node.stop() }

        let failure = #expect(throws: Failure.self) { try run(["join", "weft-join:1I"], at: node) }

        #expect(failure?.code == .denied)
        #expect(failure?.fix.contains("new invitation") == true)
    }

    @Test func `a write that the role does not allow ends with denied`() throws {
        let problem = """
            {"type":"t","title":"t","status":403,"detail":"you are a viewer in lab",\
            "code":"role_required","fix":"ask an owner"}
            """
        let node = try FakeNode(["POST /v1/bookmarks:batch": (403, problem)])
        defer { node.stop() }

        let failure = #expect(throws: Failure.self) {
            try run(["add", "http://a", "--audience", "group:Lab"], at: node)
        }

        #expect(failure?.code == .denied)
        #expect(failure?.problem == "role_required")
        #expect(node.heard.first?.body.contains("\"audience\":\"group:Lab\"") == true)
    }

    @Test func `a row says how one stands to a group`() throws {
        func row(_ state: String) throws -> [String] {
            let reply = Reply(status: 200, body: Array(Self.group(state).utf8))
            let group = try reply.decoded(as: GroupJSON.self)
            return GroupCommand.List.row(group).map(\.plain)
        }

        #expect(try row("member") == ["lab", "editor", "2", "3"])
        #expect(try row("joining")[1] == "waiting to be let in")
        #expect(try row("left")[1] == "not a member: you left or were refused")
        #expect(
            try row("left\",\"refusal\":\"expired")[1]
                == "not let in: the invitation has expired")
        #expect(
            try row("removed")[1]
                == "no longer a member: you were removed, or it was dissolved")
    }

    @Test(
        arguments: [
            ("90s", 90), ("30m", 1800), ("1h", 3600), ("7d", 604_800), ("", nil), ("h", nil),
            ("0h", nil), ("-1h", nil), ("1", nil), ("1w", nil), ("1.5h", nil),
            ("9223372036854775807d", nil),
        ] as [(String, Int?)])
    func `times are read`(text: String, seconds: Int?) {
        #expect(DurationText.seconds(text) == seconds)
    }

    @Test func `a time without a unit is told so`() {
        #expect(
            InvitationText.problem(ofTime: "5")
                == "5 has no unit: write 5m, 5h or 5d")
        #expect(
            InvitationText.problem(ofTime: "91d")
                == "takes a time such as 30m, 1h or 7d, at most 90d")
        #expect(InvitationText.problem(ofTime: "90d") == nil)
    }

    @Test(arguments: [
        ("lab", "--audience", "--audience group:lab"), ("freinds", "--with", "--with friends"),
        ("Publik", "--from", "--from public"), ("group:", "--with", "--with group:NAME"),
        ("@", "--from", "--from @NAME"), ("", "--with", "--with friends"),
        ("my lab", "--audience", "--audience 'group:my lab'"),
    ])
    func `a word that is no audience is answered with what was meant`(
        word: String, option: String, fix: String
    ) {
        let failure = #expect(throws: Failure.self) {
            try AudienceText.checked(word, of: option)
        }

        #expect(failure?.fix == fix)
    }

    @Test(arguments: [
        ("group:lab", "in:group:lab"), ("@Bob", "in:@Bob"), ("@Bob M", "'in:\"@Bob M\"'"),
        ("friends", nil), ("private", nil),
    ])
    func `every audience has a search for its contents`(audience: String, search: String?) {
        #expect(AudienceText.search(audience) == search)
    }

    @Test(arguments: [
        (["group:lab"], 2, false), (["@ben"], 1, false), (["friends", "group:lab"], 3, true),
        (["friends"], 1, true), (["friends"], 0, false),
    ])
    func `only what may be a copy is proposed to be withdrawn`(
        placement: [String], viewers: Int, isProposed: Bool
    ) throws {
        let viewer = """
            {"author":{"id":"P","name":"b","me":false},"audience":"x","has_it":true,\
            "arrival":"has_it","devices":[]}
            """
        let text = """
            {"id":"I","placement":["\(placement.joined(separator: "\",\""))"],\
            "viewers":[\(Array(repeating: viewer, count: viewers).joined(separator: ","))],\
            "former":[]}
            """
        let reply = Reply(status: 200, body: Array(text.utf8))
        let visibility = try reply.decoded(as: VisibilityJSON.self)

        #expect(WhoCanSeeCommand.canWithdraw(visibility) == isProposed)
    }

    @Test(arguments: [("", "joining"), ("ben", "@ben")])
    func `a member whose name has not come is still joining`(name: String, shown: String) throws {
        let text = """
            {"author":{"id":"PPPPPPPPPP","name":"\(name)","me":false},"role":"editor",\
            "device_count":1,"connected":false}
            """
        let member = try Reply(status: 200, body: Array(text.utf8)).decoded(
            as: GroupMemberJSON.self)

        let row = GroupCommand.Members.row(member, in: .human).map(\.plain)

        #expect(row == [shown, "PPPPPPPP", "editor", "1", "never"])
    }

    @Test(arguments: [
        ("lab", "lab"), ("group:lab", "lab"), ("GROUP:Lab", "Lab"), ("group:", "group:"),
        ("groups", "groups"),
    ])
    func `a group is typed with or without its prefix`(word: String, name: String) {
        #expect(GroupText.name(word) == name)
    }

    @Test(arguments: [("lab", "in:group:lab"), ("the lab", "'in:\"group:the lab\"'")])
    func `a group's contents are searched for by its name`(name: String, search: String) {
        #expect(GroupText.search(name) == search)
    }
}
