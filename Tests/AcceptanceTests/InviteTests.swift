import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests becoming friends by an invitation, with the real program.
@Suite(.serialized) struct InviteTests {
    /// Returns a command's standard output, without its messages.
    private func text(_ person: Person, _ words: String...) throws -> String {
        try person.weft(words, input: "").succeeds().out.trimmingCharacters(in: .newlines)
    }

    @Test func `one line makes two friends, and is good once`() throws {
        let house = try Household()
        let (ana, ben, cleo) = (
            try house.node("ana"), try house.node("ben"), try house.node("cleo")
        )
        try ana.weft("add", "https://anas.example/", "--audience", "friends").succeeds()

        let line = try text(ana, "invite", "--expires", "1h")
        let joined = try ben.weft("join", line).succeeds()
        let late = try cleo.weft("join", line)

        #expect(line.hasPrefix("weft:i1"))
        #expect(joined.err.contains("@ana is your friend"))
        try until("ana's link is at ben's") { try ben.count("by:@ana") == 1 }
        #expect(try ana.weft("friend", "ls", "--plain").out.contains("ben"))
        late.fails(
            7, saying: "the invitation was used up",
            "fix: ask them for a new invitation: weft invite")
        #expect(try cleo.weft("friend", "ls", "--plain").out.isEmpty)
        #expect(try ana.weft("pending", "--plain").out.isEmpty)
        #expect(try cleo.weft("pending", "--plain").out.contains("used up"))
        // Repeating it changes nothing.
        #expect(try ben.weft("join", line).code == 0)
    }

    @Test func `several come by one, until it is revoked`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let line = try text(ana, "invite", "--uses", "3", "--expires", "7d")

        for name in ["ben", "cleo"] { try house.node(name).weft("join", line).succeeds() }
        let listed = try text(ana, "invite", "ls", "--plain")
        let number = String(listed.prefix { $0 != "\t" })
        try ana.weft("invite", "revoke", number).succeeds()
        let late = try house.node("dora").weft("join", line)
        let again = try ana.weft("invite", "revoke", number)

        #expect(listed.split(separator: "\t")[1...3] == ["-", "friend", "1"])
        late.fails(7, saying: "ana: the invitation was revoked; you are not their friend")
        again.fails(3, saying: "there is no invitation number \(number)", "fix: weft invite ls")
        #expect(try text(ana, "invite", "ls", "--plain").isEmpty)
        #expect(
            try text(ana, "friend", "ls", "--plain").split(separator: "\n").count == 2)
    }

    @Test func `an invitation that cannot be used is refused with why and a fix`() throws {
        let house = try Household()
        let (ana, ben) = (try house.node("ana"), try house.node("ben"))
        let line = try text(ana, "invite", "--expires", "1s")

        try ana.weft("join", line)
            .fails(2, saying: "your own invitation", "fix: give it to someone else")
        try until("its second is over") {
            try ben.weft("join", line, "--wait", "0").err.contains("has expired")
        }
        let expired = try ben.weft("join", line)
        let torn = try ben.weft("join", String(line.dropLast(3)))
        let ticket = try ben.weft("join", "\"" + ana.ticket() + "\".\n")
        let added = try ben.weft("friend", "add", line)
        try ana.weft("invite", "--uses", "0").fails(2, saying: "--uses takes 1 to 1000")
        try ana.weft("invite", "--expires", "1x").fails(2, saying: "--expires")

        expired.fails(2, saying: "the invitation has expired", "fix: ask for another one")
        torn.fails(2, saying: "incomplete or was changed", "fix: ask for another one")
        #expect(try ticket.succeeds().err.contains("@ana added as a friend"))
        added.fails(2, saying: "the invitation has expired", "fix: ask for another one")
    }

    @Test func `one whose maker is away waits, also over a restart`() throws {
        let house = try Household()
        let (ana, ben) = (try house.node("ana"), try house.node("ben"))
        let line = try text(ana, "invite")
        try ana.down()

        let asked = try ben.weft("join", line, "--wait", "0").succeeds()
        let waiting = try text(ben, "pending", "--plain")
        try ben.down()
        try ben.up()
        try ana.up()

        #expect(asked.err.contains("can't reach ana yet"))
        #expect(waiting.contains("ana\twaiting"))
        try until("they are friends", within: .seconds(30)) {
            try ben.weft("friend", "ls", "--plain").out.contains("ana")
        }
        #expect(try text(ben, "pending", "--plain").isEmpty)
    }

    @Test func `one that waits is given up`() throws {
        let house = try Household()
        let (ana, ben) = (try house.node("ana"), try house.node("ben"))
        let line = try text(ana, "invite")
        try ana.down()
        try ben.weft("join", line, "--wait", "0").succeeds()

        let rejected = try ben.weft("pending", "reject", "ana").succeeds()
        let again = try ben.weft("pending", "reject", "ana")

        #expect(rejected.err.contains("deleted the invitation from ana"))
        #expect(again.code == 3)
    }

    @Test func `a node that takes no links invites nobody`() throws {
        let house = try Household()
        let ana = try house.person("ana")
        try ana.upAlone()

        let invited = try ana.weft("invite")

        invited.fails(5, saying: "this node accepts no connections", "fix: weft down, then weft up")
    }

    @Test func `a group says as well why it lets nobody in`() throws {
        let house = try Household()
        let (ana, ben) = (try house.node("ana"), try house.node("ben"))
        try ana.weft("group", "new", "lab").succeeds()
        let line = try text(ana, "group", "invite", "lab", "--expires", "1h", "--long")
        try ana.weft("invite", "revoke", "1").succeeds()

        let joined = try ben.weft("join", line)

        joined.fails(7, saying: "lab: the invitation was revoked; you are not a member")
    }

    @Test func `a short line leads into the group, and says once it is used up`() throws {
        let house = try Household()
        let (ana, ben, cleo) = (
            try house.node("ana"), try house.node("ben"), try house.node("cleo")
        )
        try ana.weft("group", "new", "lab").succeeds()
        let line = try text(ana, "group", "invite", "lab")

        let joined = try ben.weft("join", line)
        let late = try cleo.weft("join", line)

        #expect(line.count <= 120)
        try joined.succeeds()
        #expect(joined.err.contains("you are in lab as editor"))
        late.fails(2, saying: "the invitation was used up", "fix: ask the inviter for a new one")
    }
}
