import API
import ArgumentParser
import Domain

/// `weft add`: keeps links.
struct AddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Save one or more links.")

    @Argument(help: ArgumentHelp("The addresses to save.", valueName: "url"))
    var urls: [String]

    @OptionGroup var tags: NewTagsOption

    @Option(help: "Title.")
    var title: String?

    @Option(help: "Your note.")
    var note: String?

    @Option(help: ArgumentHelp("Tile size: s, m or l (default: m).", valueName: "s|m|l"))
    var size: String?

    @Option(help: ArgumentHelp("Highlight this passage of the page.", valueName: "passage"))
    var quote: String?

    @OptionGroup var files: PageOptions

    @Flag(help: "Mark as unread.")
    var unread = false

    @OptionGroup var audience: AudienceOption
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        if urls.count > 1, title != nil || note != nil || quote != nil || !files.isEmpty {
            throw ValidationError(
                "--title, --note, --quote, --snapshot and --thumbnail work with one link only.")
        }
    }

    func run() throws {
        let output = options.output
        let client = try options.client()
        let audience = try audience.checked()
        let page = try files.put(client, output)
        let drafts = urls.map { url in
            DraftJSON(
                url: url, title: title ?? page.title, note: note, tags: tags.all,
                size: size, unread: unread ? true : nil, thumbnail: page.thumbnail,
                snapshots: page.snapshot.map { [$0] })
        }
        let reply = try client.send(Call(AddBatch(drafts, audience: audience)))
        let kept = try reply.decoded(as: KeptJSON.self)
        try attach(page, to: kept, client)
        if output.form == .json {
            output.json(reply.body)
        } else {
            try report(kept, isNamed: audience != nil, client, output)
        }
        try Self.failIfRefused(kept)
        if let quote { try mark(quote, audience: audience, client, output) }
    }

    // Files are for a link that is here already, too: a page is saved again when it has changed.
    private func attach(_ page: PageFiles, to kept: KeptJSON, _ client: Client) throws {
        guard !files.isEmpty, let outcome = kept.outcomes.first, outcome.outcome != "added",
            let id = outcome.id
        else { return }
        _ = try client.send(
            EditLink(id, thumbnail: page.thumbnail, addSnapshots: page.snapshot.map { [$0] }))
    }

    // Of a link that is here already as well: to mark what one reads again is the use of it.
    private func mark(
        _ passage: String, audience: String?, _ client: Client, _ output: Output
    ) throws {
        let request = AddThing<Highlights>(name: passage, url: urls[0], audience: audience)
        let (kept, _) = try client.send(request)
        guard output.form != .json else { return }
        let id = kept.outcomes.first?.shortID ?? ""
        output.line("\("✓", .good) \(id, .faint)  \("\u{201C}" + passage + "\u{201D}", .notable)")
    }

    private func report(
        _ kept: KeptJSON, isNamed: Bool, _ client: Client, _ output: Output
    ) throws {
        for (url, outcome) in zip(urls, kept.outcomes) {
            guard let id = outcome.id else {
                // One by itself is the error that the command ends with.
                guard urls.count > 1 else { continue }
                let problem = outcome.problem
                output.complain("\("✗", .bad) \(url): \(problem?.detail ?? outcome.outcome)")
                if let fix = problem?.fix { output.complain("  fix: \(fix)") }
                continue
            }
            let (link, _) = try client.send(ShowThing<Links>(id))
            let mark: TerminalText = outcome.outcome == "added" ? "\("✓", .good)" : "="
            output.line(mark + " " + LinkTable.line(link))
            if outcome.outcome != "added" {
                output.say("  already saved: \(outcome.outcome)")
            }
        }
        guard kept.outcomes.contains(where: { $0.id != nil }) else { return }
        AddedLines.tellPlaces(kept, isNamed: isNamed, output)
        AddedLines.proposeNext(
            kept.audience, tags: tags.all, otherwise: ("list your links", "weft ls"),
            output)
    }

    private static func failIfRefused(_ kept: KeptJSON) throws {
        let refused = kept.outcomes.compactMap(\.problem)
        guard let first = refused.first else { return }
        let isPartial = refused.count < kept.outcomes.count
        if isPartial || kept.outcomes.count > 1 {
            throw Failure(
                isPartial ? .partial : .usage,
                "\(refused.count) of \(kept.outcomes.count) links were refused",
                fix: "correct them and add them again", problem: first.code)
        }
        throw Failure(
            ExitCode(problemCode: first.code, status: first.status), first.detail,
            fix: first.fix ?? "", problem: first.code)
    }
}
