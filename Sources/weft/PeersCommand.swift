import API
import ArgumentParser

/// `weft peers`: the nodes this one is linked with, or was.
struct PeersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "peers", abstract: "List connected nodes.")

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let output = options.output
        guard let page = try options.reply(to: ListPeers()) else { return }
        let peers = page.items
        PeerTable.print(peers, to: output)
        if peers.isEmpty {
            output.say("no connections")
            output.next("connect to a node", "weft connect HOST:PORT")
        } else {
            output.next("sync with all of them", "weft sync")
        }
    }
}

/// Other nodes, one line each; `peers` and `status` show the same.
enum PeerTable {
    static func print(_ peers: [PeerJSON], to output: Output) {
        var table = Table(heads: ["WHO", "STATE", "TO SEND", "TO RECEIVE", "ADDRESS", "LAST ERROR"])
        for peer in peers {
            let name: TerminalText =
                peer.name.isEmpty ? "?" : peer.name == "me" ? "me" : "@\(peer.name)"
            let state: TerminalText =
                peer.state == "in sync" ? "\(peer.state, .good)" : "\(peer.state)"
            table.add([
                name, state, "\(peer.theyLack)", "\(peer.iLack)",
                "\(peer.near ? "lan " : "")\(peer.address)",
                "\(peer.endReason ?? "")",
            ])
        }
        table.print(to: output)
    }
}
