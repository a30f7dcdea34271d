import Foundation
import Testing

/// Tests a clip of the largest size between two nodes, with the real program.
@Suite(.serialized) struct ClipTests {
    /// Returns a film of five seconds and `count` bytes: the boxes that say so, and noise.
    static func film(_ count: Int) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] {
            (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        func box(_ name: String, _ body: [UInt8]) -> [UInt8] {
            number(8 + body.count) + Array(name.utf8) + body
        }
        let times = number(0) + number(0) + number(1000) + number(5000)
        let head =
            box("ftyp", Array("isom".utf8) + number(0) + Array("isommp42".utf8))
            + box("moov", box("mvhd", number(0) + times + [UInt8](repeating: 0, count: 80)))
        let rest = count - head.count - 8
        var noise: UInt32 = 7
        let body = (0..<rest).map { _ -> UInt8 in
            noise = noise &* 1_664_525 &+ 1_013_904_223
            return UInt8(noise >> 24)
        }
        return head + number(8 + rest) + Array("mdat".utf8) + body
    }

    @Test func `a clip of 64 MiB comes whole to a friend who asks for it`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(ana, ben)
        let bytes = Self.film(64 << 20)
        let file = try house.file("film.mp4", bytes)
        let place = try id(
            ana, "place", "new", "Loom", "--at", "48.2,16.37", "--category", "shop", "--audience",
            "friends")
        let clip = try id(
            ana, "clip", "add", file, "--place", place, "--theme", "soup", "--audience", "friends")
        try until("the clip is at Ben's") { try ben.count("type:clip") == 1 }

        let early = try ben.weft("clip", "save", clip, "-o", "\(house.path)/early.mp4")
        #expect(early.code != 0 && early.err.contains("0 of"))
        let saved = "\(house.path)/saved.mp4"
        try ben.weft("clip", "get", clip, "-o", saved).succeeds()
        #expect(Array(try Data(contentsOf: URL(fileURLWithPath: saved))) == bytes)
        #expect(try ben.weft("clip", "get", "00000000").code == 3)

        let large = try house.file("large.mp4", Self.film((64 << 20) + 1))
        let refused = try ana.weft("clip", "add", large, "--place", place)
        #expect(refused.code == 2 && refused.err.contains("64 MiB"))
    }

    private func id(_ person: Person, _ arguments: String...) throws -> String {
        let kept = try person.weft(arguments + ["--json"], input: "").succeeds().json()
        let outcome = try #require((kept["outcomes"] as? [[String: Any]])?.first)
        return try #require(outcome["short_id"] as? String)
    }
}
