import Foundation
import Testing

/// Tests the default audience of new links, with the real program on real sockets.
@Suite(.serialized) struct AudienceTests {
    @Test func `new links go where they were set to go, and it is told where they are`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(ana, ben)
        try ana.weft("add", "https://own.example/").succeeds()
        let file = try house.file("links.txt", "https://taken.example/\n".utf8)

        let set = try ana.weft("config", "set", "audience", "friends").succeeds()
        try ben.down()
        try ana.down()
        try ana.up()
        try ana.weft("add", "https://early.example/").succeeds()
        let early = try Self.arrivals(of: "https://early.example/", at: ana)
        try ben.up()
        let taken = try ana.weft("import", file).succeeds()
        try ana.weft("add", "https://kept.example/", "--audience", "private").succeeds()

        #expect(set.err.contains("new things now go to friends (1 other person)"))
        #expect(early == ["not_yet"])
        #expect(taken.err.contains("into friends, your default audience"))
        try until("both links are at Ben's") { try ben.count("by:@ana") == 2 }
        #expect(try ana.count("is:friends") == 2)
        #expect(try ana.count("is:private") == 2)
        try until("Ben has said so") {
            try Self.arrivals(of: "https://early.example/", at: ana) == ["has_it"]
        }
        try afterFriendship(ana)
    }

    private func afterFriendship(_ ana: Person) throws {
        try ana.weft("config", "set", "audience", "@ben").succeeds()
        try ana.weft("friend", "rm", "ben", "--force").succeeds()

        let refused = try ana.weft("add", "https://late.example/")
        let seen = try ana.weft("who-can-see", "https://early.example/").succeeds()

        refused.fails(3, saying: "nothing was added", "your default audience is @ben", "fix:")
        #expect(try ana.count("site:late.example") == 0)
        #expect(seen.out.contains("may see it no longer:"))
        #expect(seen.out.contains("had it"))
        try ana.weft("config", "unset", "audience").succeeds()
        try ana.weft("add", "https://late.example/").succeeds()
        #expect(try ana.count("is:private site:late.example") == 1)
    }

    private static func arrivals(of link: String, at person: Person) throws -> [String] {
        let told = try person.weft("who-can-see", link, "--json").succeeds().json()
        let viewers = told["viewers"] as? [[String: Any]] ?? []
        return viewers.compactMap { $0["arrival"] as? String }
    }
}
