import Foundation
import Testing

/// Tests the form with which a bookmarklet saves the page shown in a browser.
@Suite(.serialized) struct SaveTests {
    private struct Door {
        let address: String
        let token: String
    }

    private func open(_ ana: Person) throws -> Door {
        try ana.weft("config", "set", "web", "127.0.0.1:0").succeeds()
        let web = try ana.weft("web", "--json").succeeds().json()
        let bookmark = try #require(web["bookmark"] as? String)
        let address = try #require(web["address"] as? String)
        try #require(bookmark.hasPrefix("javascript:void(open('\(address)/save?token="))
        let rest = bookmark.components(separatedBy: "token=")[1]
        return Door(address: address, token: String(rest.prefix { $0 != "&" }))
    }

    /// Returns the response including its head.
    private func curl(_ words: String...) throws -> String {
        try OtherProgram.curl(["-i"] + words)
    }

    /// Returns where the form at this address is sent.
    private func action(_ door: Door, _ save: String) throws -> String {
        let form = try curl(save)
        let rest = try #require(form.components(separatedBy: "action=\"").dropFirst().first)
        return door.address + rest.prefix { $0 != "\"" }.replacing("&amp;", with: "&")
    }

    private static let fromElsewhere = [
        "-H", "Sec-Fetch-Site: cross-site", "-H", "Sec-Fetch-Mode: navigate", "-H",
        "Sec-Fetch-Dest: document",
    ]

    @Test func `a bookmark opens a form, which keeps the link and the passage as one act`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let door = try open(ana)
        let save = "\(door.address)/save?token=\(door.token)"

        let form = try curl(
            Self.fromElsewhere[0], Self.fromElsewhere[1], Self.fromElsewhere[2],
            Self.fromElsewhere[3], Self.fromElsewhere[4], Self.fromElsewhere[5],
            save
                + "&url=https%3A%2F%2Floom.example%2F&title=Loom%20%3Cb%3E&quote=over%20and%20under"
        )
        let before = try ana.count("loom")
        let kept = try curl(
            "-H", "Origin: \(door.address)", "-H", "Sec-Fetch-Site: same-origin",
            action(door, save),
            "--data-urlencode", "url=https://loom.example/", "--data-urlencode", "title=Loom <b>",
            "--data-urlencode", "tags=craft, #wool", "--data-urlencode", "quote=over and under",
            "--data-urlencode", "note=one\r\ntwo", "-d", "unread=on")

        #expect(form.hasPrefix("HTTP/1.1 200"))
        #expect(form.contains("value=\"Loom &lt;b&gt;\"") && !form.contains("<b>"))
        #expect(form.contains("over and under</textarea>"))
        #expect(form.contains("form-action 'self'") && form.contains("frame-ancestors 'none'"))
        #expect(before == 0)
        #expect(kept.hasPrefix("HTTP/1.1 200") && kept.contains("<h1>Kept</h1>"))
        #expect(try ana.count("#craft #wool is:unread is:highlighted note:two") == 1)
        #expect(try ana.count("type:highlight \"over and under\"") == 1)
        let again = try curl(action(door, save), "-d", "url=https://loom.example/&tags=more")
        #expect(again.contains("Already saved; new details were added"))
        #expect(try ana.count("#craft #more") == 1)
        try ana.weft("undo").succeeds()
        try ana.weft("undo").succeeds()
        #expect(try ana.count("type:any") == 0)
        try ana.weft("redo").succeeds()
        #expect(try ana.count("type:any") == 2)
    }

    /// Encodes as `encodeURIComponent` does.
    private func encoded(_ text: String) throws -> String {
        let plain = CharacterSet(charactersIn: "-_.!~*'()").union(
            CharacterSet(
                charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"))
        return try #require(text.addingPercentEncoding(withAllowedCharacters: plain))
    }

    @Test func `ampersands and marks in an address arrive unchanged, and nothing runs`()
        throws
    {
        let house = try Household()
        let ana = try house.node("ana")
        let door = try open(ana)
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Fixtures/cases/23-bookmarklet/page.txt")
        let said = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").map {
            String($0.drop { $0 != " " }.drop { $0 == " " })
        }
        try #require(said.count == 3)

        let save =
            try "\(door.address)/save?token=\(door.token)&url=\(encoded(said[0]))"
            + "&title=\(encoded(said[1]))&quote=\(encoded(said[2]))"
        let form = try curl(save)
        let kept = try curl(
            "-H", "Origin: \(door.address)", action(door, save), "--data-urlencode",
            "url=" + said[0], "--data-urlencode", "title=" + said[1], "--data-urlencode",
            "quote=" + said[2])

        #expect(form.contains("value=\"https://c23.example/b&amp;w-photos/?x=1#part\""))
        #expect(form.contains("Cat &amp; &quot;Mouse&quot; &lt;b&gt; \u{1F42D} \u{E9}"))
        #expect(form.contains("Stay at home &amp; read") && !form.contains("<b>"))
        #expect(kept.hasPrefix("HTTP/1.1 200"))
        let links = try ana.weft("ls", "--json", "type:any").succeeds().json()
        let items = try #require(links["items"] as? [[String: Any]])
        #expect(Set(items.compactMap { $0["url"] as? String }) == [said[0]])
        #expect(
            Set(items.compactMap { ($0["title"] ?? $0["name"]) as? String }) == [said[1], said[2]])
    }

    @Test func `a refusal shows above the form, which keeps the typed text`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let door = try open(ana)
        let save = "\(door.address)/save?token=\(door.token)"

        let wrong = try curl(
            action(door, save), "-d", "url=javascript:alert(1)&title=typed&tags=a,b")
        let empty = try curl(action(door, save), "-d", "title=typed")
        let passage = try curl(
            action(door, save), "-d", "url=https://a.example/",
            "--data-urlencode", "quote=" + String(repeating: "x", count: 2000))

        #expect(wrong.hasPrefix("HTTP/1.1 422"))
        #expect(wrong.contains("class=\"problem\"") && wrong.contains("are not supported"))
        #expect(wrong.contains("value=\"typed\"") && wrong.contains("value=\"a, b\""))
        #expect(empty.hasPrefix("HTTP/1.1 4") && empty.contains("class=\"problem\""))
        #expect(passage.hasPrefix("HTTP/1.1 4") && passage.contains("its passage is not marked"))
        #expect(passage.contains(String(repeating: "x", count: 2000)), "what was typed stays")
        #expect(try ana.count("type:any") == 1)
    }

    @Test func `a form is sent once, and the token of the bookmark sends none`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let door = try open(ana)
        let save = "\(door.address)/save?token=\(door.token)"
        let action = try action(door, save)

        let bare = try curl(save, "-d", "url=https://a.example/&title=typed")
        let before = try ana.count("type:any")
        let first = try curl(action, "-d", "url=https://a.example/")
        let second = try curl(action, "-d", "url=https://b.example/&title=typed")

        #expect(bare.hasPrefix("HTTP/1.1 409") && bare.contains("value=\"typed\""))
        #expect(before == 0)
        #expect(first.hasPrefix("HTTP/1.1 200"))
        #expect(second.hasPrefix("HTTP/1.1 409") && second.contains("value=\"typed\""))
        #expect(try ana.count("type:any") == 1)
    }

    @Test func `its token opens nothing else, and no other page sends the form`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let door = try open(ana)
        let save = "\(door.address)/save?token=\(door.token)"

        let codes = try [
            curl("\(door.address)/save?url=https://a.example/"),
            curl("\(door.address)/v1/tags?token=\(door.token)"),
            curl("-H", "Authorization: Bearer \(door.token)", "\(door.address)/v1/tags"),
            curl("\(door.address)/feeds/atom?token=\(door.token)"),
            curl("-H", "Origin: https://evil.example", save, "-d", "url=https://a.example/"),
            curl("-H", "Origin: null", save, "-d", "url=https://a.example/"),
            curl("-H", "Sec-Fetch-Site: cross-site", save, "-d", "url=https://a.example/"),
            curl(
                "-H", "Sec-Fetch-Site: cross-site", "-H", "Sec-Fetch-Mode: no-cors", "-H",
                "Sec-Fetch-Dest: image", save),
        ].map { String($0.dropFirst("HTTP/1.1 ".count).prefix(3)) }

        #expect(codes == ["401", "401", "401", "401", "403", "403", "403", "403"])
        #expect(try ana.count("type:any") == 0)
    }
}
