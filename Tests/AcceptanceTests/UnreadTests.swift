import Foundation
import Testing

/// Tests unread marks on others' things, with the real program on real sockets.
@Suite(.serialized) struct UnreadTests {
    private func unread(_ person: Person) throws -> [String] {
        let page = try person.weft("search", "is:unread", "--json").succeeds().json()
        return (page["items"] as? [[String: Any]] ?? [])
            .filter { $0["unread"] as? Bool == true }.compactMap { $0["title"] as? String }
    }

    @Test func `each person marks as read for themselves what friends and a group have`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(ana, ben)
        let laptop = try house.device("laptop", pairedWith: ana)
        let theirs = "https://ben.example/loom"
        try ben.weft("add", theirs, "--title", "Loom", "--audience", "friends").succeeds()
        try until("it came") { try ana.count("is:others") == 1 && laptop.count("is:others") == 1 }

        let marked = try ana.weft("edit", theirs, "--unread", "--json").succeeds().json()
        let refused = try ana.weft("edit", theirs, "--title", "Mine", "--unread")

        #expect(marked["unread"] as? Bool == true)
        #expect(refused.code != 0 && refused.err.contains("fix:"))
        #expect(try unread(ana) == ["Loom"])
        try until("the laptop has it to read as well") { try unread(laptop) == ["Loom"] }
        #expect(try ana.count("is:read") == 0)
        #expect(try unread(ben) == [])
        try laptop.weft("edit", theirs, "--read").succeeds()
        try until("it is read at both") { try unread(ana) == [] && unread(laptop) == [] }
        try laptop.weft("undo").succeeds()
        try until("it is to be read again") { try unread(ana) == ["Loom"] }

        let log = try ana.weft("log").succeeds().out
        #expect(log.contains("as unread"))
    }

    @Test func `a link that is kept in a group is to be read by who said so`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(ana, ben)
        try ana.weft("group", "new", "club").succeeds()
        let text = try ana.weft("group", "invite", "club", "--json").succeeds().text("text")
        try ben.weft(["join", "-"], input: text + "\n").succeeds()

        let link = "https://club.example/rules"
        try ana.weft("add", link, "--title", "Rules", "--unread", "--audience", "group:club")
            .succeeds()
        try until("it came to ben") { try ben.count("in:group:club") == 1 }

        #expect(try unread(ana) == ["Rules"])
        #expect(try unread(ben) == [])
        try ben.weft("edit", link, "--unread").succeeds()
        try ana.weft("edit", link, "--read").succeeds()
        #expect(try unread(ben) == ["Rules"])
        #expect(try unread(ana) == [])
    }
}
