import ArgumentParser
import Domain

/// `weft search`: the same as `ls`, but never without a search.
struct SearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Search what you keep: words, #tags, qualifiers.",
        discussion: """
            All words must occur. "two words" stand together, wor* is the beginning of one; or, \
            not and brackets work as usual. #tag also finds tag/below. Qualifiers:

            """
                + SearchQualifier.allCases.map {
                    "  \($0.example)\n      \($0.meaning)"
                }
                .joined(separator: "\n"))

    @Argument(help: "What to look for.")
    var query: [String]

    @OptionGroup var list: ListOptions
    @OptionGroup var options: GlobalOptions

    func run() throws {
        try list.run(query, by: "weft search", options)
    }
}
