import Foundation
import Testing

/// Tests friend requests and the end of friendships.
@Suite(.serialized) struct UnfriendTests {
    private func asking(_ person: Person) throws -> [String] {
        let items = try person.weft("pending", "--json").succeeds().json()["items"]
        return (items as? [[String: Any]] ?? []).compactMap { $0["person"] as? String }
    }

    private func names(_ person: Person, _ arguments: String...) throws -> [String] {
        let list = ["friend", "ls", "--json"] + arguments
        let items = try Outcome(waitingFor: person.start(list), list).succeeds().json()["items"]
        return (items as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
    }

    @Test func `a person who asks is listed, and is a friend once accepted`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let cleo = try house.node("cleo")
        try ana.weft("add", "https://crdt.example/", "-t", "crdt").succeeds()
        try ana.weft("share", "#crdt", "--force").succeeds()
        let key = try cleo.weft("id", "--json").text("person")

        try cleo.weft("friend", "add", ana.ticket()).succeeds()
        try until("Cleo's request is here") { try asking(ana) == [key] }
        #expect(try cleo.count() == 0)
        let accepted = try ana.weft(
            "pending", "accept", String(key.prefix(8)).lowercased(), "--name", "cleo")

        try accepted.succeeds()
        try until("the link is at Cleo's") { try cleo.count("by:@ana") == 1 }
        #expect(try asking(ana) == [])
        #expect(try names(ana) == ["cleo"])
    }

    @Test func `a rejected person is forgotten`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let cleo = try house.node("cleo")
        let key = try cleo.weft("id", "--json").text("person")
        try cleo.weft("friend", "add", ana.ticket()).succeeds()
        try until("Cleo's request is here") { try asking(ana) == [key] }
        try cleo.down()

        try ana.weft("pending", "reject", String(key.prefix(8))).succeeds()
        let again = try ana.weft("pending", "reject", String(key.prefix(8)))

        #expect(try asking(ana) == [])
        again.fails(3, saying: "weft pending")
    }

    @Test func `a former friend does not see later shares`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        let cleo = try house.node("cleo")
        try befriend(ana, ben)
        try befriend(ana, cleo)
        try ana.weft("add", "https://before.example/", "-t", "crdt").succeeds()
        try ana.weft("share", "#crdt", "--force").succeeds()
        try until("the link is at both") {
            try ben.count("by:@ana") == 1 && cleo.count("by:@ana") == 1
        }

        let unasked = try ana.weft("friend", "rm", "ben")
        try ana.weft("friend", "rm", "@ben", "--force").succeeds()
        try ana.weft("add", "https://after.example/", "-t", "crdt").succeeds()
        try until("the new link is at Cleo's") { try cleo.count("by:@ana") == 2 }
        _ = try ben.weft("sync", "--wait", "1")

        unasked.fails(2, saying: "End the friendship with ben?", "--force")
        #expect(try names(ana) == ["cleo"])
        #expect(try ben.count("site:after.example") == 0)
        #expect(try ana.count("is:mine") == 2)
    }

    @Test func `a blocked person cannot ask again until unblocked`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(ana, ben)
        try until("they are linked") {
            try ana.weft("friend", "ls").out.contains("connected")
        }

        try ana.weft("friend", "block", "ben", "--force").succeeds()
        _ = try ben.weft("sync", "--wait", "1")
        #expect(try names(ana) == [])
        #expect(try names(ana, "--blocked") == ["ben"])
        #expect(try asking(ana) == [])

        try ben.down()
        try ana.weft("friend", "unblock", "ben").succeeds()
        try ben.up()

        try until("Ben's request is here") { try asking(ana).count == 1 }
        #expect(try names(ana, "--blocked") == [])
    }

    @Test func `a friend is called as you like, one name for one friend`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        let cleo = try house.node("cleo")
        try befriend(ana, ben)
        try befriend(ana, cleo)

        try ana.weft("friend", "rename", "ben", "Benjamin").succeeds()
        let taken = try ana.weft("friend", "rename", "cleo", "Benjamin")
        let unknown = try ana.weft("friend", "rename", "ben", "B")

        #expect(try Set(names(ana)) == ["Benjamin", "cleo"])
        taken.fails(5, saying: "Benjamin")
        unknown.fails(3, saying: "ben", "weft friend ls")
    }
}
