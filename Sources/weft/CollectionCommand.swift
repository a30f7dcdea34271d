import API
import ArgumentParser
import Domain

/// `weft col`: collections, by a search or by hand.
struct CollectionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "col", abstract: "Create, fill and list collections.",
        subcommands: [
            New.self, Add.self, Order.self, Edit.self, Remove.self, List.self, Show.self,
        ])

    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new", abstract: "Create a collection, filled by a search or by hand.",
            discussion: """
                A collection is private, whatever your default audience is, because its list would \
                reveal things you keep to yourself. weft share 'in:NAME' shares its contents, also \
                those you add later.
                """)

        @Argument(help: "Its name.") var name: String
        @Option(name: .shortAndLong, help: "Description.") var description = ""
        @Option(help: "A search that fills it (default: filled by hand).")
        var query: String?
        @OptionGroup var options: GlobalOptions

        func run() throws {
            try options.done(
                NewCollection(
                    name: name, description: description.isEmpty ? nil : description,
                    query: query))
            if query == nil {
                options.output.next("add something", "weft col add \(ShellText.quoted(name)) ID")
            }
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add things to the end of a collection.")

        @Argument(help: "Its name.") var name: String
        @Argument(help: ArgumentHelp("IDs or addresses, or one search.", valueName: "ref|query"))
        var words: [String]
        @OptionGroup var options: GlobalOptions

        func run() throws {
            try options.done(AddToCollection(name, Selection(words: words)))
        }
    }

    struct Order: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "order", abstract: "Move things within a collection.",
            discussion: "They end up together, in the order in which you name them.")

        @Argument(help: "Its name.") var name: String
        @Argument(help: ArgumentHelp("IDs or addresses.", valueName: "ref")) var words: [String]
        @Flag(help: "Move them to the beginning.") var first = false
        @Flag(help: "Move them to the end.") var last = false
        @Option(help: ArgumentHelp("Move them before this thing.", valueName: "ref"))
        var before: String?
        @Option(help: ArgumentHelp("Move them after this thing.", valueName: "ref"))
        var after: String?
        @OptionGroup var options: GlobalOptions

        func validate() throws {
            if words.isEmpty { throw ValidationError("Pass the things to move.") }
            if places.count != 1 {
                throw ValidationError("Pass one of --first, --last, --before REF and --after REF.")
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
            commandName: "edit", abstract: "Edit the name, description or search of a collection."
        )

        @Argument(help: "Its name.") var collection: String
        @Option(help: "The new name.") var name: String?
        @Option(name: .shortAndLong, help: "The description; \"\" removes it.")
        var description: String?
        @Option(help: "The new search.") var query: String?
        @OptionGroup var options: GlobalOptions

        func validate() throws {
            if name == nil, description == nil, query == nil {
                throw ValidationError("Pass a change: --name, --description or --query.")
            }
        }

        func run() throws {
            try options.done(
                EditCollection(collection, name: name, description: description, query: query))
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm",
            abstract: "Remove things from a collection; without any, the collection itself."
        )

        @Argument(help: "Its name.") var name: String
        @Argument(help: ArgumentHelp("IDs or addresses, or one search.", valueName: "ref|query"))
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
            guard let page = try options.reply(to: ListCollections()) else { return }
            var table = Table(elastic: 3)
            for item in page.items {
                let placement = item.placement.isEmpty ? ["private"] : item.placement
                table.add([
                    "\(item.name, .strong)", "\(item.count)",
                    "\(placement.joined(separator: ", "))",
                    item.query.map { "\($0, .tag)" } ?? "by hand",
                    item.author.me ? "" : "\(AuthorLabel.shown(item.author))",
                ])
            }
            table.print(to: output)
            if page.items.isEmpty {
                output.next("create one", "weft col new NAME --query '#TAG'")
            } else {
                output.next("list the contents of one", "weft col show NAME")
            }
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "List the contents of a collection in order.",
            discussion: """
                A collection filled by hand has its own order (weft col order); the results of a \
                search are newest first.
                """)

        @Argument(help: "Its name.") var name: String

        @OptionGroup var paging: PagingOptions
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let quoted = ShellText.quoted(name)
            let query = ShellText.quoted(SearchSyntax.exactly(name, of: "in:"))
            try FeedList(ShowMembers(of: name)).run(
                paging, more: "weft col show \(quoted)",
                nothing: "it is empty",
                hint: ("add something", "weft col add \(quoted) ID"),
                next: ("share it with friends", "weft share \(query) --with friends"), options)
        }
    }
}
