import Foundation
import Testing

/// Tests editing things in an editor, which is a script, with the real program at a terminal.
@Suite(.serialized) struct EditorTests {
    private let address = "https://looms.example/"

    private func editor(_ house: Household, _ script: String) throws -> [String: String] {
        let folder = try house.programs(["editor": script])
        let temporary = "\(house.path)/temporary"
        try FileManager.default.createDirectory(
            atPath: temporary, withIntermediateDirectories: true)
        return ["VISUAL": "", "EDITOR": "\(folder)/editor", "TMPDIR": temporary]
    }

    private func left(_ house: Household) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(house.path)/temporary")
    }

    private func sed(_ words: String) -> String {
        "sed \(words) \"$1\" > \"$1.new\" && cat \"$1.new\" > \"$1\""
    }

    @Test func `a link is changed in one act, and nothing is left behind`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        try ana.weft("add", address, "--title", "Looms", "-t", "wool", "--note", "warp").succeeds()
        let script = sed(
            "-e 's/^title: .*/title: Spinning/' -e 's/^tags: .*/tags: silk/' -e 's/^warp$/weft/'")

        let told = try ana.weft(
            "edit", address, "--editor", "--json", atTerminal: editor(house, script)
        ).succeeds().json()
        try ana.weft("undo").succeeds()
        let before = try ana.weft("show", address, "--json").succeeds().json()

        #expect(told["title"] as? String == "Spinning")
        #expect(told["tags"] as? [String] == ["silk"])
        #expect(told["note"] as? String == "weft")
        #expect(before["title"] as? String == "Looms")
        #expect(before["tags"] as? [String] == ["wool"])
        #expect(try left(house) == [])
    }

    @Test func `a garment is changed by the same command`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        try ana.weft("garment", "add", "Cap", "--color", "blue,red").succeeds()
        let garment = try #require(try first(ana))
        let script = sed("-e 's/^color: .*/color: green/' -e 's/^state:/state: wash/'")

        try ana.weft("edit", garment, "--editor", atTerminal: editor(house, script)).succeeds()
        let shown = try ana.weft("show", garment, "--json").succeeds().json()

        #expect(shown["colors"] as? [String] == ["green"])
        #expect(shown["state"] as? String == "wash")
        #expect(try left(house) == [])
    }

    private func first(_ ana: Person) throws -> String? {
        let page = try ana.weft("garment", "ls", "--json").succeeds().json()
        return (page["items"] as? [[String: Any]])?.first?["id"] as? String
    }

    @Test func `nothing changed is no error, and no act`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        try ana.weft("add", address, "--title", "Looms").succeeds()
        let acts = try ana.weft("log").succeeds().out

        let same = try ana.weft("edit", address, "--editor", atTerminal: editor(house, "true"))
        let failed = try ana.weft(
            "edit", address, "--editor", atTerminal: editor(house, "echo x > $1; false"))

        #expect(same.code == 0 && same.err.contains("nothing changed"))
        failed.fails(1, saying: "nothing was changed")
        #expect(try ana.weft("log").succeeds().out == acts)
        #expect(try left(house) == [])
    }

    @Test func `a change made meanwhile stays, and the text in the editor is kept`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        try ana.weft("add", address, "--title", "Looms").succeeds()
        let weft = try Started.program()
        let script =
            "\(weft) edit \(address) --title Theirs\n" + sed("-e 's/^title: .*/title: Mine/'")

        let told = try ana.weft("edit", address, "--editor", atTerminal: editor(house, script))

        told.fails(5, saying: "changed elsewhere", "saved in", "fix:")
        let shown = try ana.weft("show", address, "--json").succeeds().json()
        #expect(shown["title"] as? String == "Theirs")
        let folder = try #require(try left(house).first)
        let path = "\(house.path)/temporary/\(folder)/thing.txt"
        #expect(told.err.contains(path))
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("title: Mine"))
    }

    @Test func `without an editor, or a terminal, it is told what to do`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        try ana.weft("add", address, "--title", "Looms").succeeds()

        let none = try ana.weft(
            "edit", address, "--editor", atTerminal: ["VISUAL": "", "EDITOR": ""])
        let nobody = try ana.weft(
            ["edit", address, "--editor"], input: "", variables: ["EDITOR": "true"])
        let silent = try ana.weft(
            "edit", address, "--editor", "--no-input", atTerminal: ["EDITOR": "true"])

        none.fails(2, saying: "EDITOR", "fix:")
        nobody.fails(2, saying: "terminal", "fix:")
        silent.fails(2, saying: "terminal", "fix:")
    }
}
