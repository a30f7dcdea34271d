import API
import ArgumentParser
import Domain

/// `weft feed`: what others have that reached this node last.
struct FeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls", abstract: "Show what others share, newest first.",
        discussion: """
            Shows things that match what you follow (weft follow), or with --discover what matches \
            none of it. At most two things by the same person appear in a row, as long as others \
            have something. Nothing else affects the order, and nobody learns what you read.
            """)

    @Argument(help: "Only things that match this search.")
    var query: [String] = []

    @Flag(help: "Things that match what you follow (the default).")
    var following = false

    @Flag(help: "Things that match nothing you follow.")
    var discover = false

    @Flag(help: "Reactions and comments on things you follow.")
    var said = false

    @OptionGroup var paging: PagingOptions
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        if [following, discover, said].count(where: \.self) > 1 {
            throw ValidationError("Use only one of --following, --discover and --said.")
        }
        if said, !query.isEmpty {
            throw ValidationError("--said takes no search.")
        }
    }

    func run() throws {
        guard !said else { return try ReceivedReactionTable.run(paging, options) }
        let scope: FeedScope = discover ? .discover : .following
        let words = query.joined(separator: " ")
        let list = FeedList(ShowFeed(scope, matching: words.isEmpty ? nil : words))
        try list.run(
            paging, more: discover ? "weft feed --discover" : "weft feed", query,
            nothing: discover ? "nothing from others that you do not follow" : "nothing yet",
            hint: discover
                ? ("things that you follow", "weft feed")
                : (
                    "follow someone, or see what others share",
                    "weft follow @NAME, weft feed --discover"
                ),
            options)
    }
}
