import API
import ArgumentParser
import Domain

/// `weft recommend`: what one may like.
struct RecommendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recommend", abstract: "Recommend things you may like, with reasons.",
        discussion: """
            Considers the 500 newest garments and the 500 newest outfits you can see, including \
            yours. Those that share tags, categories, styles, colors, seasons, occasions or brands \
            with things you liked, and not with things you disliked (the latest 200 of each), come \
            up. Computed on this node; no data leaves it.
            """)

    @Argument(help: "garment or outfit (default: both).", completion: .list(["garment", "outfit"]))
    var kind: String?

    @Option(
        help: ArgumentHelp(
            "Season: \(Garment.seasons.joined(separator: ", ")).", valueName: "season"),
        completion: .list(Garment.seasons))
    var season: String?

    @Option(help: ArgumentHelp("The occasion: work.", valueName: "occasion"))
    var occasion: String?

    @Option(name: [.customShort("N"), .long], help: "Show at most this many.")
    var number = 10

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let output = options.output
        guard
            let page = try options.reply(
                to: Recommend(type: kind, season: season, occasion: occasion, limit: number))
        else { return }
        let found = page.items
        var table = Table(elastic: 2)
        for entry in found {
            let reasons = entry.reasons.joined(separator: "; ")
            table.add(
                output.form == .plain
                    ? [
                        "\(entry.thing.id)", "\(entry.thing.calledName)", "\(entry.score)",
                        entry.owned ? "yours" : "", "\(reasons)",
                    ]
                    : [
                        "\(entry.thing.shortID, .faint)", "\(entry.thing.calledName)",
                        "\(reasons, .faint)",
                        entry.owned ? "\("yours", .good)" : "\(entry.thing.whose)",
                    ])
        }
        table.print(to: output)
        guard let first = found.first else {
            output.say("nothing to recommend yet")
            return output.next("rate things", "weft rate")
        }
        output.next("like it, or not", "weft like \(first.thing.shortID)")
    }
}

extension ThingJSON {
    /// `@bob`, or `me`.
    fileprivate var whose: String {
        switch self {
        case .link(let link): return AuthorLabel.shown(link.author)
        case .named(let thing): return AuthorLabel.shown(thing.author)
        }
    }
}
