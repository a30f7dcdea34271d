import API
import ArgumentParser
import Domain

/// `weft feed`: what others have that reached this node last.
struct FeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed", abstract: "Show what others have, the last that came first.",
        discussion: """
            What matches something that you follow (weft follow), or with --discover what matches \
            nothing of it. No more than two things of one person stand side by side, as long as \
            others have something. Nothing else decides the order: no measure of what you might \
            like, and nobody is told what you read.
            """)

    @Argument(help: "A search that must match, too.")
    var query: [String] = []

    @Flag(help: "What matches something that you follow (the default).")
    var following = false

    @Flag(help: "What matches nothing that you follow.")
    var discover = false

    @Flag(help: "What others said of things that you follow.")
    var said = false

    @Option(name: [.customShort("N"), .long], help: "Show so many at most; 0 for all.")
    var number = 20

    @Option(help: ArgumentHelp("Go on behind the page before.", valueName: "cursor"))
    var cursor: String?

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        if [following, discover, said].count(where: \.self) > 1 {
            throw ValidationError("--following, --discover and --said exclude each other.")
        }
        if said, !query.isEmpty {
            throw ValidationError("--said takes no search: it is of what you follow.")
        }
        if number < 0 { throw ValidationError("-N takes a number from 0.") }
    }

    func run() throws {
        guard !said else { return try SaidTable.run(number, from: cursor, options) }
        let scope: FeedScope = discover ? .discover : .following
        let words = query.joined(separator: " ")
        let list = FeedList(
            path: "/v1/feed",
            parameters: [("kind", scope.word), ("q", words.isEmpty ? nil : words)])
        try list.run(
            number, from: cursor, more: discover ? "weft feed --discover" : "weft feed", query,
            nothing: discover ? "nothing of others is here that you do not follow" : "nothing yet",
            hint: discover
                ? ("what you follow", "weft feed")
                : (
                    "follow somebody, or see what there is",
                    "weft follow @NAME, weft feed --discover"
                ),
            options)
    }
}
