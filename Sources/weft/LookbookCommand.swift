import API
import ArgumentParser

/// `weft lookbook`: what one likes.
struct LookbookCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lookbook", abstract: "Show what you like, latest first, or share it.",
        discussion: """
            Only you see it. --share puts its garments and outfits into a closet called \
            \(LookbookCloset.name) that others see; run it again to update the closet. People who \
            may not see one of the things only see that something is there. For other kinds, use a \
            collection: weft col new NAME, then weft col add NAME REF.
            """)

    @Option(
        name: [.customShort("N"), .long], help: "Show at most this many; 0 for all (default: 20).")
    var number: Int?

    @Option(help: ArgumentHelp("Continue after the previous page.", valueName: "cursor"))
    var cursor: String?

    @Option(
        help: ArgumentHelp(
            "Share it with friends, public, group:NAME or @NAME.", valueName: "who"))
    var share: String?

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        if let number, number < 0 { throw ValidationError("-N takes 0 or a larger number.") }
        if share != nil, number != nil || cursor != nil {
            throw ValidationError("--share covers everything you like: leave out -N and --cursor.")
        }
    }

    func run() throws {
        if let share {
            let closet = LookbookCloset(client: try options.client(), output: options.output)
            return try closet.share(with: share)
        }
        try FeedList(ShowLookbook()).run(
            PagingOptions(number ?? 20, from: cursor), more: "weft lookbook",
            nothing: "nothing liked yet",
            hint: ("rate what others share", "weft rate"), options)
    }
}
