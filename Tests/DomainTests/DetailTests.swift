import CRDT
import Domain
import Primitives
import Testing

/// Tests the details of things beside the fields of a link, and searching by them.
@Suite struct DetailTests {
    private func kept(_ details: Detail...) throws -> [Detail] {
        try DetailRules.check(details, of: .garment).get()
    }

    @Test(arguments: [
        (DetailName.brand, "  Blue \t Fox ", "Blue Fox"), (.brand, "e\u{301}", "é"),
        (.category, " Clothes // Shirts/", "Clothes/Shirts"), (.price, "49.9EUR", "49.90 EUR"),
        (.price, "eur 49,90", "49.90 EUR"), (.price, "50 usd", "50 USD"),
        (.price, "1.125kwd", "1.125 KWD"), (.price, "0EUR", "0 EUR"),
        (.price, "007.00EUR", "7 EUR"), (.barcode, "4 006381 333931", "4006381333931"),
        (.barcode, "9638-5074", "96385074"), (.barcode, "036000291452", "036000291452"),
        (.state, "WASH", "wash"), (.season, "Winter", "winter"), (.wearer, "all", "all"),
        (.worn, "2024-02-29", "2024-02-29"), (.color, "Nachtblau", "Nachtblau"),
    ])
    func `a detail has one way to be written`(name: DetailName, typed: String, text: String) throws
    {
        #expect(try kept(Detail(name, [typed])) == [Detail(name, [text])])
    }

    @Test(arguments: [
        (DetailName.brand, " "), (.brand, "a\u{1B}[31m"), (.brand, "a\u{0}"), (.category, "///"),
        (.price, "49.90"), (.price, "EUR"), (.price, "-1EUR"), (.price, "1.2345EUR"),
        (.price, "1e3EUR"), (.price, "1234567890123EUR"), (.price, "EUR5USD"), (.price, "5EURO"),
        (.price, "1.000,50EUR"), (.price, "€5"), (.barcode, "4006381333932"), (.barcode, ""),
        (.barcode, "123456789"), (.barcode, "40063813339x1"), (.barcode, "٤٠٠٦٣٨١٣٣٣٩٣١"),
        (.state, "dirty"), (.season, "monsoon"), (.worn, "2023-02-29"), (.worn, "2026-1-1"),
        (.worn, "2026-01"), (.worn, "yesterday"), (.worn, "1969-12-31"),
    ])
    func `an invalid detail is refused with a fix`(name: DetailName, typed: String) {
        #expect(throws: Problem.self) { try kept(Detail(name, [typed])) }
        do throws(Problem) {
            _ = try DetailRules.check([Detail(name, [typed])], of: .garment).get()
        } catch {
            #expect(error.code == .invalidValue)
            #expect(!error.fix.isEmpty)
            #expect(
                !error.detail.unicodeScalars.contains { $0.properties.generalCategory == .control })
        }
    }

    @Test func `a price without a currency is told apart from none`() {
        guard case .failure(let problem) = Price.parse("49.9") else {
            Issue.record("kept")
            return
        }
        #expect(problem.detail.contains("no currency"))
        #expect(problem.fix.contains("49.90EUR"))
    }

    @Test(arguments: [(127, true), (128, true), (129, false)])
    func `a text ends at its limit`(count: Int, isKept: Bool) {
        let text = String(repeating: "x", count: count)

        for name in [DetailName.brand, .category, .color] {
            let result = DetailRules.check([Detail(name, [text])], of: .garment)
            #expect(((try? result.get()) != nil) == isKept, "\(name)")
        }
    }

    @Test(arguments: [(19, true), (20, true), (21, false)])
    func `a list ends at its limit, and each value counts once`(count: Int, isKept: Bool) throws {
        let colors = (0..<count).map { "color \($0)" }

        let result = DetailRules.check(
            [Detail(.color, colors + colors.map { $0.uppercased() })], of: .garment)

        #expect(((try? result.get()) != nil) == isKept)
        #expect(try kept(Detail(.color, ["b", "a", "B"])) == [Detail(.color, ["a", "b"])])
        #expect(throws: Problem.self) { try kept(Detail(.brand, ["one", "two"])) }
    }

    @Test func `a link has no details, and a garment has a name`() {
        let link = BookmarkDraft(
            url: "https://example.org/", details: [Detail(.brand, ["Acme"])])
        let nameless = BookmarkDraft(url: "", title: " ", kind: .garment)
        let named = BookmarkDraft(url: "", title: "Shirt", kind: .garment)
        let empty = BookmarkDraft(url: "", title: "Shirt")

        #expect(throws: Problem.self) { try BookmarkRules.check(link, audience: .private).get() }
        #expect(throws: Problem.self) {
            try BookmarkRules.check(nameless, audience: .private).get()
        }
        #expect(throws: Problem.self) { try BookmarkRules.check(empty, audience: .private).get() }
        #expect(throws: Never.self) { try BookmarkRules.check(named, audience: .friends).get() }
    }

    @Test(arguments: DetailName.allCases)
    func `every detail has a form, which is the same in each kind, and an example`(
        name: DetailName
    ) throws {
        let forms = Kind.allCases.compactMap { $0.form(of: name) }

        #expect(!forms.isEmpty)
        #expect(forms.allSatisfy { $0.value == name.value })
        #expect(!name.meaning.isEmpty)
        let query = try SearchQuery.parse(name.example).get()
        #expect(query.expression != .everything)
    }

    @Test func `a field's number says whether it is a list, and whether it is personal`() {
        for kind in Kind.allCases {
            let fields = kind.details.map(\.field)
            #expect(Set(fields).count == fields.count)
            #expect(fields.allSatisfy { $0.number > 7 })
            #expect(
                kind.details.filter { Schema.isPersonal($0.field) }.map(\.name)
                    == (kind.form(of: .worn) == nil ? [] : [.worn]))
        }
    }

    @Test func `a peer's invalid detail is hidden and voids nothing`() {
        let brand = Garment.details.first { $0.name == .brand }?.field ?? Field(9)
        for bad in [[0xFF], Array(" a".utf8), [], Array(repeating: 65, count: 129)] as [[UInt8]] {
            #expect(Schema.allows(bad, in: brand, kind: Kind.garment.rawValue))
            #expect(bad.isEmpty || !Schema.shows(bad, in: brand, of: .garment))
        }
        #expect(Schema.shows(Array("Acme".utf8), in: brand, of: .garment))
        #expect(!Schema.shows(Array("javascript:x".utf8), in: Schema.Thing.url, of: .garment))
        #expect(Schema.shows([], in: Schema.Thing.url, of: .garment))
        #expect(!Schema.shows([], in: Schema.Thing.url, of: .link))
    }

    // MARK: Searching

    private func shirt() throws -> Bookmark {
        let key = try #require(Bytes32([UInt8](repeating: 1, count: 32)))
        let id = try #require(Bytes16([UInt8](repeating: 2, count: 16)))
        let time = WallTime(milliseconds: 20_000 * 86_400_000)
        return Bookmark(
            author: Author(person: PersonID(key), name: "Ana", isMe: true), id: ObjectID(id),
            url: "", canonicalURL: "", title: "Sunday shirt", note: "", tags: ["summer/lake"],
            size: .medium, isUnread: false, added: time, updated: time, placement: [],
            isTrashed: false, conflicts: [], kind: .garment,
            details: [
                Detail(.category, ["Clothes/Shirts"]), Detail(.brand, ["Blue Fox"]),
                Detail(.price, ["49.90 EUR"]), Detail(.barcode, ["4006381333931"]),
                Detail(.color, ["Crème", "white"]), Detail(.worn, ["2026-01-01", "2026-01-02"]),
            ])
    }

    private static let now = WallTime(milliseconds: 20_001 * 86_400_000)

    @Test(arguments: [
        "type:garment", "shirt", "fox", "BLUE creme", "whi*", "clothes", "category:clothes",
        "category:CLOTHES/shirts", "brand:\"blue fox\"", "brand:(acme,\"Blue Fox\")", "color:crème",
        "color:(red,white)", "price:49.90EUR", "price:<50", "price:<=49.9eur", "price:>49",
        "price:>=49.90", "barcode:4006381333931", "barcode:\"4 006381 333931\"", "worn:2",
        "worn:<3",
        "worn:>=2", "cpw:24.95", "cpw:<25EUR", "cpw:>=24.95", "-worn:0", "color:white -state:wash",
        "#summer type:(link,garment)",
    ])
    func `a matching thing is found`(text: String) throws {
        let query = try SearchQuery.parse(text).get()
        #expect(try query.matches(shirt(), now: Self.now) { _ in false })
    }

    @Test(arguments: [
        "type:link", "brand:blue", "brand:fox", "category:shirts", "category:cloth",
        "color:whit", "price:<49.90", "price:<=50USD", "price:=50", "worn:<2", "worn:0",
        "cpw:>24.95",
        "cpw:<25USD", "cpw:49.90",
        "state:clean", "\"blue fox\"", "4006381333931",
    ])
    func `a thing that does not match is not found`(text: String) throws {
        let query = try SearchQuery.parse(text).get()
        #expect(try !query.matches(shirt(), now: Self.now) { _ in false })
    }

    @Test(arguments: [
        "price:cheap", "price:<", "worn:many", "worn:-1", "worn:4097", "state:dirty",
        "season:monsoon",
        "barcode:12", "brand:", "color:\"\"", "for:cats", "category:\"//\"",
    ])
    func `an invalid search term is refused with a fix`(text: String) {
        guard case .failure(let problem) = SearchQuery.parse(text) else {
            Issue.record("understood \(text)")
            return
        }
        #expect(problem.code == .invalidQuery)
        #expect(!problem.fix.isEmpty)
    }
}
