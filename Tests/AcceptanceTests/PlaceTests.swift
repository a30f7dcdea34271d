import Foundation
import Testing

/// Tests places with the real program: storing, finding near a point, sharing, and what is
/// available there.
@Suite(.serialized) struct PlaceTests {
    /// Stores a thing and returns its id.
    private func kept(_ person: Person, _ words: String...) throws -> String {
        let arguments = words + ["--json"]
        let kept = try Outcome(waitingFor: person.start(arguments), arguments).succeeds().json()
        guard let outcomes = kept["outcomes"] as? [[String: Any]],
            let id = outcomes.first?["id"] as? String
        else { throw Failed("nothing was kept: \(kept)") }
        return id
    }

    /// Returns names and distances in metres of matching places, in order.
    private func found(_ person: Person, _ query: String) throws -> [String] {
        let page = try person.weft("ls", query, "--json").succeeds().json()
        let items = try #require(page["items"] as? [[String: Any]])
        return items.map { item in
            let metres = (item["distance_m"] as? Int).map { " \($0)" } ?? ""
            return (item["name"] as? String ?? "-") + metres
        }
    }

    @Test func `places are kept, changed, found by distance and shown on a map`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let cafe = try kept(
            ana, "place", "new", "Café", "--at", "52.52,13.405", "--category", "food/cafe,shop",
            "--hours", "Mo-Fr 9-18", "--address", "1 High Street")
        _ = try kept(
            ana, "place", "new", "Zoo", "--at", "52.5079,13.3378", "--category", "zoo")
        let apron = try kept(ana, "garment", "add", "Apron", "--place", cafe, "--price", "5EUR")

        #expect(
            try found(ana, "near:52.52,13.405,8 sort:near type:place") == ["Café 0", "Zoo 4742"])
        #expect(try found(ana, "near:52.52,13.405,1 type:garment") == ["Apron 0"])
        #expect(try found(ana, "place:café") == ["Apron"])
        #expect(try found(ana, "category:food") == ["Café"])
        let listed = try ana.weft("place", "ls", "near:52.51,13.4 sort:near").succeeds().out
        #expect(listed.contains("1.2 km") && listed.contains("food/cafe, shop"))
        let shown = try ana.weft("place", "show", cafe).succeeds().out
        #expect(shown.contains("geo:52.520000,13.405000") && shown.contains("mo-fr 09:00-18:00"))
        #expect(try ana.weft("show", apron).succeeds().out.contains("Café"))

        try ana.weft("place", "edit", cafe, "--at=-33.8688,151.2093", "--hours", "").succeeds()
        #expect(try found(ana, "near:-33.8688,151.2093,0 type:garment") == ["Apron 0"])
        try ana.weft("undo").succeeds()
        #expect(try found(ana, "near:52.52,13.405,1 sort:near").count == 2)
        try ana.weft("place", "rm", cafe).succeeds()
        #expect(try found(ana, "near:52.52,13.405,1 type:place").isEmpty)
    }

    @Test func `a friend finds my place and sees its reel, and of a private one learns nothing`()
        throws
    {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(ana, ben)
        let shop = try kept(
            ana, "place", "new", "Shop", "--at", "10,20", "--category", "shop", "--audience",
            "friends")
        let home = try kept(
            ana, "place", "new", "Canaryhome4711", "--at", "47.110815,8.154711", "--address",
            "Canarystreet4711", "--category", "canaries/home4711")
        _ = try kept(
            ana, "garment", "add", "Coat", "--place", shop, "--audience", "friends")
        let scarf = try kept(
            ana, "garment", "add", "Scarf", "--place", home, "--audience", "friends")
        try until("both garments are at Ben's") { try ben.count("type:garment") == 2 }
        try until("the shop is at Ben's") { try ben.count("type:place") == 1 }

        #expect(try found(ben, "near:10,20,1 sort:near type:garment") == ["Coat 0"])
        #expect(try found(ben, "near:47.1,8.15,100").isEmpty)
        #expect(try found(ben, "near:0,0,20037 type:garment").map { $0.prefix(4) } == ["Coat"])
        #expect(try ben.weft("reel", shop).succeeds().out.isEmpty)
        let told = try ben.weft("show", scarf).succeeds().out
        #expect(told.contains("a place you may not see"))
        for text in [told, try ben.weft("ls", "--json").succeeds().out] {
            #expect(!text.contains("4711") && !text.contains(home))
        }

        try ana.weft("share", home, "--with", "friends").succeeds()
        try until("the scarf is found at home") {
            try found(ben, "near:47.110815,8.154711,1 type:garment") == ["Scarf 0"]
        }
    }

    @Test func `members of a group change its places`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(ana, ben)
        try ana.weft("group", "new", "walkers").succeeds()
        let invitation = try ana.weft("group", "invite", "walkers", "--json").text("text")
        try ben.weft("join", invitation).succeeds()
        let bench = try kept(
            ana, "place", "new", "Bench", "--at", "1,2", "--category", "seat", "--audience",
            "group:walkers")
        try until("the bench is at Ben's") { try ben.count("type:place") == 1 }

        try ben.weft("place", "edit", bench, "--at", "3,4", "--category", "bench").succeeds()

        try until("Ana finds it where Ben has seen it") {
            try found(ana, "near:3,4,1 category:bench") == ["Bench 0"]
        }
    }

    @Test func `a wrong place is refused with a fix, and nothing is kept`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let jeans = try kept(ana, "garment", "add", "Jeans")
        let shop = try kept(ana, "place", "new", "Shop", "--category", "shop")

        for (words, code, saying) in [
            (["place", "new", "X", "--at", "91,0"], 2, "latitude is beyond 90"),
            (["place", "new", "X", "--at", "0,181"], 2, "longitude is beyond 180"),
            (["place", "new", "X", "--at", "nan,nan"], 2, "not a position"),
            (["place", "new", "X", "--category", "a,b,c,d"], 2, "at most 3"),
            (["place", "new", "X", "--at", "1,2"], 2, "--category food/cafe"),
            (["place", "new", "X", "--category", ""], 2, "at least one category"),
            (["place", "edit", shop, "--category", ""], 2, "--category food/cafe"),
            (["place", "new", "X", "--hours", "always"], 2, "has no times"),
            (["garment", "add", "Y", "--place", jeans], 2, "not a place"),
            (["garment", "add", "Y", "--place", "ABCD1234"], 3, "fix:"),
            (["place", "show", jeans], 3, "is a garment, not a place"),
            (["ls", "sort:near"], 2, "needs a point"),
            (["ls", "near:0,0,20038"], 2, "not a radius"),
            (["reel", jeans], 2, "not a place"),
        ] {
            let outcome = try Outcome(waitingFor: ana.start(words), words)
            outcome.fails(Int32(code), saying: saying, "fix:")
        }
        #expect(try ana.count("") == 2)
        #expect(try ana.count("category:shop") == 1)
    }
}
