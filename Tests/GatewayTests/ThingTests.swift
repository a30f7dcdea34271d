import API
import CRDT
import Domain
import Gateway
import Primitives
import Testing

/// Tests the paths of things of every kind.
@Suite struct ThingTests {
    private static let ana = Author(person: PersonID(.zero), name: "ana", isMe: true)
    private static let link = thing(2, .link, "A", url: "https://a.example/")
    private static let shirt = thing(3, .garment, "Blue shirt")

    private static func thing(
        _ number: UInt64, _ kind: Kind, _ title: String, url: String = ""
    ) -> Bookmark {
        Bookmark(
            author: ana, id: ObjectID(Bytes16(high: 1 << 60, low: number)), url: url,
            canonicalURL: url, title: title, note: "", tags: [], size: .medium, isUnread: false,
            added: WallTime(milliseconds: 0), updated: WallTime(milliseconds: 0), placement: [],
            isTrashed: false, conflicts: [], kind: kind)
    }

    private static let blue = BookmarkChange(details: [DetailChange(.color, values: ["blue"])])
    private static let answers: [(Request, Answer)] = [
        (.query(.show(.id(link.id.short))), .bookmark(link)),
        (.query(.show(.id(shirt.id.short))), .bookmark(shirt)),
        (.query(.list(ListRequest())), page([link, shirt])),
        (.query(.list(ListRequest(kind: .garment))), page([shirt])),
        (.query(.list(ListRequest(kind: .link))), page([link])),
        (.query(.list(ListRequest(limit: 500, kind: .link))), page([link])),
        (.command(.edit(.id(shirt.id.short), blue)), .bookmark(shirt)),
        (.command(.edit(.id(link.id.short), blue)), .bookmark(link)),
        (.command(.remove(.references([.id(shirt.id.short)]))), done),
        (.command(.remove(.references([.id(link.id.short)]))), done),
        (
            .command(add("Blue shirt")),
            .kept(AdditionReport(outcomes: [.added(shirt.id)], act: 1, placed: [:]))
        ),
        (
            .command(add("")),
            .kept(
                AdditionReport(
                    outcomes: [.refused(Problem(.invalidValue, "a garment needs a name"))],
                    act: nil, placed: [:]))
        ),
    ]
    private static let others: [(Request, Answer)] = [
        (
            .command(.wardrobe(.clone(.id(shirt.id.short), name: nil, to: nil))),
            .kept(AdditionReport(outcomes: [.added(shirt.id)], act: 1, placed: [:]))
        ),
        (
            .query(.collections()),
            .collections([
                Collection(
                    author: ana, id: ObjectID(Bytes16(high: 1 << 60, low: 4)), name: "c",
                    description: "", query: nil, count: 1, placement: [])
            ])
        ),
        (
            .query(.groups()),
            .groups([
                Group(
                    id: .zero, name: "g", founder: ana, role: .head, state: .member,
                    memberCount: 1, linkCount: 0)
            ])
        ),
    ]
    private static let done = Answer.done(DoneReport(count: 1, act: 1, summary: "done"))

    private static func add(_ name: String) -> Command {
        .addBookmarks(
            [BookmarkDraft(url: "", title: name, kind: .garment)], to: nil, onDuplicate: .skip,
            act: nil)
    }

    private static func page(_ items: [Bookmark]) -> Answer {
        .page(ListPage(items: items, nextCursor: nil, total: nil))
    }

    private func heard(
        _ method: String, _ target: String, body: String? = nil, headers: [String] = []
    ) async throws -> Heard {
        try await Folder.with { folder in
            let path = folder("s")
            return try await withGateway(.knowing(Self.answers + Self.others), at: path) {
                try await ask(
                    path, method, target, body: body,
                    headers: headers + ["Content-Type: application/json"])
            }
        }
    }

    private func names(_ target: String) async throws -> [String] {
        try await heard("GET", target).read(PageJSON<ThingJSON>.self).items.map { thing in
            switch thing {
            case .link(let link): return link.title
            case .named(let thing): return thing.name
            }
        }
    }

    @Test func `each list has the things of its path`() async throws {
        #expect(try await names("/v1/things") == ["A", "Blue shirt"])
        #expect(try await names("/v1/things?type=garment") == ["Blue shirt"])
        #expect(try await names("/v1/garments") == ["Blue shirt"])
        #expect(try await names("/v1/bookmarks") == ["A"])
        #expect(try await heard("GET", "/v1/things?type=shoe").status == 400)
    }

    @Test func `a garment that is kept is 201, one that is refused is no success`() async throws {
        let kept = try await heard("POST", "/v1/garments", body: #"{"name":"Blue shirt"}"#)
        let refused = try await heard("POST", "/v1/garments", body: #"{"name":""}"#)

        #expect(kept.status == 201)
        #expect(try kept.read(KeptJSON.self).outcomes.map(\.outcome) == ["added"])
        #expect(refused.status == 422)
        #expect(try refused.read(ProblemJSON.self).detail == "a garment needs a name")
    }

    @Test func `a new thing is answered with its path, and so is a copy`() async throws {
        let kept = try await heard("POST", "/v1/garments", body: #"{"name":"Blue shirt"}"#)
        let copied = try await heard(
            "POST", "/v1/garments/\(Self.shirt.id.short)/clone", body: "{}")

        #expect(kept.header("location") == "/v1/garments/\(Self.shirt.id.text)")
        #expect(copied.status == 201)
        #expect(copied.header("location") == "/v1/garments/\(Self.shirt.id.text)")
    }

    @Test(arguments: ["/v1/collections/c", "/v1/groups/g", "/v1/openapi.json", "/v1/things"])
    func `a client with the current version gets 304`(target: String) async throws {
        let first = try await heard("GET", target)
        let tag = try #require(first.header("etag"))
        let again = try await heard("GET", target, headers: ["If-None-Match: \(tag)"])

        #expect(first.status == 200)
        #expect(again.status == 304)
        #expect(again.header("etag") == tag)
        #expect(again.body.isEmpty)
    }

    @Test func `a day of wearing that has not come is refused before the node is asked`()
        async throws
    {
        let body = #"{"add_worn":["2999-01-01"]}"#

        let heard = try await heard("PATCH", "/v1/garments/\(Self.shirt.id.short)", body: body)

        #expect(heard.status == 422)
        let problem = try heard.read(ProblemJSON.self)
        #expect(problem.detail.contains("2999-01-01") && problem.fix?.isEmpty == false)
    }

    @Test func `a path of another kind leads nowhere, and says where to`() async throws {
        let (link, shirt) = (Self.link.id.short, Self.shirt.id.short)
        let blue = #"{"colors":["blue"]}"#

        for (method, target, body) in [
            ("GET", "/v1/bookmarks/\(shirt)", nil), ("DELETE", "/v1/bookmarks/\(shirt)", nil),
            ("PATCH", "/v1/bookmarks/\(shirt)", "{}"), ("GET", "/v1/garments/\(link)", nil),
            ("DELETE", "/v1/garments/\(link)", nil), ("PATCH", "/v1/garments/\(link)", blue),
        ] {
            let heard = try await heard(method, target, body: body)

            #expect(heard.status == 404, "\(method) \(target)")
            #expect(try heard.read(ProblemJSON.self).fix?.contains("weft ") == true)
        }
        #expect(try await heard("GET", "/v1/things/\(link)").status == 200)
        #expect(try await heard("GET", "/v1/things/\(shirt)").status == 200)
        #expect(try await heard("PATCH", "/v1/garments/\(shirt)", body: blue).status == 200)
        #expect(try await heard("DELETE", "/v1/garments/\(shirt)").status == 200)
        #expect(try await heard("DELETE", "/v1/things/\(link)").status == 200)
    }

    @Test func `a garment is changed only if it is still what was read`() async throws {
        let target = "/v1/garments/\(Self.shirt.id.short)"
        let tag = try #require(try await heard("GET", target).header("etag"))
        let blue = #"{"colors":["blue"]}"#

        let same = try await heard("PATCH", target, body: blue, headers: ["If-Match: \(tag)"])
        let other = try await heard("PATCH", target, body: blue, headers: ["If-Match: \"x\""])

        #expect([same.status, other.status] == [200, 412])
    }

    @Test func `an export has links alone`() async throws {
        let heard = try await heard("GET", "/v1/export?format=csv")

        #expect(heard.status == 200)
        #expect(!heard.body.contains("shirt"))
    }
}
