import API
import ArgumentParser
import Node

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `weft connect`: dials a node by its address, and says whether it answered.
struct ConnectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "connect", abstract: "Connect to a node and remember its address.",
        discussion: """
            Waits until the node at that address has proven that it is a friend's or one of your \
            own devices. An address where one has answered is remembered.
            """)

    @Argument(help: ArgumentHelp("Its listening address.", valueName: "host:port"))
    var address: String

    @Option(help: ArgumentHelp("The time to wait for its answer.", valueName: "seconds"))
    var wait = 5

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard 0...600 ~= wait else {
            throw ValidationError("--wait takes 0 to 600 seconds.")
        }
    }

    func run() throws {
        let target = try HostPort(typed: address)
        let output = options.output
        try Self.checkName(target.host)
        let client = try options.client()
        let (done, reply) = try client.send(Connect(host: target.host, port: target.port))
        guard output.form != .json else { return output.json(reply.body) }
        var patience = PollingPause(seconds: wait)
        var linked = try link(to: target.text, client)
        while !Self.isOpen(linked), patience.rest() { linked = try link(to: target.text, client) }
        if let linked, Self.isOpen(linked) {
            let who = linked.name == "me" ? "your device" : "@" + linked.name
            output.say("\("✓", .good) connected to \(who, .strong) at \(linked.address)")
            return output.next("list connections", "weft peers")
        }
        output.say("\("…", .notable) \(done.summary)")
        let why = linked?.endReason.map { ": \($0)" } ?? ""
        output.say("  No friend's node has answered there yet\(why).")
        output.next("check progress", "weft peers")
    }

    /// The link that has come furthest; nil if the node knows of none with that address.
    private func link(to address: String, _ client: Client) throws -> PeerJSON? {
        let peers = try client.ask(ListPeers()).items
        let there = peers.filter { $0.address == address }
        return there.first(where: Self.isOpen) ?? there.last
    }

    // Whom it reached is known when both have proven who they are.
    private static func isOpen(_ peer: PeerJSON?) -> Bool {
        guard let peer, !peer.name.isEmpty else { return false }
        return ["comparing", "syncing", "in sync", "differs", "waiting"].contains(peer.state)
    }

    /// Refuses a name that this computer cannot look up, before anything is dialled.
    private static func checkName(_ host: String) throws(Failure) {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, nil, &hints, &found)
        if let found { freeaddrinfo(found) }
        guard code == EAI_NONAME else { return }
        throw Failure(
            .notFound, "no computer named \(host) is known",
            fix: "check the spelling, or type its IP address: weft connect 192.168.1.20:7433")
    }
}
