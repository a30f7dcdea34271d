import ArgumentParser
import Domain

/// `weft search`: the same as `ls`, but never without a search.
struct SearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Search your things and what others share.",
        discussion: """
            All words must match. "two words" is a phrase, wor* a prefix; or, not and brackets \
            work as usual. #tag also finds tag/below. Qualifiers:

            """
                + SearchQualifier.allCases.map {
                    "  \($0.example)\n      \($0.meaning)"
                }
                .joined(separator: "\n"))

    @Argument(help: "Words, #tags and qualifiers.")
    var query: [String]

    @OptionGroup var list: ListOptions
    @OptionGroup var options: GlobalOptions

    func run() throws {
        try list.run(query, by: "weft search", options)
    }
}
