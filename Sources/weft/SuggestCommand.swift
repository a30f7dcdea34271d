import API
import ArgumentParser
import Domain

/// `weft suggest`: what may be typed on in a search.
struct SuggestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suggest", abstract: "Suggest completions for a search.",
        discussion: """
            Suggests tags, people, places, collections, groups, categories, brands and themes, \
            most used first: only tags after '#', only people after '@', and matching values after \
            place:, in:, category:, brand: or theme:. Tolerates one typo.
            """, shouldDisplay: false)

    @Argument(help: "The text typed so far.")
    var text: String = ""

    @Option(name: [.customShort("N"), .long], help: "Show at most this many.")
    var number = 10

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        if !(1...Limits.pageMax).contains(number) {
            throw ValidationError("-N takes a number from 1 to \(Limits.pageMax).")
        }
    }

    func run() throws {
        let output = options.output
        guard let page = try options.reply(to: Complete(text, limit: number)) else { return }
        let found = page.items
        var table = Table()
        for completion in found {
            let more = completion.count < Completion.countMax ? "" : "+"
            let count = completion.count > 0 ? "\(completion.count)\(more)" : ""
            table.add(["\(completion.query)", "\(completion.type, .faint)", "\(count)"])
        }
        table.print(to: output)
        if let first = found.first {
            output.next("search for it", "weft search \(ShellText.quoted(first.query))")
        } else {
            output.say("no suggestions")
        }
    }
}
