import Domain
import Interchange
import Primitives
import Testing

@Suite struct OtherFormatTests {
    @Test func `Pinboard's names mean what they mean there`() throws {
        let file = """
            [{"href":"https://a/","description":"t\\u00fc\\ud83d\\ude00","extended":"n\\n2",
              "meta":"x","time":"2023-11-14T22:13:20Z","shared":"no","toread":"yes",
              "tags":"x .y, z"},
             {"href":"https://b/","description":"","extended":"","shared":"yes","toread":"no",
              "tags":["with, comma","p2p"]}, 7, {"description":"no address"}]
            """

        let reading = try Importer.read(file)

        #expect(reading.format == .pinboard)
        #expect(
            reading.entries.map(\.draft)
                == [
                    BookmarkDraft(
                        url: "https://a/", title: "tü\u{1F600}", note: "n\n2",
                        tags: ["x", ".y,", "z"],
                        isUnread: true, added: WallTime(milliseconds: 1_700_000_000_000),
                        wasShared: false),
                    BookmarkDraft(
                        url: "https://b/", tags: ["with, comma", "p2p"], wasShared: true),
                ].map(\.ofFile))
        #expect(reading.report.refused.map(\.line) == [5, 5])
    }

    @Test func `the answer of posts reads like the export`() throws {
        let reading = try Importer.read("{\"user\":\"ana\",\"posts\":[{\"href\":\"https://a/\"}]}")

        #expect(reading.entries.map(\.draft.url) == ["https://a/"])
    }

    @Test func `a list of addresses has comments and titles`() throws {
        let file =
            "# mine\r\nhttps://a/\r\n\r\n  https://b/ \t A title  \nexample.org\n#end\nftp://c/"

        let reading = try Importer.read(file)

        #expect(reading.format == .urls)
        #expect(reading.entries.map(\.draft.url) == ["https://a/", "https://b/", "ftp://c/"])
        #expect(reading.entries.map(\.draft.title) == ["", "A title", ""])
        #expect(reading.entries.map(\.line) == [2, 4, 7])
        #expect(reading.report.refused.map(\.line) == [5])
    }

    @Test func `a spreadsheet's columns are told by their heading`() throws {
        let file =
            "Folder,URL,Title,Note,Tags,Created\n"
            + "Work/Sync,https://a/,\"A \"\"b\"\",\nc\",'=1+1,\"x,y\\, z\",2023-11-14T22:13:20Z\n"
            + "\n,,no address,,,\n"

        let reading = try Importer.read(file)

        #expect(reading.format == .csv)
        #expect(
            reading.entries.map(\.draft)
                == [
                    BookmarkDraft(
                        url: "https://a/", title: "A \"b\",\nc", note: "'=1+1",
                        tags: ["x", "y\\", "z", "Work/Sync"],
                        added: WallTime(milliseconds: 1_700_000_000_000))
                ].map(\.ofFile))
        #expect(reading.report.refusedCount == 1)
    }

    @Test func `UTF-16 is read too`() throws {
        let text = "https://a/ Tïtle\n"
        let little = text.utf16.reduce(into: [0xFF, 0xFE] as [UInt8]) { bytes, unit in
            bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        }
        let big = text.utf16.reduce(into: [0xFE, 0xFF] as [UInt8]) { bytes, unit in
            bytes += [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        }

        #expect(try Importer.read(little).entries[0].draft.title == "Tïtle")
        #expect(try Importer.read(big).entries[0].draft.title == "Tïtle")
    }

    @Test(arguments: [
        ("", InterchangeError.empty), (" \n ", .empty), ("\u{0}PNG", .binary),
        ("just some words", .unknownFormat), ("{\"a\":1}", .unknownFormat),
        ("<html><p>page</html>", .unknownFormat),
    ])
    func `a file that is none is refused as a whole`(text: String, error: InterchangeError) {
        #expect(throws: error) { try Importer.read(text) }
    }

    @Test(arguments: [Format.netscape, .firefox, .chromium, .pinboard, .weft, .csv])
    func `a list of addresses is not what was named`(format: Format) {
        #expect(throws: InterchangeError.notThis(format)) {
            try Importer.read("https://a/", format: format)
        }
    }

    @Test func `a newer version of ours is refused`() {
        let file = "{\"format\": \"weft bookmarks\", \"version\": 2, \"bookmarks\": []}"

        #expect(throws: InterchangeError.newerVersion(2)) { try Importer.read(file) }
    }

    @Test(arguments: [
        ("firefox", "{", Format.firefox), ("firefox", "<", .netscape), ("Chrome", " {", .chromium),
        ("pinboard", "[", .pinboard), ("pinboard", "<", .netscape), ("buku", "", .netscape),
        ("linkding", "", .netscape), ("shaarli", "", .netscape), ("urls", "", .urls),
    ])
    func `a program's name means the format it wrote`(name: String, text: String, format: Format) {
        #expect(Format(name: name, bytes: Array(text.utf8)) == format)
    }

    @Test func `an unknown program has no format`() {
        #expect(Format(name: "geocities", bytes: []) == nil)
    }
}

extension BookmarkDraft {
    /// The draft as read from a file.
    fileprivate var ofFile: BookmarkDraft {
        var draft = self
        draft.isFromFile = true
        return draft
    }
}
