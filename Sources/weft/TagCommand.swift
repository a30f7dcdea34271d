import API
import ArgumentParser
import Domain

/// `weft tag`: the tags of all things.
struct TagCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag",
        abstract: "List, rename, merge and remove tags, and put them on by rules.",
        subcommands: [List.self, Rename.self, Merge.self, Remove.self, TagRulesCommand.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List tags, most used first.")

        @Argument(help: "Only those that begin so.")
        var prefix: String?

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let reply = try options.client().send(
                .get("/v1/tags", [("prefix", prefix), ("limit", "\(Limits.pageMax)")]))
            guard output.form != .json else {
                output.json(reply.body)
                return
            }
            var table = Table()
            for tag in try Reading.decode(PageJSON<TagJSON>.self, from: reply).items {
                table.add(["\("#" + tag.name, .tag)", "\(tag.count)"])
            }
            table.print(to: output)
            output.next("what has one", "weft ls '#TAG'")
        }
    }

    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename", abstract: "Rename a tag and those below it.")

        @Argument(help: "The tag.") var old: String
        @Argument(help: "Its new name.") var new: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let call = Call.post(
                "/v1/tags/\(TagName.segment(old)):rename",
                JSONText.encode(RenameRequest(to: TagName.bare(new))))
            let reply = try options.client().send(call)
            Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, options.output)
        }
    }

    struct Merge: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "merge", abstract: "Make one tag of several.")

        @Argument(help: "The tags that go.") var tags: [String]
        @Option(help: "The tag that stays.") var into: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let request = MergeRequest(from: tags.map(TagName.bare), into: TagName.bare(into))
            let reply = try options.client().send(
                .post("/v1/tags:merge", JSONText.encode(request)))
            Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, options.output)
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm", abstract: "Take a tag off all that is yours.")

        @Argument(help: "The tag.") var tag: String
        @Flag(name: .shortAndLong, help: "Do not ask.") var force = false
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let client = try options.client()
            let name = TagName.bare(tag)
            let path = "/v1/tags/\(TagName.segment(tag))"
            let would = try Reading.decode(
                DoneJSON.self, from: client.send(.delete(path, [("dry_run", "true")])))
            try Question.confirm(
                "Take #\(name) off \(Counted.words(would.count, "thing"))?", isForced: force,
                options)
            let reply = try client.send(.delete(path))
            Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, options.output)
        }
    }

    private enum TagName {
        static func bare(_ text: String) -> String { String(text.drop { $0 == "#" }) }
        static func segment(_ text: String) -> String { Call.escaped(bare(text)) }
    }
}
