import Foundation
import Testing

/// Tests bundles between real nodes that never connect.
@Suite(.serialized) struct BundleTests {
    @Test func `two who never connect share by files`() throws {
        let house = try Household()
        let (ana, ben) = try house.friendsApart()
        try ana.weft("import", FriendTests.fixture).succeeds()
        try ana.weft("share", "#crdt", "--force").succeeds()
        let there = "\(house.path)/there"
        let back = "\(house.path)/back"

        let made = try ana.weft("bundle", "create", there, "--for", "@ben").succeeds()
        let taken = try ben.weft("bundle", "apply", there).succeeds()
        try ben.weft("add", "https://bens.example/", "--audience", "@ana").succeeds()
        try ben.weft("bundle", "create", back, "--for", "ana").succeeds()
        try ana.weft("bundle", "apply", back).succeeds()

        #expect(made.err.contains("for @ben, on 1 device"))
        #expect(taken.err.contains("from @ana"))
        #expect(try ben.contents("by:@ana") == ana.contents("#crdt"))
        #expect(try ben.count("by:@ana") == 23)
        #expect(try ana.count("by:@ben") == 1)
        // The two have never connected.
        #expect(try ana.weft("peers", "--plain").succeeds().out.isEmpty)
        let again = try ben.weft("bundle", "apply", there).succeeds()
        #expect(again.err.contains("already has everything from"))
        // And Ana knows by now what Ben has.
        let second = try ana.weft("bundle", "create", "\(house.path)/second", "--for", "ben")
        #expect(try second.succeeds().err.contains("nothing new for @ben"))
    }

    @Test func `each wrong file has a message of its own`() throws {
        let house = try Household()
        let (ana, ben) = try house.friendsApart()
        let cleo = try house.node("cleo")
        try ana.weft("add", "https://crdt.example/canary", "-t", "crdt").succeeds()
        try ana.weft("share", "#crdt", "--force").succeeds()
        let there = "\(house.path)/there"
        try ana.weft("bundle", "create", there, "--for", "@ben").succeeds()
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: there)))
        var changed = bytes
        changed[bytes.count - 9] ^= 1
        let torn = try house.file("torn", bytes.dropLast(100))
        let spoilt = try house.file("spoilt", changed)
        let foreign = try house.file("foreign", Array("<html>".utf8))

        try ben.weft("bundle", "apply", torn).fails(6, saying: "is cut off")
        try ben.weft("bundle", "apply", spoilt).fails(6, saying: "is damaged")
        try ben.weft("bundle", "apply", foreign).fails(2, saying: "is not a bundle")
        try ben.weft("bundle", "apply", house.file("empty", [UInt8]())).fails(2, saying: "is empty")
        try ben.weft("bundle", "apply", "\(house.path)/none").fails(3, saying: "No such file")
        try ben.weft("bundle", "apply", house.path).fails(3, saying: "not a regular file")
        try cleo.weft("bundle", "apply", there).fails(3, saying: "nothing in", "is for this device")
        try ana.weft("bundle", "create", there, "--for", "@ben").fails(5, saying: "File exists")
        try ana.weft("bundle", "create", "\(house.path)/x", "--for", "@nobody")
            .fails(3, saying: "nobody is called")
        try ana.weft("bundle", "create", "\(house.path)/x", "--for", "me")
            .fails(5, saying: "no known device")
        #expect(!bytes.isEmpty && bytes.count % 4096 == 0)
        #expect(Data(bytes).range(of: Data("canary".utf8)) == nil)
        #expect(!FileManager.default.fileExists(atPath: "\(house.path)/x.part"))
        try ben.weft("bundle", "apply", there).succeeds()
        #expect(try ben.count("by:@ana") == 1)
    }
}
