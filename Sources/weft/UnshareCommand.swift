import API
import ArgumentParser
import Domain

/// `weft unshare`: withdraws things from an audience.
struct UnshareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unshare", abstract: "Withdraw things, or a live share.",
        discussion: """
            A friend's node takes them out of its lists when it hears of it. What somebody \
            copied stays with him.
            """)

    @Argument(help: ArgumentHelp("Ids or addresses; or one search.", valueName: "ref|query"))
    var words: [String]

    @Option(
        help: ArgumentHelp(
            "From whom: friends, public, group:NAME or @NAME; else from everybody.",
            valueName: "who"))
    var from: String?

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let audience = try AudienceWord.checked(from, of: "--from")
        try options.done(WithdrawThings(Selection(words: words), audience: audience))
    }
}
