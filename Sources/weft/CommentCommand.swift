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

    /// Returns all comments on a thing, in order of time.
    static func comments(on reference: String, _ client: Client) throws -> [CommentJSON] {
        try FeedList(ListComments(reference)).read(0, from: nil, client).items
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a comment to a thing.")

        @Argument(help: ArgumentHelp("Its ID, the end of it, or its address.", valueName: "ref"))
        var reference: String

        @Argument(help: "The text.")
        var text: String

        @Option(help: ArgumentHelp("The ID of the comment to reply to.", valueName: "comment"))
        var reply: String?

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let (comment, answer) = try options.client().send(
                AddComment(on: reference, text: text, inReplyTo: reply))
            guard output.form != .json else {
                output.json(answer.body)
                return
            }
            output.lines(CommentTable.lines(comment, depth: 0))
            output.next("undo", "weft comment rm \(comment.shortID)")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "Show the comments on a thing.")

        @Argument(help: ArgumentHelp("Its ID, the end of it, or its address.", valueName: "ref"))
        var reference: String

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let client = try options.client()
            let comments = try CommentCommand.comments(on: reference, client)
            guard output.form != .json else {
                output.json(JSONText.encode(PageJSON(items: comments, total: comments.count)))
                return
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

        @Argument(help: ArgumentHelp("Its ID or the end of it.", valueName: "comment"))
        var comment: String

        @Argument(help: "The new text.")
        var text: String

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let (edited, reply) = try options.client().send(EditComment(comment, text: text))
            guard output.form != .json else {
                output.json(reply.body)
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

        @Argument(help: ArgumentHelp("Its ID or the end of it.", valueName: "comment"))
        var comment: String

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let (done, reply) = try options.client().send(RemoveComment(comment))
            guard output.form != .json else {
                output.json(reply.body)
                return
            }
            output.line("\("✓", .good) \(done.summary)")
            output.next("undo", "weft undo")
        }
    }
}
