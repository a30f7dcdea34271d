import CRDT
import Domain
import Interchange
import Primitives
import Testing

/// Tests papers in BibTeX: as others write them, byte for byte as this program does, and read back.
@Suite struct PaperTests {
    private let papers = ImportOptions(works: .paper)

    private func paper(_ draft: BookmarkDraft) -> Bookmark {
        let added = draft.added ?? WallTime(milliseconds: 1_714_558_830_123)
        return Bookmark(
            author: Author(person: PersonID(.zero), name: "ana", isMe: true),
            id: ObjectID(Bytes16(high: 1, low: 2)), url: draft.url,
            canonicalURL: CanonicalURL.canonical(draft.url), title: draft.title, note: draft.note,
            tags: draft.tags, size: .medium, isUnread: false, added: added, updated: added,
            placement: [], isTrashed: false, conflicts: [], kind: .paper, details: draft.details)
    }

    private func read(_ file: String) throws -> Reading {
        try Importer.read(Array(file.utf8), format: .bibtex, options: papers)
    }

    @Test func `a work becomes a paper with all that is said of it`() throws {
        let reading = try read(
            #"""
            @string{cacm = "Communications" # { of the ACM}}
            % a comment
            @article{lamport78,
              author = {Leslie Lamport and M{\"u}ller, Anna and Ludwig van Beethoven and {Guild and Sons} and others},
              title = {Time, {Clocks}}, journal = cacm, year = 1978, pages = {558--565},
              doi = {https://doi.org/10.1145/359545.359563}, keywords = {clocks},
            }
            """#)

        let draft = try #require(reading.entries.first?.draft)
        #expect(draft.kind == .paper)
        #expect(draft.title == "Time, Clocks")
        #expect(draft.tags == ["clocks"])
        #expect(
            draft.details == [
                Detail(
                    .authors,
                    ["Lamport, Leslie; Müller, Anna; van Beethoven, Ludwig; Guild and Sons; others"]
                ),
                Detail(.year, ["1978"]), Detail(.venue, ["Communications of the ACM"]),
                Detail(.doi, ["10.1145/359545.359563"]), Detail(.citationKey, ["lamport78"]),
                Detail(.entry, ["article"]), Detail(.pages, ["558–565"]),
            ])
    }

    @Test func `a child has what it lacks from its parent, before or behind it`() throws {
        let child = "title = {On Looms}, pages = {1--9}, crossref = {PROC}"
        let parent = """
            @proceedings{proc, title = {Proceedings of Weavers}, year = 2019, publisher = {Guild},
              volume = 3, note = {mine}}
            """
        let wanted = [
            Detail(.year, ["2019"]), Detail(.venue, ["Proceedings of Weavers"]),
            Detail(.citationKey, ["a"]), Detail(.entry, ["inproceedings"]),
            Detail(.volume, ["3"]), Detail(.pages, ["1–9"]), Detail(.publisher, ["Guild"]),
        ]

        for file in [
            "@inproceedings{a, \(child)}\n\(parent)", "\(parent)\n@inproceedings{a, \(child)}",
        ] {
            let drafts = try read(file).entries.map(\.draft)
            let found = try #require(drafts.first { $0.title == "On Looms" })
            #expect(drafts.count == 2)
            #expect(Set(found.details) == Set(wanted))
            #expect(found.note.isEmpty)
        }
        let own = try read(
            "@inproceedings{a, \(child), year = 2001, booktitle = {Mine}}\n\(parent)")
        let details = try #require(own.entries.first?.draft.details)
        #expect(details[.year] == ["2001"] && details[.venue] == ["Mine"])
    }

    @Test(arguments: ["crossref = {a}", "crossref = {none}", "crossref = {}", "crossref = b"])
    func `a parent that is missing, or the entry itself, gives nothing`(field: String) throws {
        let reading = try read("@misc{a, title = {One}, \(field)}\n@misc{b, crossref = {a}}")

        #expect(reading.entries.first?.draft.title == "One")
        #expect(reading.entries.first?.draft.details[.venue] == [])
    }

    @Test func `of entries with one key the first is taken, and the others are named`() throws {
        let reading = try read(
            "@misc{Loom, title = {One}}\n@misc{loom, title = {Two}}\n@misc{, title = {Three}}\n"
                + "@misc{, title = {Four}}\n")

        #expect(reading.entries.map(\.draft.title) == ["One", "Three", "Four"])
        #expect(reading.report.refused.map(\.line) == [2])
        #expect(
            reading.report.refused.first?.why == "the entry on line 1 has the key 'loom' too")
    }

    @Test func `papers with one key get suffixes in a file, whoever has them`() throws {
        let draft = { (key: String) in
            BookmarkDraft(
                url: "", title: "T", kind: .paper, details: [Detail(.citationKey, [key])])
        }

        let bytes = exported(["k", "K", "k", "ka", "k"].map { paper(draft($0)) }, as: .bibtex)
        let read = try Importer.read(bytes, format: .bibtex, options: papers).entries

        #expect(
            read.map { $0.draft.details[.citationKey].first } == ["k", "Ka", "kb", "kaa", "kc"])
    }

    @Test func `a bibliography of many programs is read as before, and written again alike`() throws
    {
        let reading = try Importer.read(
            Fixture.bytes(named: "papers.bib"), format: .bibtex, options: papers)
        let written = exported(reading.entries.map { paper($0.draft) }, as: .bibtex)
        let again = try Importer.read(written, format: .bibtex, options: papers)

        #expect(written == Fixture.bytes(named: "papers-written.bib"))
        #expect(again.entries.map(\.draft.details) == reading.entries.map(\.draft.details))
        #expect(again.entries.map(\.draft.title) == reading.entries.map(\.draft.title))
        #expect(reading.report.refused.map(\.line) == [46, 51])
        #expect(again.report.refusedCount == 0)
    }

    @Test(arguments: [
        "@misc{a, title = {A\u{0}B}, author = {C\u{0}D and E}}", "@misc{a\u{0}b, title = {T}}",
    ])
    func `NUL does not come in`(file: String) throws {
        let reading = try? read(file)

        for entry in reading?.entries ?? [] {
            let texts = [entry.draft.title] + entry.draft.details.flatMap(\.values)
            #expect(!texts.contains { $0.utf8.contains(0) })
        }
    }

    @Test func `bytes that are no UTF-8 are read without an end`() throws {
        let file =
            Array("@misc{a, title = {T ".utf8) + [0xC3, 0x28, 0xFF]
            + Array("}, author = {A and ".utf8) + [0xE2, 0x82] + Array("}}".utf8)

        let reading = try Importer.read(file, format: .bibtex, options: papers)

        #expect(reading.entries.count == 1)
        #expect(reading.entries.first?.draft.title.hasPrefix("T ") == true)
    }

    @Test(.timeLimit(.minutes(1)))
    func `100,000 entries, and one value of 10 MB, are read in bounded time`() throws {
        var file: [UInt8] = []
        for number in 0..<100_000 {
            file += "@article{k\(number), title={T \(number)}, year=2001, crossref={p}}\n".utf8
        }
        file += "@misc{p, title = {P}, publisher = {".utf8
        file += [UInt8](repeating: UInt8(ascii: "x"), count: 10 << 20)
        file += "}}\n".utf8

        let reading = try Importer.read(file, format: .bibtex, options: papers)

        #expect(reading.entries.count == 100_001)
        #expect(reading.report.refusedCount == 0)
        #expect(reading.entries[99_999].draft.details[.venue] == ["P"])
        #expect(reading.entries[100_000].draft.details[.venue] == [])
    }

    @Test func `a broken entry is named with its line, and the rest is taken`() throws {
        let reading = try read(
            "@book{a, title = {One}}\n@misc{b, title = {never closed\n@misc{c, title = {Three}}\n")

        #expect(reading.entries.map(\.draft.title) == ["One", "Three"])
        #expect(reading.report.refused.map(\.line) == [2])
    }

    @Test func `a paper has this form`() throws {
        let draft = BookmarkDraft(
            url: "https://a.example/", title: "Time & Clocks", note: "read", tags: ["clocks"],
            kind: .paper,
            details: [
                Detail(.authors, ["Lamport, Leslie; Guild of Weavers; others"]),
                Detail(.year, ["1978"]), Detail(.venue, ["CACM"]),
                Detail(.doi, ["10.1145/359545.359563"]), Detail(.citationKey, ["lamport1978time"]),
                Detail(.entry, ["article"]),
            ])

        let text = String(decoding: exported([paper(draft)], as: .bibtex), as: UTF8.self)

        #expect(
            text == #"""
                @article{lamport1978time,
                  author = {Lamport, Leslie and {Guild of Weavers} and others},
                  journal = {CACM},
                  year = {1978},
                  doi = {10.1145/359545.359563},
                  url = {https://a.example/},
                  title = {{Time \& Clocks}},
                  note = {read},
                  keywords = {clocks},
                  urldate = {2024-05-01},
                  timestamp = {2024-05-01T10:20:30.123Z},
                }


                """#)
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `exported papers are read back unchanged`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let drafts = (0..<40).map { draft(&dice, number: $0) }

        let bytes = exported(drafts.map(paper), as: .bibtex)
        let reading = try Importer.read(bytes, format: .bibtex, options: papers)

        let read = reading.entries.map(\.draft)
        #expect(read.map(\.title) == drafts.map(\.title))
        #expect(read.map(\.details) == drafts.map(\.details))
        #expect(read.map(\.note) == drafts.map(\.note))
        #expect(read.map(\.tags) == drafts.map(\.tags))
        #expect(read.map(\.url) == drafts.map(\.url))
    }

    @Test func `a file cut anywhere is read without more than was in it`() throws {
        let whole = Array(
            #"@string{a = "b"} @article{k, author = {A and B}, title = {T {\"o}}, year = 2020}"#
                .utf8)

        for end in 0...whole.count {
            let reading = try? Importer.read(
                Array(whole[..<end]), format: .bibtex, options: papers)
            #expect((reading?.entries.count ?? 0) <= 1)
        }
    }

    private func draft(_ dice: inout Dice, number: Int) -> BookmarkDraft {
        let parts = [
            "a", "Ü", "{", "}", "\\", "\"", "and", "--", "$", "%", "~", "'", "é", "，", "ff",
        ]
        func word(_ dice: inout Dice) -> String {
            (0...dice.roll(below: 4)).map { _ in parts[dice.roll(below: parts.count)] }.joined()
        }
        let names = (0...dice.roll(below: 3)).map { _ in
            dice.roll(below: 2) == 0 ? word(&dice) : word(&dice) + ", " + word(&dice)
        }
        let entry = Paper.entries[dice.roll(below: Paper.entries.count)]
        var raw = [
            Detail(.authors, [names.joined(separator: "; ")]),
            Detail(.year, ["\(1000 + dice.roll(below: 9000))"]),
            Detail(.venue, [word(&dice) + " " + word(&dice)]),
            Detail(.doi, ["10.1000/\(number)"]), Detail(.citationKey, ["k\(number)"]),
            Detail(.entry, [entry]), Detail(.volume, [word(&dice)]),
            Detail(.issue, [word(&dice)]), Detail(.pages, ["\(number)--\(number + 9)"]),
            Detail(.publisher, [word(&dice) + " & " + word(&dice)]),
        ].filter { $0.name == .citationKey || dice.roll(below: 4) > 0 }
        // A publisher alone is the venue.
        if raw[.venue].isEmpty { raw.removeAll { $0.name == .publisher } }
        let details = (try? DetailRules.check(raw, of: .paper).get()) ?? []
        return BookmarkDraft(
            url: dice.roll(below: 2) == 0 ? "" : "https://a.example/\(number)",
            title: "t\(number) " + word(&dice), note: dice.roll(below: 2) == 0 ? "" : word(&dice),
            tags: ["tag\(number)"], kind: .paper, details: details)
    }
}
