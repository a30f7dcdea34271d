import API
import ArgumentParser
import Domain

/// `weft paper`: scholarly works, and what a bibliography says of them.
struct PaperCommand: KindCommand {
    typealias Paths = Papers
    typealias Renaming = TitleOption
    typealias Details = PaperOptions

    static let configuration = CommandConfiguration(
        commandName: "paper", abstract: "Manage papers and their bibliography.",
        discussion: """
            author:lamport, year:2020..2024, venue:, doi: and key: find papers. weft export -F \
            bibtex --type paper writes a bibliography.
            """,
        subcommands: [
            Add.self, List.self, Show.self, Edit.self, File.self, Remove.self,
        ])

    static let searchExample = ", such as 'author:lamport year:1970..1980'"
    static let editing = CommandConfiguration(
        commandName: "edit", abstract: "Edit one of your papers, or one of a group's.",
        discussion: "Options replace values; --venue \"\" clears one. Everything else stays.")
    static let changeExample = "--title \"On Looms\""

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a paper, or all works of a BibTeX file.",
            discussion: """
                A title, a DOI or a file is required. Nothing is looked up: what the options leave \
                out can be added later with weft paper edit.
                """)

        @Option(help: "Title (default: the DOI).")
        var title: String?

        @OptionGroup var details: PaperOptions

        @Option(help: ArgumentHelp("Its PDF.", valueName: "file"), completion: .file())
        var file: String?

        @Option(
            help: ArgumentHelp(
                "Add every work of this BibTeX file, or - for standard input.",
                valueName: "file"), completion: .file())
        var bibtex: String?

        @OptionGroup var tags: NewTagsOption
        @OptionGroup var place: AudienceOption
        @OptionGroup var options: GlobalOptions

        func validate() throws {
            let isAlone = title == nil && details.said.isEmpty && details.url == nil
            if bibtex != nil, !isAlone || details.note != nil || file != nil {
                throw ValidationError("--bibtex allows only --tag and --audience.")
            }
            if bibtex == nil, title == nil, details.doi == nil {
                throw ValidationError("Pass --title, --doi or --bibtex.")
            }
        }

        func run() throws {
            guard let bibtex else { return try add() }
            let audience = place.audience.map { ["--audience", $0] } ?? []
            var importing = try ImportCommand.parse(
                ["--format", "bibtex", "--type", Kind.paper.word] + audience
                    + tags.tag.flatMap { ["--tag", $0] } + ["--", bibtex])
            importing.options = options
            try importing.run()
        }

        private func add() throws {
            let audience = try place.checked()
            let client = try options.client()
            var said = details.kept
            if let file { said.append(Detail(.pdf, [try PaperFile.put(file, client)])) }
            let request = AddThing<Papers>(
                name: try title ?? details.name(), url: details.url, note: details.note,
                tags: tags.all, audience: audience, details: said)
            let (_, reply) = try client.send(request)
            try PaperCommand.tellKept(reply, isNamed: audience != nil, options)
        }
    }
}

/// `--title`: what a paper is called.
struct TitleOption: RenamingOptions {
    @Option(help: "Title.")
    var title: String?

    // So a conflict is settled as with other things.
    @Option(help: .hidden)
    var name: String?

    var newName: String? { title ?? name }
}

/// The options for the details of a paper.
struct PaperOptions: DetailOptions {
    @Option(
        help: ArgumentHelp(
            "An author as \"Family, Given\"; once for each, in order.", valueName: "name"))
    var author: [String] = []

    @Option(help: "The year in which it was published.")
    var year: String?

    @Option(help: "The journal, proceedings or publisher.")
    var venue: String?

    @Option(help: ArgumentHelp("Its DOI, alone or as an address.", valueName: "doi"))
    var doi: String?

    @Option(help: ArgumentHelp("Its id on arXiv, such as 2401.01234.", valueName: "id"))
    var arxiv: String?

    @Option(name: .customLong("url"), help: ArgumentHelp("Its address.", valueName: "url"))
    var address: String?

    @Option(help: "Citation key (default: made of author, year and title).")
    var key: String?

    @Option(help: ArgumentHelp("article, book, inproceedings and so on.", valueName: "sort"))
    var entry: String?

    @Option(help: "The volume of its journal or series.")
    var volume: String?

    @Option(help: "The number of its issue or report.")
    var number: String?

    @Option(help: ArgumentHelp("Its pages, such as 558-565.", valueName: "pages"))
    var pages: String?

    @Option(help: "The publisher, if it appeared in a journal or proceedings.")
    var publisher: String?

    @Option(help: "Your note.")
    var note: String?

    /// Its address, if one was given.
    var url: String? { address ?? arxiv.map { "https://arxiv.org/abs/\($0)" } }

    /// The typed values by detail; an empty list removes the detail.
    var said: [Detail] {
        let names = author.filter { !$0.isEmpty }.joined(separator: "; ")
        return [Detail](typed: [
            .authors: author.isEmpty ? nil : names, .year: year, .venue: venue, .doi: doi,
            .citationKey: key, .entry: entry, .volume: volume, .issue: number, .pages: pages,
            .publisher: publisher,
        ])
    }

    /// Returns the name of a paper without a title: its DOI.
    ///
    /// - Throws: if that is none.
    func name() throws -> String {
        switch DetailName.doi.value.canonical(doi ?? "", of: "--doi") {
        case .success(let name): return name
        case .failure(let problem):
            throw Failure(.usage, problem.detail, fix: problem.fix)
        }
    }
}
