import API
import ArgumentParser
import Domain

/// `weft portfolio`: what one shows, and what others say of it.
struct PortfolioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "portfolio",
        abstract: "Show what you share, and the reactions to it.",
        discussion: """
            Lists what you share with friends, the public, groups and single friends, with totals \
            of reactions. --place limits it to a place and things that refer to it. --friends \
            shows how much each friend has and how much of it is liked, as far as you can see.
            """)

    @Option(
        help: ArgumentHelp("Only things that refer to this one, such as a place.", valueName: "ref")
    )
    var place: String?

    @Flag(help: "Friends and you, most liked first.")
    var friends = false

    @OptionGroup var paging: PagingOptions
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        if friends && place != nil {
            throw ValidationError("Use either --friends or --place, not both.")
        }
    }

    func run() throws {
        if friends { return try showFriends() }
        let output = options.output
        let client = try options.client()
        var read: PortfolioJSON?
        var next = paging.cursor
        repeat {
            let wanted = paging.wanted(after: read?.items.count ?? 0)
            var page = try client.ask(ShowPortfolio(place: place, limit: wanted, cursor: next))
            page.items = (read?.items ?? []) + page.items
            read = page
            next = page.nextCursor
        } while next != nil && paging.wantsMore(after: read?.items.count ?? 0)
        guard let portfolio = read else { return }
        guard output.form != .json else {
            return output.json(JSONText.encode(portfolio))
        }
        var table = Table(elastic: 1)
        for thing in portfolio.items {
            table.add(
                output.form == .plain
                    ? plainRow(thing)
                    : [
                        "\(thing.shortID, .faint)", "\(thing.calledName)",
                        ReactionSummary.shown(thing.reactions),
                    ])
        }
        table.print(to: output)
        guard output.form == .human else { return }
        guard portfolio.things > 0 || place != nil else {
            output.say("nothing shared yet")
            return output.next("share with friends", "weft share '#TAG' --with friends")
        }
        output.line(
            "\(Counted.words(portfolio.things, "thing")), "
                + "\(Counted.words(portfolio.likes, "like")), "
                + "\(Counted.words(portfolio.dislikes, "dislike")), "
                + "\(Counted.words(portfolio.comments, "comment")), "
                + "\(Counted.words(portfolio.followerCount, "follower"))")
        if let next {
            let at = place.map { " --place " + ShellText.quoted($0) } ?? ""
            output.next("next page", "weft portfolio\(at) --cursor \(next)")
        }
    }

    private func plainRow(_ thing: ThingJSON) -> [TerminalText] {
        [
            "\(thing.id)", "\(thing.calledName)", "\(thing.reactions.likes)",
            "\(thing.reactions.dislikes)", "\(thing.reactions.comments)",
        ]
    }

    private func showFriends() throws {
        let output = options.output
        guard let page = try options.reply(to: ListContributors()) else { return }
        let people = page.items
        var table = Table(elastic: 0)
        for person in people {
            table.add(
                output.form == .plain
                    ? [
                        "\(person.author.id)", "\(AuthorLabel.shown(person.author))",
                        "\(person.things)", "\(person.likes)", "\(person.dislikes)",
                        "\(person.comments)",
                    ]
                    : [
                        "\(AuthorLabel.shown(person.author))",
                        "\(Counted.words(person.things, "thing"))",
                        "\(Counted.words(person.likes, "like"))",
                        "\(Counted.words(person.comments, "comment"))",
                    ])
        }
        table.print(to: output)
        output.say("  as far as you can see")
    }
}

extension ThingJSON {
    /// Its title or name; its address if it has neither.
    var calledName: String {
        switch self {
        case .link(let link): return link.title.isEmpty ? link.url : link.title
        case .named(let thing): return thing.name
        }
    }
}
