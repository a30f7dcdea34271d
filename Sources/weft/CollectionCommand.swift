import API
import ArgumentParser
import Domain

/// `weft col`: collections, by a search or by hand.
struct CollectionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "col", abstract: "Make and fill collections.",
        subcommands: [
            New.self, Add.self, Order.self, Edit.self, Remove.self, List.self, Show.self,
        ])

    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new", abstract: "Make a collection, of a search or filled by hand.",
            discussion: """
                A collection is yours alone and has no audience, whatever the default one is: the \
                list of what is in it would tell of what you keep to yourself. Others see what is \
                in it with weft share 'in:NAME', and what comes into it later as well.
                """)

        @Argument(help: "Its name.") var name: String
        @Option(name: .shortAndLong, help: "What it is about.") var description = ""
        @Option(help: "The search it stands for; without it, it is filled by hand.")
        var query: String?
        @OptionGroup var options: GlobalOptions

        func run() throws {
            try options.done(
                NewCollection(
                    name: name, description: description.isEmpty ? nil : description,
                    query: query))
            if query == nil {
                options.output.next("put something in", "weft col add \(ShellWord.quoted(name)) ID")
            }
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Put things at the end of a collection.")

        @Argument(help: "Its name.") var name: String
        @Argument(help: ArgumentHelp("Ids or addresses; or one search.", valueName: "ref|query"))
        var words: [String]
        @OptionGroup var options: GlobalOptions

        func run() throws {
            try options.done(AddToCollection(name, Selection(words: words)))
        }
    }

    struct Order: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "order", abstract: "Put members elsewhere in a collection.",
            discussion: "They stand there one behind the other as they are named.")

        @Argument(help: "Its name.") var name: String
        @Argument(help: ArgumentHelp("Ids or addresses.", valueName: "ref")) var words: [String]
        @Flag(help: "To its beginning.") var first = false
        @Flag(help: "To its end.") var last = false
        @Option(help: ArgumentHelp("Right before this member.", valueName: "ref"))
        var before: String?
        @Option(help: ArgumentHelp("Right behind this member.", valueName: "ref"))
        var after: String?
        @OptionGroup var options: GlobalOptions

        func validate() throws {
            if words.isEmpty { throw ValidationError("Name what is to be moved.") }
            if places.count != 1 {
                throw ValidationError("Say where: --first, --last, --before REF or --after REF.")
            }
        }

        private var places: [CollectionPlace] {
            (first ? [.first] : []) + (last ? [.last] : [])
                + (before.map { [.before(Reference(text: $0))] } ?? [])
                + (after.map { [.after(Reference(text: $0))] } ?? [])
        }

        func run() throws {
            try options.done(OrderCollection(name, words, to: places[0]))
        }
    }

    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Change what a collection is called, says and asks for."
        )

        @Argument(help: "Its name.") var collection: String
        @Option(help: "Call it so.") var name: String?
        @Option(name: .shortAndLong, help: "What it is about; \"\" for nothing.")
        var description: String?
        @Option(help: "The search it stands for from now on.") var query: String?
        @OptionGroup var options: GlobalOptions

        func validate() throws {
            if name == nil, description == nil, query == nil {
                throw ValidationError("Say what is to change: --name, --description or --query.")
            }
        }

        func run() throws {
            try options.done(
                EditCollection(collection, name: name, description: description, query: query))
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm", abstract: "Take things out of a collection; without any, remove it."
        )

        @Argument(help: "Its name.") var name: String
        @Argument(help: ArgumentHelp("Ids or addresses; or one search.", valueName: "ref|query"))
        var words: [String] = []
        @OptionGroup var options: GlobalOptions

        func run() throws {
            guard !words.isEmpty else { return try options.done(RemoveCollection(name)) }
            try options.done(RemoveFromCollection(name, Selection(words: words)))
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List collections.")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let (page, reply) = try options.client().send(ListCollections())
            guard output.form != .json else {
                output.json(reply.body)
                return
            }
            var table = Table(elastic: 3)
            for item in page.items {
                let placement = item.placement.isEmpty ? ["private"] : item.placement
                table.add([
                    "\(item.name, .strong)", "\(item.count)",
                    "\(placement.joined(separator: ", "))",
                    item.query.map { "\($0, .tag)" } ?? "by hand",
                    item.author.me ? "" : "\(AuthorWord.shown(item.author))",
                ])
            }
            table.print(to: output)
            if page.items.isEmpty {
                output.next("make one", "weft col new NAME --query '#TAG'")
            } else {
                output.next("what is in one", "weft col show NAME")
            }
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "List what is in a collection, in its order.",
            discussion: """
                What was put in by hand stands in its own order (weft col order), what a search \
                finds newest first.
                """)

        @Argument(help: "Its name.") var name: String

        @Option(name: [.customShort("N"), .long], help: "Show so many at most; 0 for all.")
        var number = 20

        @Option(help: ArgumentHelp("Go on behind the page before.", valueName: "cursor"))
        var cursor: String?

        @OptionGroup var options: GlobalOptions

        func validate() throws {
            if number < 0 { throw ValidationError("-N takes a number from 0.") }
        }

        func run() throws {
            let quoted = ShellWord.quoted(name)
            let query = ShellWord.quoted(SearchWord.exactly(name, of: "in:"))
            try FeedList(ShowMembers(of: name)).run(
                number, from: cursor, more: "weft col show \(quoted)",
                nothing: "nothing is in it",
                hint: ("put something in", "weft col add \(quoted) ID"),
                next: ("let friends see it", "weft share \(query) --with friends"), options)
        }
    }
}
