import Domain
import Interchange
import Primitives
import Testing

/// Tests files written by real programs, each with the same two or fewer links.
@Suite struct RealFileTests {
    private let url = "https://example.org/a?x=1&y=2"
    private let title = "Delta <CRDTs> & friends"

    @Test(arguments: [
        (Fixture.firefoxHTML, Format.netscape), (.firefoxJSON, .firefox),
        (.chromiumHTML, .netscape), (.chromiumJSON, .chromium), (.bukuHTML, .netscape),
        (.ours, .netscape),
    ])
    func `each is known by its content and reads whole`(file: Fixture, format: Format) throws {
        let reading = try Importer.read(file.bytes)

        #expect(reading.format == format)
        #expect(reading.entries.first?.draft.url == url)
        #expect(reading.entries.first?.draft.title == title)
        #expect(reading.report.refusedCount == 0)
        #expect(reading.report.warningCount == 0)
        #expect(reading.report.earlyEnd == nil)
    }

    @Test func `Firefox HTML gives tags, folder and time`() throws {
        let reading = try Importer.read(Fixture.firefoxHTML.bytes)

        #expect(
            reading.entries.map(\.draft.tags) == [
                ["crdt", "paper/sync", "ünicode", "Reading list"], ["crdt", "p2p", "Reading list"],
            ])
        #expect(reading.entries[0].draft.added == WallTime(milliseconds: 1_700_000_001_000))
        #expect(reading.entries[1].draft.title == "Second \"quoted\"")
        #expect(reading.entries.map(\.line) == [14, 15])
        #expect(reading.entries.map(\.draft.wasShared) == [nil, nil])
    }

    @Test func `Firefox JSON gives the same links as its HTML`() throws {
        let html = try Importer.read(Fixture.firefoxHTML.bytes)
        let json = try Importer.read(Fixture.firefoxJSON.bytes)

        #expect(json.entries.map(\.draft) == html.entries.map(\.draft))
    }

    @Test func `Chromium's times count from 1601`() throws {
        let json = try Importer.read(Fixture.chromiumJSON.bytes)
        let html = try Importer.read(Fixture.chromiumHTML.bytes)

        #expect(json.entries[0].draft.added == WallTime(milliseconds: 1_795_224_970_075))
        #expect(html.entries[0].draft.added == WallTime(milliseconds: 1_795_224_970_000))
        #expect(json.entries[0].draft.tags == ["Reading list"])
        #expect(html.entries[0].draft.tags == ["Reading list"])
    }

    @Test func `buku's bare angle brackets are text`() throws {
        let reading = try Importer.read(Fixture.bukuHTML.bytes)

        #expect(reading.entries[0].draft.note == "First line\nsecond line with <b>")
        #expect(reading.entries[0].draft.tags == ["crdt", "paper/sync", "reading list", "ünicode"])
        #expect(reading.entries[1].draft.note == "")
    }

    @Test func `our own file says what is private and unread`() throws {
        let reading = try Importer.read(Fixture.ours.bytes)

        #expect(reading.entries.map(\.draft.wasShared) == [false, true])
        #expect(reading.entries.map(\.draft.isUnread) == [true, false])
        #expect(reading.entries[0].draft.note == "First line\nsecond line with <b>")
        #expect(reading.entries[0].draft.tags.contains("ünicode"))
    }

    @Test func `a feed is refused as a whole`() {
        let feed = Fixture.bytes(named: "buku-5.1-export-MALFORMED.atom")

        #expect(throws: InterchangeError.unknownFormat) { try Importer.read(feed) }
    }

    @Test(arguments: Fixture.allCases, ExportFormat.allCases.filter(\.isReadBack))
    func `an imported file comes back from an export`(
        file: Fixture, format: ExportFormat
    ) throws {
        let first = try Importer.read(file.bytes)

        let bytes = exported(first.entries.map { Bookmark($0) }, as: format)
        let second = try Importer.read(bytes, fileName: "weft.\(format.rawValue)")

        #expect(second.entries.map { Bookmark($0) } == first.entries.map { Bookmark($0) })
        #expect(second.report.refusedCount == 0)
        #expect(second.report.warningCount == 0)
        #expect(second.report.earlyEnd == nil)
    }

    @Test(arguments: Fixture.allCases)
    func `at every truncation the whole entries before it are kept`(file: Fixture) throws {
        let whole = try Importer.read(file.bytes)
        // Without the final line end, which a program may or may not write.
        let bytes = file.bytes.reversed().drop { $0 <= 0x20 }.reversed() as [UInt8]

        for length in 0..<bytes.count {
            guard let cut = try? Importer.read(Array(bytes[..<length]), format: whole.format)
            else { continue }

            #expect(cut.entries.count <= whole.entries.count)
            for (mine, theirs) in zip(cut.entries, whole.entries) {
                #expect(mine.draft.url == theirs.draft.url)
                #expect(mine.draft.title == theirs.draft.title)
            }
            let isComplete = cut.entries.count == whole.entries.count
            #expect(isComplete || cut.entries.isEmpty || cut.report.earlyEnd != nil, "\(length)")
        }
    }
}
