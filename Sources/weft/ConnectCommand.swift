import API
import ArgumentParser
import Node

/// `weft connect`: dials a node by its address.
struct ConnectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "connect", abstract: "Connect to a node and remember its address.")

    @Argument(help: ArgumentHelp("Its listening address.", valueName: "host:port"))
    var address: String

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let target = try HostPort(typed: address)
        try options.done(Connect(host: target.host, port: target.port))
        options.output.next("check progress", "weft peers")
    }
}
