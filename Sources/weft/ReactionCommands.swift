import API
import ArgumentParser

/// `weft like`, `weft dislike`, `weft unlike`: what one thinks of a thing.
enum ReactionChange {
    /// Says `value`, or takes back what was said, and tells how it stands then.
    static func react(_ reference: String, _ value: String?, _ options: GlobalOptions) throws {
        let output = options.output
        let client = try options.client()
        let (thing, reply) =
            if let value {
                try client.send(SetReaction(reference, value))
            } else {
                try client.send(RemoveReaction(reference))
            }
        guard output.form != .json else { return output.json(reply.body) }
        let reactions = ReactionSummary.shown(thing.reactions)
        let told: TerminalText = reactions.plain.isEmpty ? "no reactions" : reactions
        output.line("\("✓", .good) \(thing.shortID, .faint)  " + told)
        output.next("see all reactions", "weft show \(thing.shortID)")
    }
}

struct LikeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "like", abstract: "Like a thing, your own or someone else's.",
        discussion: """
            The owner is notified, and so are those of your friends who can see the thing; in a \
            group, all its members. To other people this reveals neither the reaction nor the \
            thing.
            """)

    @Argument(help: .anyReference) var reference: String

    @OptionGroup var options: GlobalOptions

    func run() throws { try ReactionChange.react(reference, "like", options) }
}

struct DislikeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dislike", abstract: "Dislike a thing.",
        discussion: "The same people are notified as with weft like.")

    @Argument(help: .anyReference) var reference: String

    @OptionGroup var options: GlobalOptions

    func run() throws { try ReactionChange.react(reference, "dislike", options) }
}

struct UnlikeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlike", abstract: "Remove your like or dislike.")

    @Argument(help: .anyReference) var reference: String

    @OptionGroup var options: GlobalOptions

    func run() throws { try ReactionChange.react(reference, nil, options) }
}
