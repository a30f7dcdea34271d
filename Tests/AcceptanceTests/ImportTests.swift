import Foundation
import Testing

/// Tests imports of valid and damaged files.
@Suite(.serialized) struct ImportTests {
    @Test func `a crash during an import loses nothing that was told, and repeats nothing`() throws
    {
        let house = try Household()
        let ana = try house.node("ana")
        let list = (0..<40_000).map { "https://many.example/\($0)\n" }.joined()
        let file = try house.file("many.txt", list.utf8)

        let importing = try ana.start(["import", file])
        try until("some links are kept") {
            try ana.weft("status", "--json").number("own_links") > 0
        }
        let told = try ana.weft("status", "--json").number("own_links")
        try ana.crash()
        let cut = try Outcome(waitingFor: importing, ["import"])
        try ana.up()
        let kept = try ana.weft("status", "--json").number("own_links")
        try ana.weft("import", file).succeeds()

        #expect(cut.code != 0, "the crash came after the import's end: \(told) links")
        #expect(kept >= told)
        #expect(try ana.weft("status", "--json").number("own_links") == 40_000)
        #expect(try ana.count() == 40_000)
    }

    @Test func `an address that runs code is refused`() throws {
        let house = try Household()
        let ana = try house.node("ana")

        let added = try ana.weft("add", "javascript:alert(1)")

        added.fails(2, saying: "'javascript:' are not supported", "http, https")
        #expect(try ana.count() == 0)
    }

    @Test func `a file of which some entries are refused ends with 6 and says which`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let whole = try String(
            contentsOf: URL(fileURLWithPath: FriendTests.fixture), encoding: .utf8)
        let wrong = whole.replacing("javascript:", with: "vbscript:")
        let file = try house.file("cut.html", wrong.utf8.prefix(30_000))

        let imported = try ana.weft("import", file)

        imported.fails(6, saying: "line 207:", "the file ends in the middle of an entry")
        #expect(try ana.count() == 163)
    }

    @Test func `a file that ends too early ends with 6 even if no entry is refused`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let text = "<DL><p><DT><A HREF=\"https://whole.example/\">a</A><DT><A HREF=\"https://cu"
        let file = try house.file("cut.html", text.utf8)

        let imported = try ana.weft("import", file)

        imported.fails(6, saying: "the file ends in the middle of an entry")
        #expect(try ana.count() == 1)
    }

    @Test func `of many warnings ten are shown, and smart folders are no failure`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let tag = String(repeating: "t", count: 400)
        let links = (1...12).map {
            "<DT><A HREF=\"https://a.example/\($0)\" TAGS=\"\(tag)\">a</A>\n"
        }
        let text = "<DL><p>\n<DT><A HREF=\"place:sort=8\">Most</A>\n" + links.joined() + "</DL>\n"
        let file = try house.file("many.html", text.utf8)

        let imported = try ana.weft("import", file).succeeds()

        #expect(imported.out == "12 added, 0 merged, 0 skipped, 0 refused\n")
        #expect(imported.err.components(separatedBy: "warning: line ").count == 11)
        #expect(imported.err.contains("\n  and 2 more\n"))
        #expect(imported.err.contains("left out: 1 smart folder of Firefox"))
    }

    @Test func `a binary file is refused as a whole`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let file = try house.file("noise", (0..<20_000).map { UInt8(truncatingIfNeeded: $0 * 7) })

        let imported = try ana.weft("import", file)

        imported.fails(2, saying: "binary", "HTML or JSON")
        #expect(try ana.count() == 0)
    }

    @Test func `a title of 100 MB is cut, and the node lives on`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let head = Array("<DL><p><DT><A HREF=\"https://big.example/\">".utf8)
        let title = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000_000)
        let file = try house.file("big.html", head + title + Array("</A></DL>".utf8))

        let imported = try ana.weft("import", file)

        try imported.succeeds()
        #expect(imported.err.contains("warning: line 1: "), "\(imported.err)")
        #expect(imported.err.contains("the title is longer than 1024 bytes and was cut"))
        #expect(try ana.count("site:big.example") == 1)
        #expect(try ana.weft("ls", "--json").out.utf8.count < 10_000)
    }
}
