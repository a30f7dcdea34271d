import Domain
import Interchange
import Primitives
import Testing

/// Tests that passages marked with other services become highlights of their pages.
@Suite struct PassageTests {
    private func passages(_ reading: Reading) -> [BookmarkDraft] {
        reading.entries.map(\.draft).filter { $0.kind == .highlight }
    }

    @Test func `Raindrop's column of them is read, one behind another`() throws {
        let file = """
            id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite
            901,Moss lawns,my own note,of moss,https://c04.example/moss,Garden,"moss",2021-04-05T06:07:08.901Z,,\
            "Highlight:moss needs no mowing
            Note:nor much water

            Highlight:it is soft,
            and green

            Highlight:moss needs no mowing",true
            902,No note,,,https://c04.example/fern,Unsorted,,2022-01-02T03:04:05.000Z,,plain words,false
            903,None,,,https://c04.example/none,Unsorted,,2022-01-02T03:04:05.000Z,,,false

            """

        let reading = try Importer.read(file)

        let found = passages(reading)
        #expect(reading.report.linkCount == 7)
        #expect(
            found.map(\.title) == [
                "moss needs no mowing", "it is soft, and green", "moss needs no mowing",
                "plain words",
            ])
        #expect(found.map(\.note) == ["nor much water", "", "", ""])
        #expect(found.prefix(3).allSatisfy { $0.url == "https://c04.example/moss" })
        #expect(found[0].added?.milliseconds == 1_617_602_828_901)
        #expect(found.allSatisfy { $0.tags.isEmpty && $0.isByWords && !$0.isUnread })
        #expect(
            reading.report.notices == [
                "ignored columns: 'id', 'cover', 'favorite'"
            ])
        // Each follows its link, and has its line.
        #expect(
            reading.entries.map(\.draft.kind.word).prefix(5) == [
                "link", "highlight", "highlight", "highlight", "link",
            ])
        #expect(reading.entries[1].line == 2)
    }

    static let services = [
        (
            Format.omnivore,
            """
            [{"url": "https://a.example/", "title": "T", "savedAt": "2020-05-01T10:20:30Z",
              "highlights": [
               {"type": "HIGHLIGHT", "quote": "slow\\n leaves", "annotation": "mine", "color": "yellow",
                "createdAt": "2021-05-01T10:20:30Z", "labels": [{"name": "tea"}]},
               {"type": "NOTE", "quote": null, "annotation": "of the page"}]}]
            """
        ),
        (
            .wallabag,
            """
            [{"is_archived": 0, "url": "https://a.example/", "title": "T",
              "created_at": "2020-05-01T10:20:30Z", "content": "of the page",
              "annotations": [{"text": "mine", "quote": "slow leaves", "ranges": [],
                "created_at": "2021-05-01T10:20:30Z"}]}]
            """
        ),
        (
            .karakeep,
            """
            {"bookmarks": [{"createdAt": 1588328430, "title": "T", "tags": [],
              "content": {"type": "link", "url": "https://a.example/"},
              "highlights": [{"text": "slow leaves", "note": "mine", "color": "yellow",
                "createdAt": 1619864430}]}], "lists": []}
            """
        ),
        (
            .linkwarden,
            """
            {"collections": [{"name": "", "links": [{"url": "https://a.example/", "name": "T",
              "createdAt": "2020-05-01T10:20:30Z",
              "highlight": [{"text": "slow leaves", "comment": "mine", "color": "yellow",
                "createdAt": "2021-05-01T10:20:30Z"}]}]}]}
            """
        ),
        (
            .readeck,
            """
            [{"URL": "https://a.example/", "Title": "T", "Created": "2020-05-01T10:20:30Z",
              "Annotations": [{"id": "x", "text": "slow leaves", "note": "mine", "color": "yellow",
                "created": "2021-05-01T10:20:30Z"}, {"id": "y", "text": " ", "color": "none"}]}]
            """
        ),
    ]

    @Test(arguments: services)
    func `words, note, color and time of each are read`(format: Format, file: String) throws {
        let reading = try Importer.read(file, format: format)

        let found = passages(reading)
        let passage = try #require(found.first)
        #expect(found.count == 1)
        #expect(reading.entries.count == 2)
        #expect(passage.url == "https://a.example/")
        #expect(passage.title == "slow leaves")
        #expect(passage.note == "mine")
        #expect(passage.added?.milliseconds == 1_619_864_430_000)
        if format != .wallabag { #expect(passage.details[.color] == ["yellow"]) }
        if format == .omnivore {
            #expect(passage.tags == ["tea"])
            #expect(reading.entries[0].draft.note == "of the page")
        }
        #expect(reading.report.notices.isEmpty)
        #expect(reading.report.warningCount == 0)
    }

    /// Wherever such a file is truncated, what it still gives is part of what it gave.
    @Test(arguments: services)
    func `a cut file gives no passage that it did not have`(format: Format, file: String) throws {
        let whole = try Importer.read(file, format: format).entries
        let bytes = Array(file.utf8)

        for end in 1..<bytes.count {
            guard let reading = try? Importer.read(Array(bytes[..<end]), format: format) else {
                continue
            }
            #expect(reading.entries.allSatisfy(whole.contains), "cut at \(end)")
            #expect(reading.entries.count == 2 || reading.report.earlyEnd != nil, "cut at \(end)")
        }
    }

    @Test func `long words name it by their beginning, and stand whole in the note`() throws {
        let words = String(repeating: "größer ", count: 300)
        let file = """
            [{"url": "https://a.example/", "is_archived": 0,
              "annotations": [{"quote": "\(words)", "text": "mine"}]}]
            """

        let reading = try Importer.read(file)

        let passage = try #require(passages(reading).first)
        #expect(passage.title.utf8.count <= Limits.titleBytesMax)
        #expect(words.hasPrefix(passage.title))
        #expect(passage.note == "\(words)\n\nmine")
        #expect(reading.report.warningCount == 0)
    }

    @Test func `a link that is refused takes its passages with it`() throws {
        let file = """
            [{"url": "data:x", "is_archived": 0, "annotations": [{"quote": "q"}]},
             {"url": "javascript:x", "is_archived": 0, "annotations": [{"quote": "q"}]},
             {"url": "https://a.example/", "is_archived": 0, "annotations": [{"quote": "q"}, "r", 7,
              null, [], {"quote": "a\\u0000"}]}]
            """

        let reading = try Importer.read(file)

        #expect(reading.report.refusedCount == 1)
        #expect(passages(reading).map(\.title) == ["q", "r", "7", "a\u{FFFD}"])
    }

    @Test func `more than 8 MiB of one page are not held, and that is told`() throws {
        let words = String(repeating: "x", count: 60_000)
        let many = (0..<200).map { "{\"quote\":\"\($0) \(words)\"}" }.joined(separator: ",")
        let file = "[{\"url\":\"https://a.example/\",\"is_archived\":0,\"annotations\":[\(many)]}]"

        let reading = try Importer.read(file)

        #expect(reading.entries.count == 140)
        #expect(
            reading.report.warnings.map(\.why)
                == ["61 passages left out: of one page at most 8 MiB are read"])
    }

    @Test func `an entry with too many values is reported`() throws {
        let many = Array(repeating: "{\"quote\":\"q\"}", count: 40_000).joined(separator: ",")
        let file = "[{\"url\":\"https://a.example/\",\"is_archived\":0,\"annotations\":[\(many)]}]"

        let reading = try Importer.read(file)

        #expect(reading.report.notices.count == 1)
        #expect(reading.report.notices.first?.contains("longer than 65536 values") == true)
    }
}
