import API
import ArgumentParser
import Domain

/// `weft edit`: changes one link; in an editor, a thing of any kind.
struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "thing", abstract: "Edit one of your links.",
        discussion: """
            --editor opens the editable fields of a thing of any kind in the program set by VISUAL \
            or EDITOR. Your changes are applied when you leave the editor. If the thing was \
            changed elsewhere in the meantime, nothing is applied and your text is kept.
            """)

    @Argument(help: .anyReference) var reference: String

    @Option(help: "The new address.")
    var url: String?

    @Option(help: "The new title; \"\" removes it.")
    var title: String?

    @Option(help: "The new note; \"\" removes it.")
    var note: String?

    @Option(help: ArgumentHelp("Tile size: s, m or l.", valueName: "s|m|l"))
    var size: String?

    @OptionGroup var tags: TagChangeOptions
    @OptionGroup var files: PageOptions

    @Option(
        help: ArgumentHelp(
            "Add this copy of its page to those already saved.", valueName: "file"),
        completion: .file())
    var addSnapshot: String?

    @Flag(help: "Remove its saved copies.")
    var noSnapshot = false

    @Flag(help: "Remove its thumbnail.")
    var noThumbnail = false

    @Flag(help: "Mark as read or unread; on others' links only for yourself.")
    var mark: Mark?

    @Flag(help: "Edit in your editor; works with things of any kind.")
    var editor = false

    @OptionGroup var options: GlobalOptions

    enum Mark: String, EnumerableFlag {
        case read, unread
    }

    private var isEmpty: Bool {
        url == nil && title == nil && note == nil && size == nil && mark == nil
            && tags.isEmpty && files.isEmpty && addSnapshot == nil
            && !noSnapshot && !noThumbnail
    }

    func validate() throws {
        if noThumbnail, files.thumbnail != nil {
            throw ValidationError("Use either --thumbnail or --no-thumbnail, not both.")
        }
        if [files.snapshot != nil, addSnapshot != nil, noSnapshot].count(where: { $0 }) > 1 {
            throw ValidationError("Use only one of --snapshot, --add-snapshot and --no-snapshot.")
        }
        if editor, !isEmpty {
            throw ValidationError("Use either options or --editor, not both.")
        }
        if isEmpty, !editor {
            throw ValidationError("Pass a change, for example --title \"…\".")
        }
    }

    func run() throws {
        if editor { return try EditInEditor(reference: reference, options: options).run() }
        let output = options.output
        let client = try options.client()
        // What is not there is not sent a file for.
        if !files.isEmpty || addSnapshot != nil { _ = try client.send(ShowThing<Links>(reference)) }
        let page = try files.put(client, output)
        let added = try addSnapshot.map { try PageOptions.put(page: $0, client).reference }
        let change = EditLink(
            reference, url: url, title: title, note: note, size: size,
            unread: mark.map { $0 == .unread },
            addTags: tags.added, removeTags: tags.removed,
            thumbnail: noThumbnail ? "" : page.thumbnail,
            snapshots: noSnapshot ? [] : page.snapshot.map { [$0] },
            addSnapshots: added.map { [$0] })
        let (link, reply) = try client.send(change)
        guard output.form != .json else { return output.json(reply.body) }
        output.line("\("✓", .good) " + LinkTable.line(link))
        output.next("undo", "weft undo")
    }
}
