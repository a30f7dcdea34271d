import API
import ArgumentParser
import Domain

/// `weft comment`: what people say of a thing.
struct CommentCommand: BeginsWithReference {
    static let configuration = CommandConfiguration(
        commandName: "comment", abstract: "Comment on a thing and read comments.",
        discussion: """
            weft comment REF "…" adds a comment. The owner is notified, and so are those of your \
            friends who can see the thing; in a group, all members.
            """,
        subcommands: [Add.self, List.self, Edit.self, Remove.self], defaultSubcommand: Add.self)

    /// The path of one comment.
    static func path(_ reference: String) -> String { "/v1/comments/\(Call.escaped(reference))" }

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
            let request = NewCommentRequest(text: text, inReplyTo: reply)
            let reply = try options.client().send(
                .post(
                    "/v1/objects/\(Call.escaped(reference))/comments", JSONText.encode(request))
            )
            guard output.form != .json else {
                output.json(reply.body)
                return
            }
            let comment = try Reading.decode(CommentJSON.self, from: reply)
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
            let path = "/v1/objects/\(Call.escaped(reference))/comments"
            var comments: [CommentJSON] = []
            var cursor: String?
            repeat {
                let reply = try client.send(
                    .get(path, [("limit", "\(Limits.pageMax)"), ("cursor", cursor)]))
                let page = try Reading.decode(PageJSON<CommentJSON>.self, from: reply)
                comments += page.items
                cursor = page.nextCursor
            } while cursor != nil
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
            let request = EditCommentRequest(text: text)
            let reply = try options.client().send(
                .patch(CommentCommand.path(comment), JSONText.encode(request)))
            guard output.form != .json else {
                output.json(reply.body)
                return
            }
            let comment = try Reading.decode(CommentJSON.self, from: reply)
            output.lines(CommentTable.lines(comment, depth: 0))
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
            let reply = try options.client().send(.delete(CommentCommand.path(comment)))
            guard output.form != .json else {
                output.json(reply.body)
                return
            }
            let done = try Reading.decode(DoneJSON.self, from: reply)
            output.line("\("✓", .good) \(done.summary)")
            output.next("undo", "weft undo")
        }
    }
}
