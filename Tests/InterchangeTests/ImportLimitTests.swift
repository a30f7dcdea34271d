import Domain
import Interchange
import Testing

@Suite struct ImportLimitTests {
    private func file(_ attributes: String, _ title: String, _ note: String = "") -> [UInt8] {
        Array("<DL><p>\n<DT><A \(attributes)>\(title)</A>\n<DD>\(note)\n</DL><p>\n".utf8)
    }

    @Test(arguments: [(-1, false), (0, false), (1, true)])
    func `a title over its limit is cut and told`(over: Int, isCut: Bool) throws {
        let title = String(repeating: "x", count: Limits.titleBytesMax + over)

        let reading = try Importer.read(file("HREF=\"https://a/\"", title))

        #expect(reading.entries[0].draft.title == String(title.prefix(Limits.titleBytesMax)))
        #expect(reading.report.warningCount == (isCut ? 1 : 0))
    }

    @Test(arguments: [(-1, false), (0, false), (1, true)])
    func `a note over its limit is cut and told`(over: Int, isCut: Bool) throws {
        let note = String(repeating: "x", count: Limits.noteBytesMax + over)

        let reading = try Importer.read(file("HREF=\"https://a/\"", "t", note))

        #expect(reading.entries[0].draft.note.utf8.count == min(note.count, Limits.noteBytesMax))
        #expect(reading.report.warningCount == (isCut ? 1 : 0))
    }

    @Test(arguments: [(-1, 1), (0, 1), (1, 0)])
    func `an address over its limit is refused`(over: Int, links: Int) throws {
        let url = "https://a/" + String(repeating: "x", count: Limits.urlBytesMax - 10 + over)

        let reading = try Importer.read(file("HREF=\"\(url)\"", "t"))

        #expect(reading.entries.count == links)
        #expect(reading.report.refusedCount == 1 - links)
    }

    @Test(arguments: [(99, 0), (100, 0), (101, 1)])
    func `the first hundred tags are kept`(count: Int, warnings: Int) throws {
        let tags = (0..<count).map { "t\($0)" }

        let reading = try Importer.read(
            file("HREF=\"https://a/\" TAGS=\"\(tags.joined(separator: ","))\"", "t"))

        #expect(reading.entries[0].draft.tags == Array(tags.prefix(Limits.tagsPerObjectMax)))
        #expect(reading.report.warningCount == warnings)
    }

    @Test(arguments: [(127, 1), (128, 1), (129, 0)])
    func `a tag over its limit is left out`(count: Int, kept: Int) throws {
        let tag = String(repeating: "t", count: count)

        let reading = try Importer.read(file("HREF=\"https://a/\" TAGS=\"\(tag)\"", "t"))

        #expect(reading.entries[0].draft.tags.count == kept)
        #expect(reading.report.warningCount == 1 - kept)
    }

    @Test func `a title is cut between characters`() throws {
        let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"
        let title = String(repeating: "x", count: Limits.titleBytesMax - 3) + family

        let reading = try Importer.read(file("HREF=\"https://a/\"", title))

        #expect(reading.entries[0].draft.title == String(title.dropLast()))
    }

    @Test func `one endless character is cut between scalars`() throws {
        let title = "e" + String(repeating: "\u{301}", count: Limits.titleBytesMax)

        let reading = try Importer.read(file("HREF=\"https://a/\"", title))

        #expect(reading.entries[0].draft.title.utf8.count == Limits.titleBytesMax - 1)
    }

    @Test func `broken UTF-8 is repaired in a text and refused in an address`() throws {
        let good = Array("<DL><p>\n<DT><A HREF=\"https://a/\">ü b".utf8) + [0xFF]
        let bad =
            Array("d</A>\n<DT><A HREF=\"https://".utf8) + [0xC3]
            + Array("/\">t</A>\n</DL><p>".utf8)

        let reading = try Importer.read(good + bad)

        #expect(reading.entries.map(\.draft.title) == ["ü b\u{FFFD}d"])
        #expect(reading.report.warnings.map(\.line) == [2])
        #expect(reading.report.refused.map(\.line) == [3])
    }

    @Test func `an endless title costs no more than its limit`() throws {
        let title = String(repeating: "<x &", count: 1_000_000)

        let reading = try Importer.read(file("HREF=\"https://a/\"", title))

        #expect(reading.entries[0].draft.title.utf8.count == Limits.titleBytesMax)
    }

    @Test func `remarks are counted beyond those that are kept`() throws {
        let lines = Array(repeating: "data:x", count: ImportReport.remarksMax + 1)

        let reading = try Importer.read(lines.joined(separator: "\n"))

        #expect(reading.report.refused.count == ImportReport.remarksMax)
        #expect(reading.report.refusedCount == ImportReport.remarksMax + 1)
    }

    @Test(arguments: ["place:sort=8", "PLACE:x", " place:", "place:"])
    func `a search of Firefox is no link and no loss`(url: String) throws {
        let reading = try Importer.read(file("HREF=\"\(url)\"", "Most Visited"))

        #expect(reading.entries.isEmpty)
        #expect(reading.report.leftOutCount == 1)
        #expect(reading.report.refusedCount == 0)
    }

    @Test func `so it is in the JSON of Firefox`() throws {
        let tree = """
            {"root":"placesRoot","children":[{"title":"Most Visited","uri":"place:sort=8"},\
            {"title":"Place","uri":"https://place.example/"}]}
            """

        let reading = try Importer.read(tree, format: .firefox)

        #expect(reading.entries.map(\.draft.url) == ["https://place.example/"])
        #expect(reading.report.leftOutCount == 1)
    }

    @Test(arguments: ["place", "places:x", "data:place:"])
    func `a URL that only resembles a place URI is refused`(url: String) throws {
        let reading = try Importer.read(file("HREF=\"\(url)\"", "t"))

        #expect(reading.report.leftOutCount == 0)
        #expect(reading.report.refusedCount == 1)
    }

    @Test func `a file is read as few links at a time as are asked for`() throws {
        let lines = (0..<10).map { "https://a/\($0)" }.joined(separator: "\n")
        var importer = try Importer(Array(lines.utf8))

        let counts = (0..<4).map { _ in importer.next(4).count }

        #expect(counts == [4, 4, 2, 0])
        #expect(importer.report.linkCount == 10)
    }
}
