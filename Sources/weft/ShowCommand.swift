import API
import ArgumentParser

/// `weft show`: everything about one thing.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one thing with everything about it.")

    @Argument(help: ArgumentHelp("Its id, the end of it, or its address.", valueName: "ref"))
    var reference: String

    @OptionGroup var options: GlobalOptions

    func run() throws {
        try Self.show("/v1/things/\(Call.escaped(reference))", options)
    }

    /// Shows what is at a path of one thing.
    static func show(_ path: String, _ options: GlobalOptions) throws {
        let output = options.output
        let reply = try options.client().send(.get(path))
        guard output.form != .json else {
            output.json(reply.body)
            return
        }
        let thing = try Reading.decode(ThingJSON.self, from: reply)
        if output.form == .plain {
            ThingTable.print([thing], to: output)
        } else {
            output.lines(ThingTable.details(thing))
        }
        if let command = thing.settling {
            output.next("choose one", "\(command)")
        } else {
            output.next("how it came to be", "weft log \(thing.shortID)")
        }
    }
}
