import Foundation
import Testing

/// Tests several devices of one person, with the real program on real sockets.
@Suite(.serialized) struct DeviceTests {
    @Test func `a second device shows what the first keeps, and the first what it keeps`() throws {
        let house = try Household()
        let desk = try house.node("ana")
        try desk.weft("add", "https://clinic.example/", "-t", "own").succeeds()

        let laptop = try house.device("laptop", pairedWith: desk)
        try until("the private link is on the laptop") { try laptop.count("#own") == 1 }
        try laptop.weft("add", "https://train.example/", "-t", "own").succeeds()
        try until("the laptop's link is on the desk") { try desk.count("#own") == 2 }

        #expect(try laptop.contents("#own") == desk.contents("#own"))
        #expect(try laptop.count("is:mine") == 2)
        #expect(try desk.devices().contains("laptop connected"))
    }

    @Test func `both devices are one friend`() throws {
        let house = try Household()
        let desk = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(desk, ben)
        try ben.weft("add", "https://crdt.example/", "-t", "crdt").succeeds()
        try ben.weft("share", "#crdt", "--force").succeeds()
        try until("the link is on the desk") { try desk.count("by:@ben") == 1 }

        let laptop = try house.device("laptop", pairedWith: desk)

        // An unknown name is refused, so wait until the device knows Ben.
        try until("the laptop knows Ben") {
            try laptop.weft("friend", "ls").succeeds().out.contains("ben")
        }
        try until("the link is on the laptop") { try laptop.count("by:@ben") == 1 }
        try laptop.weft("add", "https://loom.example/", "-t", "loom").succeeds()
        try laptop.weft("share", "#loom", "--force").succeeds()
        try until("the laptop's link is at Ben's") { try ben.count("#loom by:@ana") == 1 }
    }

    @Test func `a revoked device neither brings nor gets anything`() throws {
        let house = try Household()
        let desk = try house.node("ana")
        let laptop = try house.device("laptop", pairedWith: desk)
        try laptop.weft("add", "https://before.example/").succeeds()
        try until("the laptop's link is on the desk") { try desk.count() == 1 }

        try desk.weft("device", "revoke", "laptop", "--force").succeeds()
        try until("the link between them is closed") {
            try !desk.devices().contains("laptop connected")
        }
        try desk.weft("add", "https://after.example/").succeeds()
        _ = try laptop.weft("add", "https://stolen.example/")
        _ = try laptop.weft("sync", "--wait", "1")

        #expect(try desk.devices().contains("laptop revoked"))
        #expect(
            try desk.contents("") == ["https://after.example/\t\t", "https://before.example/\t\t"])
        #expect(try laptop.count("site:after.example") == 0)
        try desk.weft("device", "revoke", "nobody", "--force").fails(3, saying: "nobody")
    }

    @Test func `without the root key the words pair and revoke`() throws {
        let house = try Household()
        let desk = house.newcomer("ana")
        let made = try desk.weft("init", "--name", "ana", "--json").succeeds()
        let words = try #require(made.json()["recovery_phrase"] as? [String])
        let phrase = words.joined(separator: " ") + "\n"
        try desk.weft("key", "export", "--remove", "--force").fails(
            3, saying: "its first start needs the key", "fix: weft up")
        try desk.up()
        try desk.down()
        try desk.weft("key", "export", "--remove", "--force").succeeds()
        try desk.up()
        try desk.weft("add", "https://own.example/").succeeds()

        let unasked = try desk.weft("device", "pair", "weft-device:1AAAA")
        let laptop = try house.device("laptop", pairedWith: desk, phrase: phrase)
        try until("the link is on the laptop") { try laptop.count() == 1 }
        let other = Array(repeating: "abandon", count: 23).joined(separator: " ") + " art\n"
        let foreign = try desk.weft(
            ["device", "revoke", "laptop", "--force", "--phrase-stdin"], input: other)
        let own = try desk.weft(
            ["device", "revoke", "laptop", "--force", "--phrase-stdin"], input: phrase)

        unasked.fails(2, saying: "there is no terminal to ask for the words", "--phrase-stdin")
        foreign.fails(2, saying: "belongs to another person")
        #expect(!foreign.err.contains("abandon"))
        try own.succeeds()
        #expect(try desk.devices().contains("laptop revoked"))
    }

    @Test func `a machine that waits for its answer says so`() throws {
        let house = try Household()
        let laptop = house.newcomer("laptop")
        let ana = try house.node("ana")
        try laptop.weft("init", "--pair").succeeds()

        let up = try laptop.weft("up", "--listen", "127.0.0.1:0")
        let broken = try laptop.weft("device", "join", "weft-pair:1AAAA")
        let elsewhere = house.newcomer("elsewhere")
        let request = try elsewhere.weft("init", "--pair", "--json").succeeds().text("request")
        let answer = try ana.weft("device", "pair", request, "--json").succeeds().text("answer")
        let mistaken = try laptop.weft("device", "join", answer)

        up.fails(
            3, saying: "this device does not belong to an identity yet", "weft device join ANSWER")
        broken.fails(2, saying: "wrong or missing")
        mistaken.fails(2, saying: "it is for another device")
    }
}
