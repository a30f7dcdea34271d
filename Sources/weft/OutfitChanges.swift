import API
import ArgumentParser
import Domain

// What changes about an outfit: what lies where, what is said of it, when it was worn.
extension OutfitCommand {
    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Change what is said of one of your outfits.",
            discussion: """
                What is named is what stands there then; --occasion "" says that it is for none. \
                What is left out stays. Layers are changed by put, take and clear.
                """)

        @Argument(help: ArgumentHelp("Its id, or the end of it.", valueName: "ref"))
        var reference: String

        @Option(help: "What you call it.")
        var name: String?

        @OptionGroup var details: OutfitOptions
        @OptionGroup var photos: PhotoChangeOptions

        @Option(name: .shortAndLong, help: ArgumentHelp("Put these tags on.", valueName: "tags"))
        var tag: [String] = []

        @Option(help: ArgumentHelp("Take these tags off.", valueName: "tags"))
        var untag: [String] = []

        @OptionGroup var options: GlobalOptions

        private var request: EditThingRequest {
            EditThingRequest(
                name: name, note: details.note, addTags: TagList.parted(tag),
                removeTags: TagList.parted(untag),
                details: details.said.map { DetailChange($0.name, values: $0.values) })
        }

        func validate() throws {
            if request == EditThingRequest(), photos.isEmpty {
                throw ValidationError("Say what to change, for example --occasion work.")
            }
        }

        func run() throws {
            let client = try options.client()
            var request = self.request
            let path = OutfitCommand.path(reference)
            if let change = try photos.change(at: path, client, options.output) {
                request.details.append(change)
            }
            let reply = try client.send(.patch(path, JSONText.encode(request)))
            try OutfitCommand.tell(reply, options)
        }
    }

    struct Put: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "put", abstract: "Put a garment on, or move it.",
            discussion: """
                A garment that lies there is moved; --again lays it down once more. What is not \
                said stays as it is.
                """)

        @Argument(help: ArgumentHelp("The outfit's id, or the end of it.", valueName: "outfit"))
        var reference: String

        @Argument(
            help: ArgumentHelp(
                "The garment's id, or a layer, as weft outfit show says.", valueName: "ref"))
        var garment: String

        // What begins with a minus is a value, too.
        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Right of the middle and below it: 120,-40.", valueName: "x,y"))
        var at: String?

        @Option(help: ArgumentHelp("How large, 0.05 to 20; 1 is as it came.", valueName: "factor"))
        var scale: String?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Degrees clockwise.", valueName: "degrees"))
        var rot: Int?

        @Option(
            help: ArgumentHelp(
                "The how many-th from below: 1 is the lowest; or top, bottom.", valueName: "place"))
        var z: String?

        @Flag(help: "Lay it down even if it lies there.")
        var again = false

        @OptionGroup var options: GlobalOptions

        func validate() throws {
            _ = try change()
        }

        func run() throws {
            try OutfitCommand.arrange(reference, [try change()], options)
        }

        private func change() throws -> LayoutRequest.ChangeJSON {
            var change = LayoutRequest.ChangeJSON(put: garment, again: again ? true : nil)
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
            commandName: "take", abstract: "Take garments off an outfit.")

        @Argument(help: ArgumentHelp("The outfit's id, or the end of it.", valueName: "outfit"))
        var reference: String

        @Argument(
            help: ArgumentHelp(
                "Garments' ids, or layers, as weft outfit show says.", valueName: "ref"))
        var garments: [String]

        @OptionGroup var options: GlobalOptions

        func run() throws {
            try OutfitCommand.arrange(reference, garments.map { .init(take: $0) }, options)
        }
    }

    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear", abstract: "Take everything off an outfit; undo brings it back.")

        @Argument(help: ArgumentHelp("Its id, or the end of it.", valueName: "outfit"))
        var reference: String

        @OptionGroup var options: GlobalOptions

        func run() throws {
            try OutfitCommand.arrange(reference, [.clearing], options)
        }
    }

    struct Clone: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clone", abstract: "Keep an outfit of your own like one that you see.",
            discussion: """
                The garments in it stay whose they are; what you may not see is left out. weft \
                garment clone makes one of them yours.
                """)

        @Argument(help: ArgumentHelp("Its id, or the end of it.", valueName: "ref"))
        var reference: String

        @OptionGroup var details: CloneOptions
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let client = try options.client()
            let found = try client.send(.get(OutfitCommand.path(reference)))
            let source = try Reading.decode(NamedThingJSON.self, from: found)
            let body = JSONText.encode(try details.request)
            let reply = try client.send(.post(OutfitCommand.path(source.id, "/clone"), body))
            let left = (source.layers ?? []).count { $0.thing == nil }
            try WardrobeTable.tellKept(
                reply, OutfitCommand.self, isNamed: details.audience != nil, options
            ) { ("move what lies in it", "weft outfit put \($0) GARMENT --at 120,-40") }
            if left > 0 { options.output.say("  without \(left) that you may not see") }
        }
    }

    struct Wear: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "wear", abstract: "Note a day on which you wore an outfit.",
            discussion: "Your own garments in it were worn then, too. Only you see it.")

        @Argument(help: ArgumentHelp("Its id, or the end of it.", valueName: "ref"))
        var reference: String

        @Option(help: ArgumentHelp("The day, such as 2026-01-31; else today.", valueName: "day"))
        var on: String?

        @Flag(help: "Take the day out again.")
        var remove = false

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let request = WearRequest(day: on ?? LocalDay.today(), remove: remove ? true : nil)
            let output = options.output
            let reply = try options.client().send(
                .post(OutfitCommand.path(reference, "/wear"), JSONText.encode(request)))
            guard output.form != .json else {
                output.json(reply.body)
                return
            }
            let outfit = try Reading.decode(NamedThingJSON.self, from: reply)
            let verb = remove ? "not worn" : "worn"
            output.line("\("✓", .good) \(outfit.name), \(verb) on \(request.day)")
            output.say("  worn on \(NamedTable.wearing(outfit.details[.worn]))")
            output.next("take it back", "weft undo")
        }
    }
}

/// How a copy of one's own is to be.
struct CloneOptions: ParsableArguments {
    @Option(help: "What you call it; else as it is called there.")
    var name: String?

    @Option(
        help: ArgumentHelp(
            "Who sees it: private, friends, public, group:NAME or @NAME; else as weft config "
                + "says, at first only you.", valueName: "who"))
    var audience: String?

    var request: CloneRequest {
        get throws {
            CloneRequest(name: name, audience: try AudienceWord.checked(audience, of: "--audience"))
        }
    }
}
