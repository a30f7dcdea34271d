import ArgumentParser

/// `weft join`: comes to a friend or into a group by an invitation, or to somebody in the same room
/// by a short code.
struct JoinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Use what someone sent you: an invitation, a ticket or a code.",
        discussion: """
            An invitation from weft friend invite makes you friends; one from weft group invite \
            adds you to the group. The inviter's node lets you in once the two nodes have met; \
            after that any member's node is enough. This command waits for a while; if it times \
            out, your node keeps trying in the background. A ticket adds a friend, as weft friend \
            add does.

            A short code such as 7-candy-lizard comes from weft friend code or weft share --code \
            on a computer in the same room. It is tried once. Both of you then see four words: if \
            they match, no one is in between, and you both confirm.
            """)

    @Argument(
        help: ArgumentHelp(
            "The invitation, ticket or code, or - for standard input.",
            valueName: "invitation|code"))
    var line: [String]

    @Option(help: "Your name for the group or friend (default: the name they use).")
    var name: String?

    @OptionGroup var taking: PastedLineOptions
    @OptionGroup var options: GlobalOptions

    func run() throws {
        try taking.take(line, name: name, options)
    }
}
