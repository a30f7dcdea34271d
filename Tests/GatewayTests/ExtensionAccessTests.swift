import API
import CRDT
import Domain
import Gateway
import Primitives
import Testing

/// Tests a browser extension: what its token permits, and from which origins.
@Suite struct ExtensionAccessTests {
    private static let id = ObjectID(Bytes16(high: 1, low: 2))
    private static let other = ObjectID(Bytes16(high: 1, low: 3))
    private static let draft = BookmarkDraft(url: "https://a.example/", title: "A")
    private static let link = Bookmark(
        author: Author(person: PersonID(.zero), name: "ana", isMe: true), id: id,
        url: draft.url, canonicalURL: draft.url, title: "A", note: "", tags: [], size: .medium,
        isUnread: false, added: WallTime(milliseconds: 0), updated: WallTime(milliseconds: 0),
        placement: [], isTrashed: false, conflicts: [])
    private static let change = BookmarkChange(title: "B")

    private static let door = NodeDoor.knowing([
        (
            .query(.settings()),
            .settings(
                Settings(
                    defaultAudience: .private, problem: nil, web: LoopbackAddress(.ipv4, port: 0)))
        ),
        (.query(.tags(prefix: "", limit: 50)), .tags([])),
        (.query(.check(url: draft.url)), .check(AddressCheck(draft.url, nil))),
        (
            .command(.addBookmarks([draft], to: nil, onDuplicate: .skip, act: nil)),
            .kept(AdditionReport(outcomes: [.added(id)], act: 1, placed: [:], audience: .private))
        ),
        (.query(.show(.id(id.text))), .bookmark(link)),
        (.query(.show(.id(other.text))), .bookmark(link)),
        (.command(.edit(.id(id.text), change)), .bookmark(link)),
        (.command(.edit(.id(other.text), change)), .bookmark(link)),
    ])

    private func asked(
        _ requests: [(method: String, target: String, body: String?)], token: String = "browser",
        from origin: String? = "moz-extension://abc"
    ) async throws -> [Int] {
        try await Folder.with { folder in
            try await withGateway(Self.door, at: folder("s")) { gateway in
                let address = try #require(await gateway.webAddress)
                let port = String(address.port)
                var headers = [
                    "Host: 127.0.0.1:\(port)", "Authorization: Bearer \(token)",
                    "Content-Type: application/json", "Sec-Fetch-Site: cross-site",
                ]
                if let origin {
                    headers.append("Origin: \(origin)")
                } else {
                    headers.removeLast()
                }
                var statuses: [Int] = []
                for request in requests {
                    let heard = try await ask(
                        port, request.method, request.target, body: request.body, headers: headers)
                    statuses.append(heard.status)
                }
                return statuses
            }
        }
    }

    private static let check = "/v1/bookmarks/check?url=https%3A%2F%2Fa.example%2F"
    private static let body = #"{"url":"https://a.example/","title":"A"}"#

    @Test func `it sees whether a page is kept, keeps it and offers tags`() async throws {
        let statuses = try await asked([
            ("GET", Self.check, nil), ("POST", "/v1/bookmarks", Self.body),
            ("GET", "/v1/tags", nil),
        ])

        #expect(statuses == [200, 201, 200])
    }

    @Test func `it changes what it has kept, by the whole id, and nothing else`() async throws {
        let whole = "/v1/bookmarks/\(Self.id.text)"
        let title = #"{"title":"B"}"#
        let statuses = try await asked([
            ("PATCH", whole, title), ("POST", "/v1/bookmarks", Self.body), ("PATCH", whole, title),
            ("PATCH", "/v1/bookmarks/\(Self.other.text)", title),
            ("PATCH", "/v1/bookmarks/\(Self.id.short)", title), ("GET", whole, nil),
            ("DELETE", whole, nil),
        ])

        // An extension may not do anything that its token does not permit.
        #expect(statuses == [403, 201, 200, 403, 403, 403, 403])
    }

    @Test(arguments: [
        ("GET", "/v1/bookmarks"), ("GET", "/v1/export?format=json"), ("GET", "/v1/friends"),
        ("POST", "/v1/bookmarks:remove"), ("GET", "/v1/events"), ("GET", "/v1/status"),
        ("GET", "/feeds/atom"), ("GET", "/pinboard/v1/posts/all"), ("GET", "/v1/tags/x"),
        ("POST", "/v1/tags"), ("PUT", "/v1/bookmarks"),
    ])
    func `its token opens nothing else, from wherever it is asked`(
        method: String, target: String
    ) async throws {
        #expect(try await asked([(method, target, nil)], from: nil) == [401])
        #expect(try await asked([(method, target, nil)]) == [403])
    }

    @Test(arguments: ["https://a.example", "null", "http://127.0.0.1:1", "moz-extension:"])
    func `a page may do none of this, with whatever token`(origin: String) async throws {
        for token in ["browser", "everything"] {
            let statuses = try await asked(
                [("GET", Self.check, nil), ("POST", "/v1/bookmarks", Self.body)], token: token,
                from: origin)
            #expect(statuses == [403, 403])
        }
    }
}
