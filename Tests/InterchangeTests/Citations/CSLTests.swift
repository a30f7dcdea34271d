import Domain
import Interchange
import Primitives
import Testing

/// Tests CSL JSON bibliographies as other programs write them.
@Suite struct CSLTests {
    private static let items = #"""
        [
          {"id": "http://zotero.org/users/1/items/A", "type": "article-journal",
           "abstract": "How cards steer a loom.", "container-title": "Journal of Looms",
           "DOI": "10.1000/182", "title": "The <i>Jacquard</i> Loom, 1 < 2",
           "URL": "https://c35.example/looms", "keyword": "weaving, hand tools",
           "author": [{"family": "Miller", "given": "Anna"}, {"literal": "Weavers\u2019 Guild"},
                      {"family": "Beethoven", "given": "L.", "non-dropping-particle": "van"}],
           "issued": {"date-parts": [["2019", 5]]}, "accessed": {"date-parts": [[2020, 1, 2]]},
           "note": "see p. 5"},
          {"id": 7, "type": "book", "title": "A Book", "issued": {"raw": "2001-02"}},
          {"id": 8, "type": "dataset", "DOI": "10.1000/183", "issued": {"literal": "spring"}},
          "no object"
        ]
        """#

    @Test(arguments: [items, "{\"generator\": [{}], \"items\": \(items), \"more\": 1}"])
    func `a list of items is read`(file: String) throws {
        let reading = try Importer.read(file)

        let links = reading.entries.map(\.draft)
        #expect(reading.format == .csljson)
        #expect(links.map(\.url) == ["https://c35.example/looms", "https://doi.org/10.1000/183"])
        #expect(links.map(\.title) == ["The Jacquard Loom, 1 < 2", ""])
        #expect(
            links.map(\.note) == [
                """
                Authors: Anna Miller, Weavers’ Guild, L. van Beethoven
                Published: Journal of Looms, 2019
                DOI: 10.1000/182

                How cards steer a loom.

                see p. 5
                """, "Published: spring",
            ])
        #expect(links[0].tags == ["weaving", "hand tools"])
        #expect(links.map(\.added) == [nil, nil])
        #expect(reading.report.refused.map(\.why) == ["it is not an object"])
        #expect(reading.report.notices.count == 1)
    }

    @Test(arguments: [
        #"[{"id": 1, "type": "article", "url": "https://a/", "title": "T"}]"#,
        #"[{"type": "webpage", "URL": "https://a/"}]"#,
        #"[{"id": 1, "type": "parrot", "URL": "https://a/"}]"#, #"[1, 2, 3]"#,
        #"{"items": [{"id": 1, "itemType": "webpage", "url": "https://a/"}]}"#,
    ])
    func `a list of another shape is no known file`(file: String) {
        #expect(throws: InterchangeError.unknownFormat) { try Importer.read(file) }
    }

    @Test(arguments: [
        ("zotero", "[{\"id\": 1}]", Format.csljson), ("zotero", "TY  - JOUR\n", .ris),
        ("zotero", "@misc{a}", .bibtex), ("Mendeley", "TY  - JOUR\n", .ris), ("BIB", "", .bibtex),
        ("jabref", "", .bibtex), ("endnote", "", .ris), ("csl", "", .csljson), ("ris", "", .ris),
        ("bibtex", "", .bibtex), ("csljson", "", .csljson),
    ])
    func `a program stands for the format that its file is in`(
        name: String, file: String, format: Format
    ) {
        #expect(Format(name: name, bytes: Array(file.utf8)) == format)
    }

    @Test(arguments: [Format.bibtex, .ris, .csljson])
    func `a file that was named wrongly is told`(format: Format) {
        #expect(throws: InterchangeError.notThis(format)) {
            try Importer.read("<!DOCTYPE NETSCAPE-Bookmark-file-1><DL>", format: format)
        }
    }
}
