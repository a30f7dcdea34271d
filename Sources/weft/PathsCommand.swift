import ArgumentParser
import Node

/// `weft paths`: where everything of a profile stands.
struct PathsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "paths", abstract: "Show where the files of this profile are.")

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let profile = try options.chosenProfile()
        let places = [
            ("data", profile.dataDirectory), ("keys", profile.keysDirectory),
            ("database", profile.databasePath), ("settings", profile.settingsPath),
            ("lock", profile.lockPath), ("token", profile.webTokenPath), ("log", profile.logPath),
            ("socket", profile.socketPath),
        ]
        options.output.pairs(places)
    }
}
