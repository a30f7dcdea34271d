import API
import ArgumentParser
import Domain

/// `weft log`: how a thing or a comment came to be; without one, what can be undone.
struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "Show the history of a thing or comment, or what can be undone.")

    @Argument(
        help: ArgumentHelp(
            "A thing's ID, the end of it, or its address; or the ID of a comment.",
            valueName: "ref"))
    var reference: String?

    @Option(name: [.customShort("N"), .long], help: "Show at most this many.")
    var number = 20

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard 1...Limits.pageMax ~= number else {
            throw ValidationError("-N takes 1 to \(Limits.pageMax).")
        }
    }

    func run() throws {
        if let reference {
            try showHistory(of: reference)
        } else {
            try showActs()
        }
    }

    private func showHistory(of reference: String) throws {
        let output = options.output
        guard let history = try options.reply(to: ShowHistory(reference)) else { return }
        var table = Table(elastic: 2)
        for entry in history.items {
            table.add([
                "\(TimeText.shown(entry.at, in: output.form), .faint)",
                "\(AuthorLabel.shown(entry.author))",
                "\(entry.change)", "\(String(entry.device.suffix(8)), .faint)",
            ])
        }
        table.print(to: output)
        // A comment is seen where its thing is.
        guard history.of == History.Subject.thing.rawValue else { return }
        output.next("see who has access", "weft who-can-see \(ShellText.quoted(reference))")
    }

    private func showActs() throws {
        let output = options.output
        guard let page = try options.reply(to: ListActs(limit: number)) else { return }
        var table = Table(elastic: 2)
        for act in page.items {
            table.add([
                "\(act.number, .strong)", "\(TimeText.shown(act.at, in: output.form), .faint)",
                "\(act.summary)",
                act.undone ? "undone" : "",
            ])
        }
        table.print(to: output)
        if let latest = page.items.first(where: { !$0.undone }) {
            output.next("undo the latest", "weft undo \(latest.number)")
        } else {
            output.say("nothing to undo")
            if !page.items.isEmpty { output.next("redo the last undo", "weft redo") }
        }
    }
}
