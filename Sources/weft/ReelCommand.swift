import API
import ArgumentParser
import Domain

/// `weft reel`: the clips of a place.
struct ReelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reel", abstract: "Show the clips of a place.",
        discussion: """
            Newest first; --sort likes puts the most liked first, and --sort near includes clips \
            of places within 10 km, nearest first.
            """)

    /// The orders that it knows; `new` is that of every list.
    enum Order: String, ExpressibleByArgument, CaseIterable {
        case new, likes, near
    }

    @Argument(help: ArgumentHelp("The place's ID or the end of it.", valueName: "place"))
    var place: String

    @Option(help: "Only clips with this theme.")
    var theme: String?

    @Option(name: .shortAndLong, help: "Only clips with this tag or one below it.")
    var tag: String?

    @Option(help: "Newest first, most liked first, or nearest first.")
    var sort = Order.new

    @OptionGroup var paging: PagingOptions
    @OptionGroup var options: GlobalOptions

    func run() throws {
        var list = ListOptions()
        list.sort = sort == .new ? nil : sort.rawValue
        list.paging = paging
        let words =
            [place] + (theme.map { ["--theme", $0] } ?? []) + (tag.map { ["--tag", $0] } ?? [])
        let typed = ["weft reel"] + words.map(ShellText.quoted)
        try list.run(
            [], by: typed.joined(separator: " "), of: .clip,
            from: ListSource { ShowReel(place, theme: theme, tag: tag, $0) }, options)
    }
}
