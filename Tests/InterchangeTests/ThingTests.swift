import CRDT
import Domain
import Interchange
import Primitives
import Testing

/// Tests things other than links, in the formats that hold them.
@Suite struct ThingTests {
    private static let shirt = ThingReference(Bytes16(high: 1, low: 2))
    private static let hat = ThingReference(Bytes16(high: 3, low: 4))

    private func thing(
        _ kind: Kind, _ title: String, _ details: [Detail], url: String = ""
    ) throws -> Bookmark {
        let checked = try DetailRules.check(details, of: kind).get()
        return Bookmark(
            ImportedLink(
                draft: BookmarkDraft(
                    url: url, title: title, note: "a note\n with \"two\" lines",
                    tags: ["a,b", "c"],
                    added: WallTime(milliseconds: 1_700_000_000_000), kind: kind, details: checked),
                folders: [], placement: [.friends], line: 1))
    }

    private func garment() throws -> Bookmark {
        try thing(
            .garment, "=Shirt, blue",
            [
                Detail(.category, ["clothes/shirts"]), Detail(.brand, ["Blue, Fox | \\ Sons"]),
                Detail(.color, ["blue", "off, white", "a|b\\c"]), Detail(.price, ["49.90 EUR"]),
                Detail(.season, ["summer"]), Detail(.worn, ["2026-01-02", "2026-01-01"]),
            ])
    }

    @Test func `JSON holds a thing of every kind as it was`() throws {
        let marks = [
            "00000001 garment 1 \(Self.shirt.text)", "00000001 at 2 120 -40", "00000001 z 1 80",
        ]
        let things = [
            try garment(),
            try thing(.outfit, "Sunday", [Detail(.occasion, ["walk"]), Detail(.layers, marks)]),
            try thing(.closet, "Winter", [Detail(.things, [Self.shirt.text, Self.hat.text])]),
            try thing(
                .highlight, "over and under", [Detail(.prefix, ["first"])],
                url: "https://a.example/"
            ),
            try thing(.link, "Loom", [], url: "https://loom.example/"),
            try thing(
                .place, "Market",
                [
                    Detail(.position, ["52.520008,13.404954"]),
                    Detail(.hours, ["mo-fr 09:00-18:00"]), Detail(.categories, ["food", "shop"]),
                ]),
            try thing(
                .clip, "Opening",
                [
                    Detail(.place, [Self.shirt.text]), Detail(.duration, ["7.5"]),
                    Detail(.theme, ["opening"]),
                ]),
            try thing(.profile, "Ana of Graz", []),
            try thing(
                .paper, "On Looms",
                [
                    Detail(.authors, ["Müller, Anna; Li, Bo"]), Detail(.year, ["2019"]),
                    Detail(.venue, ["Journal of Looms"]), Detail(.doi, ["10.1000/182"]),
                    Detail(.citationKey, ["muller2019looms"]), Detail(.entry, ["article"]),
                ]),
        ]

        let reading = try Importer.read(exported(things, as: .json))

        #expect(reading.entries.map { Bookmark($0) } == things)
        #expect(reading.report.warningCount == 0 && reading.report.refusedCount == 0)
        #expect(Set(things.map(\.kind)) == Set(Kind.allCases))
    }

    @Test func `a table of garments comes back as it was`() throws {
        let things = [try garment(), try thing(.garment, "Plain", [])]

        let bytes = exported(things, as: .csv, of: .garment)
        let reading = try Importer.read(bytes, fileName: "garments.csv")

        #expect(reading.entries.map { Bookmark($0) } == things)
        let heading = String(decoding: bytes.prefix { $0 != 0x0D }, as: UTF8.self)
        #expect(heading.hasPrefix("type,name,url,note,tags,added,placement,category,brand,price,"))
    }

    @Test(arguments: Kind.allCases)
    func `a table of each kind comes back as it was, but for what other things are in it`(
        kind: Kind
    ) throws {
        let marks = ["00000001 garment 1 \(Self.shirt.text)"]
        let details: [Kind: [Detail]] = [
            .garment: [Detail(.place, [Self.hat.text]), Detail(.barcode, ["4006381333931"])],
            .outfit: [Detail(.occasion, ["walk", "work"]), Detail(.layers, marks)],
            .closet: [Detail(.things, [Self.shirt.text])],
            .highlight: [Detail(.prefix, ["first, "]), Detail(.color, ["blue"])],
            .place: [
                Detail(.position, ["52.520008,13.404954"]), Detail(.address, ["Ring 1, Graz"]),
                Detail(.hours, ["mo-fr 09:00-18:00"]), Detail(.contact, ["+43 316 1"]),
                Detail(.categories, ["food", "shop"]),
            ],
            .clip: [
                Detail(.place, [Self.shirt.text]), Detail(.duration, ["7.5"]),
                Detail(.theme, ["opening"]), Detail(.price, ["3.20 EUR"]),
            ],
        ]
        let url = kind.isAddressed || kind.isPassage ? "https://a.example/?b=1,2" : ""
        var thing = try self.thing(kind, "Café \"Loom\"", details[kind] ?? [], url: url)

        let reading = try Importer.read(exported([thing], as: .csv, of: kind), fileName: "a.csv")

        thing.details.removeAll { !$0.name.value.isTyped }
        #expect(reading.entries.map { Bookmark($0) } == [thing])
        #expect(reading.report.warningCount == 0 && reading.report.refusedCount == 0)
    }

    @Test(arguments: [ExportFormat.json, .csv])
    func `the files of a link's page come back by their references`(format: ExportFormat) throws {
        let saved = try thing(
            .link, "Loom",
            [
                Detail(.thumbnail, [Self.file("image/jpeg", 1)]),
                Detail(.snapshot, [Self.file("text/html", 2), Self.file("text/html", 3)]),
            ], url: "https://loom.example/")
        let plain = try thing(.link, "Plain", [], url: "https://plain.example/")

        let bytes = exported([saved, plain], as: format)
        let reading = try Importer.read(bytes, fileName: "a.\(format.rawValue)")

        #expect(saved.details[.snapshot].count == 2)
        #expect(reading.entries.map { Bookmark($0) } == [saved, plain])
        #expect(reading.report.warningCount == 0 && reading.report.refusedCount == 0)
    }

    @Test func `a table of links has a column for each file of a page`() throws {
        let heading = String(decoding: exported([], as: .csv), as: UTF8.self)

        #expect(
            heading
                == "url,title,note,tags,added,unread,size,placement,thumbnail,snapshots\r\n")
    }

    @Test func `a value that names no file is left out of a table with a warning`() throws {
        let page = Self.file("text/html", 2)

        let reading = try Importer.read(
            "url,thumbnail,snapshots\nhttps://a.example/,https://a.example/a.png,\"\(page),x\"\n")

        #expect(reading.entries.map(\.draft.details) == [[Detail(.snapshot, [page])]])
        #expect(reading.report.warnings.map(\.line) == [2, 2])
    }

    private static func file(_ type: String, _ number: UInt64) -> String {
        let name = Base32.encode(Bytes32(words: (number, 2, 3, 4)).bytes)
        let key = Base32.encode(Bytes32(words: (number, 6, 7, 8)).bytes)
        return "019e0\(number) \(type) 4821 \(name) \(key)"
    }

    @Test func `an address is a link where no column is called url`() throws {
        let reading = try Importer.read("type,name,address\nlink,Loom,https://a.example/\n")

        #expect(reading.entries.map(\.draft.url) == ["https://a.example/"])
    }

    @Test func `the name of a thing in its file is kept`() throws {
        var bytes = JSONOpening.bytes
        var writer = LinkWriter(.json, exported: WallTime(milliseconds: 0))
        writer.append(try garment(), named: Self.shirt, to: &bytes)
        bytes += writer.closing

        let entry = try #require(try Importer.read(bytes).entries.first)

        #expect(entry.reference == Self.shirt)
    }

    @Test func `renaming changes the references of a draft and nothing else`() throws {
        let draft = BookmarkDraft(
            url: "", title: "Sunday", kind: .outfit,
            details: [
                Detail(.occasion, [Self.shirt.text]),
                Detail(.layers, ["00000001 at 2 1 1", "00000001 garment 1 \(Self.shirt.text)"]),
            ])

        let renamed = draft.renaming([Self.shirt: Self.hat])

        #expect(draft.named == [Self.shirt])
        #expect(renamed.named == [Self.hat])
        #expect(renamed.details[.occasion] == [Self.shirt.text])
        #expect(renamed.details[.layers][0] == "00000001 at 2 1 1")
    }

    @Test func `invalid details are left out and reported by their line`() throws {
        func read(_ entry: String) throws -> Reading {
            try Importer.read(
                "{\"format\": \"weft bookmarks\", \"version\": 1, \"bookmarks\": [\n\(entry)]}")
        }
        let odd = try read(
            """
            {"type": "garment", "title": "Shirt", "details": {"price": ["5"], "wings": ["2"],
            "color": ["red", "\\u0001"], "season": "summer", "state": ["clean", "wash"]}}
            """)
        let details = try #require(odd.entries.first).draft.details

        #expect(details[.price] == [] && details[.color] == ["red"])
        #expect(details[.season] == ["summer"] && details[.state] == ["clean"])
        #expect(odd.report.warningCount == 4)
        #expect(odd.report.warnings.allSatisfy { $0.line == 2 })
        let newer = try read("{\"type\": \"spaceship\", \"title\": \"X\"}")
        #expect(newer.report.refused.map(\.why) == ["this version does not support 'spaceship'"])
        let nameless = try read("{\"type\": \"garment\", \"title\": \" \"}")
        #expect(nameless.report.refused.map(\.why) == ["a garment needs a name"])
    }
}

private enum JSONOpening {
    static let bytes = LinkWriter(.json, exported: WallTime(milliseconds: 0)).opening
}
