import API
import Domain

/// Outfits and closets for people.
enum WardrobeTable {
    /// The layers of an outfit, lowest first; nothing of other things.
    static func layers(of thing: NamedThingJSON) -> [TerminalText] {
        guard let layers = thing.layers, !layers.isEmpty else { return [] }
        var table = Table()
        for layer in layers {
            let turned = layer.rotation == 0 ? "" : ", turned \(layer.rotation)°"
            let scaled = layer.scale == 1 ? "" : ", scale \(layer.scale)"
            table.add([
                "  \("\(layer.z)", .faint)", "\(layer.layer, .faint)", part(layer.thing),
                "\("at \(layer.x),\(layer.y)\(scaled)\(turned)", .faint)",
            ])
        }
        return table.aligned(width: nil)
    }

    /// The contents of a closet; nothing of other things.
    static func contents(of thing: NamedThingJSON) -> [TerminalText] {
        (thing.things ?? []).map { item in
            let name: TerminalText = item.thing == nil ? "\(item.reference, .faint)" : ""
            return "  " + part(item.thing) + (name.plain.isEmpty ? "" : "  " + name)
        }
    }

    /// Each figure on a line of its own, and what is listed below.
    static func stats(_ stats: ClosetStatsJSON) -> [TerminalText] {
        var table = Table()
        table.add(["\("garments", .faint)", "\(Counted.words(stats.garments, "garment"))"])
        if stats.ofOthers > 0 { table.add(["\("of others", .faint)", "\("\(stats.ofOthers)")"]) }
        if stats.hidden > 0 { table.add(["\("not seen", .faint)", "\("\(stats.hidden)")"]) }
        let value = stats.value.isEmpty ? "no prices" : stats.value.joined(separator: ", ")
        table.add(["\("value", .faint)", "\(value)"])
        if stats.unpriced > 0 {
            table.add(["\("without a price", .faint)", "\("\(stats.unpriced)")"])
        }
        table.add(["\("never worn", .faint)", "\("\(stats.neverWornCount)")"])
        return table.aligned(width: nil) + listed("lowest cost per wear", stats.best)
            + listed("worst", stats.worst) + never(stats)
    }

    private static func listed(
        _ title: String, _ worths: [ClosetStatsJSON.WorthJSON]
    ) -> [TerminalText] {
        guard !worths.isEmpty else { return [] }
        var table = Table()
        for worth in worths {
            let days = Counted.words(worth.days, "day")
            table.add([
                "  \(worth.costPerWear)", "\(worth.thing.shortID, .faint)", "\(worth.thing.name)",
                "\(days, .faint)",
            ])
        }
        return ["\(title, .faint)"] + table.aligned(width: nil)
    }

    private static func never(_ stats: ClosetStatsJSON) -> [TerminalText] {
        guard !stats.neverWorn.isEmpty else { return [] }
        let more = stats.neverWornCount - stats.neverWorn.count
        return ["\("never worn", .faint)"] + stats.neverWorn.map { "  " + part($0) }
            + (more > 0 ? ["  and \("\(more)") more"] : [])
    }

    // Nothing is known of a thing that may not be seen but that it is there.
    private static func part(_ thing: PartJSON?) -> TerminalText {
        guard let thing else { return "\("something you may not see", .faint)" }
        let whose: TerminalText = thing.author.me ? "" : "  \(AuthorLabel.shown(thing.author))"
        let trashed: TerminalText = thing.trashed ? "  \("in the trash", .notable)" : ""
        return "\(thing.shortID, .faint)  \(thing.name)" + whose + trashed
    }
}
