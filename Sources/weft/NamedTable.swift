import API
import Domain

/// Things that have a name, garments, for people: one line each, or everything about one.
enum NamedTable {
    /// The line that follows `✓` after one was kept.
    static func line(_ thing: NamedThingJSON) -> TerminalText { ThingTable.line(row(thing)) }

    /// Every field on a line of its own.
    static func details(_ thing: NamedThingJSON) -> [TerminalText] {
        var table = Table()
        func add(_ label: String, _ value: TerminalText) {
            if !value.plain.isEmpty { table.add(["\(label, .faint)", value]) }
        }
        func add(_ field: ThingField, _ value: TerminalText) { add(field.rawValue, value) }
        add(.id, "\(thing.id)")
        add(.name, "\(thing.name, .strong)")
        add(.kind, "\(thing.type)")
        if let distance = thing.distance { add(.distance, DistanceText.shown(distance)) }
        for detail in thing.details { add(detail.name.label, value(detail, of: thing)) }
        if let cost = costPerWear(thing.details) { add(.costPerWear, "\(cost)") }
        if let text = thing.details[.position].first, let position = GeoPosition(text: text) {
            add(.map, "\(position.link)")
        }
        for holder in thing.namedBy ?? [] {
            add(
                thing.type == Kind.place.word ? .visitor : .holder,
                "\(holder.name)  \(holder.shortID, .faint)  \(holder.type, .faint)")
        }
        add(.url, "\(thing.url ?? "")")
        add(.tags, ThingTable.tags(thing.tags))
        add(.audiences, ThingTable.placement(thing.placement))
        add(.author, "\(AuthorLabel.shown(thing.author))")
        add(.reactions, ReactionSummary.shown(thing.reactions))
        if thing.trashed { add(.trash, ThingTable.inTrash(thing.lateChange)) }
        add(.added, "\(TimeText.shown(thing.createdAt))")
        add(.changed, "\(TimeText.shown(thing.updatedAt))")
        return table.aligned(width: nil) + parts(thing) + ThingTable.note(thing.note)
            + ThingTable.conflicts(thing.conflicts)
    }

    private static func value(_ detail: Detail, of thing: NamedThingJSON) -> TerminalText {
        if detail.name == .place { return placeLine(thing) }
        if detail.name.value == .day { return wearing(detail.values) }
        return "\(detail.values.map { detail.name.value.told($0) }.joined(separator: ", "))"
    }

    private static func parts(_ thing: NamedThingJSON) -> [TerminalText] {
        let parts = WardrobeTable.layers(of: thing) + WardrobeTable.contents(of: thing)
        guard !parts.isEmpty else { return [] }
        return ["\(thing.layers == nil ? "contents" : "layers, lowest first", .faint)"] + parts
    }

    static func row(_ thing: NamedThingJSON) -> [TerminalText] {
        let facts = facts(thing).filter { !$0.isEmpty }
        let behind: TerminalText =
            facts.isEmpty ? "" : "\(" · " + facts.joined(separator: " · "), .faint)"
        return [
            "\(thing.shortID, .faint)", "\(thing.name)" + behind, ThingTable.tags(thing.tags),
            ThingTable.placement(thing.placement), ThingTable.whose(thing.author),
        ]
    }

    // The details that tell one from others of its name, in a few words each.
    private static func facts(_ thing: NamedThingJSON) -> [String] {
        let details = thing.details
        let first = { (name: DetailName) -> String in details[name].first ?? "" }
        let all = { (name: DetailName) -> String in details[name].joined(separator: ", ") }
        let layers = thing.layers.map { Counted.words($0.count, "layer") }
        let things = thing.things.map { Counted.words($0.count, "thing") }
        let published = [first(.authors), first(.year)].filter { !$0.isEmpty }
        var facts: [String] = [published.joined(separator: ", "), first(.citationKey)]
        facts += [layers ?? things ?? "", all(.occasion), first(.category)]
        facts += [all(.categories), first(.theme), seconds(thing), all(.color), first(.price)]
        if let place = thing.place { facts.append("at " + place.name) }
        facts.append(first(.address))
        if let distance = thing.distance { facts.append(DistanceText.shown(distance).plain) }
        return facts
    }

    private static func seconds(_ thing: NamedThingJSON) -> String {
        thing.details[.duration].first.map { $0 + " s" } ?? ""
    }

    // A person who may not see the place learns that there is one.
    private static func placeLine(_ thing: NamedThingJSON) -> TerminalText {
        guard let place = thing.place else { return "\("a place you may not see", .faint)" }
        return "\(place.name)  \(place.shortID, .faint)"
    }

    /// The columns of a link with the name for the title, then kind, category, colors and price.
    static func plainRow(_ thing: NamedThingJSON) -> [TerminalText] {
        [
            "\(thing.id)", "\(thing.url ?? "")", "\(thing.name)",
            "\(thing.tags.joined(separator: ","))", ThingTable.placement(thing.placement),
            "\(AuthorLabel.shown(thing.author))", "\(thing.type)",
            "\(thing.details[.category].first ?? "")",
            "\(thing.details[.color].joined(separator: ","))",
            "\(thing.details[.price].first ?? "")",
        ]
    }

    /// `3 days, the last 2026-11-23`.
    static func wearing(_ days: [String]) -> TerminalText {
        guard let last = days.max() else { return "no day" }
        let count = Counted.words(days.count, "day")
        return days.count == 1 ? "\(count), \(last)" : "\(count), last on \(last)"
    }

    /// The cost per day of wearing it, to the hundredth; nil if it has no price or was never worn.
    static func costPerWear(_ details: [Detail]) -> String? {
        let days = details[.worn].count
        guard days > 0, let text = details[.price].first,
            case .success(let price) = Price.parse(text)
        else { return nil }
        let hundredths = price.each(of: days).thousandths / 10
        let behind = String(String(100 + hundredths % 100).dropFirst())
        return "\(hundredths / 100).\(behind) \(price.currency)"
    }
}
