import API
import ArgumentParser
import Domain

/// `weft hl`: passages of pages that somebody marked.
struct HighlightCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hl", abstract: "Highlight passages of pages.",
        discussion: """
            A highlight is shared like a link, and appears with every link to its page, whoever \
            added it. Search is:highlighted finds those links.
            """,
        subcommands: [Add.self, List.self, Show.self, Edit.self, Remove.self],
        aliases: ["highlight"])

    /// The page that was meant: an address as it was typed, or that of a link that is here.
    static func page(_ typed: String, _ client: Client) throws -> String {
        guard case .url(let address) = Reference(text: typed) else {
            return try client.send(ShowThing<Links>(typed)).0.url
        }
        return address
    }

    /// What of the page at `address` is marked, on a line each.
    static func passages(of address: String, _ client: Client) throws -> [Shown] {
        let query = "page:\"\(address.split(separator: "\"").joined(separator: "%22"))\""
        let (page, _) = try client.send(ListThings<Highlights>(ThingSearch(query)))
        return page.items.map {
            let whose = ThingTable.whose($0.author)
            let note: Shown = $0.note.isEmpty ? "" : "\(" · " + $0.note, .faint)"
            return "  \("\u{201C}" + $0.name + "\u{201D}", .notable)" + note
                + (whose.plain.isEmpty ? "" : "  " + whose)
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Highlight a passage of a page.")

        @Argument(
            help: ArgumentHelp(
                "The page: one of the links you see, or an address.", valueName: "ref"))
        var page: String

        @Option(help: ArgumentHelp("The passage, exactly as on the page.", valueName: "passage"))
        var exact: String

        @OptionGroup var details: HighlightOptions

        @Option(
            name: .shortAndLong,
            help: ArgumentHelp("Tags, separated by commas.", valueName: "tags"))
        var tag: [String] = []

        @Option(
            help: ArgumentHelp(
                "Who sees it: private, friends, public, group:NAME or @NAME (default: the "
                    + "audience of weft config, private at first).", valueName: "who"))
        var audience: String?

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let client = try options.client()
            let audience = try AudienceWord.checked(audience, of: "--audience")
            let request = AddThing<Highlights>(
                name: exact, url: try HighlightCommand.page(page, client), note: details.note,
                tags: TagList.parted(tag), audience: audience,
                details: details.said.filter { !$0.values.isEmpty })
            let (_, reply) = try client.send(request)
            try WardrobeTable.tellKept(
                reply, HighlightCommand.self, isNamed: audience != nil, options
            ) { ("show it", "weft hl show \($0)") }
        }
    }

    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Edit one of your highlights.",
            discussion: "Options replace values; everything else stays.")

        @Argument(help: ArgumentHelp("Its ID or the end of it.", valueName: "ref"))
        var reference: String

        @Option(help: ArgumentHelp("The words of the passage.", valueName: "passage"))
        var exact: String?

        // So a conflict is settled as with other things.
        @Option(help: .hidden)
        var name: String?

        @OptionGroup var details: HighlightOptions

        @Option(name: .shortAndLong, help: ArgumentHelp("Add these tags.", valueName: "tags"))
        var tag: [String] = []

        @Option(help: ArgumentHelp("Remove these tags.", valueName: "tags"))
        var untag: [String] = []

        @OptionGroup var options: GlobalOptions

        private var request: EditThing<Highlights> {
            EditThing(
                reference, name: exact ?? name, note: details.note, addTags: TagList.parted(tag),
                removeTags: TagList.parted(untag),
                details: details.said.map { DetailChange($0.name, values: $0.values) })
        }

        func validate() throws {
            if request == EditThing(reference) {
                throw ValidationError("Pass a change, for example --note \"see page 3\".")
            }
        }

        func run() throws {
            let (_, reply) = try options.client().send(request)
            try NamedTable.tellChanged(reply, options)
        }
    }
}

extension HighlightCommand: ThingNoun {
    typealias Paths = Highlights

    static let searchExample = ", such as 'color:green' or page:ADDRESS"

    typealias List = ThingList<HighlightCommand>
    typealias Show = ThingShow<HighlightCommand>
    typealias Remove = ThingRemove<HighlightCommand>
}

/// What is said of a passage beside its words.
struct HighlightOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The words before it, if the passage occurs more than once.", valueName: "words"))
    var prefix: String?

    @Option(help: ArgumentHelp("The words after it.", valueName: "words"))
    var suffix: String?

    @Option(help: ArgumentHelp("Colors.", valueName: "colors"))
    var color: [String] = []

    @Option(help: "Your note.")
    var note: String?

    /// What was typed, by detail; no values where something is to go.
    var said: [Detail] {
        let single = [(DetailName.prefix, prefix), (.suffix, suffix)].compactMap { name, text in
            text.map { Detail(name, $0.isEmpty ? [] : [$0]) }
        }
        return single + (color.isEmpty ? [] : [Detail(.color, GarmentOptions.parted(color))])
    }
}
