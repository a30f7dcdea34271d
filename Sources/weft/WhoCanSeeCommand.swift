import API
import ArgumentParser

/// `weft who-can-see`: who may see a thing, and who has it.
struct WhoCanSeeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "who-can-see", abstract: "Show who may see a link, and who has it.")

    @Argument(help: ArgumentHelp("Its id, the end of it, or its address.", valueName: "ref"))
    var reference: String

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let output = options.output
        let path = "/v1/objects/\(Call.escaped(reference))/visibility"
        let reply = try options.client().send(.get(path))
        guard output.form != .json else {
            output.json(reply.body)
            return
        }
        let visibility = try Reading.decode(VisibilityJSON.self, from: reply)
        if output.form != .plain {
            output.line("in \(visibility.placement.joined(separator: ", "), .good)")
        }
        var table = Table()
        for viewer in visibility.viewers {
            table.add([
                viewer.author.me ? "me" : "@\(viewer.author.name)", "\(viewer.audience)",
                viewer.hasIt ? "has it" : "not yet",
            ])
        }
        table.print(to: output)
        if visibility.placement == ["private"] {
            output.next("share it", "weft share \(ShellWord.quoted(reference)) --with friends")
        } else {
            output.next("withdraw it", "weft unshare \(ShellWord.quoted(reference))")
        }
    }
}
