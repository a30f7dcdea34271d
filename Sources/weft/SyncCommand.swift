import API
import ArgumentParser

/// `weft sync`: compares with everybody now.
struct SyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync", abstract: "Sync with friends now.",
        discussion: """
            Syncing happens by itself; this only speeds it up. Exits with code 6 if it is not done \
            within --wait.
            """)

    @Option(help: ArgumentHelp("How long to wait for what is missing.", valueName: "seconds"))
    var wait: Int?

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        if let wait, !(0...600 ~= wait) {
            throw ValidationError("--wait takes 0 to 600 seconds.")
        }
    }

    func run() throws {
        try options.done(SyncNow(wait: wait), patience: .seconds(30 + (wait ?? 0)))
        options.output.next("see what is missing", "weft status")
    }
}
