import Domain
import Interchange
import Primitives
import Testing

/// Tests RIS bibliographies as other programs write them.
@Suite struct RISTests {
    private static let file = """
        TY  - JOUR
        TI  - The Loom
        AU  - Miller, Anna
        A1  - Li, Bo
        T2  - Journal of Looms
        PY  - 2019/05/01/
        DA  - 2019/05/01/
        Y2  - 2020/01/02/10:20:30
        AB  - How cards
        steer a loom.
        N1  - see p. 5
        KW  - Looms, hand
        KW  - weaving
        DO  - 10.1000/182
        UR  - https://c35.example/looms
        UR  - https://c35.example/again
        UR  - <Go to ISI>://WOS:000
        ER  - 

        TY  - BOOK
        T1  - A Book
        ER  - 

        TY  - ELEC
        T1  - Only a DOI
        KW  - one; two, three
        DO  - https://doi.org/10.1000/183
        ER  - 

        """

    private func check(_ reading: Reading) {
        let links = reading.entries.map(\.draft)
        #expect(reading.format == .ris)
        #expect(links.map(\.url) == ["https://c35.example/looms", "https://doi.org/10.1000/183"])
        #expect(links.map(\.title) == ["The Loom", "Only a DOI"])
        #expect(
            links.map(\.note) == [
                """
                Authors: Anna Miller, Bo Li
                Published: Journal of Looms, 2019
                DOI: 10.1000/182
                See also: https://c35.example/again

                How cards
                steer a loom.

                see p. 5
                """, "",
            ])
        #expect(links.map(\.tags) == [["Looms, hand", "weaving"], ["one", "two", "three"]])
        #expect(links.map(\.added) == [nil, nil])
        #expect(
            reading.report.notices == [
                "1 work, 'A Book' on line 20, is left out: it has no URL or DOI"
            ])
        #expect(reading.report.earlyEnd == nil)
    }

    @Test func `a file of RIS is read`() throws {
        check(try Importer.read(Self.file))
    }

    @Test func `so it is with CR LF, a mark of UTF-8, and no last line end`() throws {
        let text = Self.file.replacing("\n", with: "\r\n")
        check(try Importer.read([0xEF, 0xBB, 0xBF] + Array(text.utf8)))
        check(try Importer.read(String(Self.file.dropLast(2))))
    }

    @Test func `an entry without its end ends where the next begins`() throws {
        let reading = try Importer.read(
            "TY  - ELEC\nUR  - https://a/\nTY  - ELEC\nUR  - https://b/\nER  - \nTY  - ELEC\nUR  - h"
        )

        #expect(reading.entries.map(\.draft.url) == ["https://a/", "https://b/"])
        #expect(reading.report.earlyEnd?.line == 7)
        #expect(reading.report.earlyEnd?.why == "the file ends in the middle of an entry")
    }

    @Test func `one blank before the hyphen is enough where the file has one`() throws {
        let reading = try Importer.read("TY - ELEC\nUR - https://a/\nTI - T\nER -\n")

        #expect(reading.entries.map(\.draft.title) == ["T"])
    }
}
