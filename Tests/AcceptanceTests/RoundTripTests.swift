import Foundation
import Testing

/// Tests exporting reactions and other additions to things from one node and importing them into
/// another.
@Suite(.serialized) struct RoundTripTests {
    private func id(_ query: String, at person: Person) throws -> String {
        let page = try person.weft("search", query, "--json").succeeds().json()
        let items = page["items"] as? [[String: Any]] ?? []
        return try #require(items.first?["short_id"] as? String, "\(query)")
    }

    /// Creates Ana, with additions to everything.
    private func world() throws -> (house: Household, ana: Person) {
        let house = try Household()
        let ana = try house.node("ana")
        try ana.weft("add", "https://loom.example/", "--title", "Loom", "-t", "craft").succeeds()
        try ana.weft("garment", "add", "Hat").succeeds()
        let hat = try id("type:garment", at: ana)
        let loom = try id("Loom", at: ana)
        try ana.weft("like", hat).succeeds()
        try ana.weft("dislike", loom).succeeds()
        let said = try ana.weft("comment", hat, "Too wide?", "--json").succeeds().json()
        let first = try #require(said["short_id"] as? String)
        try ana.weft("comment", hat, "No.", "--reply", first).succeeds()
        try ana.weft("col", "new", "Shelf").succeeds()
        try ana.weft("col", "add", "Shelf", hat, loom).succeeds()
        try ana.weft("col", "new", "Crafts", "--query", "#craft").succeeds()
        try ana.weft("tag", "rules", "add", "video.example", "film").succeeds()
        try ana.weft("follow", "add", "#dye").succeeds()
        try ana.weft("follow", "add", "--thing", hat).succeeds()
        return (house, ana)
    }

    private func check(_ ben: Person) throws {
        let hat = try id("type:garment", at: ben)
        let thread = try ben.weft("comment", "ls", hat).succeeds().out
        #expect(thread.contains("Too wide?") && thread.contains("  No."))
        #expect(try ben.count("is:liked type:garment") == 1)
        #expect(try ben.weft("show", id("Loom", at: ben)).succeeds().out.contains("1 dislike"))
        let shelf = try ben.weft("col", "show", "Shelf").succeeds().out
        #expect(shelf.contains("Hat") && shelf.contains("Loom"))
        #expect(try ben.weft("col", "show", "Crafts").succeeds().out.contains("Loom"))
        let rules = try ben.weft("tag", "rules", "ls").succeeds().out
        #expect(rules.contains("site:video.example") && rules.contains("#film"))
        let follows = try ben.weft("follow", "ls").succeeds().out
        #expect(follows.contains("#dye") && follows.contains("Hat"))
    }

    @Test(arguments: [("json", "all.json"), ("weft-bundle", "all.tar")])
    func `everything that was said comes back elsewhere, once`(
        format: String, name: String
    ) throws {
        let (house, ana) = try world()
        let file = "\(house.path)/\(name)"
        try ana.weft("export", "-F", format, "-o", file).succeeds()
        let ben = try house.node("ben")

        let would = try ben.weft("import", "-n", file).succeeds()
        #expect(would.out.contains("2 would be added"))
        #expect(would.out.contains("comments: 2 would be added"))
        #expect(try ben.weft("col", "ls").succeeds().out.contains("Shelf") == false)
        let first = try ben.weft("import", file).succeeds()
        for line in [
            "2 added", "collections: 2 added", "tag rules: 1 added", "follows: 2 added",
            "reactions: 2 added", "comments: 2 added",
        ] {
            #expect(first.out.contains(line), "\(line): \(first.out)")
        }
        try check(ben)

        for person in [ben, ana] {
            let again = try person.weft("import", file).succeeds()
            #expect(again.out.contains("0 added, 0 merged, 2 skipped"))
            #expect(again.out.contains("comments: 2 already present"))
            #expect(!again.out.contains("weft undo"))
            try check(person)
        }
    }

    @Test func `nobody else can import a person's words on a friend's thing`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        let eva = try house.node("eva")
        try befriend(ana, ben)
        try befriend(ben, eva)
        try ben.weft("add", "https://loom.example/", "--title", "Loom", "--audience", "friends")
            .succeeds()
        try until("both have it") { try ana.count("by:@ben") == 1 && eva.count("by:@ben") == 1 }
        let loom = try id("Loom", at: ana)
        try ana.weft("comment", loom, "Ana's own words").succeeds()
        try ana.weft("like", loom).succeeds()
        let file = "\(house.path)/all.json"
        try ana.weft("export", "-F", "json", "-o", file).succeeds()

        let taken = try eva.weft("import", file).succeeds()

        #expect(taken.out.contains("comments: 1 left out"))
        #expect(taken.out.contains("reactions: 1 left out"))
        #expect((taken.out + taken.err).contains("someone else's thing"))
        #expect(try !eva.weft("comment", "ls", loom).succeeds().out.contains("Ana's own words"))
        #expect(try ana.weft("import", file).succeeds().out.contains("comments: 1 already present"))
    }

    @Test(arguments: ["json", "csv"])
    func `a garment is kept whose place is not in the file`(format: String) throws {
        let house = try Household()
        let ana = try house.node("ana")
        try ana.weft("place", "new", "Shop", "--category", "shop").succeeds()
        let shop = try id("type:place", at: ana)
        try ana.weft("garment", "add", "Apron", "--place", shop).succeeds()
        try ana.weft("place", "rm", shop).succeeds()
        let file = "\(house.path)/garments.\(format)"
        try ana.weft("export", "-F", format, "--type", "garment", "-o", file).succeeds()
        let ben = try house.node("ben")

        let would = try ben.weft("import", "-n", file).succeeds()
        let first = try ben.weft("import", file).succeeds()
        let again = try ben.weft("import", file).succeeds()

        #expect(would.out.contains("1 would be added, 0 merged, 0 skipped, 0 refused"))
        #expect(first.out.contains("1 added, 0 merged, 0 skipped, 0 refused"))
        #expect(again.out.contains("0 added, 0 merged, 1 skipped, 0 refused"))
        let shown = try ben.weft("show", id("Apron", at: ben), "--json").succeeds().json()
        let place = try #require(shown["place"] as? String)
        #expect(shown["place_thing"] == nil)
        // Typed by a person, a reference must name a thing that is here.
        try ben.weft("garment", "add", "Coat", "--place", place).fails(
            3, saying: "no thing has the id", "fix:")
        try ana.weft("undo").succeeds()
        #expect(try ana.count("place:shop") == 1)
    }

    @Test func `a file that says it wrongly is told, with the line, and the rest is kept`() throws {
        let (house, ana) = try world()
        let path = "\(house.path)/all.json"
        try ana.weft("export", "-F", "json", "-o", path).succeeds()
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let wrong = text.replacingOccurrences(of: "\"reaction\": \"like\"", with: "\"reaction\": 4")
        let ben = try house.node("ben")

        let told = try ben.weft("import", house.file("wrong.json", Array(wrong.utf8)))

        #expect(told.code == 6)
        #expect(
            told.err.contains("reaction is missing or not a text") && told.err.contains("line "))
        #expect(told.err.contains("1 entry"))
        #expect(told.out.contains("comments: 2 added"))
        let cut = Array(text.utf8).dropLast(200)
        let broken = try ben.weft("import", house.file("cut.json", cut))
        #expect(broken.code == 6 && broken.err.contains("fix: import the whole file"))
    }
}
