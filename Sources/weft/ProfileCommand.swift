import API
import ArgumentParser
import Domain

/// `weft profile`: who somebody is, as far as this node knows.
struct ProfileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Show who you are, or somebody else, and what is liked.",
        discussion: """
            Who follows you cannot be told: whom somebody follows stays with him. What is liked \
            counts as far as you can see it.
            """)

    @Argument(help: ArgumentHelp("@NAME, or the beginning of an id; else you.", valueName: "who"))
    var who: String?

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let output = options.output
        let reply = try options.client().send(.get("/v1/profile", [("of", who)]))
        guard output.form != .json else { return output.json(reply.body) }
        let profile = try Reading.decode(ProfileJSON.self, from: reply)
        var table = Table()
        table.add(["\("name", .faint)", "\(profile.author.name, .strong)"])
        table.add(["\("id", .faint)", "\(profile.author.id)"])
        if !profile.author.me {
            table.add(["\("friend", .faint)", profile.friend ? "yes" : "no"])
        }
        table.add(["\("things", .faint)", "\(profile.things)"])
        table.add(["\("likes", .faint)", "\(profile.likes)"])
        table.add(["\("dislikes", .faint)", "\(profile.dislikes)"])
        table.add(["\("comments", .faint)", "\(profile.comments)"])
        if let follows = profile.follows {
            table.add(["\("you follow", .faint)", "\(follows)"])
        } else if let attention = profile.attention {
            table.add(["\("you", .faint)", attention == "follow" ? "follow him" : "muted him"])
        }
        table.print(to: output)
        if profile.author.me { output.next("whom you follow", "weft follow ls") }
    }
}
