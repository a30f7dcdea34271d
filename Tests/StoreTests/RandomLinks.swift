import Domain
import Primitives

/// Random links and searches that often match: few words, few tags, few hosts.
struct RandomLinks {
    var dice: Dice
    /// The URLs of some.
    private var pages: [String] = []

    init(dice: Dice) {
        self.dice = dice
    }

    private static let words = [
        "quilt", "Quilting", "crème", "CREME", "café", "log", "cabin", "100", "straße", "ἀρχή",
        "naïve", "日本", "a", "ab", "abc", "x-y", "don't", "e.g.", "東京都の天気", "東京", "京", "log後",
        "เชียงใหม่", "مُدَرِّسٌ", "مدرس", "हिन्दी", "हन्द", "Ｌｏｇ", "1\u{FE0F}\u{20E3}",
    ]
    private static let tags = [
        "craft", "Craft", "craft/sewing", "craft/Sewing/hand", "craftsman", "to read", "Été", "日本",
        "東", "京", "log", "後",
    ]
    private static let hosts = [
        "example.org", "www.Example.org", "ex.com", "münchen.de", "xn--mnchen-3ya.de",
    ]

    private static let brands = ["quilt", "Quilt Log", "crème", "日本", "東", "京"]

    mutating func draft(_ number: Int) -> BookmarkDraft {
        var draft = link(number)
        if dice.roll(below: 12) == 0, let page = pages.last {
            draft.kind = .highlight
            draft.title = "log cabin"
            draft.url = page
            return draft
        }
        if pages.count < 40 { pages.append(draft.url) }
        guard dice.roll(below: 4) == 0 else { return draft }
        draft.kind = .garment
        if draft.title.isEmpty || dice.roll(below: 2) == 0 { draft.title = "cabin" }
        if dice.roll(below: 2) == 0 { draft.url = "" }
        draft.details = [
            Detail(.brand, Array(picks(Self.brands, below: 2).prefix(1))),
            Detail(
                .category, Array(picks(["log", "log/a", "Log/Cabin", "logs"], below: 2).prefix(1))),
            Detail(.color, picks(["ab", "Été", "log"], below: 4)),
            Detail(.price, Array(picks(["5EUR", "5.50EUR", "5USD"], below: 2).prefix(1))),
            Detail(.worn, picks(["2026-01-01", "2026-01-02", "2026-01-03"], below: 4)),
        ].filter { !$0.values.isEmpty }
        return draft
    }

    private mutating func link(_ number: Int) -> BookmarkDraft {
        BookmarkDraft(
            url: "https://\(pick(Self.hosts))/\(pick(["Wiki", "p"]))/\(number)",
            title: text(below: 5), note: text(below: 4), tags: picks(Self.tags, below: 4),
            size: TileSize.allCases[dice.roll(below: 3)], isUnread: dice.roll(below: 2) == 0,
            added: WallTime(
                milliseconds: 19_900 * ReadingWorld.day
                    + UInt64(dice.roll(below: 120)) * ReadingWorld.day))
    }

    /// Draws a search of up to `depth` brackets.
    mutating func query(depth: Int) -> String {
        if depth > 0, dice.roll(below: 2) == 0 {
            let joint = pick([" ", " or ", " and "])
            let parts = (0...(1 + dice.roll(below: 2))).map { _ in query(depth: depth - 1) }
            return pick(["", "-"]) + "(" + parts.joined(separator: joint) + ")"
        }
        return pick(["", "", "-"]) + term()
    }

    private mutating func term() -> String {
        switch dice.roll(below: 16) {
        case 12:
            return pick(["type:garment", "type:link", "type:any", "category:log", "category:log/a"])
        case 13:
            return pick([
                "brand:quilt", "brand:(creme,\"quilt log\")", "color:ete", "color:(ab,log)",
            ])
        case 14:
            return pick([
                "price:5", "price:<=5EUR", "price:>5", "price:>=5.5EUR", "price:<6USD", "worn:0",
                "worn:<2", "worn:>=1", "worn:2", "worn:>9", "cpw:<3", "cpw:>=1EUR", "cpw:5",
                "cpw:>2.67",
            ])
        case 15:
            return pick([
                "is:highlighted", "type:highlight", "page:https://example.org/p/7",
                "page:\"http://www.example.org/Wiki/9/#a\"",
            ])
        case 0, 1: return pick(Self.words)
        case 2: return pick(["quil", "cr", "a", "日", "LO", "東京", "log後", "ห"]) + "*"
        case 3: return "\"\(pick(Self.words)) \(pick(Self.words))\"" + pick(["", "*"])
        case 4, 5: return pick(["#", "tag:=", "#"]) + "\"\(pick(Self.tags))\"" + pick([""])
        case 6: return "#craft/*"
        case 7:
            return pick(["title:", "url:", "note:"])
                + pick(["uil", "É", "wiki", "b c", "/p/1"])
                .quotedForSearch
        case 8:
            return "site:"
                + pick([
                    "example.org", "www.example.org", "com", "münchen.de", "xn--mnchen-3ya.de",
                    "ｅx.com", "de",
                ])
        case 9:
            return pick([
                "is:unread", "is:read", "is:private", "is:friends", "is:public", "is:mine",
                "is:others", "is:shared", "is:tagged", "is:untagged", "is:conflicted",
                "is:trashed",
            ])
        case 10:
            return pick([
                "after:2024-08", "before:2024-07-15", "age:<30d", "age:>8w", "age:<0d", "age:>0d",
            ])
        default: return pick(["size:l", "size:(s,m)", "by:me", "by:@ben", "by:ana", "in:sewing"])
        }
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[dice.roll(below: elements.count)]
    }

    private mutating func picks(_ elements: [String], below count: Int) -> [String] {
        (0..<dice.roll(below: count)).map { _ in pick(elements) }
    }

    private mutating func text(below count: Int) -> String {
        picks(Self.words, below: count).joined(separator: pick([" ", ", ", "/"]))
    }
}

extension String {
    fileprivate var quotedForSearch: String { "\"\(self)\"" }
}
