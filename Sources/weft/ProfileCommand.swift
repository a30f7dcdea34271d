import API
import ArgumentParser
import Domain

/// `weft profile`: who somebody is, as far as this node knows, and what one says about oneself.
struct ProfileCommand: BeginsWithReference {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Show your profile or someone else's.",
        discussion: """
            Follows are private to their person; followers are those who made it visible with \
            weft follow add @NAME --openly. Likes count as far as you can see them.
            """, subcommands: [Show.self, Edit.self, PortfolioCommand.self],
        defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show your profile or someone else's.")

        @Argument(
            help: ArgumentHelp("@NAME, or the start of an ID (default: you).", valueName: "who"))
        var who: String?

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            guard let profile = try options.reply(to: ShowProfile(of: who)) else { return }
            output.lines(ProfileCommand.lines(of: profile))
            guard profile.author.me else { return }
            if profile.profile == nil {
                output.next("create your profile", "weft profile edit --about TEXT")
            }
            output.next("list whom you follow", "weft follow ls")
        }
    }

    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Edit your profile.",
            discussion: """
                Your friends see it, unless you name another audience when you create it; later, \
                weft share and weft unshare change that. weft rm deletes it.
                """)

        @Option(help: "Your name.") var name: String?

        @Option(
            help: ArgumentHelp(
                "About you, at most \(ProfileDetails.aboutMax) characters.",
                valueName: "text"))
        var about: String?

        @Option(
            help: ArgumentHelp("A picture of you.", valueName: "file"),
            completion: .file())
        var photo: String?

        @OptionGroup var way: PhotoUploadOptions

        @Flag(help: "Remove the picture.") var noPhoto = false

        @Option(
            help: ArgumentHelp(
                "The audience, when you create it (default: friends).", valueName: "audience"))
        var audience: String?

        @OptionGroup var options: GlobalOptions

        func validate() throws {
            try way.check(photo == nil ? 0 : 1)
            if noPhoto, photo != nil {
                throw ValidationError("Use either --photo or --no-photo, not both.")
            }
            if name == nil, about == nil, photo == nil, !noPhoto {
                throw ValidationError(
                    "Pass a change, for example --about \"I mend bicycles.\"")
            }
        }

        func run() throws {
            let output = options.output
            let audience = try AudienceText.checked(audience, of: "--audience")
            let client = try options.client()
            let picture = try way.put(photo.map { [$0] } ?? [], client, output).first
            let (profile, reply) = try client.send(
                EditProfile(
                    name: name, about: about, photo: noPhoto ? "" : picture, audience: audience))
            guard output.form != .json else { return output.json(reply.body) }
            output.lines(ProfileCommand.lines(of: profile))
        }
    }

    /// A profile for people, a line a field.
    fileprivate static func lines(of profile: ProfileJSON) -> [TerminalText] {
        var table = Table()
        func add(_ name: String, _ value: TerminalText) { table.add(["\(name, .faint)", value]) }
        add("name", "\(profile.author.name, .strong)")
        add("id", "\(profile.author.id)")
        if case .named(let said)? = profile.profile {
            if said.name != profile.author.name { add("own name", "\(said.name)") }
            let about = said.note.isEmpty ? [] : TerminalText.lines(of: said.note)
            for (number, line) in about.enumerated() { add(number == 0 ? "about" : "", line) }
            if !said.details[.photo].isEmpty {
                add("picture", "weft photo save \(said.shortID) -o FILE")
            }
            if profile.author.me { add("visible to", ThingTable.placement(said.placement)) }
        }
        if !profile.author.me { add("friend", profile.friend ? "yes" : "no") }
        add("things", "\(profile.things)")
        add("likes", "\(profile.likes)")
        add("dislikes", "\(profile.dislikes)")
        add("comments", "\(profile.comments)")
        if case .named(let said)? = profile.profile {
            add("followers", "\(said.reactions.followerCount)")
        }
        if let follows = profile.follows {
            add("you follow", "\(follows)")
        } else if let attention = profile.attention {
            add("you", attention == "follow" ? "follow them" : "muted them")
        }
        return table.aligned(width: nil)
    }
}
