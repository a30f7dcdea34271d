import API
import ArgumentParser
import Domain

/// `weft unshare`: withdraws things from an audience.
struct UnshareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm", abstract: "Stop sharing things, or end a live share.",
        discussion: """
            A friend's node hides them as soon as it learns of the change. Copies that people made \
            stay with them.
            """)

    @Argument(help: ArgumentHelp("IDs or addresses, or one search.", valueName: "ref|query"))
    var words: [String]

    @Option(
        help: ArgumentHelp(
            "Stop sharing with: friends, public, group:NAME or @NAME (default: everyone).",
            valueName: "who"))
    var from: String?

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let audience = try AudienceText.checked(from, of: "--from")
        try options.done(WithdrawThings(Selection(words: words), audience: audience))
    }
}
