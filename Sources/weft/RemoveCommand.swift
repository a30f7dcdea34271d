import API
import ArgumentParser
import Domain

/// `weft rm`: moves things to the trash.
struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm", abstract: "Move things to the trash; undo restores them.")

    @Argument(help: ArgumentHelp("IDs or addresses, or one search.", valueName: "ref|query"))
    var words: [String]

    @Flag(name: .shortAndLong, help: "Skip the confirmation.")
    var force = false

    @Flag(name: [.customShort("n"), .long], help: "Dry run: only print the number of things.")
    var dryRun = false

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let output = options.output
        let client = try options.client()
        let selection = Selection(words: words)
        if dryRun || selection.isQuery {
            let (would, reply) = try client.send(RemoveThings(selection, dryRun: true))
            if dryRun {
                if output.form == .json {
                    output.json(reply.body)
                } else {
                    output.line("\(would.count)")
                }
                return
            }
            let query = words.joined(separator: " ")
            guard would.count > 0 else {
                if output.form == .json { output.json(reply.body) }
                output.say("nothing matches \(query)")
                return
            }
            try Question.confirm(
                "Move what matches \(query) to the trash: \(Counted.words(would.count, "thing"))?",
                isForced: force, options, fix: "add --force, or preview with --dry-run")
        }
        let (done, reply) = try client.send(RemoveThings(selection))
        Reports.print(done, reply, output)
    }
}
