import API
import ArgumentParser

/// `weft comment`: what people say of a thing.
struct CommentCommand: BeginsWithReference {
    static let configuration = CommandConfiguration(
        commandName: "comment", abstract: "Comment on a thing and read comments.",
        discussion: """
            weft comment REF "…" adds a comment. The owner is notified, and so are those of your \
            friends who can see the thing; in a group, all members.
            """,
        subcommands: [Add.self, List.self, Edit.self, Remove.self], defaultSubcommand: Add.self)

    private static let idHelp = ArgumentHelp("Its ID or the end of it.", valueName: "comment")

    /// Returns all comments on a thing, in order of time.
    static func comments(on reference: String, _ client: Client) throws -> [CommentJSON] {
        try FeedList(ListComments(reference)).read(0, from: nil, client).items
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a comment to a thing.")

        @Argument(help: .anyReference) var reference: String

        @Argument(help: "The text.")
        var text: String

        @Option(help: ArgumentHelp("The ID of the comment to reply to.", valueName: "comment"))
        var reply: String?

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            guard
                let comment = try options.reply(
                    to: AddComment(on: reference, text: text, inReplyTo: reply))
            else { return }
            output.lines(CommentTable.lines(comment, depth: 0))
            output.next("undo", "weft comment rm \(comment.shortID)")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "Show the comments on a thing.")

        @Argument(help: .anyReference) var reference: String

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let client = try options.client()
            let comments = try CommentCommand.comments(on: reference, client)
            guard output.form != .json else {
                return output.json(
                    JSONText.encode(PageJSON(items: comments, total: comments.count)))
            }
            guard !comments.isEmpty else {
                output.say("no comments yet")
                output.next("add one", "weft comment \(reference) \"…\"")
                return
            }
            if output.form == .plain {
                CommentTable.print(comments, to: output)
            } else {
                output.lines(CommentTable.thread(comments))
            }
        }
    }

    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Edit one of your comments.")

        @Argument(help: CommentCommand.idHelp) var comment: String

        @Argument(help: "The new text.")
        var text: String

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            guard let edited = try options.reply(to: EditComment(comment, text: text)) else {
                return
            }
            output.lines(CommentTable.lines(edited, depth: 0))
            output.next("undo", "weft undo")
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm", abstract: "Move a comment to the trash.",
            discussion: "Yours, or anyone's in a group where you may edit.")

        @Argument(help: CommentCommand.idHelp) var comment: String

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            guard let done = try options.reply(to: RemoveComment(comment)) else { return }
            output.line("\("✓", .good) \(done.summary)")
            output.next("undo", "weft undo")
        }
    }
}
