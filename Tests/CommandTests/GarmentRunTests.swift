import API
import ArgumentParser
import Domain
import Testing

@testable import weft

/// Tests the garment commands against a fake node, and how a garment is shown.
@Suite(.serialized)
struct GarmentRunTests {
    private static let kept = """
        {"outcomes":[{"outcome":"added","id":"K3","short_id":"K3"}],"placed":[],\
        "audience":"private"}
        """

    private static func garment(
        _ more: String = "", worn: String = "[]", conflicts: String = "[]"
    ) -> String {
        """
        {"id":"0000000000000000K3F9QH2M00","short_id":"9QH2M00","type":"garment",\
        "name":"Blue shirt","note":"","tags":["work"],"placement":[],"trashed":false,\
        "author":{"id":"P","name":"ana","me":true},"created_at":"2026-01-01T00:00:00.000Z",\
        "updated_at":"2026-01-01T00:00:00.000Z","conflicts":\(conflicts),\
        "reactions":{"likes":0,"dislikes":0,"comments":0,"follower_count":0},"etag":"E",\
        "category":"shirts","price":"49.90 EUR","colors":["blue","white"],"worn":\(worn)\(more)}
        """
    }

    private func shown(_ text: String) throws -> NamedThingJSON {
        try Reply(status: 200, body: Array(text.utf8)).decoded(as: NamedThingJSON.self)
    }

    private func node() throws -> FakeNode {
        let garment = Self.garment(worn: "[\"2026-11-21\"]")
        return try FakeNode([
            "POST /v1/garments": (201, Self.kept), "GET /v1/garments/K3": (200, garment),
            "PATCH /v1/garments/K3": (200, garment),
            "PATCH /v1/garments/0000000000000000K3F9QH2M00": (200, garment),
            "GET /v1/things": (200, "{\"items\":[\(garment)],\"total\":1}"),
            "GET /v1/garments": (200, "{\"items\":[\(garment)],\"total\":1}"),
            "GET /v1/things/K3": (200, garment),
            "DELETE /v1/garments/K3": (200, "{\"count\":1,\"act\":7,\"summary\":\"done\"}"),
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
        try run(["garment"] + arguments, at: node)
        return node.heard.last { $0.method != "GET" }?.body
    }

    @Test func `a garment is kept with what is said of it`() throws {
        let body = try asked(
            "add", "Blue", "shirt", "--category", "shirts", "--color", "blue, white,",
            "--brand", "Acme", "--price", "49,90EUR", "--barcode", "4006381333931",
            "--fabric", "linen", "--style", "casual", "--season", "summer", "--season", "spring",
            "--for", "women", "--fit", "38", "--state", "wash", "--url", "https://a.example/",
            "--note", "n", "-t", "work", "--audience", "friends")

        #expect(
            body == """
                {"audience":"friends","barcode":"4006381333931","brand":"Acme",\
                "category":"shirts","colors":["blue","white"],"fabrics":["linen"],"fit":"38",\
                "for":"women","name":"Blue shirt","note":"n","price":"49,90EUR",\
                "seasons":["summer","spring"],"state":"wash","styles":["casual"],\
                "tags":["work"],"url":"https://a.example/"}
                """)
        #expect(try asked("add", "--name", "Hat") == "{\"name\":\"Hat\",\"tags\":[]}")
    }

    @Test(arguments: [[], ["Hat", "--name", "Hat"]])
    func `a garment has one name`(words: [String]) {
        #expect(throws: (any Error).self) {
            try Weft.parseAsRoot(["garment", "add"] + words)
        }
    }

    @Test func `a change names what is there then, and nothing takes away`() throws {
        #expect(
            try asked("edit", "K3", "--color", "red", "--brand", "", "--season", "", "-t", "a")
                == "{\"add_tags\":[\"a\"],\"brand\":\"\",\"colors\":[\"red\"],\"seasons\":[]}")
        #expect(try asked("edit", "K3", "--name", "Hat") == "{\"name\":\"Hat\"}")
        #expect(throws: (any Error).self) { try Weft.parseAsRoot(["garment", "edit", "K3"]) }
    }

    @Test func `a day is noted, also one that is there, and taken out again`() throws {
        let id = "0000000000000000K3F9QH2M00"
        #expect(
            try asked("wear", "K3", "--on", "2026-11-21") == "{\"add_worn\":[\"2026-11-21\"]}")
        #expect(
            try asked("wear", "K3", "--on", "2026-11-20", "--remove")
                == "{\"remove_worn\":[\"2026-11-20\"]}")
        let node = try node()
        defer { node.stop() }
        try run(["garment", "wear", "K3"], at: node)
        #expect(node.heard.map(\.path) == ["/v1/garments/K3", "/v1/garments/\(id)"])
        #expect(node.heard.last?.body == "{\"add_worn\":[\"\(LocalDay.today())\"]}")
    }

    @Test func `state and removal of a garment are requests to its path`() throws {
        #expect(try asked("state", "K3", "wash") == "{\"state\":\"wash\"}")
        let node = try node()
        defer { node.stop() }
        try run(["garment", "rm", "K3"], at: node)
        try run(["garment", "ls", "color:blue"], at: node)
        try run(["garment", "show", "K3"], at: node)
        try run(["ls"], at: node)
        try run(["show", "K3"], at: node)
        #expect(
            node.heard.map { "\($0.method) \($0.path.prefix { $0 != "?" })" } == [
                "DELETE /v1/garments/K3", "GET /v1/garments", "GET /v1/garments/K3",
                "GET /v1/objects/0000000000000000K3F9QH2M00/visibility", "GET /v1/things",
                "GET /v1/things/K3", "GET /v1/objects/0000000000000000K3F9QH2M00/visibility",
            ])
    }

    @Test func `a garment is one line, with what it is in place of an address`() throws {
        let garment = try shown(Self.garment())

        #expect(
            NamedTable.line(garment).plain
                == "9QH2M00  Blue shirt · shirts · blue, white · 49.90 EUR  #work  private")
        #expect(
            NamedTable.plainRow(garment).map(\.plain) == [
                "0000000000000000K3F9QH2M00", "", "Blue shirt", "work", "private", "me",
                "garment", "shirts", "blue,white", "49.90 EUR",
            ])
    }

    @Test func `everything about a garment is shown, and what a day of it has cost`() throws {
        let garment = try shown(
            Self.garment(
                ",\"brand\":\"A\\u001b\"", worn: "[\"2026-11-20\",\"2026-11-21\",\"2026-11-23\"]"))

        let lines = NamedTable.details(garment).map(\.plain)

        #expect(lines.contains("brand          A\\u{001B}"))
        #expect(lines.contains("color          blue, white"))
        #expect(lines.contains("worn           3 days, last on 2026-11-23"))
        #expect(lines.contains("cost per wear  16.63 EUR"))
    }

    @Test func `the cost per wear is rounded, and unknown without a price or a day`() {
        func cost(_ price: String?, days: Int) -> String? {
            let worn = (0..<days).map { "2026-01-\(10 + $0)" }
            return NamedTable.costPerWear(
                (price.map { [.init(.price, [$0])] } ?? []) + [.init(.worn, worn)])
        }

        #expect(cost("1 EUR", days: 3) == "0.33 EUR")
        #expect(cost("2 EUR", days: 3) == "0.67 EUR")
        #expect(cost("0 EUR", days: 1) == "0.00 EUR")
        #expect(cost("1.125 KWD", days: 1) == "1.13 KWD")
        #expect(cost("1 EUR", days: 0) == nil)
        #expect(cost(nil, days: 1) == nil)
    }

    @Test func `a conflict is settled where it is`() throws {
        let conflicts = """
            [{"field":"brand","losing_value":"B","by":{"id":"P","name":"ben","me":false},\
            "at":"2026-01-01T00:00:00.000Z"}]
            """
        let garment = try shown(Self.garment(conflicts: conflicts))

        #expect(ThingJSON.named(garment).settling == "weft garment edit 9QH2M00 --brand \"…\"")
    }

    @Test func `a day is that of this machine`() {
        // Noon in UTC is the same day almost everywhere.
        #expect(LocalDay.day(of: 1_795_262_400).hasPrefix("2026-11-2"))
        #expect(LocalDay.today().utf8.count == 10)
    }
}
