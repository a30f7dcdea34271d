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
        let output = options.output
        let target = try HostPort(typed: address)
        let request = ConnectRequest(host: target.host, port: target.port)
        let reply = try options.client().send(.post("/v1/connect", JSONText.encode(request)))
        Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, output)
        output.next("check progress", "weft peers")
    }
}
