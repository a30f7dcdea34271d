import Domain
import Interchange
import Primitives
import Testing

/// Tests truncated, garbled or expensive files: each gets a clear answer in time linear in its length, and its valid
/// parts are kept.
@Suite(.timeLimit(.minutes(2))) struct BadInputTests {
    /// A format, and a file of two links in it.
    struct Sample: Sendable, CustomTestStringConvertible {
        let format: Format
        let text: String

        var testDescription: String { format.rawValue }

        init(_ format: Format, _ text: String) {
            self.format = format
            self.text = text
        }

        /// Returns the file with another date for the first link.
        func dated(_ date: String) -> String { text.replacing("2020-05-01T10:20:30Z", with: date) }
    }

    static let samples = [
        Sample(
            .bibtex,
            """
            @online{a, title = {{One ä}}, url = {https://a.example/}, note = {n {m}}, keywords = {x, y},
              timestamp = {2020-05-01T10:20:30Z}}
            @misc{b, title = "Two", doi = "10.1000/182"}

            """),
        Sample(
            .ris,
            """
            TY  - ELEC
            TI  - One ä
            UR  - https://a.example/
            N1  - n
            m
            KW  - x
            KW  - y
            U1  - weft {"added": "2020-05-01T10:20:30Z"}
            ER  - 
            TY  - JOUR
            TI  - Two
            DO  - 10.1000/182
            ER  - 

            """),
        Sample(
            .csljson,
            """
            [{"id": "a", "type": "webpage", "title": "One ä", "URL": "https://a.example/",
              "keyword": "x, y", "note": "n", "custom": {"weft": {"added": "2020-05-01T10:20:30Z"}}},
             {"id": "b", "type": "book", "title": "Two", "DOI": "10.1000/182"}
            ]

            """),
        Sample(
            .xbel,
            """
            <?xml version="1.0"?>
            <xbel version="1.0"><folder><title>F</title>
            <bookmark href="https://a.example/" added="2020-05-01T10:20:30Z"><title>One ä</title>
            <desc>n</desc></bookmark></folder>
            <bookmark href="https://doi.org/10.1000/182"><title>Two</title></bookmark>
            </xbel>

            """),
        Sample(
            .pinboardXML,
            """
            <posts user="ana">
            <post href="https://a.example/" time="2020-05-01T10:20:30Z" description="One ä" tag="x y" />
            <post href="https://doi.org/10.1000/182" description="Two" />
            </posts>

            """),
        Sample(
            .wallabag,
            """
            [{"is_archived": 0, "url": "https://a.example/", "title": "One ä", "tags": ["x"],
              "created_at": "2020-05-01T10:20:30Z"},
             {"is_archived": 1, "url": "https://doi.org/10.1000/182", "title": "Two", "tags": []}]

            """),
        Sample(
            .karakeep,
            """
            {"bookmarks": [{"createdAt": "2020-05-01T10:20:30Z", "title": "One ä", "lists": ["l"],
              "content": {"type": "link", "url": "https://a.example/"}, "tags": ["x"]},
             {"title": "Two", "content": {"url": "https://doi.org/10.1000/182"}}],
             "lists": [{"id": "l", "name": "L", "parentId": null}]}

            """),
        Sample(
            .linkwarden,
            """
            {"collections": [{"name": "C", "links": [
              {"url": "https://a.example/", "name": "One ä", "createdAt": "2020-05-01T10:20:30Z"},
              {"url": "https://doi.org/10.1000/182", "name": "Two"}]}], "id": 1, "links": 2}

            """),
        Sample(
            .linkding,
            """
            {"count": 2, "results": [
              {"url": "https://a.example/", "title": "One ä", "tag_names": ["x"],
               "date_added": "2020-05-01T10:20:30Z"},
              {"url": "https://doi.org/10.1000/182", "title": "Two", "tag_names": []}]}

            """),
    ]

    @Test(arguments: samples)
    func `the whole file is read`(sample: Sample) throws {
        let reading = try Importer.read(sample.text)

        #expect(reading.format == sample.format)
        #expect(
            reading.entries.map(\.draft.url) == [
                "https://a.example/", "https://doi.org/10.1000/182",
            ])
        #expect(reading.entries.map(\.draft.title) == ["One ä", "Two"])
        #expect(reading.entries[0].draft.added?.milliseconds == 1_588_328_430_000)
        #expect(reading.report.earlyEnd == nil)
        #expect(reading.report.notices.isEmpty)
    }

    @Test(arguments: samples)
    func `cut anywhere, what stood before is kept, and the end is told`(sample: Sample) throws {
        let whole = try Importer.read(sample.text)
        let bytes = Array(sample.text.utf8)

        for end in 1..<(bytes.count - 1) {
            guard let reading = try? Importer.read(Array(bytes[..<end]), format: sample.format)
            else { continue }
            let count = reading.entries.count
            #expect(count <= 2)
            if count > 1 {
                #expect(reading.entries[0].draft.url == "https://a.example/", "cut at \(end)")
            }
            let isWhole = reading.entries == whole.entries
            // In these two formats the file could have ended there.
            let rest = String(decoding: bytes[end...].drop { $0 <= 0x20 }, as: UTF8.self)
            let isBetween = ["@misc{b", "TY  - JOUR"].contains { rest.hasPrefix($0) }
            #expect(isWhole || isBetween || reading.report.earlyEnd != nil, "cut at \(end)")
        }
    }

    @Test(arguments: samples)
    func `a NUL at its beginning makes it no text, and one far behind is repaired`(
        sample: Sample
    ) throws {
        let bytes = Array(sample.text.utf8)
        let blanks = [UInt8](repeating: 0x20, count: 64 * 1024)

        for place in stride(from: 0, to: bytes.count, by: 3) {
            var early = bytes
            early.insert(0, at: place)
            #expect(throws: InterchangeError.binary) {
                try Importer.read(early, format: sample.format)
            }
            let reading = try? Importer.read(blanks + early, format: sample.format)
            let texts = reading?.entries.map { $0.draft.url + $0.draft.title + $0.draft.note } ?? []
            #expect(texts.allSatisfy { !$0.contains("\0") })
        }
    }

    @Test(
        arguments: samples,
        ["0000-01-01T00:00:00Z", "99999-01-01T00:00:00Z", "2020-02-30", "∞", "9"])
    func `a date that is none is told, and the link is kept`(sample: Sample, date: String) throws {
        let reading = try Importer.read(sample.dated(date))

        #expect(reading.entries.count == 2)
        guard date != "9" else { return }
        #expect(reading.entries[0].draft.added == nil)
        #expect(reading.report.notices.count == 1)
        #expect(reading.report.notices[0].hasPrefix("1 date, '\(date)' on line "))
    }

    @Test(arguments: samples)
    func `another encoding is read, and told where the file does not name it`(
        sample: Sample
    ) throws {
        let latin = sample.text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        let reading = try Importer.read(latin)
        #expect(reading.entries.map(\.draft.title) == ["One ä", "Two"])
        #expect(
            reading.report.notices
                == ["the file is not in UTF-8, and was read as windows-1252"])

        let wide =
            [0xFF, 0xFE]
            + sample.text.utf16.flatMap { unit -> [UInt8] in
                [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            }
        #expect(try Importer.read(wide).entries.map(\.draft.title) == ["One ä", "Two"])
    }

    // MARK: Large inputs

    private static let many = 100_000

    private static func repeated(_ text: String, _ count: Int = many) -> String {
        String(repeating: text, count: count)
    }

    /// A long file, which is not printed when a test of it fails.
    struct Long: Sendable, CustomTestStringConvertible {
        let format: Format
        let file: String
        let links: Int

        var testDescription: String { "\(format.rawValue): \(file.prefix(60))…" }

        init(_ format: Format, _ file: String, _ links: Int = 1) {
            (self.format, self.file, self.links) = (format, file, links)
        }
    }

    static let deep = [
        Long(
            .bibtex, "@misc{a, title = {\(repeated("{"))deep\(repeated("}"))}, url = {https://a/}}",
            1),
        Long(.bibtex, "@misc{a, url = {https://a/}, title = {\(repeated("{"))", 0),
        Long(.bibtex, "@misc{a, url = {https://a/}, title = \"\(repeated("}"))", 0),
        Long(.bibtex, repeated("@a{k,x={"), 0), Long(.bibtex, repeated("@a{k,x={\n"), 0),
        Long(.bibtex, repeated("@a{"), 0),
        Long(.bibtex, repeated("@a{k, url = {https://a/}\n"), many - 1),
        Long(.bibtex, repeated("@comment{\n") + "@misc{k, url={https://a/}}", 1),
        Long(
            .bibtex, "@misc{k, url={https://a/}, title={\(repeated("\\'"))e\(repeated("\\\\"))}}", 1
        ),
        Long(.csljson, "[{\"URL\": \"https://a/\", \"x\": \(repeated("["))\(repeated("]"))}]", 1),
        Long(.csljson, "[{\"URL\": \"https://a/\", \"x\": \(repeated("{\"x\": "))", 0),
        Long(.wallabag, "[{\"url\": \"https://a/\", \"x\": \(repeated("["))\(repeated("]"))}]", 1),
        Long(
            .karakeep,
            "{\"bookmarks\": [{\"content\": {\"url\": \"https://a/\"}, \"x\": \(repeated("["))1", 0),
        Long(
            .xbel,
            "<xbel>\(repeated("<folder>"))<bookmark href='https://a/'/>\(repeated("</folder>"))</xbel>",
            1),
        Long(.xbel, "<xbel>\(repeated("<bookmark href='https://a/'><title>"))", 1),
        Long(.xbel, "<xbel>\(repeated("<bookmark href='https://a/'>"))</xbel>", many),
        Long(.pinboardXML, "<posts>\(repeated("<post href='https://a/'>"))</posts>", many),
        Long(.pinboardXML, "<posts>\(repeated("<post href=\""))", 0),
        Long(.ris, "TY  - A\nUR  - https://a/\nN1  - x\(repeated("\n"))ER  - \n", 1),
        Long(.ris, repeated("TY  - A\nUR  - https://a/\n") + "ER  -", many),
    ]

    @Test(arguments: deep)
    func `depth and number cost no more than length`(long: Long) throws {
        #expect(try Importer.read(long.file, format: long.format).entries.count == long.links)
    }

    static let wide = [
        Long(
            .csv,
            "url,title," + repeated("c,", 1_000_000) + "\nhttps://a/,T,"
                + repeated("v,", 1_000_000)
        ),
        Long(
            .bibtex,
            "@misc{k, " + repeated("f = {v}, ", 1_000_000) + "title = {T}, url = {https://a/}}"),
        Long(
            .bibtex,
            "@misc{k, title = {T}, url = {https://a/}, author = {\(repeated("A and ", 1_000_000))B}}"
        ),
        Long(
            .ris,
            "TY  - A\nTI  - T\nUR  - https://a/\n" + repeated("ZZ  - v\n", 1_000_000) + "ER  - "),
        Long(
            .ris,
            "TY  - A\nTI  - T\nUR  - https://a/\nN1  - \n" + repeated("v\n", 1_000_000) + "ER  - "),
        Long(
            .csljson,
            "[{\"title\": \"T\", \"URL\": \"https://a/\"\(repeated(", \"m\": 1", 1_000_000))}]"),
        Long(
            .xbel,
            "<xbel><bookmark href='https://a/' \(repeated("a='b' ", 1_000_000))><title>T</title></bookmark></xbel>"
        ),
        Long(
            .pinboardXML,
            "<posts><post href='https://a/' description='T' \(repeated("a='b' ", 1_000_000))/></posts>"
        ),
    ]

    @Test(arguments: wide)
    func `a million columns are passed over`(long: Long) throws {
        let reading = try Importer.read(long.file, format: long.format)

        #expect(reading.entries.map(\.draft.url) == ["https://a/"])
        #expect(reading.entries.map(\.draft.title) == ["T"])
    }

    @Test func `the names of a million columns are told shortly`() throws {
        let file =
            "url,title," + (1...1_000_000).map { "c\($0)" }.joined(separator: ",")
            + "\nhttps://a/,T"

        let reading = try Importer.read(file)

        #expect(reading.entries.map(\.draft.title) == ["T"])
        #expect(
            reading.report.notices == [
                "of 1000002 columns the first 64 were read",
                "ignored columns: 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8', "
                    + "'c9', 'c10', 'c11', 'c12' and 50 more",
            ])
    }
}
