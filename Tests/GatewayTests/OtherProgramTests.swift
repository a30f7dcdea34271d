import API
import CRDT
import Domain
import Gateway
import Primitives
import Testing

/// Tests feeds and Pinboard clients, over the socket and over loopback.
@Suite struct OtherProgramTests {
    private static let id = ObjectID(Bytes16(high: 1 << 60, low: 2))
    private static func link(_ placement: [Audience] = []) -> Bookmark {
        Bookmark(
            author: Author(person: PersonID(.zero), name: "ana", isMe: true), id: id,
            url: "https://a.example/", canonicalURL: "https://a.example/", title: "A", note: "",
            tags: ["two words", "Old"], size: .medium, isUnread: false,
            added: WallTime(milliseconds: 0), updated: WallTime(milliseconds: 5),
            placement: placement, isTrashed: false, conflicts: [])
    }
    private static let done = Answer.done(DoneReport(count: 1, act: 1, summary: "done"))
    private static let change = BookmarkChange(
        title: "B", note: "", isUnread: true, addTags: ["new"], removeTags: ["Old"])
    private static let fresh = BookmarkDraft(url: "https://new.example/", title: "N", tags: ["x"])

    private static func kept(_ audience: Audience) -> Answer {
        .kept(AdditionReport(outcomes: [.added(id)], act: 1, placed: [:], audience: audience))
    }

    private static func add(_ draft: BookmarkDraft, to audience: Audience?) -> Request {
        .command(.addBookmarks([draft], to: audience, onDuplicate: .skip, act: nil))
    }

    /// A node with one link, at this URL; `shared=yes` means `sharing`.
    private static func door(
        _ sharing: PinboardSharing = .normal, placement: [Audience] = []
    ) -> NodeDoor {
        let link = link(placement)
        var others = link
        others.author = Author(person: PersonID(.zero), name: "ben", isMe: false)
        let all = ListRequest(query: "by:me", sort: .added, limit: 500, kind: .link)
        let named = Reference.id(id.text)
        return .knowing([
            (
                .query(.settings()),
                .settings(
                    Settings(
                        defaultAudience: .private, problem: nil,
                        web: LoopbackAddress(.ipv4, port: 0), pinboard: sharing))
            ),
            (
                .query(.identity()),
                .identity(
                    Identity(
                        person: PersonID(.zero), name: "ana", device: DeviceID(.zero),
                        ticket: ""))
            ),
            (.query(.check(url: link.url)), .check(AddressCheck(link.url, link))),
            (.query(.check(url: "https://group.example/")), .check(AddressCheck("", nil))),
            (.query(.check(url: "https://other.example/")), .check(AddressCheck("", nil))),
            (
                .query(.check(url: fresh.url)), .check(AddressCheck(fresh.url, nil, tags: ["auto"]))
            ),
            (.query(.show(.url("https://group.example/"))), .bookmark(link)),
            (.query(.show(.url("https://other.example/"))), .bookmark(others)),
            (.command(.edit(named, change)), .bookmark(link)),
            (.command(.share(.references([named]), with: .public, isLive: false)), done),
            (.command(.unshare(.references([named]), from: .public)), done),
            (.command(.remove(.references([named]))), done),
            (add(fresh, to: nil), kept(.private)), (add(fresh, to: .public), kept(.public)),
            (add(fresh, to: .private), kept(.private)),
            (
                .query(.tags(prefix: "", limit: Int.max)),
                .tags([
                    TagCount(name: "two words", count: 2), TagCount(name: "two_words", count: 1),
                ])
            ),
            (.command(.removeTag("two words")), done), (.command(.removeTag("two_words")), done),
            (.query(.list(all)), .page(ListPage(items: [link], nextCursor: "2", total: nil))),
            (
                .query(
                    .list(
                        ListRequest(
                            query: "by:me", sort: .added, limit: 500, cursor: "2", kind: .link))),
                .page(ListPage(items: [link], nextCursor: nil, total: nil))
            ),
            (
                .query(.list(ListRequest(query: "by:me", sort: .added, limit: 1, kind: .link))),
                .page(ListPage(items: [link], nextCursor: "2", total: nil))
            ),
            (
                .query(.list(ListRequest(query: "#a&b", limit: 2))),
                .page(ListPage(items: [link], nextCursor: "c=1", total: nil))
            ),
        ])
    }

    private func heard(
        _ target: String, _ door: NodeDoor = door(), method: String = "GET", headers: [String] = []
    ) async throws -> Heard {
        try await Folder.with { folder in
            let path = folder("s")
            return try await withGateway(door, at: path) {
                try await ask(path, method, target, headers: headers)
            }
        }
    }

    private func code(_ parameters: String, _ door: NodeDoor = door()) async throws -> String {
        let heard = try await heard("/pinboard/v1/posts/add?format=json&" + parameters, door)
        #expect(heard.status == 200)
        let told = try decoded([String: String].self, from: heard.body)
        return try #require(told["result_code"])
    }

    // MARK: Pinboard

    @Test func `an addition is kept, changed or refused, and said so in Pinboard's words`()
        async throws
    {
        let known = "url=https%3A%2F%2Fa.example%2F"
        let new = "url=https%3A%2F%2Fnew.example%2F&description=N&tags=x"

        #expect(try await code(new) == "done")
        #expect(try await code(new + "&shared=yes") == "done")
        #expect(try await code(new + "&shared=no") == "done")
        // No Pinboard tag contains a comma.
        #expect(try await code(new.replacing("tags=x", with: "tags=,x,+")) == "done")
        #expect(try await code(known + "&replace=no") == "item already exists")
        // A tag with a blank comes back as it was listed, and is kept.
        #expect(
            try await code(known + "&description=B&toread=yes&tags=two_words+new") == "done")
        #expect(try await code("description=N") == "missing url")
        #expect(try await code(known + "&shared=maybe") == "shared must be yes or no")
        #expect(try await code(known + "&dt=today").hasPrefix("dt is not a time"))
    }

    @Test func `shared means public only where the setting says so`() async throws {
        let new = "url=https%3A%2F%2Fnew.example%2F&description=N&tags=x&shared=yes"
        let known =
            "url=https%3A%2F%2Fa.example%2F&description=B&toread=yes&tags=two_words+new"
        let door = Self.door(.public)
        // Makes the node of this test refuse, to show that it was never asked to make anything
        // public.
        func without(_ request: Request, _ door: NodeDoor) -> NodeDoor {
            NodeDoor(
                ask: {
                    $0 == request ? .rejected(Problem(.notFound, "asked")) : await door.ask($0)
                },
                notices: door.notices, backup: door.backup, keys: door.keys)
        }
        let share = Request.command(
            .share(.references([.id(Self.id.text)]), with: .public, isLive: false))
        let withdraw = Request.command(
            .unshare(.references([.id(Self.id.text)]), from: .public))
        let shown = Self.door(.public, placement: [.public])

        #expect(try await code(new, without(Self.add(Self.fresh, to: nil), door)) == "done")
        #expect(
            try await code(new, without(Self.add(Self.fresh, to: .public), Self.door())) == "done")
        #expect(try await code(known + "&shared=yes", without(share, door)) == "asked")
        #expect(try await code(known + "&shared=yes", without(share, Self.door())) == "done")
        #expect(try await code(known + "&shared=no", without(withdraw, shown)) == "asked")
        #expect(try await code(known, without(withdraw, shown)) == "done")
    }

    @Test(arguments: [
        ("posts/delete?url=https%3A%2F%2Fa.example%2F", #"<result code="done" />"#),
        ("posts/delete?url=https%3A%2F%2Fnew.example%2F", #"<result code="item not found" />"#),
        // At home in a group, and somebody else's.
        ("posts/delete?url=https%3A%2F%2Fgroup.example%2F", #"<result code="done" />"#),
        ("posts/delete?url=https%3A%2F%2Fother.example%2F", #"<result code="item not found" />"#),
        ("posts/delete", #"<result code="missing url" />"#),
        ("tags/delete?tag=two_words", "<result>done</result>"),
        ("tags/delete?tag=none", "<result>done</result>"),
        ("tags/get", #"<tag count="3" tag="two_words" />"#),
        ("posts/suggest?url=mailto%3Ax", "404"),
        ("user/api_token", "<result>weft:pinboard</result>"),
        ("user/secret", "<result>feeds</result>"),
        ("posts/dates", #"<date count="2" date="1970-01-01" />"#),
        ("posts/get?url=https%3A%2F%2Fa.example%2F", #"tag="two_words Old""#),
        ("posts/get?dt=never", "bad_request"), ("posts/recent?count=101", "bad_request"),
        ("posts/all?fromdt=never", "bad_request"), ("posts/all?tag=a+b+c+d", "bad_request"),
        ("posts/update?format=yaml", "bad_request"), ("posts/all?tags=a+b+c+d", "bad_request"),
        ("notes/list", "<notes>\n</notes>"),
        ("notes/list?format=json", #"{"count": 0, "notes": []}"#), ("notes/1", "not_found"),
    ])
    func `every request of a Pinboard client is answered`(target: String, part: String) async throws
    {
        let heard = try await heard("/pinboard/v1/" + target)

        #expect(heard.body.contains(part), "\(heard.status) \(heard.body)")
    }

    @Test func `all links come page after page, as many as were asked for`() async throws {
        for (query, count) in [("", 2), ("&start=1", 1), ("&results=1", 1), ("&start=2", 0)] {
            let heard = try await heard("/pinboard/v1/posts/all?format=json" + query)

            #expect(heard.body.split(separator: #""href""#).count == count + 1)
            #expect(heard.header("content-type") == "text/json; charset=utf-8")
        }
        let late = try await heard(
            "/pinboard/v1/posts/all?format=json&fromdt=1971-01-01T00:00:00Z")
        #expect(!late.body.contains("href"))
    }

    // MARK: Feeds

    @Test func `a feed says the same until something changes`() async throws {
        let target = "/feeds/atom?q=%23a%26b&limit=2&token=feeds"
        let first = try await heard(target)
        let tag = try #require(first.header("etag"))
        let again = try await heard(target, headers: ["If-None-Match: \"x\", W/\(tag)"])
        let other = try await heard(target, headers: ["If-None-Match: \"x\""])

        #expect(first.status == 200)
        #expect(first.header("content-type") == "application/atom+xml")
        #expect(first.header("cache-control") == "private, no-cache")
        #expect(again.status == 304)
        #expect(again.body.isEmpty)
        #expect(other.body == first.body)
        #expect(first.body.contains("<id>urn:weft:feed:\(PersonID(.zero).text):%23a%26b</id>"))
        let selfLink = "href=\"http://localhost/feeds/atom?q=%23a%26b&amp;limit=2\""
        #expect(first.body.contains(selfLink))
        #expect(first.body.contains("limit=2&amp;cursor=c%3D1&amp;token=feeds\""))
    }

    @Test(arguments: ["/feeds/atom", "/feeds/json"])
    func `HEAD says of a feed what GET does, without it`(path: String) async throws {
        let target = path + "?q=%23a%26b&limit=2&token=feeds"
        let whole = try await heard(target)
        let head = try await heard(target, method: "HEAD")

        #expect(head.status == 200)
        #expect(head.body.isEmpty)
        for name in ["etag", "content-type", "content-length"] {
            #expect(head.header(name) == whole.header(name))
        }
    }

    @Test func `a search that is none is a problem, and no feed`() async throws {
        let heard = try await heard("/feeds/json?q=none")

        #expect(heard.status == 404)
        #expect(heard.header("content-type") == "application/problem+json")
    }

    @Test func `each token opens what it is for, where that program puts it`() async throws {
        try await Folder.with { folder in
            try await withGateway(Self.door(), at: folder("s")) { gateway in
                let address = try #require(await gateway.webAddress)
                let port = String(address.port)
                let feed = "/feeds/atom?q=%23a%26b&limit=2"
                let tags = "/pinboard/v1/tags/get?format=json"
                // `feeds:feeds`, `me:pinboard` and `me:everything` in base 64.
                let basic = (
                    feeds: "Authorization: Basic ZmVlZHM6ZmVlZHM=",
                    pinboard: "Authorization: Basic bWU6cGluYm9hcmQ=",
                    everything: "Authorization: Basic bWU6ZXZlcnl0aGluZw=="
                )
                for (target, header, status) in [
                    (feed + "&token=feeds", nil, 200), (feed, basic.feeds, 200),
                    (feed, "Authorization: Bearer feeds", 200),
                    (feed, "Authorization: Bearer everything", 200),
                    (feed + "&token=pinboard", nil, 401), (feed + "&token=everything", nil, 401),
                    (feed, basic.everything, 401), (feed, nil, 401),
                    (tags + "&auth_token=me:pinboard", nil, 200), (tags, basic.pinboard, 200),
                    (tags, "Authorization: Bearer pinboard", 200),
                    (tags + "&auth_token=me:feeds", nil, 401),
                    (tags + "&auth_token=me:everything", nil, 401),
                    (tags + "&token=pinboard", nil, 401), (tags, nil, 401),
                    ("/v1/settings", "Authorization: Bearer pinboard", 401),
                    ("/v1/settings?token=feeds", nil, 401),
                    ("/v1/../feeds/atom?token=feeds", nil, 401),
                    ("//feeds/atom?token=feeds", nil, 401),
                    ("/feeds/../v1/settings?token=feeds", nil, 404),
                ] as [(String, String?, Int)] {
                    let heard = try await ask(
                        port, "GET", target,
                        headers: ["Host: 127.0.0.1:\(port)"] + [header].compactMap { $0 })

                    #expect(heard.status == status, "\(target) \(header ?? "")")
                    if status == 401 {
                        let isFeed = target.hasPrefix("/feeds/") || target.hasPrefix("/pinboard/")
                        #expect(
                            heard.header("www-authenticate")?.hasPrefix(isFeed ? "Basic" : "Bearer")
                                == true)
                    }
                }
            }
        }
    }
}
