import Foundation
import Testing

/// Marked passages, with the real program on real sockets.
@Suite(.serialized) struct HighlightTests {
    @Test func `friends see what one of them marked beside their own links`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(ana, ben)
        try ben.weft("add", "https://loom.example/", "--title", "Loom").succeeds()

        let added = try ana.weft(
            "add", "https://LOOM.example/?utm_source=mail", "--quote", "over and under",
            "--audience", "friends"
        ).succeeds()
        #expect(added.out.contains("\u{201C}over and under\u{201D}"))
        let kept = try ana.weft(
            "hl", "add", "https://loom.example/", "--exact", "a second passage", "--prefix",
            "and then", "--note", "see there", "--color", "green", "-t", "craft", "--audience",
            "friends", "--json"
        ).succeeds().json()
        let outcome = try #require((kept["outcomes"] as? [[String: Any]])?.first)
        let id = try #require(outcome["short_id"] as? String)
        try until("both are at Ben's") { try ben.count("type:highlight by:@ana") == 2 }

        let shown = try ben.weft("show", "https://loom.example/").succeeds().out
        #expect(shown.contains("\u{201C}over and under\u{201D}"))
        #expect(shown.contains("see there") && shown.contains("@ana"))
        #expect(try ben.weft("search", "is:highlighted by:me").succeeds().out.contains("Loom"))
        #expect(try ben.weft("hl", "ls", "color:green").succeeds().out.contains("second passage"))

        try ana.weft("hl", "edit", id, "--note", "", "--suffix", "to the end").succeeds()
        let edited = try ana.weft("hl", "show", id, "--json").succeeds().json()
        #expect(edited["suffix"] as? String == "to the end")
        #expect(edited["prefix"] as? String == "and then")
        #expect(edited["note"] as? String == "")
        try ana.weft("hl", "rm", id).succeeds()
        try until("it is gone at Ben's") { try ben.count("type:highlight by:@ana") == 1 }
        try ana.weft("undo").succeeds()
        try until("it is back") { try ben.count("type:highlight by:@ana") == 2 }
    }

    @Test func `what cannot be marked is told with what to do`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let long = String(repeating: "x", count: 1025)

        let refused = try ana.weft("hl", "add", "https://loom.example/", "--exact", long)
        #expect(refused.code == 2)
        #expect(refused.err.contains("at most 1024 are kept"))
        let unknown = try ana.weft("hl", "add", "00000000", "--exact", "words")
        #expect(unknown.code == 3)
        let scheme = try ana.weft("hl", "add", "javascript:alert(1)", "--exact", "words")
        #expect(scheme.err.contains("are not kept"))
    }
}
