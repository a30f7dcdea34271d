import API
import ArgumentParser
import Domain

/// `weft snapshot`: saved copies of pages.
struct SnapshotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot", abstract: "List, save and fetch saved copies of pages.",
        discussion: """
            weft add URL --snapshot page.html saves a link with a copy of its page, weft edit REF \
            --add-snapshot page.html adds another copy, and the browser extension SingleFile sends \
            copies by itself (weft web). Shared copies of more than 256 KiB are fetched only on \
            request: weft snapshot get. Search snapshot:>0 finds links with copies.
            """,
        subcommands: [List.self, Save.self, Get.self, Remove.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List the saved copies of a link's page.")

        @Argument(
            help: ArgumentHelp("The link's ID, the end of it, or its address.", valueName: "ref"))
        var reference: String

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let client = try options.client()
            let saved = try SavedPages(reference, client)
            let states = try saved.pages.map { try PhotoCommand.state(of: $0, client) }
            PhotoTable.print(
                states, get: "weft snapshot get \(saved.id)",
                save: "weft snapshot save \(saved.id) -o page.html",
                add: "weft edit \(saved.id) --snapshot page.html", options.output)
        }
    }

    struct Save: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "save", abstract: "Save a copy of a page to a file.",
            discussion: """
                The file is exactly as its author added it: a browser that opens it runs its \
                scripts. GET /v1/bookmarks/ID/snapshot serves it with scripts disabled.
                """)

        @OptionGroup var which: SnapshotArguments

        @Option(name: [.customShort("o"), .long], help: "Output file, or - for standard output.")
        var output: String

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let client = try options.client()
            let page = try which.page(client).page
            try PhotoFile.save(page, to: output, client, options.output)
        }
    }

    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "get", abstract: "Fetch a copy that is too large to download by itself.",
            discussion: FileGetOptions.discussion)

        @OptionGroup var which: SnapshotArguments

        @OptionGroup var way: FileGetOptions

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let client = try options.client()
            let (page, link, number) = try which.page(client)
            try way.get(
                page, "page", list: "weft snapshot ls \(link)",
                save: "weft snapshot save \(link) \(number) -o page.html", client,
                options.output)
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm", abstract: "Remove a saved copy from a link of yours.")

        @OptionGroup var which: SnapshotArguments

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let client = try options.client()
            let (page, link, _) = try which.page(client)
            let (kept, reply) = try client.send(EditLink(link, removeSnapshots: [page.text]))
            guard output.form != .json else { return output.json(reply.body) }
            output.line("\("✓", .good) " + LinkTable.line(kept))
            output.next("undo", "weft undo")
        }
    }
}

/// The arguments that name one saved copy of a link.
struct SnapshotArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The link's ID, the end of it, or its address.", valueName: "ref"))
    var reference: String

    @Argument(help: ArgumentHelp("Number of the copy (default: the latest).", valueName: "number"))
    var number: Int?

    /// It, the link that has it, and its number.
    func page(
        _ client: Client
    ) throws -> (page: BlobReference, link: String, number: Int) {
        let saved = try SavedPages(reference, client)
        let number = number ?? saved.pages.count
        guard number > 0, saved.pages.indices.contains(number - 1) else {
            let fix =
                saved.pages.isEmpty
                ? "weft edit \(saved.id) --snapshot page.html" : "weft snapshot ls \(saved.id)"
            let count = saved.pages.isEmpty ? "none" : "\(saved.pages.count)"
            throw Failure(
                .notFound, "there is no saved copy \(number): \(saved.id) has \(count)",
                fix: fix)
        }
        return (saved.pages[number - 1], saved.id, number)
    }
}

/// The saved copies of a link's page, the earliest first.
struct SavedPages {
    let pages: [BlobReference]
    let id: String

    /// Those of the link that `reference` names.
    init(_ reference: String, _ client: Client) throws {
        let (link, _) = try client.send(ShowThing<Links>(reference))
        id = link.shortID
        pages = link.snapshots.compactMap { BlobReference($0) }
    }
}
