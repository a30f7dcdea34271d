import API
import ArgumentParser
import Domain

/// `weft hl`: highlighted passages of pages.
struct HighlightCommand: KindCommand {
    typealias Paths = Highlights
    typealias Subject = HighlightArguments
    typealias Renaming = PassageOption
    typealias Details = HighlightOptions

    static let configuration = CommandConfiguration(
        commandName: "hl", abstract: "Highlight passages of pages.",
        discussion: """
            A highlight is shared like a link, and appears with every link to its page, whoever \
            added it. Search is:highlighted finds those links.
            """,
        subcommands: [Add.self, List.self, Show.self, Edit.self, Remove.self],
        aliases: ["highlight"])

    static let searchExample = ", such as 'color:green' or page:ADDRESS"
    static let adding = CommandConfiguration(
        commandName: "add", abstract: "Highlight a passage of a page.")
    static let changeExample = "--note \"see page 3\""

    /// The address of a page: as it was typed, or that of a link that is here.
    static func page(_ typed: String, _ client: Client) throws -> String {
        guard case .url(let address) = Reference(text: typed) else {
            return try client.send(ShowThing<Links>(typed)).0.url
        }
        return address
    }

    /// The highlights of the page at `address`, a line each.
    static func passages(of address: String, _ client: Client) throws -> [TerminalText] {
        let query = "page:\"\(address.split(separator: "\"").joined(separator: "%22"))\""
        let (page, _) = try client.send(ListThings<Highlights>(ThingSearch(query)))
        return page.items.map {
            let whose = ThingTable.whose($0.author)
            let note: TerminalText = $0.note.isEmpty ? "" : "\(" · " + $0.note, .faint)"
            return "  \("\u{201C}" + $0.name + "\u{201D}", .notable)" + note
                + (whose.plain.isEmpty ? "" : "  " + whose)
        }
    }
}

/// The arguments that say which passage is to be highlighted.
struct HighlightArguments: NewThingArguments {
    @Argument(
        help: ArgumentHelp(
            "The page: one of the links you see, or an address.", valueName: "ref"))
    var page: String

    @Option(help: ArgumentHelp("The passage, exactly as on the page.", valueName: "passage"))
    var exact: String

    var called: String { exact }

    func pageAddress(_ client: Client) throws -> String? { try HighlightCommand.page(page, client) }
}

/// `--exact`: the words of a passage, which are its name.
struct PassageOption: RenamingOptions {
    @Option(help: ArgumentHelp("The words of the passage.", valueName: "passage"))
    var exact: String?

    // So a conflict is settled as with other things.
    @Option(help: .hidden)
    var name: String?

    var newName: String? { exact ?? name }
}

/// The options for the details of a highlight.
struct HighlightOptions: DetailOptions {
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

    var said: [Detail] {
        [Detail](typed: [.prefix: prefix, .suffix: suffix], lists: [.color: color])
    }
}
