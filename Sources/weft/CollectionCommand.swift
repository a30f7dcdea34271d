import API
import ArgumentParser
import Domain

/// `weft col`: collections, by a search or by hand.
struct CollectionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "col", abstract: "Make and fill collections.",
        subcommands: [New.self, Add.self, Remove.self, List.self, Show.self])

    static func path(_ name: String) -> String { "/v1/collections/\(Call.escaped(name))" }

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
            let request = NewCollectionRequest(
                name: name, description: description.isEmpty ? nil : description, query: query)
            let reply = try options.client().send(
                .post("/v1/collections", try Reading.encode(request)))
            Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, options.output)
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
            let request = SelectionRequest(Selection(words: words))
            let call = Call.post(path(name) + "/items", try Reading.encode(request))
            let reply = try options.client().send(call)
            Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, options.output)
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
            var call = Call.delete(path(name))
            if !words.isEmpty {
                let request = SelectionRequest(Selection(words: words))
                call = .delete(path(name) + "/items")
                call.body = try Reading.encode(request)
            }
            let reply = try options.client().send(call)
            Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, options.output)
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List collections.")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let reply = try options.client().send(.get("/v1/collections"))
            guard output.form != .json else {
                output.json(reply.body)
                return
            }
            var table = Table(elastic: 3)
            let page = try Reading.decode(PageJSON<CollectionJSON>.self, from: reply)
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
            commandName: "show", abstract: "List what is in a collection.")

        @Argument(help: "Its name.") var name: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let client = try options.client()
            // A name that no collection has is an error of its own, not a list without an entry.
            _ = try client.send(.get(path(name)))
            let query = SearchWord.exactly(name, of: "in:")
            let reply = try client.send(
                .get("/v1/things", [("q", query), ("limit", "\(Limits.pageMax)")]))
            guard output.form != .json else {
                output.json(reply.body)
                return
            }
            let page = try Reading.decode(PageJSON<ThingJSON>.self, from: reply)
            ThingTable.print(page.items, to: output)
            output.next(
                "let friends see it", "weft share \(ShellWord.quoted(query)) --with friends")
        }
    }
}
