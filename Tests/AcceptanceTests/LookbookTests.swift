import Foundation
import Testing

/// Tests lookbooks shared as closets, with the real program on real sockets.
@Suite(.serialized) struct LookbookTests {
    private func kept(_ person: Person, _ words: String...) throws -> String {
        let arguments = words + ["--json"]
        let kept = try Outcome(waitingFor: person.start(arguments), arguments).succeeds().json()
        let outcome = try #require((kept["outcomes"] as? [[String: Any]])?.first)
        return try #require(outcome["id"] as? String)
    }

    /// Returns the names of the things in the only visible closet, sorted; `-` for a silhouette.
    private func names(at person: Person) throws -> [String] {
        let page = try person.weft("closet", "ls", "--json").succeeds().json()
        let closets = try #require(page["items"] as? [[String: Any]])
        guard closets.count == 1, let id = closets.first?["id"] as? String else { return [] }
        let shown = try person.weft("closet", "show", id, "--json").succeeds().json()
        let things = try #require(shown["things"] as? [[String: Any]])
        return things.map { ($0["thing"] as? [String: Any])?["name"] as? String ?? "-" }.sorted()
    }

    @Test func `a lookbook is shared as a closet, and what is liked no more goes out of it`() throws
    {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(ana, ben)
        let scarf = try kept(ben, "garment", "add", "Scarf", "--audience", "friends")
        let hat = try kept(ben, "garment", "add", "Hat", "--audience", "friends")
        let look = try kept(ben, "outfit", "new", "Sunday", hat, "--audience", "friends")
        let page = try kept(ben, "add", "https://loom.example/", "--audience", "friends")
        let gown = try kept(ana, "garment", "add", "Secretgown")
        try until("all of it came") { try ana.count("is:others") == 4 }
        for thing in [scarf, hat, page, gown] { try ana.weft("like", thing).succeeds() }

        let first = try ana.weft("lookbook", "--share", "friends").succeeds()
        try until("Ben sees it") { try names(at: ben) == ["-", "Hat", "Scarf"] }
        try ana.weft("unlike", hat).succeeds()
        try ana.weft("like", look).succeeds()
        let second = try ana.weft("lookbook", "--share", "friends").succeeds()
        try until("Ben sees what changed") { try names(at: ben) == ["-", "Scarf", "Sunday"] }
        let third = try ana.weft("lookbook", "--share", "@ben", "--json").succeeds()

        #expect(first.out.contains("Lookbook") && first.out.contains("friends"))
        #expect(first.err.contains("3 added, 0 removed"))
        #expect(first.err.contains("1 liked thing is left out"))
        #expect(second.err.contains("1 added, 1 removed"))
        #expect(third.err.contains("0 added, 0 removed"))
        #expect(try third.json()["name"] as? String == "Lookbook")
        #expect(try names(at: ana) == ["Scarf", "Secretgown", "Sunday"])
        #expect(try !ben.weft("ls", "--json").succeeds().out.contains("Secretgown"))
    }

    @Test func `an impossible lookbook is refused, and nothing is made`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let page = try kept(ana, "add", "https://loom.example/")
        try ana.weft("like", page).succeeds()

        try ana.weft("lookbook", "--share", "private").fails(2, saying: "private already")
        try ana.weft("lookbook", "--share", "friend").fails(2, saying: "--share friends")
        try ana.weft("lookbook", "--share", "friends", "-N", "1").fails(
            2, saying: "everything you like")
        try ana.weft("lookbook", "--share", "friends").fails(3, saying: "weft rate type:garment")
        let coat = try kept(ana, "garment", "add", "Coat")
        try ana.weft("like", coat).succeeds()
        try ana.weft("lookbook", "--share", "group:nobody").fails(3, saying: "fix:")
        #expect(try ana.count("type:closet") == 0)
    }

    @Test func `a closet of a group is not made a lookbook for friends`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        try ana.weft("group", "new", "choir").succeeds()
        let coat = try kept(ana, "garment", "add", "Coat")
        try ana.weft("like", coat).succeeds()
        let closet = try kept(ana, "closet", "new", "Lookbook", "--audience", "group:choir")

        try ana.weft("lookbook", "--share", "friends").fails(5, saying: "created in group:choir")

        let shown = try ana.weft("closet", "show", closet, "--json").succeeds().json()
        #expect((shown["things"] as? [[String: Any]])?.count == 0)
    }
}
