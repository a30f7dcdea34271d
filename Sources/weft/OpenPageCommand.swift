import API
import ArgumentParser
import Domain
import Node

/// `weft open`: the page of the node in a browser; with references, their pages.
struct OpenPageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Open Weft in your browser.",
        discussion: """
            Creates your identity and starts your node if necessary, and lets browsers on this \
            computer connect, on 127.0.0.1 only. The address that is opened contains a code that \
            works once, within a minute. With references, opens those links instead.

            A browser on a computer without a desktop cannot be opened from here: --print shows \
            the address, and --code six letters to type at http://127.0.0.1:7434.
            """)

    @Flag(help: "Show the address instead of opening it.")
    var print = false

    @Flag(help: "Show six letters that open a page which is locked.")
    var code = false

    @Argument(help: ArgumentHelp("IDs, the ends of them, or addresses.", valueName: "ref"))
    var references: [String] = []

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        if print && code { throw ValidationError("Use either --print or --code, not both.") }
        if !references.isEmpty && (print || code) {
            throw ValidationError("--print and --code take no references.")
        }
    }

    func run() throws {
        guard references.isEmpty else {
            return try OpenCommand.parse(references + options.nodeArguments).run()
        }
        let output = options.output
        let client = try startedNode()
        try letBrowsersIn(client)
        let (made, reply) = try client.send(NewBrowserCode(typed: code))
        if output.form == .json { return output.json(reply.body) }
        if code {
            output.line("\(made.code, .strong)")
            return output.next("type it at", "\(made.url ?? "")")
        }
        guard let address = made.url else { return }
        if print { return output.line("\(address)") }
        try Browser.open(address)
        output.say("\("✓", .good) opened \("\(address.prefix { $0 != "#" })") in your browser")
    }

    // A client of the node, which is started if it is not running; an identity is created if there is none.
    private func startedNode() throws -> Client {
        let profile = try options.chosenProfile()
        let hasIdentity = try asFailure {
            try Keystore.exists(in: profile) || Keystore.isUnpaired(in: profile)
        }
        if !hasIdentity { try InitCommand.parse(options.nodeArguments).run() }
        let client = try options.client()
        do {
            _ = try client.send(ShowHealth())
        } catch let failure as Failure where failure.fix == "weft up" {
            try UpCommand.parse(options.nodeArguments).run()
        }
        return client
    }

    // At the usual port, else at any that is free.
    private func letBrowsersIn(_ client: Client) throws {
        guard try client.ask(ShowStatus()).web == nil else { return }
        do {
            _ = try client.send(ChangeSettings(web: Self.usual))
        } catch let failure as Failure where failure.code == .conflict {
            _ = try client.send(ChangeSettings(web: LoopbackAddress(.ipv4, port: 0)))
        }
    }

    private static let usual = LoopbackAddress(.ipv4, port: 7434)
}
