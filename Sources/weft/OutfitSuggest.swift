import API
import ArgumentParser
import Domain

extension OutfitCommand {
    struct Suggest: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "suggest", abstract: "Suggest an outfit, with reasons.",
            discussion: """
                Chooses among your garments and those friends share with you: clean, right for the \
                season and occasion, matching in style and color, and not worn recently. Computed \
                on this node only.
                """)

        @Option(help: ArgumentHelp("The occasion: work.", valueName: "occasion"))
        var occasion: String?

        @Option(
            help: ArgumentHelp(
                "Season: \(Garment.seasons.joined(separator: ", ")).", valueName: "season"),
            completion: .list(Garment.seasons))
        var season: String?

        @Option(
            help: ArgumentHelp("The day, such as 2026-01-31 (default: today).", valueName: "day"))
        var on: String?

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            guard
                let advice = try options.reply(
                    to: SuggestOutfit(
                        day: on ?? LocalDay.today(), occasion: occasion, season: season))
            else { return }
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
                    "add a garment", "weft garment add NAME --category CATEGORY")
            }
            let ids = advice.pieces.map(\.thing.shortID).joined(separator: " ")
            output.next("save it as an outfit", "weft outfit new NAME \(ids)")
        }
    }
}
