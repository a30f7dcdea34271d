import ArgumentParser

/// A topic that `weft help` explains beside commands.
enum HelpTopic: String, CaseIterable {
    case options
    case exitCodes = "exit-codes"
    case start
    case reach
    case ids

    /// Its subject, on one line.
    var line: String {
        let what =
            switch self {
            case .options: "Options that every command takes"
            case .exitCodes: "What the exit codes mean"
            case .start: "The first minute, from nothing to a shared link"
            case .reach: "How your computer and a friend's find each other"
            case .ids: "How to name a thing, a tag, a person and an audience"
            }
        return HelpPage.row(rawValue, what)
    }

    /// All that is said of it.
    var lines: [String] {
        let text =
            switch self {
            case .options: Self.optionsText
            case .exitCodes: "EXIT CODES\n" + Self.exitCodesText
            case .start: Self.startText
            case .reach: Self.reachText
            case .ids: Self.idsText
            }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    // As the parser knows them, without the help that is none of them.
    private static var optionsText: String {
        let all = GlobalOptions.helpMessage(includeHidden: true).split(
            separator: "\n", omittingEmptySubsequences: false)
        let own = all.drop { $0 != "OPTIONS:" }.dropFirst().prefix { !$0.isEmpty }
            .filter { !$0.hasPrefix("  -h, --help") && !$0.hasPrefix("  --version") }
        return "OPTIONS of every command, before its name or behind it\n"
            + own.joined(separator: "\n")
    }

    // A code a line.
    private static var exitCodesText: String {
        let all = Weft.configuration.discussion.split(separator: ": ", maxSplits: 1).last ?? ""
        return all.replacing("\n", with: " ").split(separator: ", ").map { entry in
            let parts = entry.split(separator: " ", maxSplits: 1).map(String.init)
            return HelpPage.row(parts[0], parts.last ?? "")
        }.joined(separator: "\n")
    }

    private static let startText = """
        THE FIRST MINUTE
          weft init                       create your identity on this computer
          weft up                         start your node (weft down stops it)
          weft add URL -t TAG             save a link with a tag
          weft ls                         list your links
          weft friend code                add a friend in the same room
          weft friend invite              or one elsewhere: send them the line it prints
          weft share '#TAG' --with friends
                                          friends see all links with this tag, also later ones
        """

    private static let reachText = """
        HOW NODES FIND EACH OTHER
        Your node is the program that weft up starts. It syncs directly with the nodes of your
        friends and with your other devices; nothing stands in between.

        On one network (the same Wi-Fi) nodes find each other by themselves.

        On different networks, one of the two nodes needs an address that the other can reach.
        An address that begins with 10., 192.168., 172.16. to 172.31., or fe80: is valid in its
        own network only. Any of these helps:
          a port forwarded to your computer in the router, then weft up --listen 0.0.0.0:7433
          a private network such as Tailscale or WireGuard on both computers
          a friend's node that both of you reach: weft net mailbox
          a shared directory or a USB stick: weft net folder
          a file that you send: weft net bundle

        weft status shows where your node is reached, weft net peers whom it reaches.
        """

    private static let idsText = """
        HOW TO NAME THINGS AND PEOPLE
          K3F9QH2M        a thing, by the ID that weft ls prints; its end is enough
          https://...     a link, by its address
          '#TAG'          everything with that tag; quotes keep the shell from reading #
          @NAME           a friend
          group:NAME      a group
          friends         all your friends, public: everyone your node meets, private: only you
        """
}
