import API
import ArgumentParser

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `weft join`: comes into a group.
struct JoinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Come into a group by an invitation.",
        discussion: """
            The inviter's node lets you in, as soon as the two have met; from then on every \
            member's node will do. This command waits for that a while; if it is not done by \
            then, it goes on by itself.
            """)

    @Argument(help: "What weft group invite printed there; - for standard input.")
    var invitation: String

    @Option(help: "What you call the group; else as the inviter does.")
    var name: String?

    @Option(help: ArgumentHelp("Wait so long to be let in.", valueName: "seconds"))
    var wait = 10

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
        let request = JoinRequest(invitation: text, name: name.map(GroupWord.name))
        let reply = try client.send(.post("/v1/join", try Reading.encode(request)))
        let group = try settled(try Reading.decode(GroupJSON.self, from: reply), client)
        if output.form == .json { output.json(try Reading.encode(group)) }
        guard group.state == "member" else {
            output.say("\("…", .notable) you have asked to come into \(group.name, .strong)")
            output.say("  It goes on by itself as soon as the inviter's node can be reached.")
            output.next("how it stands", "weft group ls")
            return
        }
        let links = Counting.links(group.linkCount)
        output.say(
            """
            \("✓", .good) you are in \(group.name, .strong) as \(group.role ?? "member"), \
            with \(links)
            """)
        output.next("what is there", "weft ls \(GroupWord.search(group.name))")
    }

    /// The group when this person is in it, or as it stands when the time is over.
    private func settled(_ joined: GroupJSON, _ client: Client) throws -> GroupJSON {
        let deadline = ContinuousClock.now + .seconds(wait)
        var group = joined
        var pause: useconds_t = 20_000
        while group.state == "joining", ContinuousClock.now < deadline {
            usleep(pause)
            pause = min(pause * 2, 500_000)
            let reply = try client.send(.get("/v1/groups"))
            let all = try Reading.decode(PageJSON<GroupJSON>.self, from: reply).items
            guard let now = all.first(where: { $0.id == joined.id }) else { throw refusal(group) }
            group = now
        }
        guard ["joining", "member"].contains(group.state) else { throw refusal(group) }
        return group
    }

    private func refusal(_ group: GroupJSON) -> Failure {
        Failure(
            .denied, "you were not let into \(group.name)",
            fix: "ask for a new invitation: this one may be used up, revoked or too old")
    }
}
