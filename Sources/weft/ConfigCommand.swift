import API
import ArgumentParser
import Domain

/// `weft config`: what this node is set to.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Show and change what your node is set to.",
        discussion: """
            There is one setting, audience: who sees what you add or import without --audience. \
            It is private until you set it: private, friends, public, group:NAME or @NAME. \
            Setting it moves nothing that is there, and --audience goes before it. If nothing can \
            be kept there any more, nothing is kept at all until you say where. It is this \
            device's own: your other devices have theirs.
            """,
        subcommands: [List.self, Get.self, Set.self, Unset.self], defaultSubcommand: List.self)

    private static let path = "/v1/settings"

    /// The names of settings; more may come.
    enum Name: String, ExpressibleByArgument, CaseIterable {
        case audience
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List every setting.")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            guard let settings = try ConfigCommand.settings(options) else { return }
            let output = options.output
            var table = Table()
            table.add(["\(Name.audience.rawValue, .strong)", "\(settings.audience)"])
            table.print(to: output)
            ConfigCommand.tellProblem(of: settings, output)
            output.next("change it", "weft config set audience WHO")
        }
    }

    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "get", abstract: "Show one setting.")

        @Argument(help: ArgumentHelp("Which: audience.", valueName: "name")) var name: Name
        @OptionGroup var options: GlobalOptions

        func run() throws {
            guard let settings = try ConfigCommand.settings(options) else { return }
            let output = options.output
            switch name {
            case .audience: output.line("\(settings.audience)")
            }
            ConfigCommand.tellProblem(of: settings, output)
        }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Change one, for what comes from now on.")

        @Argument(help: ArgumentHelp("Which: audience.", valueName: "name")) var name: Name
        @Argument(
            help: ArgumentHelp(
                "For audience: private, friends, public, group:NAME or @NAME.", valueName: "value"))
        var value: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            switch name {
            case .audience:
                let word = try AudienceWord.checked(value, of: "weft config set audience")
                try ConfigCommand.change(audience: word ?? value, options)
            }
        }
    }

    struct Unset: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unset", abstract: "Put one back to what it was at first.")

        @Argument(help: ArgumentHelp("Which: audience.", valueName: "name")) var name: Name
        @OptionGroup var options: GlobalOptions

        func run() throws {
            switch name {
            case .audience: try ConfigCommand.change(audience: Audience.private.name, options)
            }
        }
    }

    // What the node is set to; nil if JSON was asked for, and printed.
    private static func settings(_ options: GlobalOptions) throws -> SettingsJSON? {
        let output = options.output
        let reply = try options.client().send(.get(path))
        guard output.form != .json else {
            output.json(reply.body)
            return nil
        }
        return try Reading.decode(SettingsJSON.self, from: reply)
    }

    private static func change(audience: String, _ options: GlobalOptions) throws {
        let output = options.output
        let request = SettingsRequest(audience: audience)
        let reply = try options.client().send(.patch(path, try Reading.encode(request)))
        Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, output)
        guard output.form != .json, audience != Audience.private.name else { return }
        output.next("keep one for yourself", "weft add URL --audience private")
        output.next("as it was before", "weft config unset audience")
    }

    private static func tellProblem(of settings: SettingsJSON, _ output: Output) {
        guard let problem = settings.problem else { return }
        output.warn("without --audience nothing can be kept now: \(problem.detail)")
    }
}
