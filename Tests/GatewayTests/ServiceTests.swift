import API
import CRDT
import Domain
import Gateway
import Primitives
import Testing

@Suite struct ServiceTests {
    private static let id = ObjectID(Bytes16(high: 1 << 60, low: 2))
    private static let link = Bookmark(
        author: Author(person: PersonID(.zero), name: "ana", isMe: true), id: id,
        url: "https://a.example/", canonicalURL: "https://a.example/", title: "A", note: "",
        tags: ["crdt"], size: .medium, isUnread: false, added: WallTime(milliseconds: 0),
        updated: WallTime(milliseconds: 0), placement: [], isTrashed: false, conflicts: [])
    private static let answers: [(Request, Answer)] = [
        (
            .query(.list(ListRequest(query: "#crdt", limit: 50, kind: .link))),
            .page(ListPage(items: [link], nextCursor: "next", total: nil))
        ),
        (.query(.show(.id(id.short))), .bookmark(link)),
        (.command(.remove(.references([.id(id.short)]))), done(1)),
        (.command(.renameTag(from: "a/b", to: "c")), done(2)),
        (
            .command(
                .addBookmarks(
                    [BookmarkDraft(url: "https://a.example/")], to: nil, onDuplicate: .skip,
                    act: nil)),
            .kept(AdditionReport(outcomes: [.added(id)], act: 1, placed: [:]))
        ),
        (.query(.preview(.remove(.query("#crdt")))), done(12)),
        (.query(.collections()), .collections([])),
        (.command(.revokeDevice(DeviceReference("laptop"), phrase: nil)), done(1)),
        (.command(.removeFriend(PersonReference("ben"), isBlocked: true)), done(1)),
        (.query(.blocked()), .people([Author(person: PersonID(.zero), name: "ben", isMe: false)])),
        (.command(.sync()), done(0)),
        (.query(.peers()), .peers([])),
        (
            .query(.list(ListRequest(query: "", limit: 500, kind: .link))),
            .page(ListPage(items: [link], nextCursor: "2", total: nil))
        ),
        (
            .query(.list(ListRequest(query: "", limit: 500, cursor: "2", kind: .link))),
            .page(ListPage(items: [link], nextCursor: nil, total: nil))
        ),
    ]

    private static func done(_ count: Int) -> Answer {
        .done(DoneReport(count: count, act: 1, summary: "done"))
    }

    private func heard(
        _ method: String, _ target: String, body: String? = nil,
        headers: [String] = ["Content-Type: application/json"]
    ) async throws -> Heard {
        try await Folder.with { folder in
            let path = folder("s")
            return try await withGateway(.knowing(Self.answers), at: path) {
                try await ask(path, method, target, body: body, headers: headers)
            }
        }
    }

    @Test func `links are found and told page by page`() async throws {
        let heard = try await heard("GET", "/v1/bookmarks?q=%23crdt")

        #expect(heard.status == 200)
        #expect(heard.header("content-type") == "application/json")
        let page = try heard.read(PageJSON<BookmarkJSON>.self)
        #expect(page.items.map(\.title) == ["A"])
        #expect(page.nextCursor == "next")
    }

    @Test func `a link that is added is 201`() async throws {
        let heard = try await heard("POST", "/v1/bookmarks", body: #"{"url":"https://a.example/"}"#)

        #expect(heard.status == 201)
        #expect(try heard.read(KeptJSON.self).outcomes.map(\.outcome) == ["added"])
    }

    @Test func `a tag with a slash is renamed`() async throws {
        let heard = try await heard("POST", "/v1/tags/a%2Fb:rename", body: #"{"to":"c"}"#)

        #expect(try heard.read(DoneJSON.self).count == 2)
    }

    @Test func `a dry run counts one's own and changes nothing`() async throws {
        let heard = try await heard(
            "POST", "/v1/bookmarks:remove", body: ##"{"query":"#crdt","dry_run":true}"##)

        #expect(try heard.read(DoneJSON.self).count == 12)
    }

    @Test func `HEAD has the length and no body`() async throws {
        let heard = try await heard("HEAD", "/v1/health")

        #expect(heard.status == 200)
        #expect(heard.header("content-length") == "15")
        #expect(heard.body.isEmpty)
    }

    @Test func `OPTIONS names the methods`() async throws {
        let heard = try await heard("OPTIONS", "/v1/tags/x")

        #expect(heard.status == 204)
        #expect(heard.header("allow") == "DELETE, OPTIONS")
    }

    @Test func `another method is 405 and says which there are`() async throws {
        let heard = try await heard("PUT", "/v1/bookmarks")

        #expect(heard.status == 405)
        #expect(heard.header("allow") == "GET, POST, HEAD, OPTIONS")
    }

    @Test(arguments: ["/", "/v1/nothing", "/v1/bookmarks/none"])
    func `an unknown path is 404`(target: String) async throws {
        let heard = try await heard("GET", target)

        #expect(heard.status == 404)
        #expect(heard.header("content-type") == "application/problem+json")
        #expect(try heard.read(ProblemJSON.self).requestID != nil)
    }

    @Test(arguments: [["Content-Type: text/plain"], []])
    func `a write that is no JSON is 415`(headers: [String]) async throws {
        let heard = try await heard("POST", "/v1/bookmarks", body: "{}", headers: headers)

        #expect(heard.status == 415)
    }

    @Test func `a body beyond the limit is 413, one at the limit is read`() async throws {
        let most = 1024 * 1024
        let frame = #"{"url":"https://a.example/","note_":""}"#
        func body(_ count: Int) -> String {
            frame.dropLast(2) + String(repeating: "x", count: count - frame.utf8.count) + "\"}"
        }

        #expect(try await heard("POST", "/v1/bookmarks", body: body(most - 1)).status == 201)
        #expect(try await heard("POST", "/v1/bookmarks", body: body(most)).status == 201)
        #expect(try await heard("POST", "/v1/bookmarks", body: body(most + 1)).status == 413)
    }

    @Test(arguments: ["zz\r\n{}\r\n", "-1\r\n{}\r\n", "fffffffffffffffffff\r\n{}\r\n"])
    func `a body in broken chunks is 400`(chunks: String) async throws {
        let heard = try await Folder.with { folder in
            let path = folder("s")
            return try await withGateway(.knowing(Self.answers), at: path) {
                try await Line.with(path) { line in
                    try await line.send(
                        "POST /v1/bookmarks HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                            + "Content-Type: application/json\r\n"
                            + "Transfer-Encoding: chunked\r\n\r\n" + chunks)
                    return Heard(try await line.read())
                }
            }
        }

        #expect(heard.status == 400)
    }

    @Test func `a profile is changed only if it is still the version that was read`()
        async throws
    {
        let mine = Contributor(
            author: Author(person: PersonID(.zero), name: "ana", isMe: true), things: 1,
            sums: .none)
        func status(_ said: Bookmark?, _ tag: String) async throws -> Int {
            let told = PersonProfile(
                contributor: mine, isFriend: false, attention: nil, follows: 0, said: said)
            let change = FeedCommand.profile(
                ProfileChange(name: "Ana", about: nil, photo: nil, audience: nil))
            let answers: [(Request, Answer)] = [
                (.query(.feeds(.profile(nil))), .feeds(.profile(told))),
                (.command(.feeds(change)), .feeds(.profile(told))),
            ]
            return try await Folder.with { folder in
                let path = folder("s")
                return try await withGateway(.knowing(answers), at: path) {
                    try await ask(
                        path, "PATCH", "/v1/profile", body: #"{"name":"Ana"}"#,
                        headers: ["Content-Type: application/json", "If-Match: \(tag)"]
                    ).status
                }
            }
        }
        let tag = "\"\(EntityTag.text(of: Self.link))\""

        #expect(try await status(Self.link, tag) == 200)
        #expect(try await status(Self.link, "*") == 200)
        #expect(try await status(Self.link, "\"x\"") == 412)
        #expect(try await status(nil, "*") == 412)
    }

    @Test func `broken JSON is 400`() async throws {
        let heard = try await heard("POST", "/v1/bookmarks", body: "{")

        #expect(heard.status == 400)
        #expect(try heard.read(ProblemJSON.self).code == "bad_json")
    }

    @Test func `a link is removed only if it is still what was read`() async throws {
        let target = "/v1/bookmarks/\(Self.id.short)"
        let shown = try await heard("GET", target)
        let tag = try #require(shown.header("etag"))

        let same = try await heard("DELETE", target, headers: ["If-Match: \(tag)"])
        let other = try await heard("DELETE", target, headers: ["If-Match: \"x\""])
        let any = try await heard("DELETE", target, headers: ["If-Match: *"])

        #expect([same.status, other.status, any.status] == [200, 412, 200])
    }

    // A client that received more than it asked for might publish it.
    @Test func `a parameter that is not known is refused, and nothing is answered or done`()
        async throws
    {
        let audience = try await heard("GET", "/v1/bookmarks?q=%23crdt&audience=friends")
        let tried = try await heard("DELETE", "/v1/friends/ben?block=true&dryrun=true")
        let feed = try await heard("GET", "/feeds/atom?utm_source=x&q=none")
        let head = try await heard("HEAD", "/v1/bookmarks?q=%23crdt&audience=friends")
        let options = try await heard("OPTIONS", "/v1/bookmarks?audience=friends")

        #expect([audience.status, tried.status, head.status] == [400, 400, 400])
        let problem = try audience.read(ProblemJSON.self)
        #expect(problem.code == "bad_request")
        #expect(problem.detail.contains("audience"))
        #expect(problem.fix?.contains("in:friends") == true)
        #expect(feed.status == 404, "what is not known was passed over, and the node was asked")
        #expect(options.status < 300)
    }

    @Test func `If-Match where it is not obeyed is refused before anything is done`() async throws {
        let headers = ["Content-Type: application/json", "If-Match: \"x\""]

        let renamed = try await heard(
            "POST", "/v1/tags/a%2Fb:rename", body: #"{"to":"c"}"#, headers: headers)
        let listed = try await heard("GET", "/v1/bookmarks?q=%23crdt", headers: headers)

        #expect(renamed.status == 400)
        #expect(try renamed.read(ProblemJSON.self).detail.contains("If-Match"))
        #expect(listed.status == 200)
    }

    @Test(arguments: [
        ("pinboard", "application/json", #""shared": "no""#),
        ("xbel", "application/xml", #"<bookmark href="https://a.example/""#),
        ("md", "text/markdown; charset=utf-8", "- [A](https://a.example/) #crdt"),
        ("org", "text/org; charset=utf-8", "** [[https://a.example/][A]] :crdt:"),
        ("bibtex", "application/x-bibtex", "  url = {https://a.example/},"),
        ("ris", "application/x-research-info-systems", "UR  - https://a.example/"),
        (
            "csljson", "application/vnd.citationstyles.csl+json", #""URL": "https://a.example/""#
        ),
    ])
    func `links come as other programs have them`(
        format: String, type: String, part: String
    ) async throws {
        let heard = try await heard("GET", "/v1/export?format=\(format)")
        let garments = try await self.heard("GET", "/v1/export?format=\(format)&type=garment")

        #expect(heard.status == 200)
        #expect(heard.header("content-type") == type)
        #expect(heard.body.split(separator: part).count == 3, "the link is on two pages")
        #expect(garments.status == 422)
    }

    @Test func `the description is served, with the version of the program`() async throws {
        let heard = try await heard("GET", "/v1/openapi.json")

        #expect(heard.status == 200)
        #expect(heard.body.contains(#""openapi":"3.1.0""#))
        #expect(heard.body.contains(#""version":"1.2.3""#))
    }

    @Test func `an export goes through all pages`() async throws {
        let heard = try await heard("GET", "/v1/export?format=csv")

        #expect(heard.status == 200)
        #expect(heard.header("content-type") == "text/csv; charset=utf-8; header=present")
        #expect(heard.body.split(separator: "https://a.example/").count == 3)
    }

    @Test func `an export with a wrong search is a problem, not a file`() async throws {
        let heard = try await heard("GET", "/v1/export?q=x")

        #expect(heard.status == 404)
    }

    @Test func `a backup goes to an absolute path`() async throws {
        let good = try await heard("POST", "/v1/backup", body: #"{"path":"/b"}"#)
        let bad = try await heard("POST", "/v1/backup", body: #"{"path":"b"}"#)

        #expect(try good.read(DoneJSON.self).summary == "backup in /b")
        #expect(bad.status == 422)
    }

    @Test func `a sync without sessions is settled at once`() async throws {
        let heard = try await heard("POST", "/v1/sync?wait=600", body: "{}")

        #expect(try heard.read(DoneJSON.self).count == 0)
    }

    @Test func `a sync that does not settle in time is 504`() async throws {
        let peer = Peer(
            person: nil, name: "ben", address: "a", state: "comparing", isOutbound: true,
            theyLack: 0, weLack: 1, bytesReceived: 0, bytesSent: 0, endReason: nil)
        let door = NodeDoor.knowing([
            (.command(.sync()), Self.done(1)), (.query(.peers()), .peers([peer])),
        ])

        let heard = try await Folder.with { folder in
            let path = folder("s")
            return try await withGateway(door, at: path) {
                try await ask(path, "POST", "/v1/sync?wait=0")
            }
        }

        #expect(heard.status == 504)
        #expect(try heard.read(ProblemJSON.self).detail.contains("ben (comparing)"))
    }

    @Test func `a body that may be left out may be left out`() async throws {
        let without = try await heard("DELETE", "/v1/devices/laptop")
        let empty = try await heard("DELETE", "/v1/devices/laptop", body: "", headers: [])
        let typed = try await heard("DELETE", "/v1/devices/laptop", body: "{}")
        let untyped = try await heard("DELETE", "/v1/devices/laptop", body: "{}", headers: [])

        #expect([without, empty, typed, untyped].map(\.status) == [200, 200, 200, 415])
    }

    @Test func `a phrase does not come back, whatever is wrong with it`() async throws {
        let words = "abandon ability able"
        for body in [
            "{\"phrase\":\"\(words)\"", "{\"phrase\":[\"\(words)\"]}", "{\"phrase\":\"\(words)\"}",
            "\(words)",
        ] {
            for (method, target) in [("POST", "/v1/devices"), ("DELETE", "/v1/devices/x")] {
                let heard = try await heard(method, target, body: body)

                #expect(heard.status >= 400)
                #expect(!heard.body.contains("abandon"))
            }
        }
    }

    @Test func `friends are ended and blocked people listed`() async throws {
        let ended = try await heard("DELETE", "/v1/friends/ben?block=true")
        let blocked = try await heard("GET", "/v1/blocked")

        #expect(ended.status == 200)
        #expect(try blocked.read(PageJSON<AuthorJSON>.self).items.map(\.name) == ["ben"])
    }
}
