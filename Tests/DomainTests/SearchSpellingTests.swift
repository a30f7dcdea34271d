import Domain
import Primitives
import Testing

@Suite struct SearchSpellingTests {
    @Test(arguments: [
        ("Quilt and PATTERN", "quilt pattern"), ("(a or b) c", "(a or b) c"),
        ("(a b) or c", "a b or c"), ("not (a b)", "-(a b)"), ("tag:\"to read\"", "#\"to read\""),
        ("tag:(a,=b)", "#a or tag:=b"), ("age:>2w", "age:>14d"), ("age:<36h", "age:<36h"),
        ("after:2026", "after:2026-01-01"), ("sort:title -by:Me", "-by:me sort:title"),
        ("\"or\" or*", "\"or\" \"or\"*"), ("-type:Any", "-type:any"),
        ("type:bookmark", "type:link"), ("TYPE:garment", "type:garment"),
        ("brand:(\"Blue Fox\",ACME)", "brand:\"blue fox\" or brand:acme"),
        ("price:<=49,9eur", "price:<=49.90EUR"), ("price:50", "price:=50"), ("worn:0", "worn:=0"),
        ("category:\" Clothes / Shirts/\"", "category:clothes/shirts"),
        ("size:large", "size:l"),
        ("https://a.org", "url:https://a.org"), ("title:\"a\"\"b\"", "title:\"a\"\"b\""),
    ])
    func `every query has one spelling`(text: String, spelled: String) throws {
        #expect(try SearchQuery.parse(text).get().spelled == spelled)
    }

    @Test(arguments: 1...200)
    func `a tree spelled and parsed is the same tree`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let query = SearchQuery(
            dice.tree(depth: 3),
            sort: dice.roll(below: 2) == 0 ? nil : dice.pick(SortOrder.allCases))

        #expect(try SearchQuery.parse(query.spelled).get() == query, "\(query.spelled)")
    }

    @Test(arguments: 1...400)
    func `any text is a problem or a query whose spelling means the same`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        for _ in 0..<25 {
            let text = dice.text()
            guard case .success(let query) = SearchQuery.parse(text) else { continue }
            let again = try SearchQuery.parse(query.spelled).get()

            #expect(again == query, "\(text) -> \(query.spelled)")
            #expect(again.spelled.unicodeScalars.elementsEqual(query.spelled.unicodeScalars))
        }
    }
}

extension Dice {
    fileprivate mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[roll(below: elements.count)]
    }

    /// Draws a tree in normal form, of at most 27 terms.
    fileprivate mutating func tree(depth: Int) -> SearchExpression {
        switch roll(below: depth > 0 ? 8 : 4) {
        case 0...2: return .term(term())
        case 3: return roll(below: 2) == 0 ? .not(.term(term())) : .not(.everything)
        case 4, 5: return .all(parts(depth: depth) { if case .all = $0 { true } else { false } })
        case 6: return .any(parts(depth: depth) { if case .any = $0 { true } else { false } })
        default:
            let inner = tree(depth: depth - 1)
            if case .not = inner { return inner }
            return .not(inner)
        }
    }

    private mutating func parts(
        depth: Int, without isSame: (SearchExpression) -> Bool
    ) -> [SearchExpression] {
        (0..<(2 + roll(below: 2))).map { _ in
            let part = tree(depth: depth - 1)
            return isSame(part) ? .term(term()) : part
        }
    }

    private mutating func term() -> SearchTerm {
        let words = ["or", "and", "not", "quilt", "ελλάδα", "日本語", "x1", "٣"]
        let texts = [
            "a b", "\"", "=x", "@y", "<z", "a,b)", "#n", "-o", "p/*", "q*", " r ", "ж:", "(",
        ]
        let names = ["=x", "@y", "a,b)", "to read", "p*", "a\"b", "me", "ж", "a/b"]
        switch roll(below: 17) {
        case 0: return .word(pick(words), isPrefix: roll(below: 2) == 0)
        case 1: return .phrase([pick(words), pick(words)], isPrefix: roll(below: 2) == 0)
        case 2: return .tag(pick(names), scope: pick([.exact, .withSubtree, .below]))
        case 3: return .text(pick(SearchField.allCases), pick(texts))
        case 4: return .site(pick(["example.org", "[::1]", "a-b.c", "xn--mnchen-3ya.de", "x\"y"]))
        case 5: return .by(roll(below: 2) == 0 ? .me : .name(pick(names)))
        case 6: return .inCollection(pick(names))
        case 7: return .isState(pick(SearchState.allCases))
        case 8: return .after(day())
        case 9: return .before(day())
        case 10:
            return .age(pick([.under, .over]), .seconds(roll(below: 876_001) * 3600))
        case 11: return .size(pick(TileSize.allCases))
        case 12: return .kind(pick(Kind.allCases))
        case 13:
            return .reactions(
                pick(ReactionCount.allCases), pick(DetailTest.Bound.allCases),
                Int64(roll(below: 1_000_000)))
        case 14: return .comment(pick(texts))
        case 15:
            return .costPerWear(
                pick(DetailTest.Bound.allCases), Int64(roll(below: 100_000)),
                currency: roll(below: 2) == 0 ? nil : "EUR")
        default: return detail()
        }
    }

    private mutating func detail() -> SearchTerm {
        let bound = pick(DetailTest.Bound.allCases)
        switch roll(below: 5) {
        case 0:
            return .detail(
                pick([.brand, .color, .fit]), .equals(pick(["=x", "blue fox", "ж", "a,b)"])))
        case 1: return .detail(.category, .within(pick(["clothes", "clothes/shirts", "to read"])))
        case 2:
            let currency = roll(below: 2) == 0 ? nil : "EUR"
            return .detail(
                .price, .amount(bound, Int64(roll(below: 100_000)), currency: currency))
        case 3: return .detail(.season, .equals(pick(Garment.seasons)))
        default: return .detail(.worn, .count(bound, Int64(roll(below: 4097))))
        }
    }

    /// Draws a midnight from 1970 to 9999.
    private mutating func day() -> WallTime {
        WallTime(milliseconds: UInt64(roll(below: 2_932_897)) * 86_400_000)
    }

    /// Draws up to forty pieces: operators of the query language, words, and arbitrary scalars.
    fileprivate mutating func text() -> String {
        let pieces = [
            "(", ")", "\"", "\"\"", "-", "!", "#", "*", "/*", ":", ",", "=", "@", "<", ">", " ",
            " ",
            " ", " or ", " and ", " not ", "tag:", "title:", "url:", "site:", "note:", "by:", "in:",
            "is:", "comment:", "type:link", "brand:", "color:", "price:", "<=", "50", "EUR",
            "worn:",
            "category:", "after:2026", "before:2026-02", "age:", "<7d", "size:", "s",
            "sort:",
            "added", "me", "unread", "quilt", "a", "/", ".", "http://", "[", "]", "\u{301}", "İ",
            "ẞ", "\u{0}", "\r\n", "\u{200D}", "👩‍👧", "e\u{301}", "각", "\u{1112}\u{1161}", "Σ",
        ]
        return (0..<roll(below: 40)).map { _ -> String in
            guard roll(below: 4) == 0 else { return pick(pieces) }
            let scalar = Unicode.Scalar(UInt32(roll(below: 0x110000))) ?? "\u{FFFD}"
            return String(Character(scalar))
        }.joined()
    }
}
