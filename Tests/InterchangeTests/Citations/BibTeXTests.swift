import Domain
import Interchange
import Primitives
import Testing

/// Tests BibTeX bibliographies as other programs write them.
@Suite struct BibTeXTests {
    private func link(_ fields: String) throws -> BookmarkDraft {
        let reading = try Importer.read("@article{key,\n\(fields)\n}\n")
        #expect(reading.format == .bibtex)
        return try #require(reading.entries.first?.draft)
    }

    @Test func `Zotero's file is read`() throws {
        let file = #"""

            @article{muller_looms_2019,
            	title = {The {Jacquard} Loom \& its {\textquotedblleft}Cards{\textquotedblright}},
            	volume = {12},
            	url = {https://c35.example/looms?a=1&b=2},
            	doi = {10.1000/182},
            	abstract = {How cards
            		steer a loom.

            A second paragraph.},
            	journal = {Journal of {Looms}},
            	author = {M{\"u}ller, Anna and Li, Bo and {Weavers' Guild}},
            	month = may,
            	year = {2019},
            	note = {see p. 5},
            	keywords = {weaving, hand tools; punched cards},
            	urldate = {2020-01-02},
            }

            @book{none,
            	title = {A Book},
            	author = {Somebody},
            }

            @misc{second,
            	title = {Only a {DOI}},
            	doi = {https://doi.org/10.1000/a<b>},
            }
            """#

        let reading = try Importer.read(file)

        let links = reading.entries.map(\.draft)
        #expect(reading.format == .bibtex)
        #expect(
            links.map(\.url) == [
                "https://c35.example/looms?a=1&b=2", "https://doi.org/10.1000/a%3Cb%3E",
            ])
        #expect(links.map(\.title) == ["The Jacquard Loom & its “Cards”", "Only a DOI"])
        #expect(
            links.map(\.note) == [
                """
                Authors: Anna Müller, Bo Li, Weavers' Guild
                Published: Journal of Looms, 2019
                DOI: 10.1000/182

                How cards steer a loom.

                A second paragraph.

                see p. 5
                """, "",
            ])
        #expect(links[0].tags == ["weaving", "hand tools", "punched cards"])
        #expect(links.map(\.added) == [nil, nil])
        #expect(
            reading.report.notices == [
                "1 work, 'A Book' on line 20, is left out: it has no URL or DOI"
            ])
        #expect(reading.report.refusedCount == 0)
        #expect(reading.report.earlyEnd == nil)
    }

    @Test func `JabRef's macros, comments and dates are read`() throws {
        let file = #"""
            % Encoding: UTF-8

            @String{jl = "Journal of Looms"}
            @STRING(who = {Doe, Jane})
            @Comment{jabref-meta: databaseType:bibtex; @article{not, url = {https://no.example/}}}
            @preamble{ "\newcommand{\x}{}" # " @article{" }

            Words between entries are a comment.
            @Article(Doe2014,
              author = who # { and } # "Roe, Richard",
              title = "Quotes {"}inside{"} of " # {braces},
              journal = jl # " II", year = 2014,
              url = "https://c35.example/a_b%20c",
              timestamp = {2014.05.12})
            @online{x, title={T}, url={\url{https://c35.example/\~{}ana/\_x}},
              date-added = {2020-05-01 10:20:30 +0200}}
            @misc{y, title = {H}, howpublished = {\url{http://c35.example/h}}, timestamp = {2020-05-01T10:20:30}}
            """#

        let reading = try Importer.read(file)

        let links = reading.entries.map(\.draft)
        #expect(
            links.map(\.url) == [
                "https://c35.example/a_b%20c", "https://c35.example/~ana/_x",
                "http://c35.example/h",
            ])
        #expect(links.map(\.title) == ["Quotes \"inside\" of braces", "T", "H"])
        #expect(
            links[0].note == "Authors: Jane Doe, Richard Roe\nPublished: Journal of Looms II, 2014")
        #expect(
            links.map(\.added?.milliseconds) == [
                1_399_852_800_000, 1_588_321_230_000, 1_588_328_430_000,
            ])
        #expect(reading.report.notices.isEmpty)
    }

    @Test(arguments: [
        (#"{\"u}{\"U}\"o\"{A}"#, "üÜöÄ"), (#"\'e\'{e}{\'{e}}\' e"#, "éééé"),
        (#"Stra{\ss}e \ss{}x"#, "Straße ßx"), (#"\'{\i}\'\i\^{\j}"#, "ííĵ"),
        (#"\c{c}\c c\v{s}\H{o}\k{a}\u{g}\r{u}"#, "ççšőąğů"),
        (#"{\AA}ngstr{\o}m \L\'od\'z"#, "Ångstrøm Łódź"),
        ("pp. 5--7 --- no~break", "pp. 5–7 — no break"),
        (##"R\&D 5\% \#1 a\_b \{x\} \$5"##, "R&D 5% #1 a_b {x} $5"),
        ("``quoted'' it's", "“quoted” it's"),
        (#"\emph{Loud} \textbf{\textit{words}}"#, "Loud words"),
        (#"$\alpha$-helix, $E=mc^2$"#, "α-helix, E=mc^2"), ("costs $5", "costs $5"),
        (#"C:\Windows \textbackslash{}x"#, #"C:\Windows \x"#), (#"\~{} \^{}"#, "~ ^"),
        ("{{{{deep}}}}", "deep"), (#"\textasciitilde ana"#, "~ana"), (#"\'"#, "\u{B4}"),
    ])
    func `LaTeX becomes text`(raw: String, text: String) throws {
        #expect(try link("url = {https://a/},\ntitle = {\(raw)}").title == text)
    }

    @Test(arguments: [
        ("", "https://doi.org/10.1000/182"), ("url = {https://a.example/},", "https://a.example/"),
        ("url = {https://doi.org/10.1000/182},", "https://doi.org/10.1000/182"),
        ("url = {not an address},", "https://doi.org/10.1000/182"),
    ])
    func `a DOI is the address where no other is`(url: String, address: String) throws {
        let link = try link("\(url) doi = {doi:10.1000/182}, title = {T}")

        #expect(link.url == address)
        #expect(link.note == (address == "https://a.example/" ? "DOI: 10.1000/182" : ""))
    }

    @Test(arguments: ["10.1000", "11.1000/182", "", "10.1000/1 2"])
    func `an invalid DOI gives no address`(text: String) throws {
        let reading = try Importer.read("@misc{k, doi = {\(text)}, title = {T}}")

        #expect(reading.entries.isEmpty)
        #expect(
            reading.report.notices == [
                "1 work, 'T' on line 1, is left out: it has no URL or DOI"
            ])
    }

    @Test func `a missing brace costs one entry`() throws {
        let file = """
            @misc{a, title = {A}, url = {https://a.example/}}
            @misc{b, title = {B {unclosed}, url = {https://b.example/}}
            @misc{c, title = {C}, url = {https://c.example/}
            @misc{d, title = {D}, url = {https://d.example/}}
            """

        let reading = try Importer.read(file)

        #expect(reading.entries.map(\.draft.title) == ["A", "C", "D"])
        #expect(reading.report.refused.map(\.line) == [2])
        #expect(reading.report.refused.map(\.why) == ["it has no closing brace"])
    }

    @Test func `a file that breaks off is told`() throws {
        let reading = try Importer.read("@misc{a, url={https://a/}}\n@misc{b, url={https://b")

        #expect(reading.entries.map(\.draft.url) == ["https://a/"])
        #expect(reading.report.earlyEnd?.line == 2)
        #expect(reading.report.earlyEnd?.why == "the file ends in the middle of an entry")
    }

    @Test(arguments: [
        "@media screen { }", "@user said hello", "% only a comment", "@", "@{",
        "@charset \"utf-8\";",
    ])
    func `a file that only resembles BibTeX has an unknown format`(text: String) {
        #expect(throws: InterchangeError.unknownFormat) { try Importer.read(text) }
    }

    @Test func `JabRef's word for its encoding counts`() throws {
        let file =
            Array("% Encoding: ISO8859_1\n@misc{a, url={https://a/}, title={M".utf8) + [0xFC]
            + Array("ller}}".utf8)

        let reading = try Importer.read(file)

        #expect(reading.entries.map(\.draft.title) == ["Müller"])
    }

    @Test func `macros that double do not grow without bounds`() throws {
        var file = "@string{m0 = \"0123456789\"}\n"
        for number in 1...60 {
            file += "@string{m\(number) = m\(number - 1) # m\(number - 1)}\n"
        }
        file += "@misc{a, url={https://a/}, title = m60 # m60}"

        let reading = try Importer.read(file)

        #expect(reading.entries[0].draft.title.utf8.count == Limits.titleBytesMax)
    }
}
