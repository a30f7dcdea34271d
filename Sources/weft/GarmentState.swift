import API
import ArgumentParser
import Domain

// The commands that only garments have: when one was worn, and its state.
extension GarmentCommand {
    struct Wear: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "wear", abstract: "Record a day on which you wore a garment.",
            discussion: """
                Only you see it, on your own devices. weft garment ls 'worn:<3' lists garments \
                worn on fewer than three days, and weft show prints the cost per day.
                """)

        @OptionGroup var worn: WearArguments
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let client = try options.client()
            let (day, remove) = (worn.day, worn.remove)
            let (before, _) = try client.send(ShowThing<Garments>(worn.reference))
            let wasWorn = before.details[.worn].contains(day)
            let change =
                remove
                ? DetailChange(.worn, remove: [day]) : DetailChange(.worn, add: [day])
            let (garment, reply) = try client.send(
                EditThing<Garments>(before.id, details: [change]))
            guard output.form != .json else { return output.json(reply.body) }
            let isNew = wasWorn == remove
            let already: TerminalText = isNew ? "" : " already"
            let mark: TerminalText = isNew ? "\("✓", .good)" : "="
            output.line(mark + " \(garment.name), \(worn.verb) on \(day)" + already)
            tell(garment, output)
            guard isNew else { return }
            output.next("undo", "weft undo")
        }

        private func tell(_ garment: NamedThingJSON, _ output: Output) {
            let cost = NamedTable.costPerWear(garment.details)
            let each: TerminalText = cost.map { "; \($0) each" } ?? ""
            output.say("  worn on \(NamedTable.wearing(garment.details[.worn]))" + each)
        }
    }

    struct State: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "state", abstract: "Set the state of a garment.",
            discussion: """
                clean; wash: in the wash; repair: being repaired; retired: no longer worn; gone: \
                no longer yours.
                """)

        @Argument(help: .reference) var reference: String

        @Argument(
            help: ArgumentHelp(
                "The state.", valueName: Garment.states.joined(separator: "|")),
            completion: .list(Garment.states))
        var state: String

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let request = EditThing<Garments>(
                reference, details: [DetailChange(.state, values: [state])])
            guard let garment = try options.reply(to: request) else { return }
            let now = garment.details[.state].first ?? ""
            output.line("\("✓", .good) \(garment.name) is \(Self.shown(now))")
            if now == "wash" || now == "repair" {
                output.next("set it back to clean", "weft garment state \(garment.shortID) clean")
            } else {
                output.next("undo", "weft undo")
            }
        }

        private static func shown(_ state: String) -> String {
            switch state {
            case "wash": return "in the wash"
            case "repair": return "being repaired"
            case "": return "clean"
            default: return state
            }
        }
    }
}

/// The arguments of `wear`.
struct WearArguments: ParsableArguments {
    @Argument(help: .reference) var reference: String

    @Option(help: .day) var on: String?

    @Flag(help: "Remove the day.")
    var remove = false

    /// The day that was typed, or today.
    var day: String { on ?? LocalDay.today() }

    /// `worn`, or its opposite.
    var verb: String { remove ? "not worn" : "worn" }
}
