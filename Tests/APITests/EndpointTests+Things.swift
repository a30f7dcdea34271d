import API
import CRDT
import Domain

extension EndpointTests {
    /// Requests about things of every kind.
    static let things: [any ServedEndpoint & Sendable] = [
        ListThings<Links>(
            ThingSearch("#t", sort: "title", limit: 7, cursor: "c", total: true)),
        ListThings<Things>(ThingSearch()), ofOneKind, byIDs, ShowIndex(), indexed,
        ListThings<Highlights>(ThingSearch("page:\"u\"")),
        AddLink(
            DraftJSON(url: "https://a.example/?a=b", title: "t", tags: ["a"], unread: true),
            audience: "friends", onDuplicate: "merge"),
        AddBatch([DraftJSON(url: "https://a.example/")], audience: "private"),
        AddBatch(ops: [OpJSON(.trash, query: "#a")]),
        AddBatch(ops: [OpJSON(.trash, query: "#a")], dryRun: true),
        RemoveThings(.query("#a"), dryRun: true), RemoveThings(.references([.id("A")])),
        CheckAddress("https://a.example/?q=1&r=2#f"), ShowThing<Links>("https://a.example/"),
        EditLink("https://a.example/ b", title: "", unread: false, addTags: ["a"]),
        RemoveThing<Links>("A"), RemoveThing<Things>("A", dryRun: true), ShowThing<Things>("A"),
        AddThing<Garments>(
            name: "n", url: "u", note: "n", tags: ["t"], audience: "friends",
            details: [Detail(.category, ["clothes"]), Detail(.color, ["blue", "white"])]),
        EditThing<Garments>(
            "A", name: "n", url: "", removeTags: ["b"],
            details: [
                DetailChange(.price, values: []),
                DetailChange(.color, values: ["red"]), DetailChange(.style, add: ["a"]),
            ]),
        AddThing<Highlights>(name: "words", url: "https://a.example/"),
        AddThing<Papers>(name: "On Looms", details: [Detail(.doi, ["10.1000/182"])]),
        EditThing<Highlights>("A", details: [DetailChange(.prefix, values: ["p"])]),
        AddThing<Outfits>(name: "o", things: ["A", "B"]), AddThing<Closets>(name: "c"),
        SuggestOutfit(day: "2026-01-31", occasion: "a night out", season: "winter"),
        ArrangeOutfit("A", [LayoutChangeJSON(put: "B", x: -3, scale: 0.8), .clearing]),
        WearOutfit("A", day: "2026-01-31", remove: true), FillCloset("A", add: ["B"]),
        CloneThing<Outfits>("A", name: "n", audience: "private"), CloneThing<Garments>("A"),
        ShowStats(), ShowClosetStats("A"),
        AddThing<Places>(name: "p", details: [Detail(.categories, ["food/cafe"])]),
        EditThing<Places>("A", details: [DetailChange(.position, values: [])]),
        AddThing<Clips>(name: "c", details: [Detail(.theme, ["t"])]), RemoveThing<Clips>("A"),
        ShowReel("A", theme: "\"t\" u", tag: "a/b", ThingSearch(sort: "likes", total: true)),
        ShowPage("A"), ShowHistory("A"), ShowVisibility("https://a.example/"),
    ]

    private static var byIDs: ListThings<Things> {
        var list = ListThings<Things>(ThingSearch())
        list.ids = "\(Samples.id.text),\(Samples.id.text)"
        return list
    }

    private static var indexed: ShowIndex {
        var index = ShowIndex()
        index.q = "#a -b"
        index.sort = SortOrder.title.rawValue
        index.type = Kind.outfit.word
        return index
    }

    private static var ofOneKind: ListThings<Things> {
        var list = ListThings<Things>(ThingSearch("q"))
        list.type = Kind.garment.word
        return list
    }
}
