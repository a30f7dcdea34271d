import API
import ArgumentParser
import Domain

/// `weft recommend`: what one may like.
struct RecommendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recommend", abstract: "Say what you may like, and why.",
        discussion: """
            Of the 500 newest garments and the 500 newest outfits that you can see, yours among \
            them: what has tags, categories, styles, colors, seasons, occasions or brands of what \
            you liked, and not of what you disliked (the latest 200 of each). It is worked out here; \
            nobody is asked or told.
            """)

    @Argument(help: "garment or outfit; else both.", completion: .list(["garment", "outfit"]))
    var kind: String?

    @Option(
        help: ArgumentHelp(
            "When: \(Garment.seasons.joined(separator: ", ")).", valueName: "season"),
        completion: .list(Garment.seasons))
    var season: String?

    @Option(help: ArgumentHelp("For what: work.", valueName: "occasion"))
    var occasion: String?

    @Option(name: [.customShort("N"), .long], help: "So many at most.")
    var number = 10

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let output = options.output
        let reply = try options.client().send(
            .get(
                "/v1/recommendations",
                [
                    ("type", kind), ("season", season), ("occasion", occasion),
                    ("limit", "\(number)"),
                ]))
        guard output.form != .json else { return output.json(reply.body) }
        let found = try Reading.decode(PageJSON<RecommendationJSON>.self, from: reply).items
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
            output.say("nothing is known of what you like, or nothing fits")
            return output.next("say what you like", "weft rate")
        }
        output.next("like it, or not", "weft like \(first.thing.shortID)")
    }
}

extension ThingJSON {
    /// `@bob`, or `me`.
    fileprivate var whose: String {
        switch self {
        case .link(let link): return AuthorWord.shown(link.author)
        case .named(let thing): return AuthorWord.shown(thing.author)
        }
    }
}
