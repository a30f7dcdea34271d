import Foundation
import Testing

/// Tests the recovery phrase and the passphrase, with the real program.
@Suite(.serialized) struct KeyTests {
    private func begun(_ person: Person) throws -> String {
        let made = try person.weft("init", "--name", person.name, "--json").succeeds()
        guard let words = try made.json()["recovery_phrase"] as? [String] else {
            throw Failed("no words: \(made.out)")
        }
        return words.joined(separator: " ") + "\n"
    }

    @Test func `24 words make a bare machine one of yours again`() throws {
        let house = try Household()
        let desk = house.newcomer("ana")
        let phrase = try begun(desk)
        try desk.up()
        try desk.weft("add", "https://own.example/").succeeds()

        let bare = house.newcomer("bare")
        let recovered = try bare.weft(
            ["key", "recover", "--name", "ana", "--ticket", desk.ticket(), "--json"],
            input: phrase)
        try recovered.succeeds()
        try bare.up()

        #expect(try recovered.text("recovered") == "device")
        try until("the private link is here again") { try bare.count() == 1 }
        let (one, other) = try (desk.weft("id", "--json"), bare.weft("id", "--json"))
        #expect(try one.text("person") == other.text("person"))
        #expect(try one.text("device") != other.text("device"))
    }

    @Test func `24 words go on where nothing else is left`() throws {
        let house = try Household()
        let desk = house.newcomer("ana")
        let phrase = try begun(desk)

        let bare = house.newcomer("bare")
        try bare.weft(["key", "recover", "--name", "ana"], input: phrase).succeeds()
        try bare.up()
        try bare.weft("add", "https://new.example/").succeeds()

        #expect(try bare.count() == 1)
    }

    @Test func `a wrong phrase or a profile in use is refused, and the words are not repeated`()
        throws
    {
        let house = try Household()
        let ana = house.newcomer("ana")
        let phrase = try begun(ana)
        let bare = house.newcomer("bare")
        let first = String(phrase.prefix { $0 != " " })
        let others = try begun(house.newcomer("ben"))
        let second = String(
            try #require(others.split(whereSeparator: \.isWhitespace).first { $0 != first }))

        let short = try bare.weft(["key", "recover"], input: "\(first) \(first)\n")
        let none = try bare.weft("key", "recover")
        let there = try ana.weft(["key", "recover"], input: phrase)

        short.fails(2, saying: "there are 2; a phrase has 24")
        none.fails(2, saying: "there are 0")
        there.fails(5, saying: "already has one")
        // A word of a phrase may also be a word of the message by chance (`all`), so the messages for other phrases are
        // compared.
        let shortAgain = try bare.weft(["key", "recover"], input: "\(second) \(second)\n")
        let thereAgain = try ana.weft(["key", "recover"], input: others)
        #expect(short.err == shortAgain.err)
        #expect(there.err == thereAgain.err)
        #expect(!(short.err + there.err).contains("\(first) \(first)"))
        #expect(!there.err.contains(phrase.trimmingPrefix(" ").prefix(20)))
    }

    @Test func `the words are shown again, and the root key goes and comes`() throws {
        let house = try Household()
        let ana = house.newcomer("ana")
        let phrase = try begun(ana)

        let unasked = try ana.weft("key", "export")
        let shown = try ana.weft("key", "export", "--force", "--plain").succeeds().out
        try ana.up()
        let running = try ana.weft("key", "export", "--remove", "--force")
        try ana.down()
        try ana.weft("key", "export", "--remove", "--force").succeeds()
        let gone = try ana.weft("key", "export", "--force")
        try ana.up()
        try ana.weft("add", "https://a.example/").succeeds()
        try ana.down()
        let back = try ana.weft(["key", "recover", "--json"], input: phrase)
        let again = try ana.weft("key", "export", "--force", "--plain").succeeds().out

        unasked.fails(2, saying: "Anyone who sees them can take over your identity", "--force")
        #expect(shown.replacingOccurrences(of: "\n", with: " ") == phrase.dropLast() + " ")
        running.fails(5, saying: "fix: weft down")
        #expect(running.out.isEmpty)
        gone.fails(3, saying: "the root key is not here")
        try back.succeeds()
        #expect(try back.text("recovered") == "root")
        #expect(again == shown)
    }

    @Test func `keys under a passphrase open with it alone`() throws {
        let house = try Household()
        let ana = try house.person("ana")
        let file = try house.file("passphrase", "quilt\n".utf8)
        try ana.weft(["key", "passphrase", "--stdin"], input: "quilt\n").succeeds()
        let up = ["up", "--listen", "127.0.0.1:0"]

        let unasked = try ana.weft("up", "--listen", "127.0.0.1:0")
        let wrong = try ana.weft(up + ["--passphrase-stdin"], input: "quilts\n")
        let open = try ana.weft(up, input: "", variables: ["WEFT_PASSPHRASE_FILE": file])
        chmod(file, 0o600)
        let fromFile = try ana.weft(up, input: "", variables: ["WEFT_PASSPHRASE_FILE": file])
        try ana.weft("down").succeeds()
        try ana.up(passphrase: "quilt\n")
        let words = try ana.weft("key", "export", "--force")
        try ana.down()
        try ana.weft(["key", "passphrase", "--remove", "--stdin"], input: "quilt\n").succeeds()

        unasked.fails(7, saying: "is protected by a passphrase", "WEFT_PASSPHRASE_FILE")
        wrong.fails(7, saying: "is a different one")
        open.fails(7, saying: "other users can access it")
        try fromFile.succeeds()
        words.fails(7, saying: "is protected by a passphrase")
        try ana.up()
    }
}
