import API
import ArgumentParser
import Domain

/// `weft config`: what this node is set to.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Show and change settings; files, start at login, web.",
        discussion: """
            audience: who sees what you add or import without --audience: private (the default), \
            friends, public, group:NAME or @NAME. A change applies to new things only, and \
            --audience overrides it. If you can no longer add things there, adding fails until you \
            choose another audience.

            discovery: on or off. When on, your node and your friends' nodes find each other on a \
            shared local network without addresses or servers. To everyone else the packets look \
            like noise.

            web: the address where other programs on this computer connect with a token (weft \
            web): 127.0.0.1:PORT, localhost:PORT, [::1]:PORT, on (127.0.0.1:7434) or off (the \
            default). It is never reachable from another computer.

            pinboard: what shared=yes of a Pinboard client means: default (same as without \
            --audience) or public. Many clients always send it.

            files.quota: disk space for photos and videos, yours and those that others share \
            (default: 10GiB). When it is full, no more files are fetched or added.

            files.originals: on-demand or always. Thumbnails and small photos always download; the \
            others only on request (weft photo get), or always.

            author.quota: how much one other person may write in one audience (default: 256MiB), \
            so that nobody fills your disk. Once it is used up, nothing more from them is accepted \
            there; weft status reports it.

            Settings apply to this device only.
            """,
        subcommands: [
            List.self, Get.self, Set.self, Unset.self, ServiceCommand.self, PathsCommand.self,
            WebCommand.self, ApiCommand.self, CompletionCommand.self,
        ], defaultSubcommand: List.self)

    /// The names of settings; more may come.
    enum Name: String, ExpressibleByArgument, CaseIterable {
        case audience, discovery, web, pinboard
        case filesQuota = "files.quota"
        case filesOriginals = "files.originals"
        case authorQuota = "author.quota"
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List all settings.")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            guard let settings = try options.reply(to: ShowSettings()) else { return }
            let output = options.output
            var table = Table()
            table.add(["\(Name.audience.rawValue, .strong)", "\(settings.audience)"])
            table.add([
                "\(Name.discovery.rawValue, .strong)", "\(ConfigCommand.word(settings.discovery))",
            ])
            table.add(["\(Name.web.rawValue, .strong)", "\(settings.web ?? "off")"])
            table.add(["\(Name.pinboard.rawValue, .strong)", "\(settings.pinboard)"])
            table.add([
                "\(Name.filesQuota.rawValue, .strong)", "\(FileSettings.quota(settings))",
            ])
            table.add([
                "\(Name.filesOriginals.rawValue, .strong)", "\(settings.filesOriginals)",
            ])
            table.add([
                "\(Name.authorQuota.rawValue, .strong)",
                "\(ByteCount.typed(settings.authorQuotaBytes))",
            ])
            table.print(to: output)
            ConfigCommand.tellProblem(of: settings, output)
            output.next("change one", "weft config set audience WHO")
        }
    }

    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "get", abstract: "Show one setting.")

        @Argument(help: ConfigCommand.nameHelp) var name: Name
        @OptionGroup var options: GlobalOptions

        func run() throws {
            guard let settings = try options.reply(to: ShowSettings()) else { return }
            let output = options.output
            switch name {
            case .audience:
                output.line("\(settings.audience)")
                ConfigCommand.tellProblem(of: settings, output)
            case .discovery: output.line("\(ConfigCommand.word(settings.discovery))")
            case .web: output.line("\(settings.web ?? "off")")
            case .pinboard: output.line("\(settings.pinboard)")
            case .filesQuota: output.line("\(FileSettings.quota(settings))")
            case .filesOriginals: output.line("\(settings.filesOriginals)")
            case .authorQuota: output.line("\(ByteCount.typed(settings.authorQuotaBytes))")
            }
        }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Change one setting; applies to new things only.")

        @Argument(help: ConfigCommand.nameHelp) var name: Name
        @Argument(
            help: ArgumentHelp(
                "For audience: private, friends, public, group:NAME or @NAME; for discovery: on or "
                    + "off; for web: 127.0.0.1:PORT, on or off; for pinboard: default or public; "
                    + "for files.quota: 10GiB; for files.originals: on-demand or always; for "
                    + "author.quota: 256MiB.",
                valueName: "value"))
        var value: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            switch name {
            case .audience:
                let word = try AudienceText.checked(value, of: "weft config set audience")
                try ConfigCommand.change(audience: word ?? value, options)
            case .discovery:
                guard value == "on" || value == "off" else {
                    throw Failure(
                        .usage, "\"\(value)\" is neither on nor off",
                        fix: "weft config set discovery on")
                }
                try options.done(ChangeSettings(discovery: value == "on"))
            case .web: try ConfigCommand.change(web: value, options)
            case .pinboard:
                guard let sharing = PinboardSharing(rawValue: value) else {
                    throw Failure(
                        .usage, "\"\(value)\" is neither default nor public",
                        fix: "weft config set pinboard default")
                }
                try options.done(ChangeSettings(pinboard: sharing))
            case .filesQuota: try options.done(FileSettings.quota(value))
            case .filesOriginals: try options.done(FileSettings.originals(value))
            case .authorQuota: try options.done(FileSettings.authorQuota(value))
            }
        }
    }

    struct Unset: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unset", abstract: "Reset one setting to its default.")

        @Argument(help: ConfigCommand.nameHelp) var name: Name
        @OptionGroup var options: GlobalOptions

        func run() throws {
            switch name {
            case .audience: try ConfigCommand.change(audience: Audience.private.name, options)
            case .discovery: try options.done(ChangeSettings(discovery: true))
            case .web: try options.done(ChangeSettings(web: nil))
            case .pinboard: try options.done(ChangeSettings(pinboard: .normal))
            case .filesQuota:
                try options.done(ChangeSettings(filesQuotaBytes: BlobUsage.quotaBytesUsual))
            case .filesOriginals:
                try options.done(ChangeSettings(filesOriginals: .onDemand))
            case .authorQuota:
                try options.done(ChangeSettings(authorQuotaBytes: Limits.authorBytesUsual))
            }
        }
    }

    private static let nameHelp = ArgumentHelp(
        "One of \(Name.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "name")

    private static func word(_ isOn: Bool) -> String { isOn ? "on" : "off" }

    private static func change(audience: String, _ options: GlobalOptions) throws {
        let output = options.output
        try options.done(ChangeSettings(audience: audience))
        guard output.form != .json, audience != Audience.private.name else { return }
        output.next("save a private link", "weft add URL --audience private")
        output.next("reset it", "weft config unset audience")
    }

    private static func change(web value: String, _ options: GlobalOptions) throws {
        var address: LoopbackAddress?
        if value != "off" {
            switch LoopbackAddress.checked(value == "on" ? LoopbackAddress.usual.text : value) {
            case .failure(let problem): throw Failure(.usage, problem.detail, fix: problem.fix)
            case .success(let found): address = found
            }
        }
        try options.done(ChangeSettings(web: address))
        guard address != nil else { return }
        options.output.next("addresses and tokens", "weft web")
    }

    private static func tellProblem(of settings: SettingsJSON, _ output: Output) {
        guard let problem = settings.problem else { return }
        output.warn("adding without --audience fails now: \(problem.detail)")
    }
}
