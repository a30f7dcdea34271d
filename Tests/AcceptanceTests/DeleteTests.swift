import Foundation
import Testing

/// Tests every DELETE of the API description: once, repeated, and of something that never existed.
@Suite(.serialized) struct DeleteTests {
    /// The thing to delete: the values of the path's parameters, the same for something that never existed, and the body.
    private struct Target {
        let names: [String]
        let never: [String]
        var body = ""
    }

    /// An id that nothing has.
    private static let nobody = "06H19FBKGAHK6RF26XWJKPGX18"

    private struct Reply {
        let status: Int
        let code: String
    }

    /// - Parameter socket: the node's socket.
    private func delete(_ path: String, _ body: String, at socket: String) throws -> Reply {
        let content =
            body.isEmpty ? [] : ["-H", "Content-Type: application/json", "--data-binary", body]
        let text = try OtherProgram.curl(
            ["-i", "--unix-socket", socket, "-X", "DELETE", "http://localhost" + path] + content)
        let parts = text.components(separatedBy: "\r\n\r\n")
        let told = try JSONSerialization.jsonObject(with: Data((parts.last ?? "").utf8))
        return Reply(
            status: try #require(Int(text.dropFirst(9).prefix(3))),
            code: (told as? [String: Any])?["code"] as? String ?? "")
    }

    private func made(_ person: Person, _ path: String, _ body: String) throws -> [String: Any] {
        try person.weft(["api", "POST", path, body], input: "").succeeds().json()
    }

    private func kept(_ person: Person, _ path: String, _ body: String) throws -> String {
        let kept = try made(person, path, body)
        return try #require((kept["outcomes"] as? [[String: Any]])?.first?["id"] as? String)
    }

    private func filled(_ path: String, _ names: [String]) -> String {
        var rest = names
        return path.split(separator: "/").map { segment in
            guard segment.hasPrefix("{"), !rest.isEmpty else { return "/" + segment }
            let name = rest.removeFirst()
            return "/"
                + (name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? name)
        }.joined()
    }

    /// Creates the things to delete, by the path of their DELETE.
    private func targets(_ ana: Person, _ ben: Person, _ house: Household) throws -> [String:
        Target]
    {
        func thing(_ path: String, _ body: String) throws -> Target {
            Target(names: [try kept(ana, path, body)], never: [Self.nobody])
        }
        func number(_ told: [String: Any]) throws -> Target {
            Target(names: ["\(try #require(told["number"] as? Int))"], never: ["4000000"])
        }
        func named(_ name: String) -> Target { Target(names: [name], never: ["never was"]) }

        let link = #"{"url":"https://a.example/2","tags":["tagged"]}"#
        let member = try kept(ana, "/v1/bookmarks", #"{"url":"https://a.example/3"}"#)
        for (path, body) in [
            ("/v1/collections", #"{"name":"gone"}"#), ("/v1/collections", #"{"name":"shelf"}"#),
            ("/v1/collections/shelf/items", #"{"refs":["\#(member)"]}"#),
            ("/v1/follows", ##"{"what":"#wool"}"##), ("/v1/mutes", ##"{"what":"#silk"}"##),
            ("/v1/tag-rules", #"{"query":"site:a.example","tags":["ruled"]}"#),
            ("/v1/groups", #"{"name":"lab"}"#), ("/v1/groups", #"{"name":"circle"}"#),
        ] {
            _ = try made(ana, path, body)
        }
        try ana.weft("like", member).succeeds()
        let comment = try made(ana, "/v1/objects/\(member)/comments", #"{"text":"so"}"#)
        let folder = try made(ana, "/v1/folders", #"{"path":"\#(house.path)/carried"}"#)
        try ana.weft("config", "set", "web", "127.0.0.1:0").succeeds()
        let code = try #require(try made(ana, "/v1/web/codes", "{}")["code"] as? String)
        return [
            "/v1/bookmarks/{id}": try thing("/v1/bookmarks", #"{"url":"https://a.example/1"}"#),
            "/v1/things/{id}": try thing("/v1/bookmarks", link),
            "/v1/garments/{id}": try thing("/v1/garments", #"{"name":"Hat"}"#),
            "/v1/outfits/{id}": try thing("/v1/outfits", #"{"name":"Monday"}"#),
            "/v1/closets/{id}": try thing("/v1/closets", #"{"name":"Winter"}"#),
            "/v1/places/{id}": try thing(
                "/v1/places", #"{"name":"Kiosk","categories":["food"],"position":"48.1,11.5"}"#),
            "/v1/clips/{id}": Target(names: [try clip(ana, house)], never: [Self.nobody]),
            "/v1/highlights/{id}": try thing(
                "/v1/highlights", #"{"name":"over and under","url":"https://a.example/1"}"#),
            "/v1/papers/{id}": try thing("/v1/papers", #"{"name":"On Looms"}"#),
            "/v1/objects/{id}/reaction": Target(names: [member], never: [Self.nobody]),
            "/v1/comments/{id}": Target(
                names: [try #require(comment["id"] as? String)], never: [Self.nobody]),
            "/v1/reports/{id}": Target(names: [try report(ana, ben)], never: [Self.nobody]),
            "/v1/tags/{name}": named("tagged"), "/v1/collections/{name}": named("gone"),
            "/v1/collections/{name}/items": Target(
                names: ["shelf"], never: ["never was"], body: #"{"refs":["\#(member)"]}"#),
            "/v1/tag-rules/{rule}": named("site:a.example"), "/v1/follows/{what}": named("#wool"),
            "/v1/mutes/{what}": named("#silk"), "/v1/folders/{number}": try number(folder),
            "/v1/codes/{number}": try number(made(ana, "/v1/codes", "{}")),
            "/v1/invites/{number}": try number(made(ana, "/v1/groups/circle/invites", "{}")),
            "/v1/groups/{name}": named("lab"),
            "/v1/web/sessions/{number}": try number(
                made(ana, "/v1/web/sessions", #"{"code":"\#(code)"}"#)),
        ].merging(try people(ana, ben, house)) { $1 }
    }

    /// Creates the people to delete, likewise.
    private func people(
        _ ana: Person, _ ben: Person, _ house: Household
    ) throws -> [String: Target] {
        func named(_ name: String) -> Target { Target(names: [name], never: ["neverwas"]) }

        // One who asks, and one who is blocked.
        let (cyd, dan, eve) = (try house.node("cyd"), try house.node("dan"), try house.node("eve"))
        try cyd.weft("friend", "add", ana.ticket()).succeeds()
        try ana.weft("friend", "add", dan.ticket()).succeeds()
        try ana.weft("friend", "block", "dan", "-f").succeeds()
        var asking = ""
        try until("cyd is heard", within: .seconds(30)) {
            let pending = try ana.weft("api", "GET", "/v1/pending").succeeds().json()
            asking = (pending["items"] as? [[String: Any]])?.first?["person"] as? String ?? ""
            return !asking.isEmpty
        }
        // Who calls again asks anew.
        try cyd.down()
        // One with a typed invitation that nobody answers.
        let invitation = try made(eve, "/v1/invites", "{}")
        try eve.down()
        _ = try made(
            ana, "/v1/joins", #"{"invitation":"\#(try #require(invitation["text"] as? String))"}"#)
        // One in a group, with a mailbox.
        _ = try made(ana, "/v1/groups", #"{"name":"ring"}"#)
        let ring = try made(ana, "/v1/groups/ring/invites", "{}")
        _ = try made(
            ben, "/v1/join", #"{"invitation":"\#(try #require(ring["text"] as? String))"}"#)
        _ = try made(ben, "/v1/mailboxes:keep", #"{"person":"ana"}"#)
        try until("ben is in", within: .seconds(30)) {
            let members = try ana.weft("api", "GET", "/v1/groups/ring/members").succeeds().json()
            return (members["items"] as? [Any])?.count == 2
        }
        _ = try made(ana, "/v1/mailboxes", #"{"keeper":"ben"}"#)
        let tablet = try house.newcomer("tablet").weft(
            "init", "--pair", "--name", "tablet", "--json"
        ).succeeds().text("request")
        _ = try made(ana, "/v1/devices", #"{"request":"\#(tablet)"}"#)
        return [
            "/v1/groups/{name}/members/{person}": Target(
                names: ["ring", "ben"], never: ["ring", "neverwas"]),
            "/v1/pending/{ref}": named(asking), "/v1/blocked/{ref}": named("dan"),
            "/v1/joins/{ref}": named("eve"), "/v1/mailboxes/{ref}": named("ben"),
            "/v1/devices/{ref}": named("tablet"), "/v1/friends/{ref}": named("ben"),
        ]
    }

    private func clip(_ ana: Person, _ house: Household) throws -> String {
        let film = try house.file("film.mp4", ClipTests.film(4000))
        let place = try kept(
            ana, "/v1/places", #"{"name":"Loom","categories":["shop"],"position":"48.2,16.3"}"#)
        let added = try ana.weft("clip", "add", film, "--place", place, "--json").succeeds().json()
        return try #require((added["outcomes"] as? [[String: Any]])?.first?["id"] as? String)
    }

    private func report(_ ana: Person, _ ben: Person) throws -> String {
        let thing = try kept(
            ben, "/v1/bookmarks", #"{"url":"https://b.example/","audience":"friends"}"#)
        try until("ben's link is seen", within: .seconds(30)) {
            try ana.weft("show", thing).code == 0
        }
        _ = try made(ana, "/v1/reports", #"{"thing":"\#(thing)","reason":"so"}"#)
        let reports = try ana.weft("api", "GET", "/v1/reports").succeeds().json()
        return try #require((reports["items"] as? [[String: Any]])?.first?["id"] as? String)
    }

    @Test func `every DELETE finds its target once, and not again`() throws {
        let house = try Household()
        let (ana, ben) = (try house.node("ana"), try house.node("ben"))
        try befriend(ana, ben)
        let targets = try targets(ana, ben, house)
        let socket = try ana.weft("paths", "--json").succeeds().text("socket")
        let document = try ana.weft("api", "GET", "/v1/openapi.json").succeeds().json()
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        let deleted = paths.filter { $0.value["delete"] != nil }.keys

        #expect(Set(deleted) == Set(targets.keys))
        // A friendship comes last: what friends had ends with it.
        let friends = "/v1/friends/{ref}"
        for path in deleted.filter({ $0 != friends }).sorted() + [friends] {
            guard let target = targets[path] else { continue }
            let there = filled(path, target.names)

            let first = try delete(there, target.body, at: socket)
            let again = try delete(there, target.body, at: socket)
            let never = try delete(filled(path, target.never), target.body, at: socket)

            #expect(first.status == 200, "\(path) \(first)")
            #expect(again.status == 404 && again.code == "not_found", "\(path) \(again)")
            #expect(never.status == 404 && never.code == "not_found", "\(path) \(never)")
        }
    }
}
