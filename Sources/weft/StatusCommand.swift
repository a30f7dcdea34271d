import API
import ArgumentParser
import Domain
import Node

/// `weft status`: how the node fares.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show how your node fares.")

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let output = options.output
        let reply = try options.client().send(.get("/v1/status"))
        guard output.form != .json else {
            output.json(reply.body)
            return
        }
        let status = try Reading.decode(StatusJSON.self, from: reply)
        guard output.form != .plain else {
            PeerTable.print(status.peers, to: output)
            return
        }
        output.lines(Self.lines(of: status))
        PeerTable.print(status.peers, to: output)
        if status.friends == 0, status.groups > 0 {
            output.next("which groups you are in", "weft group ls")
        } else if status.friends == 0 {
            output.next("find a friend in this room", "weft friend code")
            output.next("or further away, by your ticket", "weft id")
        } else if status.connectedFriends == 0 {
            output.next("dial one", "weft connect HOST:PORT")
        } else {
            output.next("what they share", "weft ls is:shared")
        }
    }

    /// What the node says about itself, without its links.
    static func lines(of status: StatusJSON) -> [Shown] {
        let up = age(milliseconds: status.uptimeMilliseconds)
        var links = "no friends yet"
        if status.friends > 0 {
            let friends = Counted.words(status.friends, "friend")
            links = "\(status.connectedFriends) of \(friends) connected"
        }
        let open = status.peers.filter { $0.state != "closed" }.count
        if open > 0 { links += ", linked with \(Counted.words(open, "node"))" }
        let others = (status.things ?? []).map {
            "\(Counted.words($0.own, $0.type)), \($0.seen) of others, "
        }.joined()
        var lines: [Shown] = [
            """
            \(status.name, .strong)  up \(up)  \(links), in \(Counted.words(status.groups, "group"))
            """,
            """
            \(Counted.words(status.ownLinks, "link")), \(status.seenLinks) of others, \
            \(others)\(Counted.words(status.tags, "tag")), \(status.deltas) deltas
            """,
            "\(door(status))",
        ]
        lines += webLines(status)
        if let reason = status.readOnlyReason {
            lines.append("\("!", .bad) it only reads now: \(reason)")
        }
        if let found = status.foundTwiceAt {
            lines.append(
                """
                \("!", .notable) its data was found in two places on \(String(found.prefix(10))), a copied \
                disk perhaps; nothing is lost, but use only one of them
                """)
        }
        if let count = status.withdrawnSinceBackup {
            let things = count == 1 ? "1 thing was" : "\(count) things were"
            lines.append(
                "\("!", .notable) \(things) withdrawn or removed after this backup: kept, private")
        }
        lines += (status.cutOff ?? []).map { "\("!", .notable) \($0.sentence)" }
        if let count = status.changedInTrash {
            let things =
                count == 1 ? "1 thing in the trash was" : "\(count) things in the trash were"
            lines.append(
                """
                \("!", .notable) \(things) changed on a device that had not heard of the removal: \
                weft ls is:trashed
                """)
        }
        if let damaged = status.damagedDeltas {
            lines.append(
                "\("!", .bad) the disk has changed \(Counted.words(damaged, "delta")) of its log: weft doctor"
            )
        }
        if let reports = status.reports {
            let told = reports == 1 ? "1 report was" : "\(reports) reports were"
            lines.append("\("!", .notable) \(told) told to you: weft report ls")
        }
        lines += MailboxWords.lines(of: status)
        lines += FileSettings.lines(of: status)
        lines += FileSettings.roomLines(of: status)
        if status.unindexed > 0 {
            let things = Counted.words(status.unindexed, "thing")
            lines.append("\("!", .notable) not searchable yet: \(things)")
        }
        return lines
    }

    /// Where friends reach the node, and other programs of this machine, for `up`.
    static func listeningLines(_ client: Client) throws -> [Shown] {
        let reply = try client.send(.get("/v1/status"))
        let status = try Reading.decode(StatusJSON.self, from: reply)
        return ["\(door(status))"] + webLines(status)
    }

    /// Where other programs of this machine come in; nothing if nowhere.
    static func webLines(_ status: StatusJSON) -> [Shown] {
        if let problem = status.webProblem { return ["\("!", .bad) \(problem)"] }
        guard let address = status.web else { return [] }
        return ["other programs come in on http://\(address) (weft web)"]
    }

    /// Where the node is reached, and by whom.
    static func door(_ status: StatusJSON) -> String {
        guard let address = status.listeningOn else { return "it does not listen" }
        // No network is there, or it was asked to take links from nowhere else.
        return isLoopback(address)
            ? "only this machine reaches it, on \(address)" : "friends reach it on \(address)"
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
