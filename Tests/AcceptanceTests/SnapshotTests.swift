import Foundation
import Testing

/// Tests snapshots of pages with the real program: importing, sharing, receiving, submitting by a
/// form.
@Suite(.serialized) struct SnapshotTests {
    private func page(_ title: String, _ count: Int) -> [UInt8] {
        let head = "<!DOCTYPE html><html><head><title>\(title)</title></head><body>"
        var bytes = Array(head.utf8)
        for place in 0..<max(0, count - bytes.count) { bytes.append(UInt8(97 + place % 26)) }
        return bytes
    }

    /// Returns a picture that is valid as far as its beginning and its end go, with a location in
    /// its metadata.
    private func jpeg(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xFE, 0, 16]
        bytes += Array("CANARY-48.8584".utf8)
        bytes += [0xFF, 0xDA, 0, 4, 1, 2]
        bytes += [UInt8](repeating: 0x41, count: max(0, count - 26))
        return bytes + [0xFF, 0xD9]
    }

    private func add(_ person: Person, _ words: String...) throws -> String {
        let kept = try person.weft(["add", "--json"] + words, input: "").succeeds().json()
        let outcome = try #require((kept["outcomes"] as? [[String: Any]])?.first)
        return try #require(outcome["id"] as? String)
    }

    private func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private func sizes(of id: String, at person: Person) throws -> [Int] {
        let items = try person.weft("snapshot", "ls", id, "--json").succeeds().json()["items"]
        return (items as? [[String: Any]] ?? []).compactMap { $0["size"] as? Int }
    }

    private func curl(_ words: String...) throws -> String {
        try OtherProgram.curl(words)
    }

    @Test func `a friend sees the thumbnail at once and gets the page on request`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(ana, ben)
        let saved = page("Weaving &amp; more", 3 << 20)
        let file = try house.file("page.html", saved)
        let picture = try house.file("tile.jpg", jpeg(5_000))

        let id = try add(
            ana, "https://loom.example/", "--snapshot", file, "--thumbnail", picture,
            "--audience", "friends")
        try until("the link and its thumbnail are at Ben's") {
            guard try ben.count("snapshot:1 thumbnail:1") == 1 else { return false }
            return try ben.weft("photo", "save", id, "-o", "\(house.path)/t.jpg").code == 0
        }

        let clean = jpeg(5_000)
        #expect(try bytes("\(house.path)/t.jpg") == Array(clean.prefix(2)) + clean.dropFirst(20))
        let shown = try ben.weft("show", id).succeeds().out
        #expect(shown.contains("Weaving & more") && shown.contains("snapshot    3.0 MiB"))
        #expect(shown.contains("thumbnail   image/jpeg"))
        try ben.weft("snapshot", "save", id, "-o", "\(house.path)/none.html")
            .fails(3, saying: "0 of", "fix:", "weft snapshot get")
        try ben.weft("snapshot", "get", id, "-o", "\(house.path)/got.html").succeeds()
        #expect(try bytes("\(house.path)/got.html") == saved)
        for person in [ana, ben] { #expect(try !person.databaseHolds("CANARY")) }
        try ben.weft("edit", id, "--no-snapshot").fails(7, saying: "fix:")
        try ana.weft("unshare", id, "--from", "friends").succeeds()
        try until("it is gone from Ben's") { try ben.count("snapshot:>0") == 0 }
        try ben.weft("snapshot", "get", id).fails(3, saying: "fix:")
    }

    @Test func `pages are saved again, taken away, and undo brings them back`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let files = try (0..<3).map { number in
            try house.file("\(number).html", page("Page \(number)", 1_000 + number))
        }
        let picture = try house.file("tile.jpg", jpeg(900))
        let id = try add(
            ana, "https://loom.example/", "--title", "Loom", "--snapshot", files[0])
        let saved = { try sizes(of: id, at: ana) }

        #expect(try ana.weft("show", id).succeeds().out.contains("Loom"))
        // For an existing link, the page is added to the one it has.
        try ana.weft("add", "https://loom.example/", "--snapshot", files[1]).succeeds()
        #expect(try saved() == [1_000, 1_001])
        try ana.weft("edit", id, "--add-snapshot", files[2], "--thumbnail", picture).succeeds()
        #expect(try saved() == [1_000, 1_001, 1_002])
        try ana.weft("snapshot", "save", id, "1", "-o", "\(house.path)/one.html").succeeds()
        #expect(try bytes("\(house.path)/one.html") == page("Page 0", 1_000))
        let latest = try ana.weft("snapshot", "save", id, "-o", "-").succeeds().out
        #expect(latest.hasPrefix("<!DOCTYPE html><html><head><title>Page 2"))
        try ana.weft("snapshot", "rm", id, "2").succeeds()
        #expect(try saved() == [1_000, 1_002])
        try ana.weft("undo").succeeds()
        #expect(try saved() == [1_000, 1_001, 1_002])
        try ana.weft("edit", id, "--snapshot", files[1]).succeeds()
        #expect(try saved() == [1_001])
        try ana.weft("edit", id, "--no-snapshot", "--no-thumbnail").succeeds()
        #expect(try saved().isEmpty)
        #expect(try ana.count("snapshot:0 thumbnail:0") == 1)
        try ana.weft("undo").succeeds()
        #expect(try saved() == [1_001])
        let log = try ana.weft("log", id).succeeds().out
        #expect(log.contains("snapshot: text/html, 1001 bytes"))

        // Exported snapshots can be imported, also into another profile's link.
        try ana.weft("export", "-F", "json", "-o", "\(house.path)/all.json").succeeds()
        try ana.weft("rm", id).succeeds()
        try ana.weft("import", "\(house.path)/all.json").succeeds()
        #expect(try ana.count("snapshot:1 thumbnail:1") == 1)
        try ana.weft("backup", "-o", "\(house.path)/b.weft").succeeds()
    }

    @Test func `a file that is no page or no picture is refused, and nothing is kept`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let svg = try house.file("a.svg", Array("<svg onload=alert(1)></svg>".utf8))
        let page = try house.file("page.html", page("Page", 500))
        let none = try house.file("empty.html", [])
        let large = try house.file("large.html", self.page("Large", (64 << 20) + 1))

        for (words, code, saying) in [
            (["--snapshot", svg], Int32(2), "not a web page"), (["--snapshot", none], 2, "empty"),
            (["--snapshot", house.path], 2, "is not a file"), (["--snapshot", large], 2, "64 MiB"),
            (["--snapshot", house.path + "/missing"], 3, "cannot be read"),
            (["--thumbnail", page], 2, "not an image"),
            (["--snapshot", page, "--keep-metadata"], 2, "--keep-metadata"),
        ] {
            let arguments = ["add", "https://loom.example/"] + words
            try Outcome(waitingFor: ana.start(arguments), arguments)
                .fails(code, saying: saying)
        }
        try ana.weft("add", "https://a.example/", "https://b.example/", "--snapshot", page)
            .fails(2, saying: "--snapshot")
        #expect(try ana.count() == 0)
        let id = try add(ana, "https://loom.example/")
        try ana.weft("snapshot", "save", id, "-o", "-").fails(3, saying: "has none", "fix:")
        try ana.weft("snapshot", "rm", id, "1").fails(3, saying: "no saved copy 1", "fix:")
        try ana.weft("photo", "save", id, "-o", "-").fails(3, saying: "no photo 1", "fix:")
        try ana.weft("edit", id, "--snapshot", page, "--no-snapshot").fails(2, saying: "one of")
        try ana.weft("snapshot", "ls", "K3F9QH2M").fails(3, saying: "fix:")
        for number in ["0", "-1", "\(Int.min)", "\(Int.max)"] {
            try ana.weft("snapshot", "get", id, "--", number)
                .fails(3, saying: "no saved copy \(number)", "fix:")
            try ana.weft("photo", "get", id, "--", number)
                .fails(3, saying: "no photo \(number)", "fix:")
        }
    }

    @Test func `a page that is sent in goes to the link that is here, in a group as well`() throws {
        let house = try Household()
        let (ana, ben) = (try house.node("ana"), try house.node("ben"))
        try ana.weft("group", "new", "lab").succeeds()
        let text = try Lab.invitation(to: "lab", by: ana)
        try ben.weft(["join", "-"], input: text + "\n").succeeds()
        try until("Ben is in") { try Lab.state(of: "lab", at: ben) == "member" }
        try ana.weft("config", "set", "web", "127.0.0.1:0").succeeds()
        let web = try ana.weft("web", "--json").succeeds().json()
        let token = try #require(web["singlefile_token"] as? String)
        let target = try #require(web["singlefile"] as? String)
        let file = try house.file("page.html", page("Sent in", 300_000))
        func send(_ address: String, _ policy: String) throws -> String {
            try curl(
                "-H", "Authorization: Bearer \(token)", "-F", "file=@\(file);type=text/html", "-F",
                "url=\(address)", "-w", "%{http_code}", "\(target)?ifexists=\(policy)")
        }
        func used() throws -> Int {
            let files = try ana.weft("status", "--json").json()["files"] as? [String: Any]
            return try #require(files?["used_bytes"] as? Int)
        }
        let (own, shared, bens) = (
            "https://own.example/", "https://shared.example/", "https://bens.example/"
        )
        try ana.weft("add", own).succeeds()
        let saved = try house.file("bens.html", page("Ben's", 2_000))
        try ben.weft("add", bens, "--snapshot", saved, "--audience", "group:lab").succeeds()
        try until("Ben's link is at Ana's") { try ana.count("site:bens.example snapshot:1") == 1 }
        try ana.weft("config", "set", "audience", "group:lab").succeeds()

        // A private link stays private, and no second one appears.
        for policy in ["append", "overwrite"] {
            #expect(try send(own, policy).hasSuffix("200"))
            #expect(try ana.count("site:own.example snapshot:1") == 1)
        }
        #expect(try ana.count("site:own.example in:group:lab") == 0)
        // The group's link exists already, and the page leaves nothing behind.
        #expect(try send(shared, "skip").hasSuffix("201"))
        let before = try used()
        #expect(try send(shared, "skip").contains("\"skipped\""))
        #expect(try send(own, "skip").contains("\"skipped\""))
        try until("what was dropped is erased", within: .seconds(30)) { try used() == before }
        #expect(try ana.count("site:shared.example in:group:lab snapshot:1") == 1)
        // What another member saved stays beside it.
        #expect(try send(bens, "overwrite").hasSuffix("200"))
        #expect(try ana.count("site:bens.example") == 1)
        try until("Ben has both") { try ben.count("site:bens.example snapshot:2") == 1 }
    }

    @Test func `a form of an extension's comes in over loopback, and shows without running`()
        throws
    {
        let house = try Household()
        let ana = try house.node("ana")
        try ana.weft("config", "set", "web", "127.0.0.1:0").succeeds()
        let web = try ana.weft("web", "--json").succeeds().json()
        let token = try #require(web["singlefile_token"] as? String)
        let target = try #require(web["singlefile"] as? String)
        let file = try house.file("page.html", page("Sent in", 300_000))
        func send(_ query: String, to address: String = "https://loom.example/") throws -> String {
            try curl(
                "-H", "Authorization: Bearer \(token)", "-H", "Origin: moz-extension://a",
                "-F", "file=@\(file);type=text/html", "-F", "url=\(address)", "-w",
                "%{http_code}", target + query)
        }

        #expect(try send("").hasSuffix("201"))
        #expect(try send("").contains("\"skipped\""))
        #expect(try send("?ifexists=append").hasSuffix("200"))
        #expect(try ana.count("snapshot:2 \"Sent in\"") == 1)
        #expect(try send("?ifexists=overwrite").hasSuffix("200"))
        #expect(try ana.count("snapshot:1") == 1)
        #expect(try send("", to: "javascript:1").hasSuffix("422"))
        let everything = try #require(web["token"] as? String)
        let id = try ana.weft("ls", "--json").succeeds().json()
        let first = try #require((id["items"] as? [[String: Any]])?.first?["id"] as? String)
        let shown = try curl(
            "-i", "-H", "Authorization: Bearer \(everything)",
            "\(web["address"] ?? "")/v1/bookmarks/\(first)/snapshot")
        #expect(shown.lowercased().contains("content-security-policy: sandbox; default-src 'none'"))
        #expect(shown.contains("<title>Sent in</title>"))
        let closed = try curl(
            "-H", "Authorization: Bearer \(token)", "-w", "%{http_code}",
            "\(web["address"] ?? "")/v1/bookmarks")
        #expect(closed.hasSuffix("401"))
    }
}
