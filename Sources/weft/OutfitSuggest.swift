import API
import ArgumentParser
import Domain

extension OutfitCommand {
    struct Suggest: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "suggest", abstract: "Say what goes together, and why.",
            discussion: """
                Of your garments, and those that friends let you see: what is clean, fits the \
                season and the occasion, goes together in style and color, and was not worn for \
                long. Nobody else is asked.
                """)

        @Option(help: ArgumentHelp("For what: work.", valueName: "occasion"))
        var occasion: String?

        @Option(
            help: ArgumentHelp(
                "When: \(Garment.seasons.joined(separator: ", ")).", valueName: "season"),
            completion: .list(Garment.seasons))
        var season: String?

        @Option(help: ArgumentHelp("The day, such as 2026-01-31; else today.", valueName: "day"))
        var on: String?

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let reply = try options.client().send(
                .get(
                    "/v1/outfits/suggest",
                    [
                        ("day", on ?? LocalDay.today()), ("occasion", occasion),
                        ("season", season),
                    ]))
            guard output.form != .json else {
                output.json(reply.body)
                return
            }
            let advice = try Reading.decode(AdviceJSON.self, from: reply)
            var table = Table(elastic: 2)
            for piece in advice.pieces {
                table.add([
                    "\(piece.slot, .faint)", "\(piece.thing.shortID, .faint)",
                    "\(piece.thing.name)", "\(piece.reasons.joined(separator: "; "), .faint)",
                ])
            }
            table.print(to: output)
            if !advice.lacking.isEmpty {
                output.say("  nothing fits for: \(advice.lacking.joined(separator: ", "))")
            }
            guard !advice.pieces.isEmpty else {
                return output.next(
                    "keep what you wear", "weft garment add NAME --category CATEGORY")
            }
            let ids = advice.pieces.map(\.thing.shortID).joined(separator: " ")
            output.next("keep it as an outfit", "weft outfit new NAME \(ids)")
        }
    }
}
