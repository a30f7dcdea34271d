import Foundation
import Testing

/// Tests reactions and comments, with the real program on real sockets.
@Suite(.serialized) struct ReactionTests {
    private func id(ofTitle title: String, at person: Person) throws -> String {
        let page = try person.weft("ls", "--json").succeeds().json()["items"] as? [[String: Any]]
        let found = page?.first { $0["title"] as? String == title }
        return try #require(found?["short_id"] as? String)
    }

    @Test func `a friend likes a link, and both talk about it`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        let eva = try house.node("eva")
        try befriend(ana, ben)
        try befriend(ben, eva)
        try ana.weft("add", "https://loom.example/", "--title", "Loom", "--audience", "friends")
            .succeeds()
        try until("the link is at Ben's") { try ben.count("by:@ana") == 1 }
        let loom = try id(ofTitle: "Loom", at: ben)

        #expect(try ben.weft("like", loom).succeeds().out.contains("1 like; you like it"))
        let asked = try ben.weft("comment", loom, "Where is it from?", "--json").succeeds().json()
        let question = try #require(asked["short_id"] as? String)
        try until("Ana is told") { try ana.count("likes:1 comments:1") == 1 }
        #expect(try ana.weft("show", loom).succeeds().out.contains("@ben"))
        try ana.weft("comment", loom, "From my aunt.", "--reply", question).succeeds()
        try until("Ben is answered") { try ben.count("comments:2") == 1 }

        let thread = try ben.weft("comment", "ls", loom).succeeds().out
        #expect(thread.contains("  From my aunt."))
        #expect(thread.contains("you"))
        #expect(try ben.weft("search", "is:liked").succeeds().out.contains("Loom"))
        #expect(try ben.weft("dislike", loom).succeeds().out.contains("1 dislike"))
        try until("Ana is told that too") { try ana.count("dislikes:1 likes:0") == 1 }
        try ben.weft("unlike", loom).succeeds()
        try ben.weft("comment", "edit", question, "Who made it?").succeeds()
        try until("all of it is told") {
            try ana.count("dislikes:0") == 1
                && ana.weft("comment", "ls", loom).succeeds().out.contains("Who made it?")
        }
        #expect(try ben.weft("comment", "rm", question).succeeds().out.contains("trash"))
        try until("one is left") { try ana.count("comments:1") == 1 }
        try ben.weft("undo").succeeds()
        #expect(try ben.count("comments:2") == 1)

        // Eva is a friend of Ben's alone: Ben's comment on Ana's link does not reach Eva.
        try ben.weft("add", "https://last.example/", "--audience", "friends").succeeds()
        try until("Eva has heard all") { try eva.count("by:@ben") == 1 }
        #expect(try ben.databaseHolds("Who made it?"))
        for words in ["Where is it from?", "Who made it?", "Loom"] {
            #expect(try !eva.databaseHolds(words))
        }
    }

    @Test func `an impossible reaction is refused with a fix`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        try ana.weft("add", "https://loom.example/", "--title", "Loom").succeeds()
        let loom = try id(ofTitle: "Loom", at: ana)

        try ana.weft("like", "ABCD1234").fails(3, saying: "fix:")
        try ana.weft("comment", loom, " ").fails(2, saying: "the comment is empty")
        try ana.weft("comment", loom, "x", "--reply", "ABCD1234").fails(
            3, saying: "weft comment ls")
        try ana.weft("comment", "rm", "ABCD1234").fails(3, saying: "fix:")
        try ana.weft("search", "likes:many").fails(2, saying: "likes:>=2")
        try ana.weft("share", "likes:>1", "--force").fails(2, saying: "--once")
        try ana.weft("comment", "ls", loom).succeeds()
        let shown = try ana.weft("show", loom, "--json").succeeds().json()
        let reactions = try #require(shown["reactions"] as? [String: Any])
        #expect(reactions["likes"] as? Int == 0)
        #expect(reactions["mine"] == nil)
    }
}
