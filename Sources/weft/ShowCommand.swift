import API
import ArgumentParser
import Domain

/// `weft show`: everything about one thing.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one thing with all its details.")

    @Argument(help: ArgumentHelp("Its ID, the end of it, or its address.", valueName: "ref"))
    var reference: String

    @OptionGroup var options: GlobalOptions

    func run() throws {
        try Self.show(ShowThing<Things>(reference), options)
    }

    /// Shows one thing.
    static func show(_ asked: ShowThing<some ThingPaths>, _ options: GlobalOptions) throws {
        let output = options.output
        let client = try options.client()
        let (_, reply) = try client.send(asked)
        guard output.form != .json else {
            output.json(reply.body)
            return
        }
        let thing = try Reading.decode(ThingJSON.self, from: reply)
        if output.form == .plain {
            ThingTable.print([thing], to: output)
        } else {
            output.lines(ThingTable.details(thing))
            try tellPassages(of: thing, client, output)
            try tellReactions(to: thing, client, output)
        }
        if let command = thing.settling {
            output.next("choose one", "\(command)")
        } else {
            output.next("see its history", "weft log \(thing.shortID)")
        }
    }

    // What is marked of its page.
    private static func tellPassages(
        of thing: ThingJSON, _ client: Client, _ output: Output
    ) throws {
        guard case .link(let link) = thing, link.highlightsCount > 0 else { return }
        output.line("\("marked", .faint)")
        try HighlightCommand.passages(of: link.url, client).forEach(output.line)
    }

    // Who thinks what, on a line each.
    private static func tellReactions(
        to thing: ThingJSON, _ client: Client, _ output: Output
    ) throws {
        if thing.reactions.likes + thing.reactions.dislikes > 0 {
            let said = try client.send(ListReactions(thing.id)).0.items
            for word in Reaction.allCases.map(\.word) {
                let names = said.filter { $0.value == word }
                    .map { $0.author.me ? "you" : AuthorWord.shown($0.author) }
                guard !names.isEmpty else { continue }
                output.line("\(word + "d by", .faint)  \(names.joined(separator: ", "))")
            }
        }
        if thing.reactions.comments > 0 {
            output.next("read the comments", "weft comment ls \(thing.shortID)")
        }
    }
}
