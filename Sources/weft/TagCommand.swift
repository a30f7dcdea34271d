import API
import ArgumentParser
import Domain

/// `weft tag`: the tags of all things.
struct TagCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag",
        abstract: "List, rename, merge and remove tags, and add them by rules.",
        subcommands: [List.self, Rename.self, Merge.self, Remove.self, TagRulesCommand.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List tags, most used first.")

        @Argument(help: "Only tags with this prefix.")
        var prefix: String?

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            guard
                let tags = try options.reply(
                    to: ListTags(prefix: prefix, limit: Limits.pageMax))
            else { return }
            var table = Table()
            for tag in tags.items {
                table.add(["\("#" + tag.name, .tag)", "\(tag.count)"])
            }
            table.print(to: output)
            output.next("list things with a tag", "weft ls '#TAG'")
        }
    }

    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename", abstract: "Rename a tag and its subtags.")

        @Argument(help: "The current name.") var old: String
        @Argument(help: "The new name.") var new: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            try options.done(RenameTag(TagName.bare(old), to: TagName.bare(new)))
        }
    }

    struct Merge: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "merge", abstract: "Merge several tags into one.")

        @Argument(help: "The tags to merge.") var tags: [String]
        @Option(help: "The tag to keep.") var into: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            try options.done(
                MergeTags(from: tags.map(TagName.bare), into: TagName.bare(into)))
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm", abstract: "Remove a tag from everything of yours.")

        @Argument(help: "The tag.") var tag: String
        @Flag(name: .shortAndLong, help: "Skip the confirmation.") var force = false
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let name = TagName.bare(tag)
            let (would, _) = try options.client().send(RemoveTag(name, dryRun: true))
            try Question.confirm(
                "Remove #\(name) from \(Counted.words(would.count, "thing"))?", isForced: force,
                options)
            try options.done(RemoveTag(name))
        }
    }

    private enum TagName {
        static func bare(_ text: String) -> String { String(text.drop { $0 == "#" }) }
    }
}
