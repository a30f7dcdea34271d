import Foundation
import Testing

/// Tests suggestions for typing errors, with the real program: they change no answer.
@Suite(.serialized) struct SlipTests {
    @Test func `a search that finds nothing says what finds something, to people alone`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let arguments = [
            "place", "new", "Loom market", "--at", "52.52,13.405", "--category", "shops/wool",
            "--json",
        ]
        let kept = try Outcome(waitingFor: ana.start(arguments), arguments).succeeds().json()
        let place = try #require(
            (kept["outcomes"] as? [[String: Any]])?.first?["id"] as? String)
        try ana.weft("garment", "add", "Apron", "--place", place).succeeds()
        try ana.weft("add", "https://a.example/", "--title", "Shop", "-t", "craft").succeeds()

        let title = try ana.weft("search", "lomm").succeeds()
        let tag = try ana.weft("ls", "#crfat shop").succeeds()
        let there = try ana.weft("garment", "ls", "place:lomm").succeeds()
        let far = try ana.weft("search", "xyzzy").succeeds()
        let plain = try ana.weft("search", "lomm", "--plain").succeeds()
        let json = try ana.weft("search", "lomm", "--json").succeeds()

        #expect(title.out.isEmpty)
        #expect(title.err.contains(#"did you mean: weft search '"Loom market"'"#))
        #expect(tag.err.contains("did you mean: weft search '#craft shop'"))
        #expect(there.err.contains(#"did you mean: weft garment ls 'place:"Loom market"'"#))
        #expect(far.err.contains("nothing matches xyzzy") && !far.err.contains("did you mean"))
        #expect(!plain.err.contains("did you mean") && !json.err.contains("did you mean"))
        #expect((try json.json()["items"] as? [Any])?.isEmpty == true)
    }

    @Test func `places and what they are of are completed while they are typed`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        try ana.weft(
            "place", "new", "Loom market", "--at", "52.52,13.405", "--category", "shops/wool"
        ).succeeds()

        #expect(try ana.weft("suggest", "Sh").succeeds().out.contains("category:shops/wool"))
        #expect(
            try ana.weft("suggest", "place:Lo").succeeds().out.contains(#"place:"Loom market""#))
        let found = try ana.weft("api", "GET", "/v1/suggest?q=Loom").succeeds().json()
        let first = try #require((found["items"] as? [[String: Any]])?.first)
        #expect(first["type"] as? String == "place" && first["count"] as? Int == 0)
    }

    @Test func `a misspelled name is answered with the nearest one`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(ana, ben)

        try ana.weft("search", "by:@bne").fails(3, saying: "nobody is called", "by:@ben")
        try ana.weft("search", "by:@xyzzy").fails(3, saying: "weft friend ls")
    }
}
