import API
import ArgumentParser
import Domain

// What changes about a garment: what is said of it, when it was worn, how it is.
extension GarmentCommand {
    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Change one of your garments.",
            discussion: """
                What is named is what stands there then: --color blue,white are its colors, and \
                --color "" says that it has none. What is left out stays.
                """)

        @Argument(help: ArgumentHelp("Its id, or the end of it.", valueName: "ref"))
        var reference: String

        @Option(help: "What you call it.")
        var name: String?

        @OptionGroup var details: GarmentOptions
        @OptionGroup var photos: PhotoChangeOptions

        @Option(name: .shortAndLong, help: ArgumentHelp("Put these tags on.", valueName: "tags"))
        var tag: [String] = []

        @Option(help: ArgumentHelp("Take these tags off.", valueName: "tags"))
        var untag: [String] = []

        @OptionGroup var options: GlobalOptions

        private var request: EditThingRequest {
            EditThingRequest(
                name: name, url: details.url, note: details.note, addTags: TagList.parted(tag),
                removeTags: TagList.parted(untag),
                details: details.said.map { DetailChange($0.name, values: $0.values) })
        }

        func validate() throws {
            if request == EditThingRequest(), photos.isEmpty {
                throw ValidationError("Say what to change, for example --color blue.")
            }
        }

        func run() throws {
            let output = options.output
            let client = try options.client()
            var request = self.request
            let path = GarmentCommand.path(reference)
            if let change = try photos.change(at: path, client, output) {
                request.details.append(change)
            }
            let (garment, reply) = try GarmentCommand.change(reference, request, client)
            guard output.form != .json else {
                output.json(reply.body)
                return
            }
            output.line("\("✓", .good) " + NamedTable.line(garment))
            output.next("take it back", "weft undo")
        }
    }

    struct Wear: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "wear", abstract: "Note a day on which you wore a garment.",
            discussion: """
                Only you see it, on your own devices. weft garment ls 'worn:<3' finds what was \
                worn on fewer than three days, and weft show says what each day has cost.
                """)

        @Argument(help: ArgumentHelp("Its id, or the end of it.", valueName: "ref"))
        var reference: String

        @Option(help: ArgumentHelp("The day, such as 2026-01-31; else today.", valueName: "day"))
        var on: String?

        @Flag(help: "Take the day out again.")
        var remove = false

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let client = try options.client()
            let day = on ?? LocalDay.today()
            let found = try client.send(.get(GarmentCommand.path(reference)))
            let before = try Reading.decode(NamedThingJSON.self, from: found)
            let wasWorn = before.details[.worn].contains(day)
            let change =
                remove
                ? DetailChange(.worn, remove: [day]) : DetailChange(.worn, add: [day])
            let (garment, reply) = try GarmentCommand.change(
                before.id, EditThingRequest(details: [change]), client)
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
            output.next("take it back", "weft undo")
        }

        private func tell(_ garment: NamedThingJSON, _ output: Output) {
            let cost = NamedTable.costPerWear(garment.details)
            let each: Shown = cost.map { "; \($0) each" } ?? ""
            output.say("  worn on \(NamedTable.wearing(garment.details[.worn]))" + each)
        }
    }

    struct State: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "state", abstract: "Say how a garment is.",
            discussion: """
                clean; wash: it is in the wash; repair: it is being mended; retired: you wear it \
                no more; gone: it is not with you any more.
                """)

        @Argument(help: ArgumentHelp("Its id, or the end of it.", valueName: "ref"))
        var reference: String

        @Argument(
            help: ArgumentHelp(
                "How it is.", valueName: Garment.states.joined(separator: "|")),
            completion: .list(Garment.states))
        var state: String

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let client = try options.client()
            let request = EditThingRequest(details: [DetailChange(.state, values: [state])])
            let (garment, reply) = try GarmentCommand.change(reference, request, client)
            guard output.form != .json else {
                output.json(reply.body)
                return
            }
            let now = garment.details[.state].first ?? ""
            output.line("\("✓", .good) \(garment.name) is \(Self.shown(now))")
            if now == "wash" || now == "repair" {
                output.next("when it is back", "weft garment state \(garment.shortID) clean")
            } else {
                output.next("take it back", "weft undo")
            }
        }

        private static func shown(_ state: String) -> String {
            switch state {
            case "wash": return "in the wash"
            case "repair": return "being mended"
            case "": return "clean"
            default: return state
            }
        }
    }
}
