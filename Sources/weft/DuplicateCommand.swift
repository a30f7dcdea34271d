import API
import ArgumentParser
import Domain

/// `weft dup`: links that have one address.
struct DuplicateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dup", abstract: "Find links with the same address and merge them.",
        discussion: """
            Addresses that differ only in spelling count as the same: upper case in the host, \
            tracking parameters, needless escapes. With --fix, the oldest link gets the tags and \
            notes of the others, which move to the trash; weft undo reverts this. Links with \
            different audiences are not merged, so no note reaches people who had not seen it.
            """)

    @Argument(help: ArgumentHelp("Only links with the same address as these.", valueName: "ref"))
    var references: [String] = []

    @Flag(help: "Merge duplicates.")
    var fix = false

    @Flag(name: [.customShort("n"), .long], help: "With --fix: only show what would change.")
    var dryRun = false

    @Flag(name: .shortAndLong, help: "With --fix: skip the confirmation.")
    var force = false

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard !fix else { return }
        if dryRun || force || !references.isEmpty {
            throw ValidationError("-n, --force and single links need --fix.")
        }
    }

    func run() throws {
        let client = try options.client()
        if fix { try merge(client) } else { try list(client) }
    }

    private func list(_ client: Client) throws {
        let output = options.output
        var cursor: String?
        var total = 0
        var surplus = 0
        repeat {
            let (page, reply) = try client.send(
                ListDuplicates(limit: Limits.pageMax, cursor: cursor))
            guard output.form != .json else { return output.json(reply.body) }
            for set in page.items { show(set, output) }
            (total, surplus, cursor) = (page.total, page.surplus, page.nextCursor)
        } while cursor != nil
        guard total > 0 else {
            output.say("no duplicate links")
            return
        }
        if surplus > 0 {
            output.next(
                "merge them, \(Counted.words(surplus, "link")) fewer", "weft dup --fix")
        } else {
            output.next("see the audience of one", "weft who-can-see ID")
        }
    }

    private func show(_ set: DuplicateSetJSON, _ output: Output) {
        var table = Table(elastic: 2)
        for group in set.alike {
            for (index, link) in group.enumerated() {
                table.add(row(index == 0 ? "stays" : "goes", link, set, output))
            }
        }
        for link in set.apart { table.add(row("apart", link, set, output)) }
        if output.form != .plain { output.line("\(set.canonicalURL, .strong)") }
        table.print(to: output)
    }

    private func row(
        _ fate: String, _ link: BookmarkJSON, _ set: DuplicateSetJSON, _ output: Output
    ) -> [TerminalText] {
        guard output.form != .plain else {
            return ["\(set.canonicalURL)", "\(fate)"] + LinkTable.plainRow(link)
        }
        return ["\(fate, .faint)"] + LinkTable.row(link)
    }

    private func merge(_ client: Client) throws {
        let output = options.output
        let refs = references.isEmpty ? nil : references
        let (would, tried) = try client.send(MergeDuplicates(refs: refs, dryRun: true))
        guard !dryRun, would.count > 0 else {
            if output.form == .json {
                output.json(tried.body)
            } else {
                output.say("\(would.summary)")
            }
            return
        }
        if refs == nil {
            try Question.confirm(
                "This \(would.summary). Continue?", isForced: force, options,
                fix: "add --force, or preview with weft dup")
        }
        try options.done(MergeDuplicates(refs: refs))
    }
}
