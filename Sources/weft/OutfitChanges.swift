import API
import ArgumentParser
import Domain

// What changes about an outfit: what lies where, what is said of it, when it was worn.
extension OutfitCommand {
    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Edit one of your outfits.",
            discussion: """
                Options replace values; --occasion "" clears the occasions. Everything else stays. \
                Use put, take and clear to change layers.
                """)

        @Argument(help: ArgumentHelp("Its ID or the end of it.", valueName: "ref"))
        var reference: String

        @Option(help: "Name.")
        var name: String?

        @OptionGroup var details: OutfitOptions
        @OptionGroup var photos: PhotoChangeOptions

        @Option(name: .shortAndLong, help: ArgumentHelp("Add these tags.", valueName: "tags"))
        var tag: [String] = []

        @Option(help: ArgumentHelp("Remove these tags.", valueName: "tags"))
        var untag: [String] = []

        @OptionGroup var options: GlobalOptions

        private var request: EditThing<Outfits> {
            EditThing(
                reference, name: name, note: details.note, addTags: TagList.parted(tag),
                removeTags: TagList.parted(untag),
                details: details.said.map { DetailChange($0.name, values: $0.values) })
        }

        func validate() throws {
            if request == EditThing(reference), photos.isEmpty {
                throw ValidationError("Pass a change, for example --occasion work.")
            }
        }

        func run() throws {
            let client = try options.client()
            var request = self.request
            let thing = ShowThing<Outfits>(reference)
            if let change = try photos.change(of: thing, client, options.output) {
                request.details.append(change)
            }
            OutfitCommand.tell(try client.send(request), options)
        }
    }

    struct Put: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "put", abstract: "Add a garment to an outfit, or move it.",
            discussion: """
                Moves a garment that is already there; --again adds it once more. Options you \
                leave out stay unchanged.
                """)

        @Argument(help: ArgumentHelp("The outfit's ID or the end of it.", valueName: "outfit"))
        var reference: String

        @Argument(
            help: ArgumentHelp(
                "The garment's ID, or a layer from weft outfit show.", valueName: "ref"))
        var garment: String

        // What begins with a minus is a value, too.
        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Position right of and below the center: 120,-40.", valueName: "x,y")
        )
        var at: String?

        @Option(
            help: ArgumentHelp("Scale, 0.05 to 20 (1 is the original size).", valueName: "factor"))
        var scale: String?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Rotation in degrees, clockwise.", valueName: "degrees"))
        var rot: Int?

        @Option(
            help: ArgumentHelp(
                "Layer from the bottom: 1 is the lowest; or top, bottom.", valueName: "place"))
        var z: String?

        @Flag(help: "Add it again even if it is already there.")
        var again = false

        @OptionGroup var options: GlobalOptions

        func validate() throws {
            _ = try change()
        }

        func run() throws {
            try OutfitCommand.arrange(reference, [try change()], options)
        }

        private func change() throws -> LayoutChangeJSON {
            var change = LayoutChangeJSON(put: garment, again: again ? true : nil)
            if let at {
                let parts = at.split(separator: ",", omittingEmptySubsequences: false)
                guard parts.count == 2, let x = Int(parts[0]), let y = Int(parts[1]) else {
                    throw ValidationError("--at takes two whole numbers, such as 120,-40.")
                }
                (change.x, change.y) = (x, y)
            }
            if let scale {
                guard let thousandths = Canvas.thousandths(scale) else {
                    throw ValidationError("--scale takes a number such as 0.8.")
                }
                change.scale = Double(thousandths) / 1000
            }
            // One way around is as good as the other.
            change.rotation = rot.map { (-360...0).contains($0) ? ($0 + 360) % 360 : $0 }
            switch z {
            case nil: break
            case "top"?: change.z = 2 * Canvas.layersMax
            case "bottom"?: change.z = 1
            case let text?:
                guard let number = Int(text) else {
                    throw ValidationError("--z takes a number from 1, top or bottom.")
                }
                change.z = number
            }
            return change
        }
    }

    struct Take: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "take", abstract: "Remove garments from an outfit.")

        @Argument(help: ArgumentHelp("The outfit's ID or the end of it.", valueName: "outfit"))
        var reference: String

        @Argument(
            help: ArgumentHelp(
                "IDs of garments, or layers from weft outfit show.", valueName: "ref"))
        var garments: [String]

        @OptionGroup var options: GlobalOptions

        func run() throws {
            try OutfitCommand.arrange(reference, garments.map { .init(take: $0) }, options)
        }
    }

    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear", abstract: "Remove everything from an outfit; undo restores it.")

        @Argument(help: ArgumentHelp("Its ID or the end of it.", valueName: "outfit"))
        var reference: String

        @OptionGroup var options: GlobalOptions

        func run() throws {
            try OutfitCommand.arrange(reference, [.clearing], options)
        }
    }

    struct Clone: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clone", abstract: "Copy an outfit that you see into your own.",
            discussion: """
                The copy refers to the same garments; those you may not see are left out. weft \
                garment clone copies a garment.
                """)

        @Argument(help: ArgumentHelp("Its ID or the end of it.", valueName: "ref"))
        var reference: String

        @OptionGroup var details: CloneOptions
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let client = try options.client()
            let (source, _) = try client.send(ShowThing<Outfits>(reference))
            let (_, reply) = try client.send(
                try details.request(of: source.id, at: Outfits.self))
            let left = (source.layers ?? []).count { $0.thing == nil }
            try WardrobeTable.tellKept(
                reply, OutfitCommand.self, isNamed: details.audience != nil, options
            ) { ("move its garments", "weft outfit put \($0) GARMENT --at 120,-40") }
            if left > 0 { options.output.say("  left out: \(left) you may not see") }
        }
    }

    struct Wear: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "wear", abstract: "Record a day on which you wore an outfit.",
            discussion: "Also recorded for your own garments in it. Only you see it.")

        @Argument(help: ArgumentHelp("Its ID or the end of it.", valueName: "ref"))
        var reference: String

        @Option(
            help: ArgumentHelp("The day, such as 2026-01-31 (default: today).", valueName: "day"))
        var on: String?

        @Flag(help: "Remove the day.")
        var remove = false

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let request = WearOutfit(
                reference, day: on ?? LocalDay.today(), remove: remove ? true : nil)
            let output = options.output
            let (outfit, reply) = try options.client().send(request)
            guard output.form != .json else {
                output.json(reply.body)
                return
            }
            let verb = remove ? "not worn" : "worn"
            output.line("\("✓", .good) \(outfit.name), \(verb) on \(request.day)")
            output.say("  worn on \(NamedTable.wearing(outfit.details[.worn]))")
            output.next("undo", "weft undo")
        }
    }
}

/// How a copy of one's own is to be.
struct CloneOptions: ParsableArguments {
    @Option(help: "Name (default: its name there).")
    var name: String?

    @Option(
        help: ArgumentHelp(
            "Who sees it: private, friends, public, group:NAME or @NAME (default: the "
                + "audience of weft config, private at first).", valueName: "who"))
    var audience: String?

    /// What asks for a copy of the thing with this id.
    func request<Paths: ClonePaths>(
        of id: String, at paths: Paths.Type
    ) throws -> CloneThing<Paths> {
        CloneThing(
            id, name: name, audience: try AudienceWord.checked(audience, of: "--audience"))
    }
}
