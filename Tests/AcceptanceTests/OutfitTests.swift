import Foundation
import Testing

/// Tests outfits and closets with the real program: storing, arranging, sharing, cloning, drawing.
@Suite(.serialized) struct OutfitTests {
    /// Stores a thing and returns its id.
    private func kept(_ person: Person, _ words: String...) throws -> String {
        let arguments = words + ["--json"]
        let kept = try Outcome(waitingFor: person.start(arguments), arguments).succeeds().json()
        guard let outcomes = kept["outcomes"] as? [[String: Any]],
            let id = outcomes.first?["id"] as? String
        else { throw Failed("nothing was kept: \(kept)") }
        return id
    }

    private func layers(_ id: String, at person: Person) throws -> [[String: Any]] {
        let told = try person.weft("outfit", "show", id, "--json").succeeds().json()
        return try #require(told["layers"] as? [[String: Any]])
    }

    private func names(_ id: String, at person: Person) throws -> [String] {
        try layers(id, at: person).map { layer in
            (layer["thing"] as? [String: Any])?["name"] as? String ?? "-"
        }
    }

    @Test func `an outfit is arranged, worn, drawn, and each can be taken back`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let shirt = try kept(ana, "garment", "add", "Shirt", "--price", "40EUR", "--color", "blue")
        let jeans = try kept(ana, "garment", "add", "Jeans", "--price", "60EUR")
        let hat = try kept(ana, "garment", "add", "Sun hat")
        let look = try kept(ana, "outfit", "new", "Sunday", shirt, jeans, "--occasion", "work")

        try ana.weft(
            "outfit", "put", look, hat, "--at", "120,-40", "--scale", "0.8", "--rot", "5", "--z",
            "1"
        ).succeeds()
        #expect(try names(look, at: ana) == ["Sun hat", "Shirt", "Jeans"])
        let lowest = try layers(look, at: ana)[0]
        #expect(lowest["x"] as? Int == 120 && lowest["scale"] as? Double == 0.8)
        let shown = try ana.weft("outfit", "show", look).succeeds().out
        #expect(shown.contains("Sun hat") && shown.contains("scale 0.8, turned 5°"))
        try ana.weft("outfit", "take", look, jeans).succeeds()
        #expect(try names(look, at: ana) == ["Sun hat", "Shirt"])
        try ana.weft("undo").succeeds()
        #expect(try names(look, at: ana) == ["Sun hat", "Shirt", "Jeans"])
        #expect(try ana.count("type:outfit occasion:work") == 1)

        try ana.weft("outfit", "wear", look, "--on", "2020-01-31").succeeds()
        #expect(try ana.count("worn:1") == 4)
        let stats = try ana.weft("closet", "stats").succeeds().out
        #expect(stats.contains("100 EUR") && stats.contains("60 EUR"))
        try ana.weft("undo").succeeds()
        #expect(try ana.count("worn:1") == 0)

        try ana.weft("outfit", "render", look, "-o", "\(house.path)/look.svg").succeeds()
        let drawn = try String(contentsOfFile: "\(house.path)/look.svg", encoding: .utf8)
        #expect(drawn.hasPrefix("<svg") && drawn.contains("Sun hat") && drawn.contains("#1e5fbf"))
        let png = try ana.weft("outfit", "render", look, "-o", "\(house.path)/look.png")
        if png.code == 0 {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(house.path)/look.png"))
            #expect(Array(bytes.prefix(4)) == [0x89, 0x50, 0x4E, 0x47])
        } else {
            png.fails(1, saying: "PNG", "fix:", "look.svg")
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: house.path)
        #expect(!left.contains { $0.contains("drawing") })
        let advice = try ana.weft("outfit", "suggest", "--occasion", "work").succeeds().out
        #expect(advice.contains("Shirt") && advice.contains("never worn"))
        try ana.weft("outfit", "clear", look).succeeds()
        #expect(try names(look, at: ana).isEmpty)
        try ana.weft("outfit", "rm", look).succeeds()
        #expect(try ana.count("type:outfit") == 0)
    }

    @Test func `a friend learns neither name nor id of a thing that is not shared`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(ana, ben)
        let shirt = try kept(ana, "garment", "add", "Shirt", "--color", "blue")
        let secret = try kept(ana, "garment", "add", "Canarygown4711")
        let look = try kept(ana, "outfit", "new", "Sunday", shirt, secret, "-t", "looks")
        let closet = try kept(ana, "closet", "new", "Winter", shirt, secret, look)
        try ana.weft("share", shirt, look, closet, "--with", "friends").succeeds()
        try until("the closet is at Ben's") {
            try ben.count("type:closet") == 1 && ben.count("type:outfit") == 1
                && ben.count("type:garment") == 1
        }

        #expect(try names(look, at: ben) == ["Shirt", "-"])
        let told = [
            try ben.weft("outfit", "show", look, "--json").succeeds().out,
            try ben.weft("closet", "show", closet, "--json").succeeds().out,
            try ben.weft("ls", "--json").succeeds().out,
            try ben.weft("log", look, "--json").succeeds().out,
            try ben.weft("outfit", "render", look, "-o", "-").succeeds().out,
        ]
        for text in told {
            #expect(!text.contains("Canarygown4711") && !text.contains(secret))
        }
        // In any file: the database, its write-ahead log, the node's log.
        let traces = [
            Data("Canarygown4711".utf8), Data("canarygown4711".utf8), Data(secret.utf8),
            Self.bytes(of: secret),
        ]
        #expect(try Self.files(of: ben).count > 3)
        for trace in traces {
            #expect(try !Self.files(of: ben).contains { $0.range(of: trace) != nil })
        }
        #expect(try Self.files(of: ana).contains { $0.range(of: traces[0]) != nil })
        #expect(try Self.files(of: ana).contains { $0.range(of: traces[3]) != nil })
        let shown = try ben.weft("show", look).succeeds().out
        #expect(shown.contains("something you may not see") && shown.contains("Shirt"))

        let mine = try kept(ben, "outfit", "clone", look, "--name", "Mine")
        #expect(try names(mine, at: ben) == ["Shirt"])
        let shirtOfBens = try kept(ben, "garment", "clone", shirt)
        try ben.weft("outfit", "put", mine, shirtOfBens, "--at", "5,5").succeeds()
        #expect(try names(mine, at: ben) == ["Shirt", "Shirt"])
        try ben.weft("outfit", "put", look, shirtOfBens).fails(7, saying: "fix:")

        try ana.weft("share", secret, "--with", "friends").succeeds()
        try until("it is seen now") { try names(look, at: ben) == ["Shirt", "Canarygown4711"] }
    }

    @Test func `a wrong outfit is refused with a fix, and nothing changes`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let shirt = try kept(ana, "garment", "add", "Shirt")
        let look = try kept(ana, "outfit", "new", "Sunday", shirt)
        let closet = try kept(ana, "closet", "new", "Winter")

        for (words, code, saying) in [
            (["outfit", "put", look, shirt, "--at", "20000,0"], 2, "outside the canvas"),
            (["outfit", "put", look, shirt, "--scale", "21"], 2, "from 0.05 to 20"),
            (["outfit", "put", look, shirt, "--rot", "400"], 2, "0 to 359"),
            (["outfit", "put", look, shirt, "--z", "0"], 2, "lowest layer is 1"),
            (["outfit", "put", look, closet], 2, "is a closet, not a garment"),
            (["outfit", "put", look, "K3F9QH2M"], 3, "fix:"),
            (["outfit", "take", look, "ffffffff"], 3, "fix:"),
            (["outfit", "new", "Bad", closet], 2, "fix:"),
            (["outfit", "new", " "], 2, "an outfit needs a name"),
            (["outfit", "show", closet], 3, "is a closet, not an outfit"),
            (["outfit", "wear", look, "--on", "2026-02-30"], 2, "not a date"),
            (["outfit", "suggest", "--season", "monsoon"], 2, "season does not accept"),
            (["outfit", "render", look, "-o", "look.gif"], 2, ".svg or .png"),
            (["closet", "add", closet, closet], 2, "fix:"),
            (["closet", "rm", closet, shirt], 3, "not in this closet"),
            (["closet", "stats", look], 3, "not a closet"),
        ] as [([String], Int32, String)] {
            try Outcome(waitingFor: ana.start(words), words).fails(code, saying: saying)
        }

        #expect(try names(look, at: ana) == ["Shirt"])
        #expect(try layers(look, at: ana)[0]["x"] as? Int == 0)
        try ana.weft("closet", "add", closet, shirt, look).succeeds()
        #expect(try ana.count("in:winter") == 2)
        try ana.weft("closet", "rm", closet, shirt).succeeds()
        #expect(try ana.count("in:winter") == 1)
        try ana.weft("outfit", "putt", look).fails(2, saying: "did you mean \"put\"")
    }

    // The contents of the files on a person's device; a socket is not a file.
    private static func files(of person: Person) throws -> [Data] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: person.root)
        return names.compactMap { name in
            var isFolder: ObjCBool = false
            let path = "\(person.root)/\(name)"
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
                !isFolder.boolValue, !name.hasSuffix(".sock")
            else { return nil }
            return FileManager.default.contents(atPath: path)
        }
    }

    // An id as stored in a database: 26 characters are 130 bits, of which the last two are unused.
    private static func bytes(of id: String) -> Data {
        let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        var (pending, bits) = (0, 0)
        var bytes = Data()
        for character in id {
            pending = (pending << 5 | (digits.firstIndex(of: character) ?? 0)) & 0xFFFF
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> bits))
            }
        }
        return bytes
    }
}
