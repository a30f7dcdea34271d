import Foundation
import Testing

/// Tests batches of changes, with the real node.
@Suite(.serialized) struct BatchTests {
    private func batch(
        _ ana: Person, _ body: String, key: String? = nil
    ) throws -> [String: Any] {
        let socket = try ana.weft("paths", "--json").succeeds().text("socket")
        let keys = key.map { ["-H", "Idempotency-Key: \"\($0)\""] } ?? []
        let text = try OtherProgram.curl(
            ["--unix-socket", socket, "-H", "Content-Type: application/json"] + keys
                + ["-d", body, "http://localhost/v1/bookmarks:batch"])
        guard let told = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        else { throw Failed(text) }
        return told
    }

    private func changed(_ told: [String: Any]) -> [Int] {
        (told["ops"] as? [[String: Any]] ?? []).compactMap { $0["changed"] as? Int }
    }

    private func members(_ ana: Person) throws -> [String] {
        let page = try ana.weft("api", "GET", "/v1/collections/Shelf/items").succeeds().json()
        return (page["items"] as? [[String: Any]] ?? []).compactMap { $0["title"] as? String }
    }

    @Test func `several changes are one act, asked for once, and taken back by one undo`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        for name in ["a", "b", "c"] {
            try ana.weft("add", "https://\(name).example/", "--title", name, "-t", "x").succeeds()
        }
        try ana.weft("col", "new", "Shelf").succeeds()
        try ana.weft("col", "add", "Shelf", "https://a.example/").succeeds()
        let ops = """
            [{"op":"add_tags","query":"title:a","tags":["new"]},
            {"op":"set_unread","query":"#new","unread":true},
            {"op":"add_to_collection","query":"#x","collection":"Shelf"},
            {"op":"remove_from_collection","ids":["https://a.example/"],"collection":"Shelf"},
            {"op":"trash","ids":["https://c.example/"]}]
            """

        let counted = try batch(ana, "{\"dry_run\":true,\"ops\":\(ops)}")
        let before = try ana.count("#new")
        let told = try batch(ana, "{\"ops\":\(ops)}", key: "one")
        let again = try batch(ana, "{\"ops\":\(ops)}", key: "one")
        let after = try members(ana)
        try ana.weft("undo").succeeds()

        #expect(changed(counted) == [1, 0, 2, 1, 1])
        #expect(before == 0)
        #expect(changed(told) == [1, 1, 2, 1, 1])
        #expect(told["act"] as? Int == again["act"] as? Int && told["act"] != nil)
        #expect(after == ["b"])
        #expect(try members(ana) == ["a"])
        #expect(try ana.count("#x") == 3)
        #expect(try ana.count("#new or is:unread") == 0)
    }

    @Test func `one that is wrong is told by its place, and nothing is done`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        try ana.weft("add", "https://a.example/", "-t", "x").succeeds()

        let told = try batch(
            ana,
            """
            {"ops":[{"op":"trash","query":"#x"},{"op":"share","query":"#x","audience":"group:no"}]}
            """)

        let errors = told["errors"] as? [[String: Any]]
        #expect(told["code"] as? String == "not_found")
        #expect(errors?.first?["pointer"] as? String == "/ops/1/audience")
        #expect(try ana.count("#x") == 1)
    }
}
