import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests archives of things whose file references, shared by friends, are false.
@Suite(.serialized) struct ArchiveLieTests {
    private func jpeg(_ count: Int, _ first: UInt8) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xDA, 0, 4, 1, 2, first]
            + (0..<count).map { UInt8(($0 &* 7 + Int(first)) % 251) } + [0xFF, 0xD9]
    }

    private func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private func id(of name: String, at person: Person) throws -> String {
        let page = try person.weft("search", name, "--json").succeeds().json()
        let item = try #require((page["items"] as? [[String: Any]])?.first)
        return try #require(item["short_id"] as? String)
    }

    /// Returns the words of the first value of a member that refers to files.
    private func words(
        _ member: String, of name: String, at person: Person
    ) throws -> [String] {
        let thing = try person.weft("show", id(of: name, at: person), "--json").succeeds().json()
        let text = try #require((thing[member] as? [String])?.first)
        return text.split(separator: " ").map(String.init)
    }

    /// Stores a garment for friends with this file reference.
    private func share(_ name: String, _ words: [String], by person: Person) throws {
        let body =
            "{\"name\":\"\(name)\",\"photos\":[\"\(words.joined(separator: " "))\"],"
            + "\"audience\":\"friends\"}"
        try person.weft("api", "POST", "/v1/garments", body).succeeds()
    }

    private func otherKey(_ words: [String]) -> [String] {
        var words = words
        words[4] = (words[4].hasPrefix("0") ? "1" : "0") + words[4].dropFirst()
        return words
    }

    private func waitForFile(of name: String, at person: Person) throws {
        try until("the file of \(name) is there") {
            guard try person.count(name) == 1 else { return false }
            let states = try person.weft("photo", "ls", id(of: name, at: person), "--json").json()
            let file = (states["items"] as? [[String: Any]])?.first
            return file != nil && file?["here"] as? Int == file?["size"] as? Int
        }
    }

    @Test func `a friend's file that does not open or is no picture is left out and named`()
        throws
    {
        let house = try Household()
        let (ana, mallory) = (try house.node("ana"), try house.node("mallory"))
        try befriend(ana, mallory)
        let hat = try house.file("hat.jpg", jpeg(40_000, 1))
        try ana.weft("garment", "add", "Hat", "--photo", hat).succeeds()
        let trap = try house.file("trap.jpg", jpeg(40_000, 2))
        try mallory.weft("garment", "add", "Trap", "--photo", trap).succeeds()
        let page = "<!DOCTYPE html><title>x</title>" + String(repeating: "y", count: 5000)
        let saved = try house.file("page.html", Array(page.utf8))
        try mallory.weft("add", "https://page.example/", "--snapshot", saved).succeeds()
        let closed = otherKey(try words("photos", of: "Trap", at: mallory))
        var wrongType = try words("snapshots", of: "site:page.example", at: mallory)
        wrongType[1] = "image/jpeg"
        try share("Closed", closed, by: mallory)
        try share("Disguised", wrongType, by: mallory)
        for name in ["Closed", "Disguised"] { try waitForFile(of: name, at: ana) }
        let archive = "\(house.path)/all.tar"

        let out = try ana.weft("export", "-F", "weft-bundle", "-o", archive)

        #expect(out.code == 6)
        #expect(out.err.contains("damaged or do not match their description: 2 files"))
        for words in [closed, wrongType] { #expect(out.err.contains(words[3].prefix(12))) }
        let cleo = try house.node("cleo")
        let first = try cleo.weft("import", archive).succeeds()
        #expect(first.out.contains("3 added") && first.err.contains("1 added"))
        let again = try cleo.weft("import", archive).succeeds()
        #expect(again.err.contains("1 already present"))
    }

    @Test func `a file that the disk has changed is left out, and the export goes on`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        for (name, count, first) in [("Hat", 1_300_000, UInt8(1)), ("Coat", 20_000, 2)] {
            let photo = try house.file("\(name).jpg", jpeg(count, first))
            try ana.weft("garment", "add", name, "--photo", photo).succeeds()
        }
        let folder = ana.root + "/data"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        let pieces = try #require(names.first { $0.hasPrefix("weft.sqlite-f") })
        let file = try #require(FileHandle(forUpdatingAtPath: "\(folder)/\(pieces)"))
        // Beyond the part that is read before the response begins.
        try file.seek(toOffset: 30 * 32_800 + 100)
        try file.write(contentsOf: Data(repeating: 0x55, count: 64))
        try file.close()
        let archive = "\(house.path)/all.tar"

        let out = try ana.weft("export", "-F", "weft-bundle", "-o", archive)

        #expect(out.code == 6)
        #expect(out.err.contains("damaged or do not match their description: 1 file:"))
        let ben = try house.node("ben")
        let taken = try ben.weft("import", archive).succeeds()
        #expect(taken.out.contains("2 added") && taken.err.contains("1 added"))
        // It is known by now what is missing.
        let next = try ana.weft("export", "-F", "weft-bundle", "-o", archive)
        next.fails(6, saying: "missing from the archive: 1 file", "fix:")
        #expect(
            next.err.contains("not complete here: 1 file:") && next.err.contains("weft photo get"))
    }

    @Test func `a friend's word of one's own photo keeps it out of no archive`() throws {
        let house = try Household()
        let (ana, mallory) = (try house.node("ana"), try house.node("mallory"))
        try befriend(ana, mallory)
        let photo = jpeg(40_000, 1)
        try ana.weft(
            "garment", "add", "Hat", "--photo", house.file("hat.jpg", photo), "--audience",
            "friends"
        ).succeeds()
        try waitForFile(of: "Hat", at: mallory)
        let truth = try words("photos", of: "Hat", at: mallory)
        var size = truth
        size[2] = "900"
        try share("Size", size, by: mallory)
        try share("Key", otherKey(truth), by: mallory)
        try until("Ana sees both") { try ana.count("by:@mallory") == 2 }
        let archive = "\(house.path)/all.tar"

        let out = try ana.weft("export", "-F", "weft-bundle", "-o", archive).succeeds()

        #expect(!out.err.contains("not in it"))
        let whole = try bytes(archive)
        let entry = try #require(whole.firstRange(of: Array("files/\(truth[3]).3".utf8)))
        let cleo = try house.node("cleo")
        let taken = try cleo.weft("import", archive).succeeds()
        #expect(taken.out.contains("3 added") && taken.err.contains("1 added"))
        let saved = "\(house.path)/saved.jpg"
        try cleo.weft("photo", "save", id(of: "Hat", at: cleo), "-o", saved).succeeds()
        #expect(try bytes(saved) == photo)
        let states = try cleo.weft("photo", "ls", id(of: "Hat", at: cleo), "--plain").succeeds()
        #expect(states.out.contains("here"))
        try cleo.weft("photo", "save", id(of: "Key", at: cleo), "-o", saved)
            .fails(6, saying: "cannot be decrypted with its key", "fix:")
        #expect(try cleo.weft("import", archive).succeeds().err.contains("1 already present"))
        let own = try ana.weft("import", archive).succeeds()
        #expect(own.err.contains("1 already present"))

        // An archive from before references were counted.
        let dora = try house.node("dora")
        let old = try house.file("old.tar", unnumbered(whole, at: entry.lowerBound))
        #expect(try dora.weft("import", old).succeeds().err.contains("1 added"))
        try dora.weft("photo", "save", id(of: "Hat", at: dora), "-o", saved).succeeds()
        #expect(try bytes(saved) == photo)
    }

    // Returns it without the number after the name in the header at `start`.
    private func unnumbered(_ archive: [UInt8], at start: Int) throws -> [UInt8] {
        var bytes = archive
        let end = try #require(bytes[start...].firstIndex(of: 0))
        let sumField = start + 148..<start + 154
        let sum = try #require(Int(String(decoding: bytes[sumField], as: UTF8.self), radix: 8))
        let gone = bytes[end - 2..<end].reduce(0) { $0 + Int($1) }
        let octal = String(sum - gone, radix: 8)
        bytes.replaceSubrange(end - 2..<end, with: [0, 0])
        let digits = String(repeating: "0", count: 6 - octal.count) + octal
        bytes.replaceSubrange(sumField, with: Array(digits.utf8))
        return bytes
    }

    // MARK: Pipes

    @Test func `a list comes whole through a pipe, and no archive does`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let list = (0..<40).map { "https://pipe.example/\($0)\n" }.joined()
        let pipe = "\(house.path)/pipe"
        #expect(list.utf8.count > 512 && mkfifo(pipe, 0o600) == 0)
        signal(SIGPIPE, SIG_IGN)
        Thread.detachNewThread {
            let file = open(pipe, O_WRONLY)
            _ = Array(list.utf8).withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            close(file)
        }

        let taken = try ana.weft("import", pipe).succeeds()

        #expect(taken.out.contains("40 added"))
        #expect(try ana.count("site:pipe.example") == 40)
        try ana.weft("import", pipe, "--format", "weft-bundle")
            .fails(2, saying: "is not an archive file", "fix:")
        let more = list.replacing("pipe.example", with: "stdin.example")
        try ana.weft(["import", "/dev/stdin"], input: more).succeeds()
        #expect(try ana.count("site:stdin.example") == 40)
        for words in [[], ["--format", "weft-bundle"]] {
            try ana.weft(["import", "\(house.path)/none.tar"] + words, input: "")
                .fails(3, saying: "none.tar cannot be read", "fix:")
        }
    }

    // MARK: Profiles

    @Test func `an archive of one's own from before leaves one's profile as it is`() throws {
        let house = try Household()
        let (ana, ben) = (try house.node("ana"), try house.node("ben"))
        try befriend(ana, ben)
        let archive = "\(house.path)/all.tar"
        func note(_ words: String..., at person: Person) throws -> String? {
            let told = try person.weft(["profile"] + words + ["--json"], input: "").json()
            return (told["profile"] as? [String: Any])?["note"] as? String
        }
        try ana.weft("profile", "edit", "--about", "I mend bicycles.").succeeds()
        try ana.weft("export", "-F", "weft-bundle", "-o", archive).succeeds()
        #expect(try !ana.weft("import", archive).succeeds().err.contains("left out"))
        try ana.weft("profile", "edit", "--about", "I bake.").succeeds()

        let dry = try ana.weft("import", archive, "-n").succeeds()
        let taken = try ana.weft("import", archive).succeeds()

        #expect(dry.out.contains("0 would be added, 0 merged, 1 skipped"))
        #expect(taken.out.contains("0 added, 0 merged, 1 skipped"))
        for out in [dry, taken] { #expect(out.err.contains("you already have a profile")) }
        #expect(try note(at: ana) == "I bake.")
        try ana.weft("profile", "edit", "--about", "I sing.").succeeds()
        try until("Ben reads it") { try note("@ana", at: ben) == "I sing." }
    }
}
