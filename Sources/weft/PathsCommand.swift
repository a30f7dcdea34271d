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
        let output = options.output
        guard output.form != .json else {
            let members = places.map {
                "\(VersionedJSON.quoted($0.0)):\(VersionedJSON.quoted($0.1))"
            }
            output.json(Array("{\(members.joined(separator: ","))}".utf8))
            return
        }
        var table = Table()
        for (name, path) in places { table.add(["\(name, .faint)", "\(path)"]) }
        table.print(to: output)
    }
}
