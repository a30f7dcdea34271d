import Foundation
import Testing

/// Tests thumbnails made by an installed program: ImageMagick itself, if present.
@Suite(.serialized) struct SmallPictureTests {
    /// The names contain words that stand for files in the program's command line, or that the program interprets.
    @Test(arguments: ["hat.jpg", "IN OUT SIDE.png", "gif:50%d [2].jpg"])
    func `a photo gets a small picture without being told of one`(name: String) throws {
        let house = try Household()
        let photo = "\(house.path)/\(name)"
        let drawn = "\(house.path)/drawn.\(name.suffix(3))"
        guard
            try OtherProgram.magick(
                "convert", ["-size", "2000x1500", "gradient:red-blue", drawn]) != nil
        else {
            return
        }
        try FileManager.default.moveItem(atPath: drawn, toPath: photo)
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(ana, ben)

        let added = try ana.weft(
            "garment", "add", "Hat", "--photo", photo, "--audience", "friends", "--json"
        ).succeeds().json()
        let outcomes = try #require(added["outcomes"] as? [[String: Any]])
        let id = try #require(outcomes.first?["id"] as? String)

        let small = "\(house.path)/small"
        try until("the small picture is at Ben's") {
            guard try ben.count("photo:>0") == 1 else { return false }
            return try ben.weft("photo", "save", id, "--thumbnail", "-o", small).code == 0
        }
        #expect(
            try OtherProgram.magick("identify", ["-format", "%m %w %h", small]) == "WEBP 320 240")
    }

    @Test func `a small picture keeps what is cut out of its photo`() throws {
        let house = try Household()
        let photo = "\(house.path)/cut.png"
        let drawing = [
            "-size", "640x480", "xc:none", "-fill", "red", "-draw", "circle 320,240 320,100",
        ]
        guard try OtherProgram.magick("convert", drawing + ["PNG32:\(photo)"]) != nil else {
            return
        }
        let ana = try house.node("ana")

        let added = try ana.weft("garment", "add", "Hat", "--photo", photo, "--json").succeeds()
            .json()
        let outcomes = try #require(added["outcomes"] as? [[String: Any]])
        let id = try #require(outcomes.first?["id"] as? String)
        let small = "\(house.path)/small"
        try ana.weft("photo", "save", id, "--thumbnail", "-o", small).succeeds()

        let corner = try OtherProgram.magick(
            "convert", [small, "-format", "%[fx:p{2,2}.a] %[fx:p{160,120}.a]", "info:"])
        #expect(corner == "0 1")
    }

    @Test func `an unreadable photo has no thumbnail, and is kept unchanged`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let cut = try house.file("cut.jpg", [0xFF, 0xD8, 0xFF, 0xDA, 0, 4, 1, 2, 9, 0xFF, 0xD9])

        let told = try ana.weft("-v", "garment", "add", "Hat", "--photo", cut).succeeds()

        #expect(told.err.contains("no program could make a thumbnail"))
        #expect(try ana.count("photo:>0") == 1)
    }
}
