import Foundation
import Testing

/// Tests reports and profiles, with the real program on real sockets.
@Suite(.serialized) struct ReportTests {
    @Test func `a friend is told what is wrong with their thing, and puts it away`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(ana, ben)
        try ben.weft("garment", "add", "Hat", "--audience", "friends").succeeds()
        try until("it is at Ana's") { try ana.count("type:garment by:@ben") == 1 }
        let found = try ana.weft("search", "type:garment", "--json").succeeds().json()
        let hat = try #require((found["items"] as? [[String: Any]])?.first)
        let id = try #require(hat["short_id"] as? String)

        let told = try ana.weft("report", id, "not in the shop any more").succeeds()
        #expect((told.out + told.err).contains("@ben"))
        #expect(try ana.weft("report", id, "again").code == 5)
        #expect(try ben.weft("report", id, "my own").code == 2)
        try until("it is told to Ben") {
            try ben.weft("status").succeeds().out.contains("1 report received")
        }
        let list = try ben.weft("report", "ls").succeeds().out
        #expect(list.contains("not in the shop any more") && list.contains("@ana to me"))
        #expect(list.contains("Hat"))
        let page = try ben.weft("report", "ls", "--json").succeeds().json()
        let report = try #require((page["items"] as? [[String: Any]])?.first)
        let number = try #require(report["short_id"] as? String)
        try ben.weft("report", "rm", number).succeeds()
        #expect(try ben.weft("report", "ls").succeeds().err.contains("no reports"))
        #expect(try ana.weft("report", "ls").succeeds().out.contains("not in the shop any more"))
        try ben.weft("undo").succeeds()
        try until("it is told again") {
            try ben.weft("report", "ls").succeeds().out.contains("not in the shop any more")
        }
        try ana.weft("report", "rm", number).succeeds()
        try until("it is gone at Ben's") {
            try ben.weft("report", "ls").succeeds().err.contains("no reports")
        }
    }

    @Test func `a profile for one friend is hidden from the other friends`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        let eva = try house.node("eva")
        try befriend(ana, ben)
        try befriend(ben, eva)
        let made = try ben.weft("profile", "edit", "--about", "I mend.", "--audience", "@ana")
        #expect(try made.succeeds().out.contains("I mend."))
        try ben.weft("profile", "edit", "--about", "I mend bicycles.").succeeds()
        try ben.weft("add", "https://a.example/", "--audience", "friends").succeeds()
        try until("it is at Ana's") {
            try ana.weft("profile", "@ben").succeeds().out.contains("I mend bicycles.")
        }
        try until("what is for friends is at Eva's") { try eva.count("by:@ben") > 0 }
        #expect(!(try eva.weft("profile", "@ben").succeeds().out.contains("I mend")))
    }

    @Test func `a friend sees who one says one is`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(ana, ben)
        let long = String(repeating: "x", count: 141)
        let refused = try ben.weft("profile", "edit", "--about", long)
        #expect(refused.code == 2 && refused.err.contains("at most 140 characters"))
        #expect(try ben.weft("profile", "edit").code == 2)

        let photo: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDA, 0, 4, 1, 2, 7, 7, 0xFF, 0xD9]
        let picture = try house.file("face.jpg", photo)
        try ben.weft(
            "profile", "edit", "--name", "Ben of Graz", "--about", "I mend bicycles.", "--photo",
            picture
        ).succeeds()
        try until("it is at Ana's") {
            try ana.weft("profile", "@ben").succeeds().out.contains("I mend bicycles.")
        }
        let shown = try ana.weft("profile", "@ben", "--json").succeeds().json()
        let profile = try #require(shown["profile"] as? [String: Any])
        #expect(profile["name"] as? String == "Ben of Graz")
        let id = try #require(profile["short_id"] as? String)
        let saved = "\(house.path)/saved.jpg"
        try until("the picture is there") {
            try ana.weft("photo", "save", id, "-o", saved).code == 0
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: saved)) == Data(photo))
        try ben.weft("profile", "edit", "--no-photo").succeeds()
        #expect(!(try ben.weft("profile").succeeds().out.contains("picture")))
    }
}
