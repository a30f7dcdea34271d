import API
import ArgumentParser
import Domain
import Node

/// `weft join`: comes to a friend or into a group by an invitation, or to somebody in the same room
/// by a short code.
struct JoinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Accept an invitation to a friendship or a group, or use a short code.",
        discussion: """
            An invitation from weft invite makes you friends; one from weft group invite adds you \
            to the group. The inviter's node lets you in once the two nodes have met; after that \
            any member's node is enough. This command waits for a while; if it times out, your \
            node keeps trying in the background.

            A short code such as 7-candy-lizard comes from weft friend code or weft share --code \
            on a computer in the same room. It is tried once. Both of you then see four words: if \
            they match, no one is in between, and you both confirm.
            """)

    @Argument(
        help: ArgumentHelp(
            "The invitation or code, or - for standard input.",
            valueName: "invitation|code"))
    var invitation: String

    @Option(help: "Your name for the group or friend (default: the name they use).")
    var name: String?

    @Option(help: ArgumentHelp("How long to wait for the other side.", valueName: "seconds"))
    var wait = 10

    @Option(
        help: ArgumentHelp(
            "Address of the node that made the code, if it is not found on this network.",
            valueName: "host[:port]"))
    var at: String?

    @Flag(help: "With a code: do not ask to compare the four words.")
    var yes = false

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard 0...600 ~= wait else {
            throw ValidationError("--wait takes 0 to 600 seconds.")
        }
    }

    func run() throws {
        let output = options.output
        let client = try options.client()
        let text = invitation == "-" ? readLine() ?? "" : invitation
        guard !Self.isCode(text) else { return try joinByCode(text, client) }
        guard at == nil else {
            throw Failure(
                .usage, "--at works only with short codes",
                fix: "leave out --at, or use a code")
        }
        guard !JoiningFriend.isMeant(text) else {
            let joining = JoiningFriend(options: options, client: client, name: name)
            return try joining.join(text, seconds: wait)
        }
        let joined = try client.ask(JoinGroup(invitation: text, name: name.map(GroupWord.name)))
        let group = try settled(joined, client)
        if output.form == .json { output.json(JSONText.encode(group)) }
        guard group.state == "member" else {
            output.say("\("…", .notable) asked to join \(group.name, .strong)")
            output.say("  Still retrying until the inviter's node can be reached.")
            output.next("check progress", "weft group ls")
            return
        }
        let things = Counted.words(group.linkCount, "thing")
        output.say(
            """
            \("✓", .good) you are in \(group.name, .strong) as \(group.role ?? "member"), \
            with \(things)
            """)
        output.next("list its contents", "weft ls \(GroupWord.search(group.name))")
    }

    /// A number comes first in a code, and in nothing else that is joined.
    private static func isCode(_ text: String) -> Bool {
        guard let first = text.first(where: { !$0.isWhitespace }) else { return false }
        return first.isNumber && !text.contains(":")
    }

    private func joinByCode(_ code: String, _ client: Client) throws {
        let place = try at.map { (text) throws(Failure) -> String in
            // Without a port it is the usual one.
            let isBare = !text.contains(":") || text.hasSuffix("]")
            return try HostPort(typed: isBare ? text + ":7433" : text).text
        }
        let meeting = MeetingByCode(options: options, client: client, name: name, isAgreed: yes)
        try meeting.checkQuestion()
        let met = try client.ask(JoinByCode(code: code, at: place))
        try meeting.finish(met, seconds: wait)
    }

    /// The group when this person is in it, or as it stands when the time is over.
    private func settled(_ joined: GroupJSON, _ client: Client) throws -> GroupJSON {
        var group = joined
        var patience = Patience(seconds: wait)
        while group.state == "joining", patience.rest() {
            let all = try client.ask(ListGroups()).items
            guard let now = all.first(where: { $0.id == joined.id }) else { throw refusal(group) }
            group = now
        }
        guard ["joining", "member"].contains(group.state) else { throw refusal(group) }
        return group
    }

    private func refusal(_ group: GroupJSON) -> Failure {
        InvitationWord.refusal(
            group.refusal ?? "refused", of: group.name, without: "you are not a member",
            fix: "ask the inviter for a new invitation: weft group invite")
    }
}
