import Foundation
import Testing

/// Tests exporting everything from one node and importing it into another, with the real program.
@Suite(.serialized) struct TransferTests {
    private func id(_ person: Person, _ arguments: String...) throws -> String {
        let kept = try person.weft(arguments + ["--json"], input: "").succeeds().json()
        let outcome = try #require((kept["outcomes"] as? [[String: Any]])?.first)
        return try #require(outcome["short_id"] as? String)
    }

    @Test func `a file of one's own holds things of every kind, and what they name`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        let shirt = try id(
            ana, "garment", "add", "Shirt", "--color", "blue", "--price", "49.90EUR")
        let sock = try id(ana, "garment", "add", "Sock")
        _ = try id(ana, "garment", "add", "Sock")
        let look = try id(ana, "outfit", "new", "Sunday", shirt, sock, "--occasion", "walk")
        _ = try id(ana, "closet", "new", "Winter", shirt, look)
        try ana.weft("hl", "add", "https://loom.example/", "--exact", "over and under").succeeds()
        try ana.weft("add", "https://loom.example/", "-t", "craft").succeeds()
        let file = house.path + "/all.json"

        try ana.weft("export", "-F", "json", "-o", file).succeeds()
        let dry = try ben.weft("import", file, "-n").succeeds().out
        #expect(dry.contains("7 would be added"))
        #expect(try ben.weft("import", file).succeeds().out.contains("7 added"))

        let outfit = try ben.weft("outfit", "ls", "--json").succeeds().json()
        let item = try #require((outfit["items"] as? [[String: Any]])?.first)
        let shown = try ben.weft("outfit", "show", try #require(item["short_id"] as? String))
            .succeeds().out
        #expect(shown.contains("Shirt") && shown.contains("Sock"))
        #expect(try ben.count("in:winter") == 2)
        #expect(try ben.count("is:highlighted") == 1)
        // Repeated: nothing is there twice.
        let again = try ben.weft("import", file, "--dry-run").succeeds().out
        #expect(again.contains("0 would be added, 0 merged, 7 skipped"))
        #expect(try ben.weft("import", file).succeeds().out.contains("0 added"))
        #expect(try ben.count("type:garment") == 3)
        try ben.weft("undo").succeeds()
        #expect(try ben.count("type:any") == 0)
    }

    @Test func `a table of garments goes out and in, and of everything there is none`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        _ = try id(ana, "garment", "add", "Shirt", "--color", "blue,red", "--category", "clothes")
        let file = house.path + "/garments.csv"

        try ana.weft("export", "-F", "csv", "--type", "garment", "-o", file).succeeds()
        let table = try String(contentsOfFile: file, encoding: .utf8)
        #expect(table.contains("\"blue,red\"") && table.contains("garment,Shirt,"))
        #expect(
            try ana.weft("import", file).succeeds().out.contains("0 added, 0 merged, 1 skipped"))
        let refused = try ana.weft("export", "-F", "csv", "--type", "any")
        #expect(refused.code == 2)
        #expect(refused.err.contains("a table contains one kind of things"))
    }
}
