import Foundation
import Testing

/// Tests photos of garments with the real program: importing, sharing, receiving, saving, changing.
@Suite(.serialized) struct PhotoTests {
    /// Returns a picture that is valid as far as its beginning and its end go, with a location in
    /// its metadata.
    private func jpeg(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xFE, 0, 16]
        bytes += Array("CANARY-48.8584".utf8)
        bytes += [0xFF, 0xDA, 0, 4, 1, 2]
        for place in 0..<max(0, count - 30) { bytes.append(UInt8(place &* 7 % 251)) }
        bytes += [0xFF, 0xD9]
        return bytes
    }

    /// Returns what is imported of it.
    private func clean(_ jpeg: [UInt8]) -> [UInt8] { Array(jpeg.prefix(2)) + jpeg.dropFirst(20) }

    private func add(_ person: Person, _ words: String...) throws -> String {
        let arguments = ["garment", "add", "--json"] + words
        let kept = try Outcome(waitingFor: person.start(arguments), arguments).succeeds().json()
        guard let outcomes = kept["outcomes"] as? [[String: Any]],
            let id = outcomes.first?["id"] as? String
        else { throw Failed("nothing was kept: \(kept)") }
        return id
    }

    private func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private func photos(of id: String, at person: Person) throws -> [[String: Any]] {
        try person.weft("photo", "ls", id, "--json").succeeds().json()["items"] as? [[String: Any]]
            ?? []
    }

    private func here(_ photo: [String: Any]) -> Bool {
        photo["here"] as? Int == photo["size"] as? Int
    }

    @Test func `a photo of 4 MiB goes to a friend on request, its thumbnail by itself`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(ana, ben)
        let large = jpeg(4 << 20)
        let file = try house.file("large.jpg", large)
        let small = try house.file("small.jpg", jpeg(3_000))

        let id = try add(
            ana, "Coat", "--photo", file, "--thumbnail", small, "--audience", "friends")
        try until("the coat and its thumbnail are at Ben's") {
            guard try ben.count("photo:>0") == 1 else { return false }
            let seen = try ben.weft("photo", "save", id, "--thumbnail", "-o", "\(house.path)/t.jpg")
            return seen.code == 0
        }

        #expect(try bytes("\(house.path)/t.jpg") == clean(jpeg(3_000)))
        #expect(try !here(photos(of: id, at: ben)[0]))
        try ben.weft("photo", "save", id, "-o", "\(house.path)/none.jpg")
            .fails(3, saying: "0 of", "fix:", "weft photo get")
        #expect(!FileManager.default.fileExists(atPath: "\(house.path)/none.jpg"))
        try ben.weft("photo", "get", id, "1", "-o", "\(house.path)/got.jpg").succeeds()
        #expect(try bytes("\(house.path)/got.jpg") == clean(large))
        #expect(try here(photos(of: id, at: ben)[0]))
        for person in [ana, ben] { #expect(try !person.databaseHolds("CANARY")) }
        let listed = try ben.weft("photo", "ls").succeeds().out
        #expect(listed.split(separator: "\n").count == 2)
        #expect(try ben.weft("status").succeeds().out.contains("files take"))
    }

    @Test func `photos are added, ordered and taken away, and undo brings them back`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let files = try (0..<3).map { number in
            try house.file("\(number).jpg", jpeg(1_000 + 100 * number))
        }
        let id = try add(ana, "Coat", "--photo", files[0], "--photo", files[1])
        let sizes = { try photos(of: id, at: ana).compactMap { $0["size"] as? Int } }
        let first = try sizes()

        try ana.weft("garment", "edit", id, "--add-photo", files[2]).succeeds()
        let three = try sizes()
        try ana.weft("garment", "edit", id, "--photo-order", "3,1").succeeds()
        let ordered = try sizes()
        try ana.weft("garment", "edit", id, "--remove-photo", "1").succeeds()
        let two = try sizes()
        try ana.weft("undo").succeeds()

        #expect(first.count == 2 && first[1] == first[0] + 100)
        #expect(three == first + [first[0] + 200])
        #expect(ordered == [three[2], three[0], three[1]])
        #expect(two == [three[0], three[1]])
        #expect(try sizes() == ordered)
        let outfit = try ana.weft("outfit", "new", "Sunday", id, "--photo", files[0], "--json")
        try outfit.succeeds()
        #expect(try ana.count("type:outfit photo:1") == 1)
        try ana.weft("garment", "edit", id, "--photo-order", "1,9").fails(
            3, saying: "no photo 9", "fix:")
        try ana.weft("garment", "edit", id, "--photo-order", "1,1").fails(2, saying: "twice")
        try ana.weft("photo", "save", id, "4", "-o", "-").fails(3, saying: "no photo 4", "fix:")
    }

    @Test func `a file that is no photo is refused, and nothing is kept`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let svg = try house.file(
            "a.svg", Array("<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>".utf8))
        let cut = try house.file("cut.jpg", jpeg(100).prefix(12))
        let none = try house.file("empty.jpg", [])
        let small = try house.file("small.jpg", jpeg(40 << 10))
        let photo = try house.file("photo.jpg", jpeg(500))

        for (words, code, saying) in [
            (["--photo", svg], Int32(2), "not an image"), (["--photo", cut], 2, "damaged"),
            (["--photo", none], 2, "empty"), (["--photo", house.path], 2, "is not a file"),
            (["--photo", house.path + "/missing"], 3, "cannot be read"),
            (["--photo", photo, "--thumbnail", small], 2, "32 KiB"),
        ] {
            let arguments = ["garment", "add", "Coat"] + words
            try Outcome(waitingFor: ana.start(arguments), arguments)
                .fails(code, saying: saying, "fix:")
        }
        let arguments = ["garment", "add", "Coat", "--thumbnail", small]
        try Outcome(waitingFor: ana.start(arguments), arguments).fails(2, saying: "--thumbnail")
        try ana.weft("photo", "ls", "K3F9QH2M").fails(3, saying: "fix:")

        #expect(try ana.count() == 0)
        #expect(try ana.weft("photo", "ls").succeeds().out.isEmpty)
    }

    @Test func `a photo has at most 32 MiB, by the byte`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let most = [UInt8]("GIF89a".utf8) + [UInt8](repeating: 0x42, count: (32 << 20) - 6)
        let fits = try house.file("fits.gif", most)
        let over = try house.file("over.gif", most + [0x42])

        let id = try add(ana, "Coat", "--photo", fits)
        let arguments = ["garment", "add", "Hat", "--photo", over]
        try Outcome(waitingFor: ana.start(arguments), arguments).fails(2, saying: "32 MiB", "fix:")

        try ana.weft("photo", "save", id, "-o", "\(house.path)/back.gif").succeeds()
        #expect(try bytes("\(house.path)/back.gif") == most)
        #expect(try ana.count() == 1)
    }

    @Test func `a full file quota refuses new files and fetches none`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(ana, ben)
        let file = try house.file("a.jpg", jpeg(200_000))
        try ben.weft("config", "set", "files.quota", "64KiB").succeeds()

        let id = try add(ana, "Coat", "--photo", file, "--audience", "friends")
        try until("Ben says that there is no room") {
            try ben.weft("status").succeeds().out.contains("no space for missing files")
        }
        let arguments = ["garment", "add", "Hat", "--photo", file]
        try Outcome(waitingFor: ben.start(arguments), arguments)
            .fails(5, saying: "no room", "fix:", "files.quota")
        #expect(try ben.weft("config", "get", "files.quota").succeeds().out == "64KiB\n")
        try ben.weft("config", "set", "files.quota", "lots").fails(
            2, saying: "is not a size", "fix:")
        try ben.weft("config", "set", "files.quota", "2GB").succeeds()
        try until("the photo is at Ben's") { try here(photos(of: id, at: ben)[0]) }

        try ben.weft("config", "set", "files.originals", "never").fails(2, saying: "fix:")
        try ben.weft("config", "set", "files.originals", "always").succeeds()
        let big = try house.file("big.jpg", jpeg(600_000))
        let next = try add(ana, "Scarf", "--photo", big, "--audience", "friends")
        try until("the large one comes by itself") {
            guard try ben.count("Scarf") == 1 else { return false }
            return try here(photos(of: next, at: ben)[0])
        }
    }

    @Test func `a photo that nobody has here is waited for, and said to be`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(ana, ben)
        let file = try house.file("a.jpg", jpeg(600_000))
        let id = try add(ana, "Coat", "--photo", file, "--audience", "friends")
        try until("the coat is at Ben's") { try ben.count("photo:1") == 1 }
        try ana.down()

        try ben.weft("photo", "get", id, "--wait", "1").fails(6, saying: "0 of", "fix:")
        try ben.weft("photo", "get", id, "--wait", "0").succeeds()
        try ana.up()
        try ben.weft("sync").succeeds()

        try until("it came when Ana was back", within: .seconds(30)) {
            try here(photos(of: id, at: ben)[0])
        }
    }
}
