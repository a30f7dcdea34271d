import API
import ArgumentParser
import Domain

/// `weft config`: what this node is set to.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Show and change what your node is set to.",
        discussion: """
            audience: who sees what you add or import without --audience. It is private until you \
            set it: private, friends, public, group:NAME or @NAME. Setting it moves nothing that \
            is there, and --audience goes before it. If nothing can be kept there any more, \
            nothing is kept at all until you say where.

            discovery: on, or off. With it your node and those of your friends find each other on \
            a network that they are both on, without an address and without any other machine. To \
            everybody else what they send for that is noise.

            Both are this device's own: your other devices have theirs.
            """,
        subcommands: [List.self, Get.self, Set.self, Unset.self], defaultSubcommand: List.self)

    private static let path = "/v1/settings"

    /// The names of settings; more may come.
    enum Name: String, ExpressibleByArgument, CaseIterable {
        case audience, discovery
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
            table.add([
                "\(Name.discovery.rawValue, .strong)", "\(ConfigCommand.word(settings.discovery))",
            ])
            table.print(to: output)
            ConfigCommand.tellProblem(of: settings, output)
            output.next("change it", "weft config set audience WHO")
        }
    }

    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "get", abstract: "Show one setting.")

        @Argument(help: ConfigCommand.nameHelp) var name: Name
        @OptionGroup var options: GlobalOptions

        func run() throws {
            guard let settings = try ConfigCommand.settings(options) else { return }
            let output = options.output
            switch name {
            case .audience:
                output.line("\(settings.audience)")
                ConfigCommand.tellProblem(of: settings, output)
            case .discovery: output.line("\(ConfigCommand.word(settings.discovery))")
            }
        }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Change one, for what comes from now on.")

        @Argument(help: ConfigCommand.nameHelp) var name: Name
        @Argument(
            help: ArgumentHelp(
                "For audience: private, friends, public, group:NAME or @NAME; for discovery: on or "
                    + "off.", valueName: "value"))
        var value: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            switch name {
            case .audience:
                let word = try AudienceWord.checked(value, of: "weft config set audience")
                try ConfigCommand.change(audience: word ?? value, options)
            case .discovery:
                guard value == "on" || value == "off" else {
                    throw Failure(
                        .usage, "\"\(value)\" is neither on nor off",
                        fix: "weft config set discovery on")
                }
                try ConfigCommand.change(SettingsRequest(discovery: value == "on"), options)
            }
        }
    }

    struct Unset: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unset", abstract: "Put one back to what it was at first.")

        @Argument(help: ConfigCommand.nameHelp) var name: Name
        @OptionGroup var options: GlobalOptions

        func run() throws {
            switch name {
            case .audience: try ConfigCommand.change(audience: Audience.private.name, options)
            case .discovery: try ConfigCommand.change(SettingsRequest(discovery: true), options)
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

    private static let nameHelp = ArgumentHelp("Which: audience, discovery.", valueName: "name")

    private static func word(_ isOn: Bool) -> String { isOn ? "on" : "off" }

    private static func change(_ request: SettingsRequest, _ options: GlobalOptions) throws {
        let reply = try options.client().send(.patch(path, try Reading.encode(request)))
        Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, options.output)
    }

    private static func change(audience: String, _ options: GlobalOptions) throws {
        let output = options.output
        try change(SettingsRequest(audience: audience), options)
        guard output.form != .json, audience != Audience.private.name else { return }
        output.next("keep one for yourself", "weft add URL --audience private")
        output.next("as it was before", "weft config unset audience")
    }

    private static func tellProblem(of settings: SettingsJSON, _ output: Output) {
        guard let problem = settings.problem else { return }
        output.warn("without --audience nothing can be kept now: \(problem.detail)")
    }
}
