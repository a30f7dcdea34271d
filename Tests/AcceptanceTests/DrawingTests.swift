import Foundation
import Testing

/// Tests photos in drawings and in exports for people without Weft.
@Suite(.serialized) struct DrawingTests {
    private func picture(_ name: String) throws -> [UInt8] {
        let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        let path = "/\(folder)/InterchangeTests/Fixtures/\(name)"
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private func id(_ query: String, at person: Person) throws -> String {
        let page = try person.weft("search", query, "--json").succeeds().json()
        let items = page["items"] as? [[String: Any]] ?? []
        return try #require(items.first?["short_id"] as? String, "\(query)")
    }

    @Test func `a look is drawn with the photos of what is in it`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(ana, ben)
        let jpeg = try picture("gps.jpg")
        let photo = try house.file("hat.jpg", jpeg)
        // A photo that states no size, and is too large to embed in a drawing.
        let large = try house.file(
            "coat.jpg",
            [0xFF, 0xD8, 0xFF, 0xDA, 0, 4, 1, 2] + [UInt8](repeating: 7, count: 300_000)
                + [0xFF, 0xD9])
        try ana.weft("garment", "add", "Hat", "--photo", photo).succeeds()
        try ana.weft("garment", "add", "Coat", "--photo", large).succeeds()
        try ana.weft("garment", "add", "Canarysock", "--photo", photo).succeeds()
        let hat = try id("type:garment Hat", at: ana)
        let coat = try id("type:garment Coat", at: ana)
        let sock = try id("type:garment Canarysock", at: ana)
        try ana.weft("outfit", "new", "Look", hat, coat, sock).succeeds()
        let look = try id("type:outfit", at: ana)

        let path = "\(house.path)/look.svg"
        let told = try ana.weft("outfit", "render", look, "-o", path).succeeds()
        #expect(told.err.contains("drawn without their photos: Coat"))
        let drawn = try String(contentsOfFile: path, encoding: .utf8)
        #expect(drawn.components(separatedBy: "<image ").count == 3)
        #expect(drawn.components(separatedBy: "<path ").count == 2)
        #expect(drawn.contains("href=\"data:image/") && drawn.contains(">Coat</text>"))
        #expect(!drawn.contains("<script") && !drawn.contains("http://www.w3.org/1999"))
        let png = try ana.weft("outfit", "render", look, "-o", "\(house.path)/look.png")
        if png.code == 0 {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(house.path)/look.png"))
            #expect(Array(bytes.prefix(4)) == [0x89, 0x50, 0x4E, 0x47])
        } else {
            png.fails(1, saying: "PNG", "fix:", "look.svg")
        }

        // For a person who may not see the sock, its place is grey, and nothing else is.
        try ana.weft("share", hat, look, "--with", "friends").succeeds()
        try until("Ben has the look and the photo") {
            try ben.count("type:outfit") == 1 && ben.count("type:garment") == 1
                && ben.weft("outfit", "render", look, "-o", "-").succeeds().out.contains("<image ")
        }
        let seen = try ben.weft("outfit", "render", look, "-o", "-").succeeds().out
        #expect(seen.components(separatedBy: "<image ").count == 2)
        #expect(seen.components(separatedBy: "stroke-dasharray").count == 3)
        #expect(!seen.contains("Canarysock") && !seen.contains(sock))
    }

    @Test func `a page has its pictures in it, and says what it has not`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let small = try house.file("hat.jpg", picture("gps.jpg"))
        let other = try house.file("hat.png", picture("gps.png"))
        let large = try house.file(
            "large.jpg",
            [0xFF, 0xD8, 0xFF, 0xDA, 0, 4, 1, 2] + [UInt8](repeating: 7, count: 300_000)
                + [0xFF, 0xD9])
        try ana.weft(
            "garment", "add", "Hat", "--photo", small, "--photo", other, "--photo", large
        ).succeeds()
        let hat = try id("type:garment", at: ana)
        let path = "\(house.path)/hat.html"

        try ana.weft("export", "--page", hat, "-o", path).succeeds()

        let page = try String(contentsOfFile: path, encoding: .utf8)
        #expect(page.components(separatedBy: "<img src=\"data:image/").count == 3)
        #expect(page.contains("alt=\"Hat\""))
        #expect(page.contains("It has 1 more picture, not in this page."))
        #expect(page.contains("img-src data:") && !page.contains("<script"))
    }
}
