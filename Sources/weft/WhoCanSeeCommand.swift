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
        let word = ShellWord.quoted(reference)
        if visibility.placement == ["private"] {
            output.next("share it", "weft share \(word) --with friends")
        } else if Self.canWithdraw(visibility) {
            output.next("withdraw it", "weft unshare \(word)")
        } else {
            output.next("how it came to be", "weft log \(word)")
        }
    }

    // Of what somebody else shares nobody is listed here. What is in one group alone, or with one
    // friend, may be at home there: it is withdrawn from nowhere.
    static func canWithdraw(_ visibility: VisibilityJSON) -> Bool {
        guard !visibility.viewers.isEmpty else { return false }
        return visibility.placement.count > 1
            || visibility.placement.contains { AudienceWord.search($0) == nil }
    }
}
