import API
import ArgumentParser
import Domain

/// `weft share`: lets others see things.
struct ShareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share", abstract: "Let others see things, or all that match a search.",
        discussion: """
            A search is a live share: what comes to match it later is shared too. Ids and \
            addresses are shared as they are, once. With @NAME one friend sees them and nobody \
            else. With --code you become friends with somebody in the same room, as by weft \
            friend code, and they see what you share with friends.
            """)

    @Argument(help: ArgumentHelp("Ids or addresses; or one search.", valueName: "ref|query"))
    var words: [String]

    @Option(
        help: ArgumentHelp("Who sees them: friends, public, group:NAME or @NAME.", valueName: "who")
    )
    var with = "friends"

    @Flag(help: "Only what matches now, not what will.")
    var once = false

    @Flag(help: "Then print a code by which somebody in the room becomes a friend.")
    var code = false

    @Option(help: "With --code: what you call them; else their own name.")
    var name: String?

    @Flag(help: "With --code: do not ask about the four words.")
    var yes = false

    @Flag(name: .shortAndLong, help: "Do not ask.")
    var force = false

    @Flag(name: [.customShort("n"), .long], help: "Only say how many it would be.")
    var dryRun = false

    @OptionGroup var options: GlobalOptions

    /// So many are shared without a question.
    private static let unaskedMax = 100

    func run() throws {
        let output = options.output
        let audience = try AudienceWord.checked(with, of: "--with") ?? with
        guard audience != "private" else {
            throw Failure(
                .usage, "things are private already; that is no share",
                fix: "weft unshare " + words.map(ShellWord.quoted).joined(separator: " "))
        }
        guard !code || ["friends", "public"].contains(audience) else {
            throw Failure(
                .usage, "a code makes friends, and friends do not see what is for \(audience)",
                fix: "leave out --with; into a group people come by weft group invite")
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
            let live: Shown = isLive ? ", live: what matches later follows" : ""
            let things = Counted.words(would.count, "thing")
            output.say("Sharing \(things)\(live), with \(audience)")
        }
        if would.count > Self.unaskedMax {
            try Question.confirm(
                "Share \(would.count) things with \(audience)?", isForced: force, options,
                fix: "add --force, or look first with --dry-run")
        }
        let (done, reply) = try client.send(
            ShareThings(selection, audience: audience, live: isLive))
        Reports.print(done, reply, output)
        guard !code else { return try meeting.finish(try meeting.invite(), seconds: 10) }
        output.next("who sees one", "weft who-can-see ID")
    }

    // What the node would do; it refuses what it would refuse then.
    private func preview(
        _ selection: Selection, _ audience: String, _ isLive: Bool, _ client: Client
    ) throws -> (DoneJSON, Reply) {
        try client.send(ShareThings(selection, audience: audience, live: isLive, dryRun: true))
    }
}
