import API
import ArgumentParser
import Domain
import Node

/// `weft status`: how the node fares.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show whether your node runs and who is connected.")

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let output = options.output
        guard let status = try options.reply(to: ShowStatus()) else { return }
        guard output.form != .plain else {
            PeerTable.print(status.peers, to: output)
            return
        }
        output.lines(Self.lines(of: status))
        PeerTable.print(status.peers, to: output)
        if status.friends == 0, status.groups > 0 {
            output.next("list your groups", "weft group ls")
        } else if status.friends == 0 {
            output.next("add a friend on this network", "weft friend code")
            output.next("add a friend elsewhere: send them your ticket", "weft id")
        } else if status.connectedFriends == 0 {
            output.next("connect to a friend", "weft connect HOST:PORT")
        } else {
            output.next("list what they share", "weft ls is:shared")
        }
    }

    /// The status for people, without connections.
    static func lines(of status: StatusJSON) -> [TerminalText] {
        let up = age(milliseconds: status.uptimeMilliseconds)
        var links = "no friends yet"
        if status.friends > 0 {
            let friends = Counted.words(status.friends, "friend")
            links = "\(status.connectedFriends) of \(friends) connected"
        }
        let open = status.peers.filter { $0.state != "closed" }.count
        if open > 0 { links += ", connected to \(Counted.words(open, "node"))" }
        let others = (status.things ?? []).map {
            "\(Counted.words($0.own, $0.type)), \($0.seen) from others, "
        }.joined()
        var lines: [TerminalText] = [
            """
            \(status.name, .strong)  up \(up)  \(links), in \(Counted.words(status.groups, "group"))
            """,
            """
            \(Counted.words(status.ownLinks, "link")), \(status.seenLinks) from others, \
            \(others)\(Counted.words(status.tags, "tag")), \(status.deltas) deltas
            """,
            "\(door(status))",
        ]
        lines += webLines(status)
        if let reason = status.readOnlyReason {
            lines.append("\("!", .bad) read-only: \(reason)")
        }
        if let found = status.foundTwiceAt {
            lines.append(
                """
                \("!", .notable) a second copy of this node's data was found on \
                \(String(found.prefix(10))), perhaps a copied disk; nothing is lost, but use only \
                one copy
                """)
        }
        if let count = status.withdrawnSinceBackup {
            let things = count == 1 ? "1 thing was" : "\(count) things were"
            lines.append(
                "\("!", .notable) \(things) withdrawn or removed after this backup and restored "
                    + "as private"
            )
        }
        lines += (status.cutOff ?? []).map { "\("!", .notable) \($0.sentence)" }
        if let count = status.changedInTrash {
            let things =
                count == 1 ? "1 thing in the trash was" : "\(count) things in the trash were"
            lines.append(
                """
                \("!", .notable) \(things) edited on a device that did not know of the removal: \
                weft ls is:trashed
                """)
        }
        if let damaged = status.damagedDeltas {
            lines.append(
                "\("!", .bad) \(Counted.words(damaged, "delta")) of the log damaged on disk: weft "
                    + "doctor"
            )
        }
        if let reports = status.reports {
            let received = Counted.words(reports, "report")
            lines.append("\("!", .notable) \(received) received: weft report ls")
        }
        lines += MailboxText.lines(of: status)
        lines += FileSettings.lines(of: status)
        lines += FileSettings.roomLines(of: status)
        if status.unindexed > 0 {
            let things = Counted.words(status.unindexed, "thing")
            lines.append("\("!", .notable) not searchable yet: \(things)")
        }
        return lines
    }

    /// The addresses at which friends, and other programs of this machine, reach the node, for `up`.
    static func listeningLines(_ client: Client) throws -> [TerminalText] {
        let status = try client.ask(ShowStatus())
        return ["\(door(status))"] + webLines(status)
    }

    /// The address for other programs of this machine; nothing if they are not let in.
    static func webLines(_ status: StatusJSON) -> [TerminalText] {
        if let problem = status.webProblem { return ["\("!", .bad) \(problem)"] }
        guard let address = status.web else { return [] }
        return ["other programs connect to http://\(address) (weft web)"]
    }

    /// The address at which the node listens, and who can reach it.
    static func door(_ status: StatusJSON) -> String {
        guard let address = status.listeningOn else { return "not listening for connections" }
        // No network is there, or it was asked to take links from nowhere else.
        if isLoopback(address) { return "listening on \(address) (this computer only)" }
        return "listening on \(address)" + (isLocal(address) ? " (local network only)" : "")
    }

    /// Whether no other network routes to an address: RFC 1918, RFC 3927, RFC 4193 and link-local IPv6.
    private static func isLocal(_ address: String) -> Bool {
        guard let host = HostPort(address)?.host.lowercased() else { return false }
        if host.contains(":") {
            return host.hasPrefix("fe80:") || host.hasPrefix("fc") || host.hasPrefix("fd")
        }
        let parts = host.split(separator: ".").compactMap { UInt8($0) }
        guard parts.count == 4 else { return false }
        switch (parts[0], parts[1]) {
        case (10, _), (172, 16...31), (192, 168), (169, 254): return true
        default: return false
        }
    }

    private static func isLoopback(_ address: String) -> Bool {
        guard let host = HostPort(address)?.host else { return false }
        return host.hasPrefix("127.") || host == "::1" || host == "localhost"
    }

    /// The two largest units: `3 d 4 h`, `12 min 5 s`.
    static func age(milliseconds: UInt64) -> String {
        let seconds = milliseconds / 1000
        let parts = [
            (seconds / 86_400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"),
            (seconds % 60, "s"),
        ]
        let shown = parts.drop { $0.0 == 0 }.prefix(2)
        return shown.isEmpty ? "0 s" : shown.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }
}
