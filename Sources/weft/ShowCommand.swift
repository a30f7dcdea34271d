import API
import ArgumentParser

/// `weft show`: everything about one link.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one link with everything about it.")

    @Argument(help: ArgumentHelp("Its id, the end of it, or its address.", valueName: "ref"))
    var reference: String

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let output = options.output
        let path = "/v1/bookmarks/\(Call.escaped(reference))"
        let reply = try options.client().send(.get(path))
        guard output.form != .json else {
            output.json(reply.body)
            return
        }
        let link = try Reading.decode(BookmarkJSON.self, from: reply)
        if output.form == .plain {
            LinkTable.print([link], to: output)
        } else {
            output.lines(LinkTable.details(link))
        }
        if !link.conflicts.isEmpty {
            output.next("choose one", "weft edit \(link.shortID) --title \"…\"")
        } else {
            output.next("how it came to be", "weft log \(link.shortID)")
        }
    }
}
