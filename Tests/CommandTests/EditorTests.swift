import API
import ArgumentParser
import Foundation
import Testing

@testable import weft

/// Tests editing in an editor, which is a script here.
@Suite(.serialized) struct EditorTests {
    private static let author = "{\"id\":\"A\",\"name\":\"ana\",\"me\":true}"
    private static let rest = """
        "placement":[],"trashed":false,"author":\(author),"created_at":"c","updated_at":"u",\
        "conflicts":[],"reactions":{"likes":0,"dislikes":0,\
        "comments":0,"follower_count":0},"etag":"E1"
        """
    private static let link = """
        {"id":"0123K3F9QH2M","short_id":"K3F9QH2M","type":"bookmark","url":"https://a.example/",\
        "canonical_url":"https://a.example/","title":"Looms","note":"warp","tags":["Wool","a,b"],\
        "size":"m","unread":false,"highlights_count":0,"snapshots":[],\(rest)}
        """
    private static let garment = """
        {"id":"0123K3F9QH2M","short_id":"K3F9QH2M","type":"garment","name":"Cap","note":"",\
        "tags":[],"brand":"Acme","colors":["blue","red"],"worn":["2026-01-31"],\(rest)}
        """
    private static let stale = """
        {"type":"t","title":"t","status":412,"detail":"it changed","code":"precondition_failed"}
        """

    private func edit(_ thing: String, _ script: String, at node: FakeNode) throws {
        let options = try GlobalOptions.parse(["-q", "--socket", node.socketPath])
        let found = Reply(status: 200, body: Array(thing.utf8))
        try EditInEditor(reference: "K3F9QH2M", options: options)
            .run(Editor(command: "f() { \(script)\n}; f"), on: found, options.client())
    }

    private func failure(_ thing: String, _ script: String, at node: FakeNode) -> Failure? {
        #expect(throws: Failure.self) { try edit(thing, script, at: node) }
    }

    // Returns the kept text and removes it with its folder.
    private func kept(_ failure: Failure?) throws -> String {
        let path = try #require(failure?.what.components(separatedBy: "saved in ").last)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let folder = self.folder(of: path)
        #expect(try mode(path) == 0o600)
        #expect(try mode(folder) == 0o700)
        try FileManager.default.removeItem(atPath: folder)
        return text
    }

    private func folder(of path: String) -> String {
        URL(fileURLWithPath: path).deletingLastPathComponent().path
    }

    private func mode(_ path: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }

    private func sed(_ words: String) -> String {
        "sed \(words) \"$1\" > \"$1.new\" && mv \"$1.new\" \"$1\" && chmod 600 \"$1\""
    }

    @Test func `all that was changed of a link is one request`() throws {
        let node = try FakeNode(["PATCH /v1/bookmarks/0123K3F9QH2M": (200, Self.link)])
        defer { node.stop() }

        try edit(
            Self.link,
            sed(
                "-e 's/^title: .*/title: Spinning/' -e 's/^unread: .*/unread: yes/' "
                    + "-e 's/^tags: .*/tags: wool, silk/' -e 's/^warp$/weft/'"), at: node)

        #expect(
            node.heard.map(\.body) == [
                "{\"add_tags\":[\"silk\"],\"note\":\"weft\",\"remove_tags\":[\"a,b\"],"
                    + "\"title\":\"Spinning\",\"unread\":true}"
            ])
    }

    @Test func `details of another kind are changed by its own table`() throws {
        let node = try FakeNode(["PATCH /v1/garments/0123K3F9QH2M": (200, Self.garment)])
        defer { node.stop() }

        try edit(
            Self.garment,
            sed(
                "-e 's/^brand: .*/brand:/' -e 's/^color: .*/color: blue, green/' "
                    + "-e 's/^state:/state: wash/' -e 's/^name: .*/name: Hat/'"), at: node)

        let body = try #require(node.heard.first?.body)
        let said = try #require(
            try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any])
        #expect(said.keys.sorted() == ["brand", "colors", "name", "state"])
        #expect(said["name"] as? String == "Hat" && said["state"] as? String == "wash")
        #expect(said["colors"] as? [String] == ["blue", "green"])
    }

    @Test func `an editor that changes nothing asks the node nothing`() throws {
        let node = try FakeNode([:])
        defer { node.stop() }

        try edit(Self.link, ":", at: node)
        try edit(Self.garment, "touch \"$1\"", at: node)

        #expect(node.heard.isEmpty)
    }

    @Test func `an editor that fails changes nothing and leaves nothing behind`() throws {
        let node = try FakeNode([:])
        defer { node.stop() }
        let place = NSTemporaryDirectory() + "weft-editor-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: place) }

        let failure = failure(
            Self.link, "printf %s \"$1\" > \(place); echo x > \"$1\"; exit 3", at: node)

        #expect(failure?.code == .failure)
        #expect(failure?.what.contains("ended with 3") == true)
        let path = try String(contentsOfFile: place, encoding: .utf8)
        #expect(path.contains("weft-edit-"))
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(!FileManager.default.fileExists(atPath: folder(of: path)))
        #expect(node.heard.isEmpty)
    }

    @Test func `an editor that is not there is told as such`() throws {
        let node = try FakeNode([:])
        defer { node.stop() }

        let failure = failure(Self.link, "no-such-editor-of-anybody", at: node)

        #expect(failure?.code == .failure && failure?.fix.contains("EDITOR") == true)
    }

    @Test func `an unreadable line is reported by its number, and the text is kept`() throws {
        let node = try FakeNode([:])
        defer { node.stop() }

        let failure = failure(Self.link, "printf 'title: a\\ncolour: red\\n' > \"$1\"", at: node)

        #expect(failure?.code == .usage)
        #expect(failure?.what.hasPrefix("line 2: ") == true)
        #expect(failure?.fix.contains("--editor") == true)
        #expect(try kept(failure) == "title: a\ncolour: red\n")
        #expect(node.heard.isEmpty)
    }

    @Test func `a word that is none of a field's is told, and what was written kept`() throws {
        let node = try FakeNode([:])
        defer { node.stop() }

        let failure = failure(Self.link, sed("-e 's/^unread: .*/unread: maybe/'"), at: node)

        #expect(failure?.code == .usage && failure?.what.contains("maybe") == true)
        #expect(try kept(failure).contains("unread: maybe"))
    }

    @Test func `a concurrent change stays, and so does the edited text`() throws {
        let node = try FakeNode(["PATCH /v1/bookmarks/0123K3F9QH2M": (412, Self.stale)])
        defer { node.stop() }

        let failure = failure(Self.link, sed("-e 's/^title: .*/title: Mine/'"), at: node)

        #expect(failure?.code == .conflict)
        #expect(failure?.what.contains("changed elsewhere") == true)
        #expect(failure?.fix.hasPrefix("weft edit K3F9QH2M --editor") == true)
        #expect(try kept(failure).contains("title: Mine"))
    }

    @Test(arguments: [["--no-input"], []])
    func `without a terminal no editor is started`(words: [String]) throws {
        let node = try FakeNode([:])
        defer { node.stop() }

        let thrown = #expect(throws: Failure.self) {
            var command = try Weft.parseAsRoot(
                ["edit", "K3F9QH2M", "--editor", "--socket", node.socketPath] + words)
            try command.run()
        }

        // When the tests run at a terminal, the node is asked, which knows nothing.
        #expect(thrown?.code == .usage || words.isEmpty)
        #expect(thrown?.fix.isEmpty == false || words.isEmpty)
    }

    @Test func `an editor or what to change, not both`() {
        #expect(throws: (any Error).self) {
            try Weft.parseAsRoot(["edit", "K3F9QH2M", "--editor", "--title", "a"])
        }
        #expect(throws: (any Error).self) { try Weft.parseAsRoot(["edit", "K3F9QH2M"]) }
    }
}
