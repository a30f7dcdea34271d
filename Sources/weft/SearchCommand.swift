import ArgumentParser
import Domain

/// `weft search`: the same as `ls`, but never without a search.
struct SearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Search links: words, #tags, qualifiers.",
        discussion: """
            Words must all occur; "a phrase" as it is; wor* as a beginning; or, not and
            brackets as usual. #tag finds also tag/below. Qualifiers:

            """
                + SearchQualifier.allCases.map {
                    "  \($0.rawValue): \($0.meaning), as \($0.example)"
                }
                .joined(separator: "\n"))

    @Argument(help: "What to look for.")
    var query: [String]

    @OptionGroup var list: ListOptions
    @OptionGroup var options: GlobalOptions

    func run() throws {
        try list.run(query.joined(separator: " "), options)
    }
}
