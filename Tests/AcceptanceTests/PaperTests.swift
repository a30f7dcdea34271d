import Foundation
import Testing

/// Tests papers, with the real program on real sockets.
@Suite(.serialized) struct PaperTests {
    private func pdf(_ count: Int) -> [UInt8] {
        Array("%PDF-1.7\n".utf8) + (0..<(count - 9)).map { UInt8(truncatingIfNeeded: $0 * 7) }
    }

    private func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private func add(_ person: Person, _ words: String...) throws -> String {
        let kept = try person.weft(["paper", "add", "--json"] + words, input: "").succeeds().json()
        let outcome = try #require((kept["outcomes"] as? [[String: Any]])?.first)
        return try #require(outcome["short_id"] as? String)
    }

    @Test func `a group reads a paper and its PDF, and a bibliography comes back as it was`() throws
    {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(ana, ben)
        try ana.weft("group", "new", "lab").succeeds()
        let text = try ana.weft("group", "invite", "lab", "--json").succeeds().text("text")
        try ben.weft(["join", "-"], input: text + "\n").succeeds()
        let file = try house.file("looms.pdf", pdf(3 << 20))

        let id = try add(
            ana, "--doi", "https://doi.org/10.1145/359545.359563", "--author", "Lamport, Leslie",
            "--year", "1978", "--pages", "558–565", "--file", file, "--audience", "group:lab")
        try ana.weft("paper", "edit", id, "--title", "Time, Clocks").succeeds()
        try until("it is at Ben's") { try ben.count("type:paper title:clocks pdf:1") == 1 }

        #expect(try ben.weft("paper", "ls", "author:lamport").succeeds().out.contains("Clocks"))
        let shown = try ben.weft("paper", "show", id, "--json").succeeds().json()
        #expect(shown["doi"] as? String == "10.1145/359545.359563")
        #expect(shown["authors"] as? String == "Lamport, Leslie")
        #expect(shown["key"] as? String == "lamport1978")
        #expect(shown["pages"] as? String == "558–565")
        let path = "\(house.path)/got.pdf"
        try ben.weft("paper", "file", id, "--out", path).succeeds()
        #expect(try bytes(path) == pdf(3 << 20))

        try ben.weft("export", "-F", "bibtex", "--type", "paper", "-o", "\(house.path)/a.bib")
            .succeeds()
        let cleo = try house.node("cleo")
        let taken = try cleo.weft("paper", "add", "--bibtex", "\(house.path)/a.bib").succeeds()
        #expect(taken.out.contains("1 added"))
        let again = try cleo.weft("paper", "add", "--bibtex", "\(house.path)/a.bib").succeeds()
        #expect(again.out.contains("0 added") && again.out.contains("1 skipped"))
        try cleo.weft("export", "-F", "bibtex", "--type", "paper", "-o", "\(house.path)/c.bib")
            .succeeds()
        #expect(try bytes("\(house.path)/c.bib") == bytes("\(house.path)/a.bib"))
    }

    @Test func `a file is replaced, taken away and brought back by undo`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let first = try house.file("1.pdf", pdf(900))
        let second = try house.file("2.pdf", pdf(1_200))
        let id = try add(ana, "--title", "On Looms")
        try ana.weft("paper", "file", id).fails(3, saying: "has no PDF", "fix:")

        try ana.weft("paper", "file", id, first).succeeds()
        try ana.weft("paper", "file", id, second).succeeds()

        #expect(
            try ana.weft("paper", "file", id, "--json").succeeds().json()["size"] as? Int == 1_200)
        try ana.weft("paper", "file", id, "--rm").succeeds()
        #expect(try ana.count("type:paper pdf:0") == 1)
        try ana.weft("undo").succeeds()
        try ana.weft("paper", "file", id, "-o", "\(house.path)/out.pdf").succeeds()
        #expect(try bytes("\(house.path)/out.pdf") == pdf(1_200))
    }

    @Test func `an invalid paper is refused with a fix`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let page = try house.file("page.pdf", "<html></html>".utf8)
        let entries = [
            "@misc{k, title = {One}}", "@misc{k, title = {Two}}", "@misc{open, title = {x",
        ]
        let bib = try house.file("refs.bib", entries.joined(separator: "\n").utf8)
        let id = try add(ana, "--title", "On Looms", "--key", "looms")

        try ana.weft("paper", "add", "--doi", "11.1/x").fails(2, saying: "not a DOI", "fix:")
        try ana.weft("paper", "add", "--title", "T", "--key", "looms")
            .fails(2, saying: "key: 'looms' is that of \(id)", "loomsa")
        try ana.weft("paper", "file", id, page).fails(2, saying: "not a PDF", "fix:")
        let read = try ana.weft("paper", "add", "--bibtex", bib)
        #expect(read.code == 6)
        #expect((read.out + read.err).contains("the entry on line 1 has the key 'k' too"))
        #expect(try ana.count("type:paper") == 2)
    }
}
