import Foundation
import Testing

/// Tests that open followers are counted, with the real program on real sockets.
@Suite(.serialized) struct FollowerTests {
    private func sums(of thing: String, at person: Person) throws -> [String: Int] {
        let shown = try person.weft("show", thing, "--json").succeeds().json()
        let sums = shown["reactions"] as? [String: Any] ?? [:]
        return sums.compactMapValues { $0 as? Int }
    }

    @Test func `a shop sees how many follow it, of those who say so`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        let eva = try house.node("eva")
        try befriend(ana, ben)
        try befriend(ana, eva)
        let kept = try ana.weft(
            "place", "new", "Loom market", "--at", "48.2,16.37", "--category", "shop",
            "--audience", "friends", "--json"
        ).succeeds().json()
        let outcome = try #require((kept["outcomes"] as? [[String: Any]])?.first)
        let shop = try #require(outcome["short_id"] as? String)
        try until("both see it") {
            try ben.count("type:place") == 1 && eva.count("type:place") == 1
        }

        try ben.weft("follow", "add", "--thing", shop, "--openly").succeeds()
        try eva.weft("follow", "add", "--thing", shop).succeeds()
        try eva.weft("like", shop).succeeds()

        try until("ana is told of both") {
            let sums = try sums(of: shop, at: ana)
            return sums["follower_count"] == 1 && sums["likes"] == 1
        }
        let shown = try ana.weft("place", "show", shop).succeeds().out
        #expect(shown.contains("1 follower"))
        let listed = try ben.weft("follow", "ls").succeeds().out
        #expect(listed.contains("openly"))
        #expect(try !eva.weft("follow", "ls").succeeds().out.contains("openly"))
        let portfolio = try ana.weft("portfolio", "--json").succeeds().json()
        #expect(portfolio["follower_count"] as? Int == 1)
        let ofShop = try ana.weft("portfolio", "--place", shop).succeeds().out
        #expect(ofShop.contains("0 things, 1 like, 0 dislikes, 0 comments, 1 follower"))
        try ben.weft("follow", "rm", "Loom market").succeeds()
        try until("nobody says so any more") {
            try sums(of: shop, at: ana)["follower_count"] == 0
        }

        let refused = try ben.weft("follow", "add", "@ana", "--openly")
        #expect(refused.code != 0 && refused.err.contains("fix:"))
        let tag = try ben.weft("follow", "add", "#wool", "--openly")
        #expect(tag.code != 0 && tag.err.contains("fix:"))

        try ana.weft("profile", "edit", "--about", "I weave.").succeeds()
        try until("ben sees ana's profile") {
            try ben.weft("profile", "@ana").succeeds().out.contains("I weave.")
        }
        try ben.weft("follow", "add", "@ana", "--openly").succeeds()
        try until("ana is told of it") {
            let lines = try ana.weft("profile").succeeds().out.split(separator: "\n")
            return lines.contains { $0.hasPrefix("followers") && $0.hasSuffix("1") }
        }
    }
}
