import Foundation
import Testing

/// Tests garments with the real program: storing, finding, wearing, sharing.
@Suite(.serialized) struct GarmentTests {
    /// Stores a garment and returns its id.
    private func garment(_ person: Person, _ words: String...) throws -> String {
        let arguments = ["garment", "add", "--json"] + words
        let kept = try Outcome(waitingFor: person.start(arguments), arguments).succeeds().json()
        guard let outcomes = kept["outcomes"] as? [[String: Any]],
            let id = outcomes.first?["id"] as? String
        else { throw Failed("nothing was kept: \(kept)") }
        return id
    }

    private func shirt(of person: Person) throws -> String {
        try garment(
            person, "--name", "Blue shirt", "--category", "clothes/shirts", "--color",
            "blue,white", "--brand", "Acme", "--price", "49.90EUR", "--barcode",
            "4 006381 333931", "--fabric", "linen", "--style", "casual", "--season",
            "summer,spring", "--for", "women", "--fit", "38", "-t", "work")
    }

    private func member<Value>(
        _ name: String, of id: String, at person: Person, as type: Value.Type = [String].self
    ) throws -> Value? {
        try person.weft("garment", "show", id, "--json").succeeds().json()[name] as? Value
    }

    @Test func `garments are kept and found beside links`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let id = try shirt(of: ana)
        try ana.weft("garment", "add", "Old", "jeans", "--color", "blue").succeeds()
        try ana.weft("add", "https://a.example/", "--title", "Blue").succeeds()

        for (query, count) in [
            ("", 3), ("type:garment", 2), ("type:link", 1), ("color:blue", 2), ("blue", 3),
            ("category:clothes brand:acme", 1), ("price:<=50EUR", 1), ("price:>50", 0),
            ("season:(summer,winter) for:women fit:38", 1), ("barcode:4006381333931", 1),
            ("fabric:linen style:casual", 1), ("worn:0", 2), ("#work", 1),
        ] {
            #expect(try ana.count(query) == count, "\(query)")
        }
        let listed = try ana.weft("ls").succeeds().out
        #expect(listed.contains("Blue shirt · clothes/shirts · blue, white · 49.90 EUR  #work"))
        #expect(listed.contains("Old jeans · blue"))
        let garments = try ana.weft("garment", "ls", "color:blue", "--plain").succeeds().out
        #expect(garments.split(separator: "\n").count == 2)
        #expect(try ana.weft("status").succeeds().out.contains("1 link, 0 from others, 2 garments"))
        let shown = try ana.weft("show", id).succeeds().out
        for line in ["brand", "Acme", "barcode", "4006381333931", "spring, summer"] {
            #expect(shown.contains(line))
        }
        #expect(try !ana.weft("export", "-F", "csv").succeeds().out.contains("shirt"))
    }

    @Test func `a garment is changed, worn and washed, and each can be taken back`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let id = try shirt(of: ana)

        try ana.weft("garment", "edit", id, "--color", "red", "--brand", "").succeeds()
        try ana.weft("garment", "edit", id, "--name", "Red shirt", "-t", "new").succeeds()
        let today = try ana.weft("garment", "wear", id).succeeds()
        let again = try ana.weft("garment", "wear", id).succeeds()
        try ana.weft("garment", "wear", id, "--on", "2020-01-31").succeeds()
        try ana.weft("garment", "state", id, "wash").succeeds()

        #expect(try member("colors", of: id, at: ana) == ["red"])
        #expect(try member("brand", of: id, at: ana, as: String.self) == nil)
        #expect(try member("name", of: id, at: ana, as: String.self) == "Red shirt")
        #expect(try member("worn", of: id, at: ana)?.count == 2)
        #expect(!today.out.contains("already"))
        #expect(again.out.contains("already"))
        #expect(try ana.count("state:wash worn:2 #new") == 1)
        #expect(try ana.weft("show", id).succeeds().out.contains("24.95 EUR"))
        try ana.weft("undo").succeeds()
        #expect(try ana.count("state:wash") == 0)
        try ana.weft("garment", "wear", id, "--on", "2020-01-31", "--remove").succeeds()
        #expect(try ana.count("worn:1") == 1)
        try ana.weft("garment", "rm", id).succeeds()
        #expect(try ana.count("type:garment") == 0)
        try ana.weft("undo").succeeds()
        #expect(try ana.count("type:garment") == 1)
    }

    @Test func `a friend sees what is shared, and not when it was worn`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(ana, ben)
        let id = try shirt(of: ana)
        try ana.weft("garment", "wear", id, "--on", "2020-01-31").succeeds()
        try ana.weft("garment", "add", "Secret hat").succeeds()

        try ana.weft("share", "#work", "--force").succeeds()
        try until("the shirt is at Ben's") { try ben.count("type:garment by:@ana") == 1 }
        try ana.weft("garment", "wear", id, "--on", "2020-02-01").succeeds()
        try ana.weft("garment", "edit", id, "--color", "red").succeeds()
        try until("so is its new color") { try ben.count("color:red") == 1 }

        let seen = try ben.weft("ls", "--json").succeeds().json()["items"] as? [[String: Any]]
        let shirt = try #require(seen?.first)
        #expect(shirt["colors"] as? [String] == ["red"])
        #expect(shirt["price"] as? String == "49.90 EUR")
        #expect(shirt["worn"] as? [String] == [])
        for day in ["2020-01-31", "2020-02-01"] {
            #expect(try ana.databaseHolds(day))
            #expect(try !ben.databaseHolds(day))
        }
        #expect(try ben.count() == 1)
        let theirs = try #require(shirt["id"] as? String)
        try ben.weft("garment", "wear", theirs).fails(7, saying: "fix:")
    }

    @Test func `a wrong garment is refused with a fix, and nothing is kept`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let id = try garment(ana, "Hat", "--price", "10 EUR")
        try ana.weft("add", "https://a.example/").succeeds()
        let link = try ana.weft("ls", "type:link", "--plain").succeeds().out.prefix(26)

        for (words, saying) in [
            (["--price", "49.90"], "no currency"), (["--price", "much EUR"], "not a price"),
            (["--barcode", "4006381333932"], "check digit is wrong"),
            (["--barcode", "12345"], "not a barcode"),
            (["--season", "sumer"], "did you mean summer"),
            (["--state", "dirty"], "state cannot be"), (["--for", "cats"], "for cannot be"),
            (["--audience", "group:none"], "none"),
        ] {
            let arguments = ["garment", "add", "Shirt"] + words
            let outcome = try Outcome(waitingFor: ana.start(arguments), arguments)
            outcome.fails(words[0] == "--audience" ? 3 : 2, saying: saying, "fix:")
        }
        try ana.weft("garment", "add", "--name", " ").fails(2, saying: "needs a name", "fix:")
        try ana.weft("garment", "add").fails(2, saying: "Pass one name")
        try ana.weft("garment", "edit", id, "--price", "5").fails(2, saying: "currency", "fix:")
        try ana.weft("garment", "wear", id, "--on", "2026-02-30")
            .fails(2, saying: "not a date", "fix:")
        try ana.weft("garment", "state", id, "dirty").fails(2, saying: "state cannot be", "fix:")
        try ana.weft("garment", "show", "K3F9QH2M").fails(3, saying: "fix:")
        try ana.weft("garment", "show", String(link)).fails(3, saying: "is a link", "weft show")
        try ana.weft("edit", id, "--title", "X").fails(3, saying: "weft garment edit")
        try ana.weft("garment", "wera", id).fails(2, saying: "did you mean \"wear\"")

        #expect(try ana.count("type:garment") == 1)
        #expect(try member("price", of: id, at: ana, as: String.self) == "10 EUR")
        #expect(try member("worn", of: id, at: ana) == [])
    }
}
