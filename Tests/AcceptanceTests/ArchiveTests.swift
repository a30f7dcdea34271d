import Foundation
import Testing

/// Tests exporting things with their files from one node in an archive, and importing them into
/// another.
@Suite(.serialized) struct ArchiveTests {
    private func jpeg(_ count: Int, _ first: UInt8) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xDA, 0, 4, 1, 2, first]
            + (0..<count).map { UInt8(($0 &* 7 + Int(first)) % 251) } + [0xFF, 0xD9]
    }

    private func ids(_ person: Person, _ query: String) throws -> [String] {
        let page = try person.weft("search", query, "--json").succeeds().json()
        return (page["items"] as? [[String: Any]] ?? []).compactMap { $0["short_id"] as? String }
    }

    private func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Creates Ana with a hat, its photo and thumbnail, an outfit with it, and a profile; and Ana's
    /// archive.
    private func world() throws -> (house: Household, ana: Person, archive: String) {
        let house = try Household()
        let ana = try house.node("ana")
        let photo = try house.file("hat.jpg", jpeg(300_000, 1))
        let small = try house.file("small.jpg", jpeg(2000, 2))
        try ana.weft("garment", "add", "Hat", "--photo", photo, "--thumbnail", small).succeeds()
        try ana.weft("outfit", "new", "Look", ids(ana, "type:garment")[0]).succeeds()
        try ana.weft("add", "https://loom.example/", "-t", "craft").succeeds()
        try ana.weft("profile", "edit", "--about", "I mend bicycles.").succeeds()
        let archive = "\(house.path)/all.tar"
        let out = try ana.weft("export", "-F", "weft-bundle", "-o", archive).succeeds()
        #expect(out.err.contains("weft import"))
        return (house, ana, archive)
    }

    @Test func `an archive brings things and files to another node, and nothing twice`() throws {
        let (house, ana, archive) = try world()
        let ben = try house.node("ben")

        let first = try ben.weft("import", archive).succeeds()
        #expect(first.out.contains("3 added"))
        #expect((first.out + first.err).contains("2 added, 0 already present"))
        let hat = try #require(try ids(ben, "type:garment").first)
        let saved = "\(house.path)/saved.jpg"
        try ben.weft("photo", "save", hat, "-o", saved).succeeds()
        #expect(try bytes(saved) == jpeg(300_000, 1))
        try ben.weft("photo", "save", hat, "--thumbnail", "-o", saved).succeeds()
        #expect(try bytes(saved) == jpeg(2000, 2))
        #expect(try ben.weft("outfit", "show", ids(ben, "type:outfit")[0]).out.contains("Hat"))
        // Ben does not become the person of the profile.
        #expect(try ids(ben, "type:profile").isEmpty)

        let again = try ben.weft("import", archive).succeeds()
        #expect(again.out.contains("0 added") && again.out.contains("3 skipped"))
        #expect((again.out + again.err).contains("2 already present"))
        let own = try ana.weft("import", archive).succeeds()
        #expect(own.out.contains("0 added") && own.out.contains("4 skipped"))
    }

    @Test func `a lost file is put in again, and a wrong one is not`() throws {
        let (house, _, archive) = try world()
        let whole = try bytes(archive)
        let start = try #require(whole.firstRange(of: Array("files/".utf8))?.lowerBound)
        var wrong = whole
        wrong[start + 512 + 1000] ^= 1
        let ben = try house.node("ben")

        let refused = try ben.weft("import", house.file("wrong.tar", wrong))
        #expect(refused.code == 6)
        #expect(refused.err.contains("these bytes do not match the named file"))
        #expect(refused.out.contains("3 added"))
        let hat = try #require(try ids(ben, "type:garment").first)
        let saved = "\(house.path)/saved.jpg"
        #expect(try ben.weft("photo", "save", hat, "-o", saved).code != 0)

        let mended = try ben.weft("import", archive).succeeds()
        #expect(mended.out.contains("3 skipped"))
        try ben.weft("photo", "save", hat, "-o", saved).succeeds()
        #expect(try bytes(saved) == jpeg(300_000, 1))
    }

    @Test func `an archive that is cut off, is none, or brings what nobody asked for is told`()
        throws
    {
        let (house, ana, archive) = try world()
        let whole = try bytes(archive)
        for length in [600, whole.count / 2, whole.count - 1200] {
            let cut = try house.file("cut.tar", whole.prefix(length))
            let refused = try ana.weft("import", cut)
            #expect(refused.code == 6 && refused.err.contains("is truncated or damaged"))
        }
        let text = try house.file("text.txt", Array("hello".utf8))
        #expect(try ana.weft("import", text, "--format", "weft-bundle").code == 2)
        #expect(try ana.weft("import", "-", "--format", "weft-bundle").code == 2)
        let start = try #require(whole.firstRange(of: Array("files/".utf8))?.lowerBound)
        let other = Array(whole[start...])
        let headless = try ana.weft("import", house.file("headless.tar", other))
        #expect(headless.code == 2 && headless.err.contains("things.json"))
    }
}
