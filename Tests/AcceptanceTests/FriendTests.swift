import Foundation
import Testing

/// Tests sharing between friends, with the real program on real sockets.
@Suite(.serialized) struct FriendTests {
    static let fixture =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures/bookmarks.html").path

    @Test func `the first minute goes as the README says`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")

        let imported = try ana.weft("import", Self.fixture)
        try befriend(ana, ben)
        try ana.weft("share", "#crdt", "--with", "friends", "--force").succeeds()

        try imported.succeeds()
        #expect(imported.err.contains("left out: 1 bookmarklet"))
        #expect((imported.out + imported.err).contains("left out: 2 smart folders of Firefox"))
        #expect(imported.out.contains("276 added, 0 merged, 1 skipped, 0 refused"))
        try until("the 23 links are at Ben's") { try ben.count("by:@ana") == 23 }
        #expect(try ben.contents("by:@ana") == ana.contents("#crdt"))
        #expect(try ana.count() == 276)
        #expect(try ana.count("is:friends") == 23)
    }

    @Test func `two friends' edits while apart are kept on both sides`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(ana, ben)
        try ana.weft("add", "https://crdt.example/", "-t", "crdt", "--title", "Old").succeeds()
        try ana.weft("add", "https://clinic.example/", "--note", "canary-4711").succeeds()
        try ana.weft("share", "#crdt", "--force").succeeds()
        try ben.weft("share", "#crdt", "--force").succeeds()
        try until("the link is at Ben's") { try ben.count("by:@ana") == 1 }

        // Never up at the same time: first Ben writes, then Ana.
        try ana.down()
        try ben.weft("add", "https://loom.example/", "-t", "crdt").succeeds()
        try ben.weft("add", "https://slip.example/", "-t", "crdt").succeeds()
        try ben.weft("rm", "--force", "https://slip.example/").succeeds()
        try ben.down()
        try ana.up()
        try ana.weft("edit", "https://crdt.example/", "--title", "New", "-t", "apart").succeeds()
        try ana.weft("add", "https://weaving.example/", "-t", "crdt").succeeds()
        try ben.up()

        try until("Ben has both") {
            try ben.count("#apart by:@ana") == 1 && ben.count("#crdt") == 3
        }
        try until("Ana has Ben's") { try ana.count("by:@ben") == 1 }
        #expect(try ben.contents("#crdt") == ana.contents("#crdt"))
        #expect(try ana.contents("by:@ben").first?.hasPrefix("https://loom.example/") == true)
        #expect(try ana.count("is:mine is:friends") == 2)
        #expect(try !ben.databaseHolds("canary-4711"))
        #expect(try ana.databaseHolds("canary-4711"))
    }

    @Test func `a person who has a ticket but was not added sees nothing`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        let cleo = try house.node("cleo")
        try befriend(ana, ben)
        try ana.weft("add", "https://crdt.example/canary", "-t", "crdt").succeeds()

        try cleo.weft("friend", "add", ana.ticket()).succeeds()
        try ana.weft("share", "#crdt", "--force").succeeds()
        // It may end with "not in time": nobody answers Cleo.
        _ = try cleo.weft("sync", "--wait", "1")

        try until("the link is at Ben's") { try ben.count("by:@ana") == 1 }
        #expect(try cleo.count() == 0)
        #expect(try !cleo.databaseHolds("crdt.example"))
    }

    @Test func `a node brought back from a backup goes on with its friend`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(ana, ben)
        try ana.weft("share", "#crdt", "--force").succeeds()
        try ben.weft("share", "#crdt", "--force").succeeds()
        try ana.weft("add", "https://before.example/", "-t", "crdt").succeeds()
        try ana.weft("backup", "-o", "\(house.path)/backup").succeeds()
        try ana.weft("add", "https://after.example/", "-t", "crdt").succeeds()
        try ben.weft("add", "https://bens.example/", "-t", "crdt").succeeds()
        try until("both are in sync") { try ben.count("#crdt") == 3 && ana.count("#crdt") == 3 }
        try ana.down()

        let again = house.newcomer("again")
        try again.weft("restore", "\(house.path)/backup").succeeds()
        try again.up()
        try again.weft("add", "https://new.example/", "-t", "crdt").succeeds()

        try until("what is new arrives at Ben's") { try ben.count("site:new.example") == 1 }
        try until("Ben's link arrives again") { try again.count("site:bens.example") == 1 }
        try until("so does what was newer than the backup") {
            try again.count("site:after.example") == 1
        }
        #expect(try ben.count("#crdt") == 4)
        #expect(try again.count("site:before.example") == 1)
    }

    @Test func `a friend's title cannot drive the terminal`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(ana, ben)

        let title = "\u{1B}[2J\u{1B}]0;owned\u{7}red\u{9B}31m"
        try ana.weft("add", "https://esc.example/", "-t", "x", "--title", title).succeeds()
        try ana.weft("share", "#x", "--force").succeeds()

        try until("the link is at Ben's") { try ben.count("by:@ana") == 1 }
        for form in [
            ["ls"], ["ls", "--plain"], ["ls", "--json"], ["show", "https://esc.example/"],
        ] {
            let shown = try Outcome(waitingFor: ben.start(form), form).succeeds().out
            let isBare = shown.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x9B }
            #expect(!isBare, "weft \(form.joined(separator: " "))")
            #expect(shown.contains("owned"))
        }
    }
}
