import API
import ArgumentParser
import Domain

// The commands that change the layers of an outfit, and record when it was worn.
extension OutfitCommand {
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
            try options.changed(ArrangeOutfit(reference, [try change()]))
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
            try options.changed(ArrangeOutfit(reference, garments.map { .init(take: $0) }))
        }
    }

    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear", abstract: "Remove everything from an outfit; undo restores it.")

        @Argument(help: ArgumentHelp("Its ID or the end of it.", valueName: "outfit"))
        var reference: String

        @OptionGroup var options: GlobalOptions

        func run() throws {
            try options.changed(ArrangeOutfit(reference, [.clearing]))
        }
    }

    struct Wear: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "wear", abstract: "Record a day on which you wore an outfit.",
            discussion: "Also recorded for your own garments in it. Only you see it.")

        @OptionGroup var worn: WearArguments
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let request = WearOutfit(
                worn.reference, day: worn.day, remove: worn.remove ? true : nil)
            guard let outfit = try options.reply(to: request) else { return }
            let output = options.output
            output.line("\("✓", .good) \(outfit.name), \(worn.verb) on \(request.day)")
            output.say("  worn on \(NamedTable.wearing(outfit.details[.worn]))")
            output.next("undo", "weft undo")
        }
    }
}
