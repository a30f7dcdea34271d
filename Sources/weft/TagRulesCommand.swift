import API
import ArgumentParser
import Domain

/// `weft tag rules`: tags that go onto what is kept.
struct TagRulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Put tags onto what you keep, by rules.",
        discussion: """
            A rule is a site (youtube.com), a site with the beginning of a path \
            (github.com/apple), or any search ('swift -is:unread'), and the tags for what matches. \
            It counts for what you keep from then on, whichever way it comes, on all your devices; \
            apply does the same with what is there. A rule looks at a thing as it came: the tags of \
            one rule make no other rule match.
            """,
        subcommands: [List.self, Add.self, Remove.self, Apply.self],
        defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List the rules.")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let (page, reply) = try options.client().send(ListTagRules())
            guard output.form != .json else {
                output.json(reply.body)
                return
            }
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
                output.next("make one", "weft tag rules add youtube.com video")
            } else {
                output.next("put them on what is there", "weft tag rules apply")
            }
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Make a rule, or give one more tags.")

        @Argument(help: "A site, or a search.") var query: String
        @Argument(help: "The tags, several with commas between them.") var tags: [String]
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let names = tags.flatMap { $0.split(separator: ",").map(String.init) }
                .map { String($0.drop { $0 == "#" }) }
            try options.done(AddTagRule(query: query, tags: names))
            options.output.next("put it on what is there, too", "weft tag rules apply")
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm", abstract: "End a rule; the tags that it has put on stay.")

        @Argument(help: "Its site or search, or its id.") var rule: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            try options.done(RemoveTagRule(rule))
        }
    }

    struct Apply: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "apply", abstract: "Put tags onto what is there.")

        @Argument(help: ArgumentHelp("Only these; or one search.", valueName: "ref|query"))
        var words: [String] = []

        @Flag(name: [.customShort("n"), .long], help: "Only say how many it would be.")
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
