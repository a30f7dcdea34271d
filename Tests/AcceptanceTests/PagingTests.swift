import Foundation
import Testing

/// Tests that a list continues after a page with the command that the page suggests.
@Suite(.serialized) struct PagingTests {
    /// Returns the words of the suggested command; nil on the last page.
    private func more(_ outcome: Outcome) -> [String]? {
        outcome.err.split(separator: "\n").first { $0.hasPrefix("  next page: weft ") }.map {
            line in
            line.dropFirst("  next page: weft ".count).split(separator: " ").map {
                $0.filter { $0 != "'" }
            }
        }
    }

    /// Returns the titles from tab-separated columns.
    private func titles(_ outcome: Outcome) -> [String] {
        outcome.out.split(separator: "\n").map { line in
            String(line.split(separator: "\t", omittingEmptySubsequences: false)[2])
        }
    }

    /// Returns all pages of a list.
    private func pages(_ person: Person, _ arguments: [String]) throws -> [[String]] {
        var pages: [[String]] = []
        var typed: [String]? = arguments
        while let words = typed {
            let page = try person.weft(words + ["--plain", "-N", "2"], input: "").succeeds()
            pages.append(titles(page))
            typed = more(page)
            guard pages.count < 9 else { throw Failed("\(arguments) has no end: \(pages)") }
        }
        return pages
    }

    @Test func `links, garments and what is found come page by page, in the order asked for`()
        throws
    {
        let house = try Household()
        let ana = try house.node("ana")
        for name in ["a", "b", "c", "d", "e"] {
            try ana.weft(
                "add", "https://\(name).example/", "--title", name, "-t", name == "c" ? "x,y" : "x"
            ).succeeds()
        }
        for name in ["f", "g", "h"] { try ana.weft("garment", "add", name).succeeds() }

        #expect(try pages(ana, ["ls", "type:link"]) == [["e", "d"], ["c", "b"], ["a"]])
        #expect(
            try pages(ana, ["ls", "--sort", "title"])
                == [["a", "b"], ["c", "d"], ["e", "f"], ["g", "h"]])
        #expect(
            try pages(ana, ["search", "#x", "sort:title"]) == [["a", "b"], ["c", "d"], ["e"]])
        #expect(try pages(ana, ["garment", "ls"]) == [["h", "g"], ["f"]])
        let all = try ana.weft("ls", "--plain", "-N", "0").succeeds()
        #expect(titles(all).count == 8 && more(all) == nil)
        let some = try ana.weft("ls", "-N", "2").succeeds()
        #expect(some.err.contains("2 of 8; show all with -N 0"))
        let second = try ana.weft(more(some) ?? [], input: "").succeeds()
        #expect(second.out.split(separator: "\n").count == 6)
    }

    @Test func `the command for the next page keeps a query that begins with a dash`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        for name in ["a", "b", "c", "d"] {
            try ana.weft(
                "add", "https://\(name).example/", "--title", name, "-t", name == "c" ? "y" : "x"
            ).succeeds()
        }

        let first = try ana.weft("ls", "--plain", "-N", "2", "--", "-#y").succeeds()
        let words = try #require(more(first))
        let second = try ana.weft(["--plain"] + words, input: "").succeeds()

        #expect(titles(first) == ["d", "b"])
        #expect(words.suffix(2) == ["--", "-#y"])
        #expect(titles(second) == ["a"])
        let told = try ana.weft("ls", "--json", "-N", "2").succeeds().json()
        let cursor = try #require(told["next_cursor"] as? String)
        let rest = try ana.weft("ls", "--json", "--cursor", cursor).succeeds().json()
        #expect((rest["items"] as? [[String: Any]])?.count == 2)
        try ana.weft("ls", "--cursor", "XYZ").fails(2, saying: "without a cursor")
        try ana.weft("ls", "--sort", "title", "--cursor", cursor).fails(2, saying: "fix:")
    }
}
