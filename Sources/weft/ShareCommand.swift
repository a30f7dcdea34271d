import API
import ArgumentParser
import Domain

/// `weft share`: lets others see things.
struct ShareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Share things, or everything that matches a search.",
        discussion: """
            A search creates a live share: future matches are shared too. IDs and addresses are \
            shared once, as they are. With @NAME, only that friend sees them. With --code you also \
            become friends with someone in the same room, as with weft friend code, and they see \
            what you share with friends.
            """)

    @Argument(help: ArgumentHelp("IDs or addresses, or one search.", valueName: "ref|query"))
    var words: [String]

    @Option(
        help: ArgumentHelp("The audience: friends, public, group:NAME or @NAME.", valueName: "who")
    )
    var with = "friends"

    @Flag(help: "Share only current matches, not future ones.")
    var once = false

    @Flag(help: "Then print a code that adds someone in the room as a friend.")
    var code = false

    @Option(help: "With --code: your name for them (default: their own name).")
    var name: String?

    @Flag(help: "With --code: do not ask to compare the four words.")
    var yes = false

    @Flag(name: .shortAndLong, help: "Skip the confirmation.")
    var force = false

    @Flag(name: [.customShort("n"), .long], help: "Dry run: only print the number of things.")
    var dryRun = false

    @OptionGroup var options: GlobalOptions

    /// The number of things that are shared without a question.
    private static let unaskedMax = 100

    func run() throws {
        let output = options.output
        let audience = try AudienceText.checked(with, of: "--with") ?? with
        guard audience != "private" else {
            throw Failure(
                .usage, "sharing with private shares nothing; new things are private already",
                fix: "weft unshare " + words.map(ShellText.quoted).joined(separator: " "))
        }
        guard !code || ["friends", "public"].contains(audience) else {
            throw Failure(
                .usage,
                "--code adds a friend, and friends do not see what is shared with \(audience)",
                fix: "leave out --with; to invite people into a group: weft group invite")
        }
        let client = try options.client()
        let meeting = MeetingByCode(options: options, client: client, name: name, isAgreed: yes)
        if code, !dryRun { try meeting.checkQuestion() }
        let selection = Selection(words: words)
        let isLive = selection.isQuery && !once
        let (would, preview) = try self.preview(selection, audience, isLive, client)
        if dryRun {
            if output.form == .json {
                output.json(preview.body)
            } else {
                output.line("\(would.count)")
                output.say("\(would.summary)")
            }
            return
        }
        if selection.isQuery {
            let live: TerminalText = isLive ? " (live: includes future matches)" : ""
            let things = Counted.words(would.count, "thing")
            output.say("Sharing \(things)\(live) with \(audience)")
        }
        if would.count > Self.unaskedMax {
            try Question.confirm(
                "Share \(would.count) things with \(audience)?", isForced: force, options,
                fix: "add --force, or preview with --dry-run")
        }
        let (done, reply) = try client.send(
            ShareThings(selection, audience: audience, live: isLive))
        Reports.print(done, reply, output)
        guard !code else { return try meeting.finish(try meeting.invite(), seconds: 10) }
        output.next("check who can see a thing", "weft who-can-see ID")
    }

    // Tells what the node would do; it refuses what it would refuse then.
    private func preview(
        _ selection: Selection, _ audience: String, _ isLive: Bool, _ client: Client
    ) throws -> (DoneJSON, Reply) {
        try client.send(ShareThings(selection, audience: audience, live: isLive, dryRun: true))
    }
}
