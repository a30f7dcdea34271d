import API

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What `weft join` does with an invitation to be friends.
struct JoiningFriend {
    let options: GlobalOptions
    let client: Client
    /// What the other one is called here; nil for his own name.
    let name: String?

    /// Such an invitation, or what would be one, by how it begins.
    static func isMeant(_ text: String) -> Bool {
        let begin = text.filter { !$0.isWhitespace }.prefix(6).lowercased()
        return begin == "weft:i" || begin == "weft:1"
    }

    /// Gives it to the node, and waits until the two have met.
    func join(_ text: String, seconds: Int) throws {
        let output = options.output
        let request = JoinRequest(invitation: text, name: name)
        let reply = try client.send(.post("/v1/joins", try Reading.encode(request)))
        let joining = try settled(try Reading.decode(JoiningJSON.self, from: reply), seconds)
        guard joining.state == "friend" else {
            guard joining.state == "waiting" else { throw Self.refusal(of: joining) }
            if output.form == .json { output.json(try Reading.encode(joining)) }
            output.say("\("…", .notable) \(joining.name, .strong)'s node has not answered yet")
            output.say("  It goes on by itself as soon as it can be reached.")
            return output.next("how it stands", "weft pending")
        }
        let friends = try client.send(.get("/v1/friends"))
        let all = try Reading.decode(PageJSON<FriendJSON>.self, from: friends).items
        guard let friend = all.first(where: { $0.person == joining.person }) else {
            throw Failure(.notFound, "\(joining.name) is a friend no more", fix: "weft friend ls")
        }
        let meeting = MeetingByCode(options: options, client: client, name: name, isAgreed: true)
        let settled = try meeting.awaitMutual(friend, seconds: seconds)
        guard output.form != .json else { return output.json(try Reading.encode(settled)) }
        meeting.report(settled)
    }

    private func settled(_ joined: JoiningJSON, _ seconds: Int) throws -> JoiningJSON {
        let deadline = ContinuousClock.now + .seconds(seconds)
        var joining = joined
        var pause: useconds_t = 20_000
        while joining.state == "waiting", ContinuousClock.now < deadline {
            usleep(pause)
            pause = min(pause * 2, 500_000)
            let reply = try client.send(.get("/v1/joins"))
            let all = try Reading.decode(PageJSON<JoiningJSON>.self, from: reply).items
            guard let now = all.first(where: { $0.person == joined.person }) else {
                throw Failure(
                    .notFound, "\(joined.name)'s invitation was forgotten here meanwhile",
                    fix: "type it again: weft join INVITATION")
            }
            joining = now
        }
        return joining
    }

    private static func refusal(of joining: JoiningJSON) -> Failure {
        refusal(
            joining.state, of: joining.name, without: "you are no friend of theirs",
            fix: "ask for another one: weft invite, on their side")
    }

    /// Why an invitation let nobody in, in words.
    static func refusal(
        _ state: String, of name: String, without: String, fix: String
    ) -> Failure {
        let why =
            switch state {
            case "used_up": "the invitation is used up: as many have come as it was for"
            case "revoked": "the invitation was revoked"
            case "expired": "the invitation has expired"
            default: "the invitation was refused"
            }
        return Failure(.denied, "\(name): \(why); \(without)", fix: fix)
    }
}
