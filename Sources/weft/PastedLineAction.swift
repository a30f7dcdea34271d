import API
import Domain
import Node

/// Does what a pasted line is for: `weft join` and `weft friend add` take every kind of it.
struct PastedLineAction {
    let options: GlobalOptions
    let taking: PastedLineOptions
    let client: Client
    /// The name here of the friend or group; nil for the name that they use.
    let name: String?

    /// Does what the line is for.
    ///
    /// - Throws: `usage` for what is no such line, and for one that another command takes.
    func take(_ line: PastedLine) throws {
        guard taking.at == nil || line.kind == .code else {
            throw Failure(
                .usage, "--at works only with short codes",
                fix: "leave out --at, or use a code")
        }
        switch line.kind {
        case .ticket, .person: try addFriend(line.text)
        case .friendInvitation:
            let joining = FriendJoin(options: options, client: client, name: name)
            try joining.join(line.text, seconds: taking.wait)
        case .groupInvitation: try joinGroup(line.text)
        case .code: try meet(line.text)
        case .deviceRequest, .deviceAnswer, .headless, .unknown: throw Self.refusal(of: line)
        }
    }

    /// Returns the reason why a line is not taken, and what takes it.
    static func refusal(of line: PastedLine) -> Failure {
        switch line.kind {
        case .deviceRequest:
            return Failure(
                .usage,
                "this line asks to make another computer one of your devices; whoever owns that "
                    + "computer becomes you",
                fix: "only if it is your own computer: weft device pair LINE")
        case .deviceAnswer:
            return Failure(
                .usage, "this line is the answer to a new device of yours",
                fix: "on the new device: weft device join LINE")
        case .headless:
            return Failure(
                .usage, "the line is incomplete: its beginning, such as weft:, is missing",
                fix: "copy all of it, from weft on")
        default:
            return Failure(
                .usage,
                line.text.isEmpty
                    ? "the line is empty"
                    : "\"\(line.text.prefix(40))\" is not a ticket, an invitation or a code",
                fix: "paste the whole line that you were sent, or type a code like 7-candy-lizard")
        }
    }

    // MARK: A friend

    private func addFriend(_ text: String) throws {
        let output = options.output
        let (friend, reply) = try client.send(AddFriend(ticket: text, name: name))
        guard output.form != .json else { return output.json(reply.body) }
        output.say("\("✓", .good) \("@" + friend.name, .strong) added as a friend")
        if friend.mutual {
            output.next(
                "list what they share",
                "weft ls \(ShellText.quoted(SearchSyntax.by(friend.name)))")
        } else {
            output.say("  Nothing syncs until they add you too.")
            output.next("send them your ticket", "weft id")
        }
    }

    private func meet(_ code: String) throws {
        let place = try taking.at.map { (text) throws(Failure) -> String in
            // Without a port it is the usual one.
            let isBare = !text.contains(":") || text.hasSuffix("]")
            return try HostPort(typed: isBare ? text + ":7433" : text).text
        }
        let meeting = MeetingByCode(
            options: options, client: client, name: name, isAgreed: taking.yes)
        try meeting.checkQuestion()
        let met = try client.ask(JoinByCode(code: code, at: place))
        guard let name = met.group else { return try meeting.finish(met, seconds: taking.wait) }
        guard let joined = try client.ask(ListGroups()).items.first(where: { $0.name == name })
        else {
            throw Failure(
                .notFound, "\(name) was left before it was joined", fix: "weft group ls")
        }
        try report(joined)
    }

    // MARK: A group

    private func joinGroup(_ text: String) throws {
        try report(
            try client.ask(JoinGroup(invitation: text, name: name.map(GroupText.name))))
    }

    /// Says how it stands once this person is in the group, or when the time is over.
    private func report(_ joined: GroupJSON) throws {
        let output = options.output
        let group = try settled(joined)
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
        output.next("list its contents", "weft ls \(GroupText.search(group.name))")
    }

    /// The group when this person is in it, or as it stands when the time is over.
    private func settled(_ joined: GroupJSON) throws -> GroupJSON {
        var group = joined
        var patience = PollingPause(seconds: taking.wait)
        while group.state == "joining", patience.rest() {
            let all = try client.ask(ListGroups()).items
            guard let now = all.first(where: { $0.id == joined.id }) else { throw refusal(group) }
            group = now
        }
        guard ["joining", "member"].contains(group.state) else { throw refusal(group) }
        return group
    }

    private func refusal(_ group: GroupJSON) -> Failure {
        InvitationText.refusal(
            group.refusal ?? "refused", of: group.name, without: "you are not a member",
            fix: "ask the inviter for a new invitation: weft group invite")
    }
}
