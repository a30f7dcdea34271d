import API
import ArgumentParser
import Domain

/// `weft suggest`: what may be typed on in a search.
struct SuggestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suggest", abstract: "Complete what you begin to type in a search.",
        discussion: """
            Tags, people, places, collections, groups, categories, brands and themes, most used \
            first. Tags alone behind '#', people behind '@', and what place:, in:, category:, \
            brand: or theme: asks for behind that. One slip is forgiven.
            """)

    @Argument(help: "What is typed so far.")
    var text: String = ""

    @Option(name: [.customShort("N"), .long], help: "Show so many at most.")
    var number = 10

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        if !(1...Limits.pageMax).contains(number) {
            throw ValidationError("-N takes a number from 1 to \(Limits.pageMax).")
        }
    }

    func run() throws {
        let output = options.output
        let (page, reply) = try options.client().send(Complete(text, limit: number))
        guard output.form != .json else {
            output.json(reply.body)
            return
        }
        let found = page.items
        var table = Table()
        for completion in found {
            let more = completion.count < Completion.countMax ? "" : "+"
            let count = completion.count > 0 ? "\(completion.count)\(more)" : ""
            table.add(["\(completion.query)", "\(completion.type, .faint)", "\(count)"])
        }
        table.print(to: output)
        if let first = found.first {
            output.next("what it finds", "weft search \(ShellWord.quoted(first.query))")
        } else {
            output.say("nothing begins so, or nearly so")
        }
    }
}
