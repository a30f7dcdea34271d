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

            web: where other programs of this machine come in, with a token (weft web): \
            127.0.0.1:PORT, localhost:PORT or [::1]:PORT; on (127.0.0.1:7434) or off, which it is at \
            first. No other machine ever reaches it.

            pinboard: what shared=yes of a Pinboard client means: default, as everything that is kept \
            without --audience, or public. Many clients send it unasked.

            files.quota: how much room the photos and films of things may take here, yours and those \
            that others share: 10GiB at first. If it is full nothing more comes, and nothing is put in.

            files.originals: on-demand, or always. Thumbnails and small photos come by themselves; the \
            others when you ask (weft photo get), or always.

            author.quota: how much one other person may write in one audience (256MiB at first), so that \
            nobody fills your disk. Of who has filled their share no more comes there; weft status says \
            so.

            All are this device's own: your other devices have theirs.
            """,
        subcommands: [List.self, Get.self, Set.self, Unset.self], defaultSubcommand: List.self)

    private static let path = "/v1/settings"

    /// The names of settings; more may come.
    enum Name: String, ExpressibleByArgument, CaseIterable {
        case audience, discovery, web, pinboard
        case filesQuota = "files.quota"
        case filesOriginals = "files.originals"
        case authorQuota = "author.quota"
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
            commandName: "set", abstract: "Change one, for what comes from now on.")

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
                let word = try AudienceWord.checked(value, of: "weft config set audience")
                try ConfigCommand.change(audience: word ?? value, options)
            case .discovery:
                guard value == "on" || value == "off" else {
                    throw Failure(
                        .usage, "\"\(value)\" is neither on nor off",
                        fix: "weft config set discovery on")
                }
                try ConfigCommand.change(SettingsRequest(discovery: value == "on"), options)
            case .web: try ConfigCommand.change(web: value, options)
            case .pinboard:
                guard let sharing = PinboardSharing(rawValue: value) else {
                    throw Failure(
                        .usage, "\"\(value)\" is neither default nor public",
                        fix: "weft config set pinboard default")
                }
                try ConfigCommand.change(SettingsRequest(pinboard: sharing), options)
            case .filesQuota: try ConfigCommand.change(FileSettings.quota(value), options)
            case .filesOriginals: try ConfigCommand.change(FileSettings.originals(value), options)
            case .authorQuota: try ConfigCommand.change(FileSettings.authorQuota(value), options)
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
            case .web: try ConfigCommand.change(SettingsRequest(web: nil), options)
            case .pinboard: try ConfigCommand.change(SettingsRequest(pinboard: .normal), options)
            case .filesQuota:
                let usual = SettingsRequest(filesQuotaBytes: BlobUsage.quotaBytesUsual)
                try ConfigCommand.change(usual, options)
            case .filesOriginals:
                try ConfigCommand.change(SettingsRequest(filesOriginals: .onDemand), options)
            case .authorQuota:
                let usual = SettingsRequest(authorQuotaBytes: Limits.authorBytesUsual)
                try ConfigCommand.change(usual, options)
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

    private static let nameHelp = ArgumentHelp(
        "Which: \(Name.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "name")

    private static func word(_ isOn: Bool) -> String { isOn ? "on" : "off" }

    private static func change(_ request: SettingsRequest, _ options: GlobalOptions) throws {
        let reply = try options.client().send(.patch(path, JSONText.encode(request)))
        Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, options.output)
    }

    private static func change(audience: String, _ options: GlobalOptions) throws {
        let output = options.output
        try change(SettingsRequest(audience: audience), options)
        guard output.form != .json, audience != Audience.private.name else { return }
        output.next("keep one for yourself", "weft add URL --audience private")
        output.next("as it was before", "weft config unset audience")
    }

    private static func change(web value: String, _ options: GlobalOptions) throws {
        var address: LoopbackAddress?
        if value != "off" {
            switch LoopbackAddress.checked(value == "on" ? LoopbackAddress.usual.text : value) {
            case .failure(let problem): throw Failure(.usage, problem.detail, fix: problem.fix)
            case .success(let found): address = found
            }
        }
        try change(SettingsRequest(web: address), options)
        guard address != nil else { return }
        options.output.next("what other programs need for that", "weft web")
    }

    private static func tellProblem(of settings: SettingsJSON, _ output: Output) {
        guard let problem = settings.problem else { return }
        output.warn("without --audience nothing can be kept now: \(problem.detail)")
    }
}
