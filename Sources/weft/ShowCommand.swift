import API
import ArgumentParser
import Domain

/// `weft show`: everything about one thing.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "thing", abstract: "Show one thing: details, comments and who has it.")

    @Argument(help: .anyReference) var reference: String

    @OptionGroup var options: GlobalOptions

    func run() throws {
        try Self.show(ShowThing<Things>(reference), options)
    }

    /// Shows one thing.
    static func show(_ asked: ShowThing<some ThingPaths>, _ options: GlobalOptions) throws {
        let output = options.output
        let client = try options.client()
        let (_, reply) = try client.send(asked)
        let thing = try reply.decoded(as: ThingJSON.self)
        guard output.form != .json else {
            return output.json(try withSurroundings(reply.body, thing, client))
        }
        if output.form == .plain {
            ThingTable.print([thing], to: output)
        } else {
            output.lines(ThingTable.details(thing))
            try tellPassages(of: thing, client, output)
            try tellReactions(to: thing, client, output)
            try tellComments(on: thing, client, output)
            try tellArrivals(of: thing, client, output)
        }
        if let command = thing.settling {
            output.next("choose one", "\(command)")
        } else {
            output.next("see its history", "weft log \(thing.shortID)")
        }
    }

    // Prints the highlights of its page.
    private static func tellPassages(
        of thing: ThingJSON, _ client: Client, _ output: Output
    ) throws {
        guard case .link(let link) = thing, link.highlightsCount > 0 else { return }
        output.line("\("marked", .faint)")
        try HighlightCommand.passages(of: link.url, client).forEach(output.line)
    }

    // MARK: What others said of it, and where it is

    // With its comments and with who can see it, each as the API has it.
    static func withSurroundings(
        _ body: [UInt8], _ thing: ThingJSON, _ client: Client
    ) throws -> [UInt8] {
        let comments = try comments(on: thing, client).map { JSONText.encode($0) }
        let list = Array("[".utf8) + comments.joined(separator: Array(",".utf8)) + Array("]".utf8)
        var members = [(name: "comments", value: list)]
        if let seen = try visibility(of: thing, client) {
            members.append((name: "visibility", value: seen.reply.body))
        }
        return VersionedJSON.adding(members, to: body)
    }

    private static func comments(on thing: ThingJSON, _ client: Client) throws -> [CommentJSON] {
        guard thing.reactions.comments > 0 else { return [] }
        return try CommentCommand.comments(on: thing.id, client)
    }

    // Nil for what has no audience, as what is not on this node.
    private static func visibility(
        of thing: ThingJSON, _ client: Client
    ) throws -> (visibility: VisibilityJSON, reply: Reply)? {
        let reply = try client.exchange(Call(ShowVisibility(thing.id)))
        guard reply.isSuccess else { return nil }
        return (try reply.decoded(as: VisibilityJSON.self), reply)
    }

    private static func tellComments(
        on thing: ThingJSON, _ client: Client, _ output: Output
    ) throws {
        let comments = try comments(on: thing, client)
        guard !comments.isEmpty else { return }
        output.line("\("comments", .faint)")
        output.lines(CommentTable.thread(comments).map { "  " + $0 })
    }

    // On which devices it has arrived.
    private static func tellArrivals(
        of thing: ThingJSON, _ client: Client, _ output: Output
    ) throws {
        guard let seen = try visibility(of: thing, client)?.visibility else { return }
        var table = Table()
        for viewer in seen.viewers {
            WhoCanSeeCommand.rows(of: viewer, isFormer: false, in: output.form)
                .forEach { table.add($0) }
        }
        let lines = table.aligned(width: output.width.map { $0 - 2 })
        guard !lines.isEmpty else { return }
        output.line("\("who has it", .faint)")
        output.lines(lines.map { "  " + $0 })
    }

    // Prints each reaction on a line.
    private static func tellReactions(
        to thing: ThingJSON, _ client: Client, _ output: Output
    ) throws {
        if thing.reactions.likes + thing.reactions.dislikes > 0 {
            let said = try client.send(ListReactions(thing.id)).0.items
            for word in Reaction.allCases.map(\.word) {
                let names = said.filter { $0.value == word }
                    .map { $0.author.me ? "you" : AuthorLabel.shown($0.author) }
                guard !names.isEmpty else { continue }
                output.line("\(word + "d by", .faint)  \(names.joined(separator: ", "))")
            }
        }
    }
}
