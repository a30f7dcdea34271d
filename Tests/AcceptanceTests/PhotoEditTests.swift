import Foundation
import Testing

/// Tests turning and cropping photos on import, with ImageMagick itself if installed, and with a
/// stand-in that records how it is called.
@Suite(.serialized) struct PhotoEditTests {
    /// Returns a picture that is valid as far as its beginning and its end go.
    private func jpeg(_ mark: UInt8) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xDA, 0, 4, 1, 2, mark, 0xFF, 0xD9]
    }

    /// A script that records its arguments on a line, reports pictures of 200 by 100 pixels,
    /// creates `turned.jpg`, and makes no thumbnails.
    private func magick(_ house: Household) -> String {
        """
        echo "$@" >> \(house.path)/asked
        case "$*" in *-thumbnail*) exit 1 ;; esac
        for last; do :; done
        case $last in
        info:*) echo 200 100 > "${last#info:}" ;;
        *) /bin/cp \(house.path)/turned.jpg "${last#*:}" ;;
        esac
        """
    }

    private func weft(_ person: Person, _ path: String, _ house: Household, _ words: String...)
        throws -> Outcome
    {
        let room = "\(house.path)/room"
        try FileManager.default.createDirectory(atPath: room, withIntermediateDirectories: true)
        let outcome = try person.weft(
            words, input: "", variables: ["PATH": path, "TMPDIR": room])
        #expect(try FileManager.default.contentsOfDirectory(atPath: room).isEmpty)
        return outcome
    }

    private func asked(_ house: Household) -> [String] {
        let bytes = FileManager.default.contents(atPath: "\(house.path)/asked") ?? Data()
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `a photo that is turned and cut goes in as the program made it, and the file stays`()
        throws
    {
        let house = try Household()
        let ana = try house.node("ana")
        let photo = try house.file("hat.jpg", jpeg(1))
        _ = try house.file("turned.jpg", jpeg(2))
        let path = try house.programs(["magick": magick(house)])

        let added = try weft(
            ana, path, house, "garment", "add", "Hat", "--photo", photo, "--rotate", "90", "--crop",
            "10,20,190,80", "--json"
        ).succeeds().json()
        let outcome = try #require((added["outcomes"] as? [[String: Any]])?.first)
        let id = try #require(outcome["id"] as? String)
        _ = try house.file("turned.jpg", jpeg(3))
        try weft(ana, path, house, "garment", "edit", id, "--add-photo", photo, "--rotate", "180")
            .succeeds()
        try ana.weft("photo", "save", id, "1", "-o", "\(house.path)/got.jpg").succeeds()

        let got = FileManager.default.contents(atPath: "\(house.path)/got.jpg")
        #expect(got.map(Array.init) == jpeg(2))
        #expect(FileManager.default.contents(atPath: photo).map(Array.init) == jpeg(1))
        // Under a name that has no meaning to the program, whatever the photo is called.
        let calls = asked(house).filter { !$0.contains("-thumbnail") }
            .compactMap {
                $0.split(separator: "/photo0.jpg[0] ").dropFirst().first.map(String.init)
            }
        let start = "-auto-orient -rotate"
        #expect(calls.count == 3)
        #expect(calls.first?.hasPrefix("\(start) 90 +repage -format %w %h") == true)
        #expect(calls.contains { $0.hasPrefix("\(start) 90 +repage -crop 190x80+10+20 +repage") })
        #expect(calls.last?.hasPrefix("\(start) 180 +repage -quality") == true)
        #expect(try ana.count("photo:2") == 1)
    }

    @Test(arguments: ["11,20,190,80", "0,0,201,100", "0,1,200,100", "65535,65535,1,1"])
    func `a crop that is not all in the picture is refused, and nothing is kept`(crop: String)
        throws
    {
        let house = try Household()
        let ana = try house.node("ana")
        let photo = try house.file("hat.jpg", jpeg(1))
        _ = try house.file("turned.jpg", jpeg(2))
        let path = try house.programs(["magick": magick(house)])

        try weft(ana, path, house, "garment", "add", "Hat", "--photo", photo, "--crop", crop)
            .fails(2, saying: crop, "200 by 100", "0,0,200,100")

        #expect(try ana.count("type:garment") == 0)
        #expect(try ana.weft("photo", "ls", "--plain").succeeds().out.isEmpty)
    }

    @Test func `without a program, or with one that fails, nothing is kept`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let photo = try house.file("hat.jpg", jpeg(1))
        let none = "\(house.path)/none"

        try weft(ana, none, house, "garment", "add", "Hat", "--photo", photo, "--rotate", "90")
            .fails(1, saying: "hat.jpg", "ImageMagick", "fix:")
        try weft(ana, none, house, "outfit", "new", "Sunday", "--photo", photo, "--crop", "0,0,1,1")
            .fails(1, saying: "crop it", "fix:")
        let failing = try house.programs(["convert": "echo no such form >&2; exit 1"])
        try weft(ana, failing, house, "garment", "add", "Hat", "--photo", photo, "--rotate", "90")
            .fails(1, saying: "convert: no such form", "fix:")
        try weft(
            ana, none, house, "garment", "add", "Hat", "--photo", "\(house.path)/x.jpg", "--rotate",
            "90"
        ).fails(3, saying: "x.jpg")

        #expect(try ana.count("type:garment") == 0 && ana.count("type:outfit") == 0)
    }

    @Test func `an invalid crop or turn is refused before any request`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let photo = try house.file("hat.jpg", jpeg(1))
        let add = ["garment", "add", "Hat"]

        for crop in ["1,2,3", "0,0,0,5", "1,2,3,4,5", "a,b,c,d", "-1,0,5,5", "0,0,65536,1", ""] {
            try ana.weft(add + ["--photo", photo, "--crop=\(crop)"], input: "")
                .fails(2, saying: "0,120,800,600")
        }
        try ana.weft(add + ["--photo", photo, "--rotate", "45"], input: "")
            .fails(2, saying: "90, 180 or 270")
        try ana.weft(add + ["--rotate", "90"], input: "").fails(2, saying: "need a photo")
        try ana.weft(add + ["--photo", photo, "--rotate", "90", "--keep-metadata"], input: "")
            .fails(2, saying: "--keep-metadata cannot be combined")
        #expect(try ana.count("type:garment") == 0)
    }

    @Test(arguments: [("four", "jpg"), ("four", "png"), ("gif:50%d [2] IN", "jpg")])
    func `ImageMagick cuts of the turned picture what was asked for`(
        name: String, ending: String
    ) throws {
        let house = try Household()
        let ana = try house.node("ana")
        let drawn = "\(house.path)/drawn.\(ending)"
        let photo = "\(house.path)/\(name).\(ending)"
        // Red and green at the top, blue and white at the bottom.
        let four = [
            "(", "xc:red", "xc:lime", "+append", ")", "(", "xc:blue", "xc:white", "+append", ")",
            "-append", "-scale", "200x100!",
        ]
        guard try OtherProgram.magick("convert", ["-size", "1x1"] + four + [drawn]) != nil else {
            return
        }
        try FileManager.default.moveItem(atPath: drawn, toPath: photo)

        let added = try ana.weft(
            "garment", "add", "Hat", "--photo", photo, "--rotate", "90", "--crop", "50,0,50,100",
            "--json"
        ).succeeds().json()
        let outcome = try #require((added["outcomes"] as? [[String: Any]])?.first)
        let id = try #require(outcome["id"] as? String)
        let got = "\(house.path)/got.\(ending)"
        try ana.weft("photo", "save", id, "-o", got).succeeds()

        #expect(try OtherProgram.magick("identify", ["-format", "%w %h", got]) == "50 100")
        // Turned clockwise, the top left becomes the top right.
        let isRed = "%[fx:mean.r>0.9&&mean.g<0.1]"
        #expect(try OtherProgram.magick("convert", [got, "-format", isRed, "info:"]) == "1")
        try ana.weft("garment", "add", "Hat", "--photo", photo, "--crop", "0,0,201,100")
            .fails(2, saying: "200 by 100")
    }
}
