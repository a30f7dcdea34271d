import ArgumentParser

/// `weft lookbook`: what one likes.
struct LookbookCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lookbook", abstract: "Show what you like, latest liked first; or share it.",
        discussion: """
            It is yours alone. With --share the garments and outfits in it hang in a closet of \
            yours called \(LookbookCloset.name), which others see; typed again it is brought up to \
            date. Whoever may not see one of them sees that something is there, and no more. A \
            collection shows what you like of other kinds: weft col new NAME, then weft col add \
            NAME REF.
            """)

    @Option(name: [.customShort("N"), .long], help: "Show so many at most; 0 for all; else 20.")
    var number: Int?

    @Option(help: ArgumentHelp("Go on behind the page before.", valueName: "cursor"))
    var cursor: String?

    @Option(
        help: ArgumentHelp(
            "Let others see it: friends, public, group:NAME or @NAME.", valueName: "who"))
    var share: String?

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        if let number, number < 0 { throw ValidationError("-N takes a number from 0.") }
        if share != nil, number != nil || cursor != nil {
            throw ValidationError("--share takes all that you like: -N and --cursor do not go.")
        }
    }

    func run() throws {
        if let share {
            let closet = LookbookCloset(client: try options.client(), output: options.output)
            return try closet.share(with: share)
        }
        try FeedList(path: "/v1/lookbook").run(
            number ?? 20, from: cursor, more: "weft lookbook",
            nothing: "you have liked nothing yet",
            hint: ("look through what others have", "weft rate"), options)
    }
}
