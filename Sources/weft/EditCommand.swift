import API
import ArgumentParser
import Domain

/// `weft edit`: changes one link; in an editor, a thing of any kind.
struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change one of your links.",
        discussion: """
            With --editor what can be changed, of a thing of any kind, is a text in the program \
            that VISUAL or EDITOR names. What you change there is done at once when you leave \
            it; if the thing was changed elsewhere meanwhile nothing is, and what you wrote is \
            kept.
            """)

    @Argument(help: ArgumentHelp("Its id, the end of it, or its address.", valueName: "ref"))
    var reference: String

    @Option(help: "The new address.")
    var url: String?

    @Option(help: "The new title; \"\" takes it away.")
    var title: String?

    @Option(help: "The new note; \"\" takes it away.")
    var note: String?

    @Option(help: ArgumentHelp("How large its tile is: s, m or l.", valueName: "s|m|l"))
    var size: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("Put these tags on.", valueName: "tags"))
    var tag: [String] = []

    @Option(help: ArgumentHelp("Take these tags off.", valueName: "tags"))
    var untag: [String] = []

    @OptionGroup var files: PageOptions

    @Option(
        help: ArgumentHelp(
            "Keep this copy of its page beside those that are saved.", valueName: "file"),
        completion: .file())
    var addSnapshot: String?

    @Flag(help: "Take its saved copies away.")
    var noSnapshot = false

    @Flag(help: "Take its thumbnail away.")
    var noThumbnail = false

    @Flag(help: "Mark it as read or unread; what others have, for yourself alone.")
    var mark: Mark?

    @Flag(help: "Change it in your editor; also what is no link.")
    var editor = false

    @OptionGroup var options: GlobalOptions

    enum Mark: String, EnumerableFlag {
        case read, unread
    }

    private var isEmpty: Bool {
        url == nil && title == nil && note == nil && size == nil && mark == nil
            && tag.isEmpty && untag.isEmpty && files.isEmpty && addSnapshot == nil
            && !noSnapshot && !noThumbnail
    }

    func validate() throws {
        if noThumbnail, files.thumbnail != nil {
            throw ValidationError("Say --thumbnail or --no-thumbnail.")
        }
        if [files.snapshot != nil, addSnapshot != nil, noSnapshot].count(where: { $0 }) > 1 {
            throw ValidationError("Say one of --snapshot, --add-snapshot and --no-snapshot.")
        }
        if editor, !isEmpty {
            throw ValidationError("Say what to change, or --editor, and not both.")
        }
        if isEmpty, !editor {
            throw ValidationError("Say what to change, for example --title \"…\".")
        }
    }

    func run() throws {
        if editor { return try EditInEditor(reference: reference, options: options).run() }
        let output = options.output
        let client = try options.client()
        let path = "/v1/bookmarks/\(Call.escaped(reference))"
        // What is not there is not sent a file for.
        if !files.isEmpty || addSnapshot != nil { _ = try client.send(.get(path)) }
        let page = try files.put(client, output)
        let added = try addSnapshot.map { try PageOptions.put(page: $0, client).reference }
        let change = EditRequest(
            url: url, title: title, note: note, size: size, unread: mark.map { $0 == .unread },
            addTags: TagList.parted(tag), removeTags: TagList.parted(untag),
            thumbnail: noThumbnail ? "" : page.thumbnail,
            snapshots: noSnapshot ? [] : page.snapshot.map { [$0] },
            addSnapshots: added.map { [$0] })
        let reply = try client.send(.patch(path, JSONText.encode(change)))
        let link = try Reading.decode(BookmarkJSON.self, from: reply)
        guard output.form != .json else {
            output.json(reply.body)
            return
        }
        output.line("\("✓", .good) " + LinkTable.line(link))
        output.next("take it back", "weft undo")
    }
}
