import Foundation
import Testing

/// Two friends who store and share one of everything, for `FeatureTests`.
final class Town {
    let ana: Person
    private let house: Household
    private let ben: Person
    private var meanings: [String: String] = [:]

    init() throws {
        house = try Household()
        ana = try house.node("ana")
        ben = try house.node("ben")
        try befriend(ana, ben)
        meanings["PHOTO"] = try Self.fixture("InterchangeTests/Fixtures/gps.jpg")
        meanings["FILM"] = try house.file("film.mp4", Self.film("film"))
        meanings["OTHERFILM"] = try house.file("other.mp4", Self.film("reel"))
        let page = "<!DOCTYPE html><title>Saved</title>"
        meanings["PAGE"] = try house.file("saved.html", Array(page.utf8))
        meanings["FILE"] = house.path + "/page.html"
        try keepOwn()
        try keepTheirs()
    }

    /// Returns a word of the page with its words in capitals replaced by what the test has made.
    func meaning(_ word: String) -> String {
        meanings.sorted { ($1.key.count, $0.key) < ($0.key.count, $1.key) }
            .reduce(word) { $0.replacingOccurrences(of: $1.key, with: $1.value) }
    }

    /// Whether photos can be cropped here.
    let hasPictureProgram = ["/usr/bin/convert", "/usr/bin/vips", "/usr/bin/sips"]
        .contains { FileManager.default.isExecutableFile(atPath: $0) }

    private func keepOwn() throws {
        meanings["LINK"] = try id(
            ana, "add", "https://loom.example/", "--title", "Loom", "-t", "craft")
        let place = try id(
            ana, "place", "new", "Loom market", "--at", "48.21,16.37", "--category", "food/market")
        meanings["PLACE"] = place
        meanings["GARMENT"] = try id(
            ana, "garment", "add", "Old jeans", "--category", "clothes/trousers", "--season",
            "summer", "--place", place)
        meanings["OUTFIT"] = try id(ana, "outfit", "new", "Weekday", meaning("GARMENT"))
        meanings["CLOSET"] = try id(ana, "closet", "new", "closet")
        meanings["CLIP"] = try id(
            ana, "clip", "add", meaning("FILM"), "--place", place, "--theme", "food")
    }

    private func keepTheirs() throws {
        meanings["THEIRLINK"] = try id(
            ben, "add", "https://theirs.example/", "--audience", "friends")
        let dress = try id(
            ben, "garment", "add", "Green dress", "--color", "green", "--category",
            "clothes/dresses", "--season", "summer", "--photo", meaning("PHOTO"), "--thumbnail",
            meaning("PHOTO"), "--audience", "friends")
        let look = try id(ben, "outfit", "new", "Dance", dress, "--audience", "friends")
        let place = try id(
            ben, "place", "new", "Dance hall", "--at", "48.3,16.3", "--category", "hall",
            "--audience", "friends")
        meanings["THEIRCLIP"] = try id(
            ben, "clip", "add", meaning("FILM"), "--place", place, "--theme", "dance", "--audience",
            "friends")
        try ben.weft("comment", dress, "My mother made it.", "--json").succeeds()
        try until("Ben's things are here") { try ana.count("by:@ben type:any") == 5 }
        meanings["THEIRGARMENT"] = dress
        meanings["THEIROUTFIT"] = look
    }

    private func id(_ person: Person, _ arguments: String...) throws -> String {
        let kept = try person.weft(arguments + ["--json"], input: "").succeeds().json()
        let outcome = try #require((kept["outcomes"] as? [[String: Any]])?.first)
        return try #require(outcome["short_id"] as? String)
    }

    private static func fixture(_ path: String) throws -> String {
        var parts = #filePath.split(separator: "/")
        parts.removeLast(2)
        let whole = "/" + parts.joined(separator: "/") + "/" + path
        try #require(FileManager.default.fileExists(atPath: whole))
        return whole
    }

    /// Returns a film of five seconds without a picture: just the boxes that say so.
    ///
    /// - Source: ISO/IEC 14496-12, sections 4.3 and 8.2.2.
    private static func film(_ words: String) -> [UInt8] {
        func box(_ name: String, _ body: [UInt8]) -> [UInt8] {
            word(body.count + 8) + Array(name.utf8) + body
        }
        func word(_ number: Int) -> [UInt8] {
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        }
        let header = word(0) + word(0) + word(0) + word(1000) + word(5000)
        let rest = [UInt8](repeating: 0, count: 80)
        return box("ftyp", Array("isom".utf8) + word(512) + Array("isomiso2mp41".utf8))
            + box("moov", box("mvhd", header + rest)) + box("mdat", Array(words.utf8))
    }
}
