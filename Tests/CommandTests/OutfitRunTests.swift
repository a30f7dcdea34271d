import API
import ArgumentParser
import Domain
import Testing

@testable import weft

/// Tests the outfit and closet commands against a fake node, and how these are shown.
@Suite(.serialized)
struct OutfitRunTests {
    private static let part = """
        {"id":"0000000000000000K3F9QH2M00","short_id":"9QH2M00","type":"garment",\
        "name":"Blue <shirt>","category":"shirts","colors":["blue"],"trashed":false,\
        "author":{"id":"P","name":"ben","me":false}}
        """

    private static func thing(_ type: String, _ more: String) -> String {
        """
        {"id":"0000000000000000K3F9QH2MZZ","short_id":"9QH2MZZ","type":"\(type)",\
        "name":"Sunday & co","note":"","tags":[],"placement":[],"trashed":false,\
        "author":{"id":"P","name":"ana","me":true},"created_at":"2026-01-01T00:00:00.000Z",\
        "updated_at":"2026-01-01T00:00:00.000Z","conflicts":[],\
        "reactions":{"likes":0,"dislikes":0,"comments":0,"follower_count":0},"etag":"E"\(more)}
        """
    }

    private static let outfit = thing(
        "outfit",
        """
        ,"occasions":["work"],"styles":[],"seasons":[],"worn":["2026-11-21"],"layers":[\
        {"layer":"00000001","garment":"R1","x":120,"y":-40,"scale":0.8,"rotation":5,"z":1,\
        "thing":\(part)},\
        {"layer":"00000002","garment":"R2","x":0,"y":0,"scale":1,"rotation":0,"z":2}]
        """)
    private static let closet = thing(
        "closet", ",\"things\":[{\"reference\":\"R1\",\"thing\":\(part)},{\"reference\":\"R2\"}]")
    private static let kept = """
        {"outcomes":[{"outcome":"added","id":"K3","short_id":"K3"}],"placed":[],\
        "audience":"private"}
        """
    private static let stats = """
        {"garments":3,"of_others":1,"hidden":1,"unpriced":0,"value":["50 EUR","3 USD"],\
        "best":[{"thing":\(part),"cost_per_wear":"25 EUR","days":2}],"worst":[],\
        "never_worn":[\(part)],"never_worn_count":7}
        """

    private func node() throws -> FakeNode {
        try FakeNode([
            "POST /v1/outfits": (201, Self.kept), "GET /v1/outfits/K3": (200, Self.outfit),
            "PATCH /v1/outfits/K3": (200, Self.outfit),
            "POST /v1/outfits/K3/layout": (200, Self.outfit),
            "POST /v1/outfits/K3/wear": (200, Self.outfit),
            "POST /v1/outfits/0000000000000000K3F9QH2MZZ/clone": (201, Self.kept),
            "GET /v1/outfits/suggest": (
                200,
                """
                {"pieces":[{"slot":"top","thing":\(Self.part),"reasons":["is yours"]}],\
                "lacking":["shoes"]}
                """
            ),
            "DELETE /v1/outfits/K3": (200, "{\"count\":1,\"act\":7,\"summary\":\"done\"}"),
            "POST /v1/closets": (201, Self.kept), "GET /v1/closets/K3": (200, Self.closet),
            "POST /v1/closets/K3/things": (200, Self.closet),
            "PATCH /v1/closets/K3": (200, Self.closet),
            "DELETE /v1/closets/K3": (200, "{\"count\":1,\"act\":7,\"summary\":\"done\"}"),
            "GET /v1/closets/stats": (200, Self.stats),
            "GET /v1/closets/K3/stats": (200, Self.stats),
            "POST /v1/garments/K3/clone": (201, Self.kept),
            "GET /v1/garments/K3": (200, Self.thing("garment", ",\"colors\":[],\"worn\":[]")),
        ])
    }

    private func run(_ arguments: [String], at node: FakeNode) throws {
        let quiet = ["-q", "--no-input", "--socket", node.socketPath]
        var command = try Weft.parseAsRoot(Invocation.arranged(quiet + arguments))
        try command.run()
    }

    /// Returns the body of the last change that `arguments` requested.
    private func asked(_ arguments: String...) throws -> String? {
        let node = try node()
        defer { node.stop() }
        try run(arguments, at: node)
        return node.heard.last { $0.method != "GET" }?.body
    }

    private func shown(_ text: String) throws -> NamedThingJSON {
        try Reply(status: 200, body: Array(text.utf8)).decoded(as: NamedThingJSON.self)
    }

    @Test func `an outfit is made of garments, with what is said of it`() throws {
        #expect(
            try asked(
                "outfit", "new", "Sunday", "A", "B", "--occasion", "work, party", "--season",
                "summer", "-t", "x", "--audience", "friends")
                    == """
                    {"audience":"friends","name":"Sunday","occasions":["work","party"],\
                    "seasons":["summer"],"tags":["x"],"things":["A","B"]}
                    """)
    }

    @Test func `a layer is put where it is said`() throws {
        #expect(
            try asked(
                "outfit", "put", "K3", "A", "--at", "120,-40", "--scale", "0.8", "--rot", "5",
                "--z", "3")
                    == """
                    {"changes":[{"put":"A","rotation":5,"scale":0.8,"x":120,"y":-40,"z":3}]}
                    """)
        #expect(
            try asked("outfit", "put", "K3", "A", "--again", "--z", "bottom", "--rot", "-5")
                == "{\"changes\":[{\"again\":true,\"put\":\"A\",\"rotation\":355,\"z\":1}]}")
        #expect(
            try asked("outfit", "take", "K3", "A", "B")
                == "{\"changes\":[{\"take\":\"A\"},{\"take\":\"B\"}]}")
        #expect(try asked("outfit", "clear", "K3") == "{\"changes\":[{\"clear\":true}]}")
    }

    @Test(arguments: [
        ["--at", "120"], ["--at", "a,b"], ["--at", "1.5,2"], ["--at", "1,2,3"], ["--scale", "big"],
        ["--z", "high"], ["--rot", "x"],
    ])
    func `an invalid position is refused before the node is asked`(words: [String]) {
        #expect(throws: (any Error).self) {
            try Weft.parseAsRoot(["outfit", "put", "K3", "A"] + words)
        }
    }

    @Test func `it is changed, worn, cloned and removed`() throws {
        #expect(
            try asked("outfit", "edit", "K3", "--name", "N", "--occasion", "")
                == "{\"name\":\"N\",\"occasions\":[]}")
        #expect(
            try asked("outfit", "wear", "K3", "--on", "2026-01-31", "--remove")
                == "{\"day\":\"2026-01-31\",\"remove\":true}")
        #expect(try asked("outfit", "clone", "K3", "--name", "Mine") == "{\"name\":\"Mine\"}")
        #expect(try asked("garment", "clone", "K3") == "{}")
        let node = try node()
        defer { node.stop() }
        try run(["outfit", "rm", "K3"], at: node)
        try run(["outfit", "suggest", "--occasion", "work", "--on", "2026-01-31"], at: node)
        #expect(
            node.heard.map { "\($0.method) \($0.path)" } == [
                "DELETE /v1/outfits/K3", "GET /v1/outfits/suggest?day=2026-01-31&occasion=work",
            ])
    }

    @Test func `a closet is filled, emptied, counted and removed`() throws {
        #expect(
            try asked("closet", "new", "Winter", "A")
                == "{\"name\":\"Winter\",\"tags\":[],\"things\":[\"A\"]}")
        #expect(try asked("closet", "add", "K3", "A", "B") == "{\"add\":[\"A\",\"B\"]}")
        #expect(try asked("closet", "rm", "K3", "A") == "{\"remove\":[\"A\"]}")
        #expect(try asked("closet", "edit", "K3", "--name", "N") == "{\"name\":\"N\"}")
        #expect(
            try asked("closet", "new", "Winter", "-t", "cold, x", "--note", "N")
                == "{\"name\":\"Winter\",\"note\":\"N\",\"tags\":[\"cold\",\"x\"],\"things\":[]}")
        #expect(
            try asked("closet", "edit", "K3", "-t", "a", "--untag", "b")
                == "{\"add_tags\":[\"a\"],\"remove_tags\":[\"b\"]}")
        let node = try node()
        defer { node.stop() }
        try run(["closet", "rm", "K3"], at: node)
        try run(["closet", "stats"], at: node)
        try run(["closet", "stats", "K3"], at: node)
        try run(["closet", "show", "K3"], at: node)
        #expect(
            node.heard.map { "\($0.method) \($0.path)" } == [
                "DELETE /v1/closets/K3", "GET /v1/closets/stats", "GET /v1/closets/K3/stats",
                "GET /v1/closets/K3", "GET /v1/objects/0000000000000000K3F9QH2MZZ/visibility",
            ])
    }

    @Test func `layers are shown in their order, and what may not be seen as such`() throws {
        let outfit = try shown(Self.outfit)

        let lines = WardrobeTable.layers(of: outfit).map(\.plain)

        #expect(lines.count == 2)
        #expect(lines[0].contains("00000001") && lines[0].contains("Blue <shirt>  @ben"))
        #expect(lines[0].contains("at 120,-40, scale 0.8, turned 5°"))
        #expect(lines[1].contains("something you may not see"))
        #expect(NamedTable.line(outfit).plain.contains("Sunday & co · 2 layers · work"))
    }

    @Test func `a closet is shown with what hangs in it`() throws {
        let closet = try shown(Self.closet)

        let lines = WardrobeTable.contents(of: closet).map(\.plain)

        #expect(lines[0].contains("Blue <shirt>"))
        #expect(lines[1].contains("something you may not see") && lines[1].contains("R2"))
        #expect(NamedTable.details(closet).contains { $0.plain.contains("contents") })
    }

    @Test func `a garment is shown with what it is in, and a place with what is there`() throws {
        let naming = ",\"colors\":[],\"worn\":[],\"categories\":[],\"named_by\":[\(Self.part)]"
        let garment = try shown(Self.thing("garment", naming))
        let place = try shown(Self.thing("place", naming))

        let lines = [garment, place].map { NamedTable.details($0).map(\.plain) }

        #expect(lines[0].contains { $0.hasPrefix("in ") && $0.contains("Blue <shirt>") })
        #expect(lines[1].contains { $0.hasPrefix("there ") && $0.contains("9QH2M00") })
        let alone = NamedTable.details(try shown(Self.outfit))
        #expect(alone.allSatisfy { !$0.plain.hasPrefix("in ") })
    }

    @Test func `reactions are listed with their author, and comments word by word`() throws {
        let head = """
            {"author":{"id":"P","name":"ben","me":false},"thing":\(Self.part),\
            "at":"2026-01-01T00:00:00.000Z","value":
            """
        let body = """
            {"items":[\(head)"like"},\(head)"comment","id":"C","text":"One\\ntwo"}]}
            """
        let page = try Reply(status: 200, body: Array(body.utf8)).decoded(
            as: PageJSON<SaidJSON>.self)

        let lines = page.items.map { ReceivedReactionTable.lines($0).map(\.plain) }

        #expect(lines[0].count == 1 && lines[0][0].hasPrefix("@ben likes  9QH2M00  Blue <shirt>"))
        #expect(lines[1].first?.hasPrefix("@ben on  9QH2M00") == true)
        #expect(lines[1].dropFirst() == ["  One", "  two"])
        #expect(ReceivedReactionTable.plainRow(page.items[0]).map(\.plain)[4] == "")
    }

    @Test func `figures are told line by line`() throws {
        let stats = try Reply(status: 200, body: Array(Self.stats.utf8)).decoded(
            as: ClosetStatsJSON.self)

        let lines = WardrobeTable.stats(stats).map(\.plain)

        #expect(lines.contains { $0.hasPrefix("value") && $0.hasSuffix("50 EUR, 3 USD") })
        #expect(lines.contains { $0.contains("25 EUR") && $0.contains("2 days") })
        #expect(lines.contains { $0.contains("and 6 more") })
    }

    @Test func `a drawing names what is there, and only draws what may not be seen`() throws {
        let svg = OutfitDrawing.svg(of: try shown(Self.outfit))

        #expect(svg.hasPrefix("<svg xmlns="))
        #expect(svg.contains("<title>Sunday &amp; co</title>"))
        #expect(svg.contains("Blue &lt;shirt&gt;"))
        #expect(svg.contains("translate(120 -40) rotate(5) scale(0.8)"))
        #expect(svg.contains("fill=\"#1e5fbf\""))
        #expect(svg.contains("stroke-dasharray"))
        #expect(svg.split(separator: "<g ").count == svg.split(separator: "</g>").count)
        #expect(!svg.contains("R2"))
    }

    @Test(arguments: [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("a\u{0}\u{1B}b\u{202E}c\u{FFFE}", "abc"), ("\"'&", "&quot;&#39;&amp;"),
        ("été 日本", "été 日本"),
    ])
    func `no name is markup`(name: String, escaped: String) {
        #expect(OutfitDrawing.escaped(name) == escaped)
    }

    @Test func `far out layers are in the picture`() throws {
        let far = Self.outfit.replacing("\"x\":120", with: "\"x\":-9000")

        let svg = OutfitDrawing.svg(of: try shown(far))

        #expect(svg.contains("viewBox=\"-9140 -500 9540 1000\""))
    }
}
