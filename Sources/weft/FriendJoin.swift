import API

/// Joins a friend by an invitation.
struct FriendJoin {
    let options: GlobalOptions
    let client: Client
    /// The name here of the other person; nil for their own.
    let name: String?

    /// Gives it to the node, and waits until the two have met.
    func join(_ text: String, seconds: Int) throws {
        let output = options.output
        let before = try friends().filter(\.mutual)
        let joined = try client.ask(JoinFriend(invitation: text, name: name))
        if let friend = before.first(where: { $0.person == joined.person }) {
            if output.form == .json { return output.json(JSONText.encode(friend)) }
            return output.say("\("✓", .good) @\(friend.name, .strong) is already your friend")
        }
        let joining = try settled(joined, seconds)
        guard joining.state == "friend" else {
            guard joining.state == "waiting" else { throw Self.refusal(of: joining) }
            if output.form == .json { output.json(JSONText.encode(joining)) }
            output.say("\("…", .notable) can't reach \(joining.name, .strong) yet")
            output.say(
                "  Still retrying. On different networks, one of you needs an address the other "
                    + "can reach."
            )
            return output.next("check progress", "weft pending")
        }
        guard let friend = try friends().first(where: { $0.person == joining.person }) else {
            throw Failure(.notFound, "\(joining.name) is no longer a friend", fix: "weft friend ls")
        }
        let meeting = MeetingByCode(options: options, client: client, name: name, isAgreed: true)
        let settled = try meeting.awaitMutual(friend, seconds: seconds)
        guard output.form != .json else { return output.json(JSONText.encode(settled)) }
        meeting.report(settled)
    }

    private func friends() throws -> [FriendJSON] { try client.ask(ListFriends()).items }

    private func settled(_ joined: JoiningJSON, _ seconds: Int) throws -> JoiningJSON {
        var joining = joined
        var patience = PollingPause(seconds: seconds)
        while joining.state == "waiting", patience.rest() {
            let all = try client.ask(ListJoins()).items
            guard let now = all.first(where: { $0.person == joined.person }) else {
                throw Failure(
                    .notFound, "\(joined.name)'s invitation was rejected here in the meantime",
                    fix: "accept it again: weft join INVITATION")
            }
            joining = now
        }
        return joining
    }

    private static func refusal(of joining: JoiningJSON) -> Failure {
        InvitationText.refusal(
            joining.state, of: joining.name, without: "you are not their friend",
            fix: "ask them for a new invitation: weft invite")
    }
}
