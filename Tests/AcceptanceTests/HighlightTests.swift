import Foundation
import Testing

/// Tests highlights, with the real program on real sockets.
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

    @Test func `an impossible highlight is refused with a fix`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let long = String(repeating: "x", count: 1025)

        let refused = try ana.weft("hl", "add", "https://loom.example/", "--exact", long)
        #expect(refused.code == 2)
        #expect(refused.err.contains("the limit is 1024"))
        let unknown = try ana.weft("hl", "add", "00000000", "--exact", "words")
        #expect(unknown.code == 3)
        let scheme = try ana.weft("hl", "add", "javascript:alert(1)", "--exact", "words")
        #expect(scheme.err.contains("are not supported"))
    }

    @Test func `highlights from Raindrop are imported with their link, once`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let text = """
            id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite
            901,Moss lawns,my own note,What the page says of moss,https://c04.example/moss,Garden / Ground cover,\
            "moss, shade plants",2021-04-05T06:07:08.901Z,https://c04.example/m.jpg,"Highlight:moss needs no mowing",true
            902,No note,,Only the page says this,https://c04.example/fern,Unsorted,,2022-01-02T03:04:05.000Z,,,false

            """
        let file = try house.file("raindrop.csv", text.utf8)

        let tried = try ana.weft("import", "-n", file).succeeds()
        let taken = try ana.weft("import", file).succeeds()
        let again = try ana.weft("import", file).succeeds()

        #expect(
            tried.out
                == "3 would be added, 0 merged, 0 skipped, 0 refused\n  including 1 highlight\n")
        #expect(
            taken.out == "3 added, 0 merged, 0 skipped, 0 refused\n  including 1 highlight\n")
        #expect(again.out == "0 added, 0 merged, 3 skipped, 0 refused\n")
        #expect(try ana.count("type:highlight") == 1)
        let shown = try ana.weft("show", "https://c04.example/moss").succeeds().out
        #expect(shown.contains("\u{201C}moss needs no mowing\u{201D}"))
        #expect(try ana.weft("search", "is:highlighted").succeeds().out.contains("Moss lawns"))
        try ana.weft("undo").succeeds()
        #expect(try ana.count() == 0)
        #expect(try ana.count("type:highlight") == 0)
    }
}
