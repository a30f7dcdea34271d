import CRDT
import Domain
import Interchange
import Primitives
import Testing

/// Tests exported bibliographies: byte for byte, and read back.
@Suite struct CitationExportTests {
    private static let formats = [ExportFormat.bibtex, .ris, .csljson]

    private func link(
        _ title: String, url: String = "https://a.example/", note: String = "", tags: [String] = [],
        added: UInt64 = 1_714_558_830_123, number: UInt64 = 2
    ) -> Bookmark {
        Bookmark(
            author: Author(person: PersonID(.zero), name: "ana", isMe: true),
            id: ObjectID(Bytes16(high: 1, low: number)), url: url,
            canonicalURL: CanonicalURL.canonical(url), title: title, note: note, tags: tags,
            size: .medium, isUnread: false, added: WallTime(milliseconds: added),
            updated: WallTime(milliseconds: 1_800_000_000_000), placement: [], isTrashed: false,
            conflicts: [])
    }

    private func text(_ links: [Bookmark], _ format: ExportFormat) -> String {
        String(decoding: exported(links, as: format), as: UTF8.self)
    }

    /// The fields of a link that every format must preserve.
    private struct Kept: Equatable {
        var url: String
        var title: String
        var note: String
        var tags: [String]
        var added: UInt64?

        init(_ link: Bookmark) {
            (url, title, note, tags) = (link.url, link.title, link.note, link.tags)
            added = link.added.milliseconds
        }

        init(_ draft: BookmarkDraft) {
            (url, title, note, tags) = (draft.url, draft.title, draft.note, draft.tags)
            added = draft.added?.milliseconds
        }
    }

    @Test func `BibTeX has this form`() {
        let id = ObjectID(Bytes16(high: 1, low: 2)).text

        let text = text(
            [
                link(
                    "R&D: 5% {x}", url: "https://a.example/?a=1&b_c#d", note: "one\ntwo -- three",
                    tags: ["craft", "Doe, Jane"])
            ], .bibtex)

        #expect(
            text == #"""
                @online{weft-\#(id),
                  url = {https://a.example/?a=1&b_c#d},
                  title = {{R\&D: 5\% {\textbraceleft}x{\textbraceright}}},
                  note = {one\\
                two -{}- three},
                  keywords = {craft, {Doe, Jane}},
                  urldate = {2024-05-01},
                  timestamp = {2024-05-01T10:20:30.123Z},
                }


                """#)
    }

    @Test func `RIS has this form`() {
        let id = ObjectID(Bytes16(high: 1, low: 2)).text

        let text = text([link("T", note: "one\nTY  - two", tags: ["a, b", "c"])], .ris)

        #expect(
            text
                == """
                TY  - ELEC
                ID  - weft-\(id)
                TI  - T
                UR  - https://a.example/
                KW  - a, b
                KW  - c
                N1  - one
                 TY  - two
                Y2  - 2024/05/01
                U1  - weft {"added": "2024-05-01T10:20:30.123Z", "note": "one\\u000aTY  - two"}
                ER  - 


                """.replacing("\n", with: "\r\n"))
    }

    @Test func `CSL JSON has this form`() {
        let id = ObjectID(Bytes16(high: 1, low: 2)).text

        let text = text([link("T", note: "n", tags: ["a, b"]), link("", number: 3)], .csljson)

        #expect(
            text.hasPrefix(
                """
                [
                {"id": "weft-\(id)", "type": "webpage", "title": "T", "URL": "https://a.example/", \
                "note": "n", "keyword": "a, b", "accessed": {"date-parts": [[2024, 5, 1]]}, \
                "custom": {"weft": {"added": "2024-05-01T10:20:30.123Z", "tags": ["a, b"]}}},
                {"id": "weft-
                """))
        #expect(text.hasSuffix("}}}\n]\n"))
    }

    @Test(arguments: formats)
    func `awkward texts come back unchanged`(format: ExportFormat) throws {
        let links = [
            link(
                "=1+1 & <b>\"x\"</b>, &amp; \u{1F600} --- ``q'' ~ \\alpha {",
                url: "https://a.example/?x=1&y=\"<'>,[|]\\{%7B~--$_#^",
                note: "\n @note\r\n<DT><A>\nER  - \nTY  - x\n\n  in\u{1}dented\\ ''= $5\t\n",
                tags: [
                    "a,b", "a|b", "a\\b", "Doe, Jane", "x/y", "ü&<\">'", "=z", "a;b", "{", "a--b",
                ]),
            link("", url: "https://b.example/", note: "\n", added: 1_000),
            link(" blanks ", url: "https://c.example/a}b{", note: " ", tags: ["one, two"]),
            link("@misc{x,", url: "http://d.example/", note: "\n@misc{x,\n url = {https://no/}}"),
            link("Authors: nobody", url: "https://doi.org/10.1000/182", note: "DOI: 10.1000/182"),
            link(
                "u\u{308} ü \u{A0} \u{85}\u{2028}x", url: "https://e.example/",
                note: "a\u{2028}b\u{B}c"),
        ]

        let reading = try Importer.read(exported(links, as: format))

        #expect(reading.entries.map { Kept($0.draft) } == links.map { Kept($0) })
        #expect(reading.report.warningCount == 0)
        #expect(reading.report.notices.isEmpty)
        #expect(reading.report.earlyEnd == nil)
    }

    @Test(arguments: formats)
    func `the longest note comes back whole`(format: ExportFormat) throws {
        for letter in ["\\", "x", "-", "\n", "é"] {
            let count = Limits.noteBytesMax / letter.utf8.count
            let link = link("T", note: "a" + String(repeating: letter, count: count - 2) + "b")

            let reading = try Importer.read(exported([link], as: format))

            #expect(reading.entries.map { Kept($0.draft) } == [Kept(link)])
        }
    }

    @Test(arguments: 1...40)
    func `any text comes back as it was`(seed: UInt64) throws {
        let pieces = [
            "\\", "{", "}", "$", "&", "#", "^", "_", "~", "%", "-", "--", "'", "`", "\"", "@", "=",
            ",", ";", " ", "\n", "\r\n", "\t", "a", "B", "\\u", "\\'e", "ER  - ", "TY  - ", "ü",
            "\u{301}", "<i>", "</i>", "weft", "and", "\\textbackslash", "{}", "\u{1}", "1",
        ]
        var dice = Dice(seed: seed)
        func text(_ count: Int) -> String {
            (0..<dice.roll(below: count)).map { _ in pieces[dice.roll(below: pieces.count)] }
                .joined()
        }
        let links = (0..<20).map { number in
            let tags = (0..<dice.roll(below: 4)).compactMap { _ in
                try? TagName.normalise(text(6)).get().name
            }
            let distinct = tags.enumerated().filter { index, tag in
                !tags[..<index].contains { TagName.fold($0) == TagName.fold(tag) }
            }.map(\.element)
            return link(
                text(12), url: "https://a.example/\(number)?\(text(6).filter { $0 > " " })x",
                note: text(20),
                tags: distinct)
        }

        for format in Self.formats {
            let reading = try Importer.read(exported(links, as: format))

            #expect(reading.entries.count == links.count, "seed \(seed), \(format)")
            for (entry, link) in zip(reading.entries, links) {
                #expect(Kept(entry.draft) == Kept(link), "seed \(seed), \(format)")
            }
        }
    }

    @Test(arguments: formats)
    func `the key is the same in every export, and each has one`(format: ExportFormat) {
        let links = [link("A", number: 2), link("B", number: 3)]
        let keys = links.map { "weft-\($0.id.text)" }

        let text = text(links, format)

        #expect(keys.map { text.ranges(of: $0).count } == [1, 1])
        #expect(text == self.text(links, format))
    }

    @Test func `a file of nothing is whole`() {
        #expect(Self.formats.map { text([], $0) } == ["", "", "[\n]\n"])
    }
}
