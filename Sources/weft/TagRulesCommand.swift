import API
import ArgumentParser
import Domain

/// `weft tag rules`: tags that go onto what is kept.
struct TagRulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Add tags automatically, by rules.",
        discussion: """
            A rule is a site (youtube.com), a site with the start of a path (github.com/apple), or \
            any search ('swift -is:unread'), and the tags for matching things. It applies to \
            everything you add from then on, on all your devices; apply runs the rules on existing \
            things. A rule sees a thing as it was added: tags set by one rule do not trigger \
            another.
            """,
        subcommands: [List.self, Add.self, Remove.self, Apply.self],
        defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List the rules.")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            guard let page = try options.reply(to: ListTagRules()) else { return }
            let rules = page.items
            var table = Table(elastic: 1)
            for rule in rules {
                table.add(
                    output.form == .plain
                        ? ["\(rule.id)", "\(rule.query)", "\(rule.tags.joined(separator: ","))"]
                        : [
                            "\(rule.shortID, .faint)", "\(rule.query)",
                            ThingTable.tags(rule.tags),
                        ])
            }
            table.print(to: output)
            if rules.isEmpty {
                output.next("create one", "weft tag rules add youtube.com video")
            } else {
                output.next("apply them to existing things", "weft tag rules apply")
            }
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Create a rule, or add tags to one.")

        @Argument(help: "A site or a search.") var query: String
        @Argument(help: "The tags, separated by commas.") var tags: [String]
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let names = tags.flatMap { $0.split(separator: ",").map(String.init) }
                .map { String($0.drop { $0 == "#" }) }
            try options.done(AddTagRule(query: query, tags: names))
            options.output.next("apply it to existing things too", "weft tag rules apply")
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm", abstract: "Delete a rule; tags it has set stay.")

        @Argument(help: "Its site, search or ID.") var rule: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            try options.done(RemoveTagRule(rule))
        }
    }

    struct Apply: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "apply", abstract: "Apply the rules to existing things.")

        @Argument(
            help: ArgumentHelp(
                "Only these, or those that match one search.", valueName: "ref|query"))
        var words: [String] = []

        @Flag(name: [.customShort("n"), .long], help: "Dry run: only print the number of things.")
        var dryRun = false

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let selection = words.isEmpty ? nil : Selection(words: words)
            let (done, reply) = try options.client().send(
                ApplyTagRules(selection, dryRun: dryRun ? true : nil))
            guard !dryRun || options.output.form == .json else {
                options.output.line("\(done.count)")
                return
            }
            Reports.print(done, reply, options.output)
        }
    }
}
