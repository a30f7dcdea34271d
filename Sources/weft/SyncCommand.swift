import API
import ArgumentParser

/// `weft sync`: compares with everybody now.
struct SyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync", abstract: "Dial friends and compare, now.",
        discussion: """
            Syncing goes on by itself; this only hurries it. Exit code 6: it was not done in the \
            time of --wait.
            """)

    @Option(help: ArgumentHelp("Wait so long for what is missing.", valueName: "seconds"))
    var wait: Int?

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        if let wait, !(0...600 ~= wait) {
            throw ValidationError("--wait takes 0 to 600 seconds.")
        }
    }

    func run() throws {
        var call = Call.post(Call.target("/v1/sync", [("wait", wait.map(String.init))]))
        call.patience = .seconds(30 + (wait ?? 0))
        let output = options.output
        let reply = try options.client().send(call)
        Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, output)
        output.next("what is missing where", "weft status")
    }
}
