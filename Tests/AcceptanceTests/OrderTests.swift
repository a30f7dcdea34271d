import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests tag rules, duplicates, saved searches, and what other programs receive of them, with the
/// real program.
@Suite(.serialized) struct OrderTests {
    /// Stores a link and returns its id.
    private func keep(_ person: Person, _ words: String...) throws -> String {
        let arguments = ["add", "--json"] + words
        let kept = try Outcome(waitingFor: person.start(arguments), arguments).succeeds().json()
        guard let outcomes = kept["outcomes"] as? [[String: Any]],
            let id = outcomes.first?["id"] as? String
        else { throw Failed("nothing was kept: \(kept)") }
        return id
    }

    @Test func `rules put tags on what is added, imported and kept on other devices`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let laptop = try house.device("laptop", pairedWith: ana)
        try ana.weft("add", "https://www.youtube.com/old").succeeds()

        try ana.weft("tag", "rules", "add", "youtube.com", "video,later").succeeds()
        try ana.weft("add", "https://www.youtube.com/new").succeeds()
        let file = try house.file(
            "list.txt", "https://youtube.com/imported\nhttps://a.example/\n".utf8)
        try ana.weft("import", file, "--format", "urls").succeeds()
        let listed = try ana.weft("tag", "rules").succeeds().out
        let checked = try ana.weft(
            "api", "GET", "/v1/bookmarks/check?url=https%3A%2F%2Fyoutube.com%2Fx"
        ).succeeds().json()
        let would = try ana.weft("tag", "rules", "apply", "-n").succeeds().out

        #expect(listed.contains("site:youtube.com") && listed.contains("#later #video"))
        #expect(checked["auto_tags"] as? [String] == ["later", "video"])
        #expect(try ana.count("#video #later") == 2)
        #expect(would == "1\n")
        try ana.weft("tag", "rules", "apply").succeeds()
        #expect(try ana.count("#video") == 3)
        try ana.weft("undo").succeeds()
        #expect(try ana.count("#video") == 2)
        try until("the rule is on the laptop") {
            try laptop.weft("tag", "rules", "--plain").succeeds().out.contains("youtube.com")
        }
        try laptop.weft("add", "https://youtube.com/there").succeeds()
        #expect(try laptop.count("#video site:youtube.com") >= 1)
        try ana.weft("tag", "rules", "rm", "youtube.com").succeeds()
        let after = try keep(ana, "https://youtube.com/after")
        let shown = try ana.weft("show", after, "--json").succeeds().json()
        #expect(shown["tags"] as? [String] == [])
    }

    @Test func `duplicates are shown, merged in one act, and taken apart again`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let first = try keep(
            ana, "https://a.example/", "--title", "First", "-t", "a", "--note", "one")
        let second = try keep(ana, "https://b.example/", "--title", "Second", "-t", "b")
        try ana.weft("edit", second, "--url", "https://A.example/?utm_source=mail").succeeds()

        let listed = try ana.weft("dup").succeeds()
        let would = try ana.weft("dup", "--fix", "-n").succeeds()
        let asked = try ana.weft("dup", "--fix", "--no-input")
        try ana.weft("dup", "--fix", "--force").succeeds()
        let merged = try ana.weft("show", first, "--json").succeeds().json()

        #expect(listed.out.contains("https://a.example/"))
        #expect(listed.out.contains("stays") && listed.out.contains("goes"))
        #expect(would.err.contains("would have merged 1 link"))
        asked.fails(2, saying: "--force")
        #expect(merged["tags"] as? [String] == ["a", "b"])
        #expect(merged["note"] as? String == "one\n\nSecond")
        #expect(try ana.count("") == 1)
        try ana.weft("undo").succeeds()
        #expect(try ana.count("") == 2)
        let none = try ana.weft("dup", "--fix", second)
        #expect(none.code == 0)
        try ana.weft("dup", "--fix", first).fails(3, saying: "no other link", "weft dup")
        #expect(try ana.weft("dup").succeeds().err.contains("no duplicate links"))
    }

    @Test func `a search that is kept is listed, shared words with others, and fed`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        try ana.weft("add", "https://a.example/", "--title", "A", "-t", "crdt", "--unread")
            .succeeds()
        try ana.weft("add", "https://b.example/", "--title", "B", "-t", "crdt").succeeds()
        try ana.weft("col", "new", "To read", "--query", "#crdt is:unread").succeeds()

        #expect(try ana.count("in:\"To read\"") == 1)
        #expect(try ana.count("#crdt -in:\"To read\"") == 1)
        try ana.weft("add", "https://c.example/", "--title", "C", "-t", "crdt", "--unread")
            .succeeds()
        #expect(try ana.count("in:\"To read\"") == 2)
        let feed = try ana.weft("export", "in:\"To read\"", "-F", "atom").succeeds().out
        #expect(feed.split(separator: "<entry>").count == 3)
        #expect(!feed.contains("b.example"))
    }

    @Test func `other programs come in where their person says, and are shown with what`() throws {
        let house = try Household()
        let ana = try house.node("ana")

        try ana.weft("web").succeeds()
        let closed = try ana.weft("status", "--json").succeeds().json()["web"]
        try ana.weft("config", "set", "web", "127.0.0.1:0").succeeds()
        let address = try ana.weft("status", "--json").text("web")
        let status = try ana.weft("status").succeeds().out
        let web = try ana.weft("web", "--json").succeeds().json()
        let again = try ana.weft("web", "--new-token", "--json").succeeds().json()
        try ana.weft("config", "set", "web", "0.0.0.0:80").fails(2, saying: "127.0.0.1", "fix:")
        try ana.weft("config", "set", "pinboard", "friends").fails(2, saying: "default", "fix:")
        try ana.weft("up", "--web", "192.168.1.2:80").fails(2, saying: "127.0.0.1")
        try ana.down()
        try ana.up()

        #expect(closed == nil)
        #expect(address.hasPrefix("127.0.0.1:") && address != "127.0.0.1:0")
        #expect(status.contains("other programs connect to http://\(address)"))
        #expect(web["address"] as? String == "http://\(address)")
        #expect((web["token"] as? String)?.utf8.count == 52)
        for name in ["token", "auth_token", "atom"] {
            #expect(web[name] as? String != again[name] as? String)
        }
        let file = "\(ana.root)/data/web.token"
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "\(again["token"] ?? "")\n")
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        // The setting survives a restart of the node.
        #expect(try ana.weft("config", "get", "web").succeeds().out == "127.0.0.1:0\n")
        #expect(try ana.weft("status", "--json").text("web").hasPrefix("127.0.0.1:"))
        try ana.weft("config", "unset", "web").succeeds()
        #expect(try ana.weft("status", "--json").succeeds().json()["web"] == nil)
        chmod(file, 0o644)
        try ana.weft("web").fails(7, saying: "web.token", "fix:")
    }
}
