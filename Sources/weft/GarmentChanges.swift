import API
import ArgumentParser
import Domain

// What changes about a garment: what is said of it, when it was worn, how it is.
extension GarmentCommand {
    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Edit one of your garments.",
            discussion: """
                Options replace values: --color blue,white sets the colors and --color "" clears \
                them. Everything else stays.
                """)

        @Argument(help: ArgumentHelp("Its ID or the end of it.", valueName: "ref"))
        var reference: String

        @Option(help: "Name.")
        var name: String?

        @OptionGroup var details: GarmentOptions
        @OptionGroup var photos: PhotoChangeOptions

        @Option(name: .shortAndLong, help: ArgumentHelp("Add these tags.", valueName: "tags"))
        var tag: [String] = []

        @Option(help: ArgumentHelp("Remove these tags.", valueName: "tags"))
        var untag: [String] = []

        @OptionGroup var options: GlobalOptions

        private var request: EditThing<Garments> {
            EditThing(
                reference, name: name, url: details.url, note: details.note,
                addTags: TagList.parted(tag),
                removeTags: TagList.parted(untag),
                details: details.said.map { DetailChange($0.name, values: $0.values) })
        }

        func validate() throws {
            if request == EditThing(reference), photos.isEmpty {
                throw ValidationError("Pass a change, for example --color blue.")
            }
        }

        func run() throws {
            let output = options.output
            let client = try options.client()
            var request = self.request
            let thing = ShowThing<Garments>(reference)
            if let change = try photos.change(of: thing, client, output) {
                request.details.append(change)
            }
            let (garment, reply) = try client.send(request)
            guard output.form != .json else {
                output.json(reply.body)
                return
            }
            output.line("\("✓", .good) " + NamedTable.line(garment))
            output.next("undo", "weft undo")
        }
    }

    struct Wear: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "wear", abstract: "Record a day on which you wore a garment.",
            discussion: """
                Only you see it, on your own devices. weft garment ls 'worn:<3' lists garments \
                worn on fewer than three days, and weft show prints the cost per day.
                """)

        @Argument(help: ArgumentHelp("Its ID or the end of it.", valueName: "ref"))
        var reference: String

        @Option(
            help: ArgumentHelp("The day, such as 2026-01-31 (default: today).", valueName: "day"))
        var on: String?

        @Flag(help: "Remove the day.")
        var remove = false

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let client = try options.client()
            let day = on ?? LocalDay.today()
            let (before, _) = try client.send(ShowThing<Garments>(reference))
            let wasWorn = before.details[.worn].contains(day)
            let change =
                remove
                ? DetailChange(.worn, remove: [day]) : DetailChange(.worn, add: [day])
            let (garment, reply) = try client.send(
                EditThing<Garments>(before.id, details: [change]))
            guard output.form != .json else {
                output.json(reply.body)
                return
            }
            let isNew = wasWorn == remove
            let verb = remove ? "not worn" : "worn"
            let already: Shown = isNew ? "" : " already"
            let mark: Shown = isNew ? "\("✓", .good)" : "="
            output.line(mark + " \(garment.name), \(verb) on \(day)" + already)
            tell(garment, output)
            guard isNew else { return }
            output.next("undo", "weft undo")
        }

        private func tell(_ garment: NamedThingJSON, _ output: Output) {
            let cost = NamedTable.costPerWear(garment.details)
            let each: Shown = cost.map { "; \($0) each" } ?? ""
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

        @Argument(help: ArgumentHelp("Its ID or the end of it.", valueName: "ref"))
        var reference: String

        @Argument(
            help: ArgumentHelp(
                "The state.", valueName: Garment.states.joined(separator: "|")),
            completion: .list(Garment.states))
        var state: String

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let client = try options.client()
            let (garment, reply) = try client.send(
                EditThing<Garments>(
                    reference, details: [DetailChange(.state, values: [state])]))
            guard output.form != .json else {
                output.json(reply.body)
                return
            }
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
