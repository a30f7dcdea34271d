import Testing

/// Tests short codes between two people in one room, with the real program. They reach each other
/// by an address: these tests stay on one machine, and `scripts/lan` tests discovery on a network.
@Suite(.serialized) struct CodeTests {
    @Test func `one shares by a code, the other types it, and both see the same words`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try ana.weft("add", "https://crdt.example/", "-t", "crdt", "--title", "CRDTs").succeeds()
        try ana.weft("add", "https://diary.example/").succeeds()

        let sharing = try ana.start(["share", "#crdt", "--code", "--yes"])
        let code = try sharing.line(1)
        let joined = try ben.weft("join", code, "--at", ana.address, "--yes").succeeds()
        let shared = try Outcome(waitingFor: sharing, ["share"]).succeeds()

        #expect(words(joined) == words(shared))
        #expect(words(joined)?.split(separator: " ").count == 4)
        #expect(joined.err.contains("@ana is your friend"))
        #expect(shared.err.contains("@ben is your friend"))
        try until("Ben sees what is shared") { try ben.count("by:@ana") == 1 }
        #expect(try ben.contents("by:@ana") == ana.contents("#crdt"))
    }

    @Test func `a wrong guess burns the code, and a fresh one is printed`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        let making = try ana.start(["friend", "code", "--yes", "--name", "Benny"])
        let burnt = try making.line(1)
        let parts = burnt.split(separator: "-")

        let wrong = try ben.weft(
            "join", "\(parts[0])-\(parts[1])-\(parts[2] == "zoo" ? "zero" : "zoo")", "--at",
            ana.address, "--yes")
        let late = try ben.weft("join", burnt, "--at", ana.address, "--yes")
        let fresh = try making.line(2)
        try ben.weft("join", fresh, "--at", ana.address, "--yes", "--name", "Anna").succeeds()
        let made = try Outcome(waitingFor: making, ["friend", "code"]).succeeds()

        wrong.fails(2, saying: "the code is wrong", "fix: ask for a new one")
        late.fails(2, saying: "no longer works", "fix: ask for a new one")
        #expect(fresh != burnt)
        #expect(made.err.contains("the code was tried with wrong words and is void"))
        #expect(made.err.contains("@Benny is your friend"))
        #expect(try ben.weft("friend", "ls", "--plain").out.hasPrefix("@Anna\tconnected"))
    }

    @Test func `a code that cannot be used is refused with why and a fix`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        let made = try ana.weft("api", "POST", "/v1/codes").succeeds().text("code")

        try ana.weft("join", made, "--at", ana.address, "--yes")
            .fails(2, saying: "this is your own code", "fix: ")
        try ben.weft("join", made, "--at", ben.address, "--yes")
            .fails(3, saying: "does not have the code", "fix: ")
        try ben.weft("join", made, "--at", "127.0.0.1:1", "--yes")
            .fails(3, saying: "cannot reach 127.0.0.1:1", "fix: ")
        try ben.weft("join", "7-candy-lizzard", "--at", ana.address, "--yes")
            .fails(2, saying: "the second word is not a code word", "fix: ")
        // Without a network: the nodes of these tests listen on the loopback alone.
        try ben.weft("join", made, "--yes").fails(3, saying: "discovery is off", "--at HOST")
        try ben.weft("join", made, "--at", ana.address, "--no-input")
            .fails(2, saying: "four words have to be compared", "--yes")
        try ana.weft("share", "#crdt", "--with", "group:lab", "--code", "--yes")
            .fails(2, saying: "--code adds a friend", "fix: ")
        #expect(try ana.weft("pending", "--plain").succeeds().out.isEmpty)
    }

    @Test func `a person met by a code waits among the requests, with the words`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        let made = try ana.weft("api", "POST", "/v1/codes").succeeds().text("code")
        try ben.weft("join", made, "--at", ana.address, "--yes", "--wait", "0").succeeds()

        let row = try ana.weft("pending", "--plain").succeeds().out
        let id = String(row.prefix(8))
        try ana.weft("pending", "accept", id).succeeds()

        #expect(row.contains("ben "))
        try until("they are friends") {
            try ben.weft("friend", "ls", "--plain").out.hasPrefix("@ana\tconnected")
        }
    }

    private func words(_ outcome: Outcome) -> String? {
        let mark = "both screens show: "
        return outcome.err.split(separator: "\n").first { $0.contains(mark) }.map {
            $0.split(separator: ":")[1].trimmingPrefix(" ").description
        }
    }
}
