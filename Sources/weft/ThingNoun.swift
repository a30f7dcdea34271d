import API
import ArgumentParser
import Domain

/// A command whose subcommands keep and show things of one kind that have a name. What these have in
/// common stands here once; each says what it is in its own words.
protocol ThingNoun: ParsableCommand {
    /// Where the API has them.
    associatedtype Paths: KindPaths where Paths.Told == NamedThingJSON
    /// Behind `A search`, in the help of `ls`: `, such as 'color:blue'`, or nothing.
    static var searchExample: String { get }
    /// What `show` does, in one sentence.
    static var showing: String { get }
    /// What `rm` does, in one sentence.
    static var removing: String { get }
}

extension ThingNoun {
    static var kind: Kind { Paths.kind }
    static var showing: String { "Show one \(kind.word) with all its details." }
    static var removing: String { "Move a \(kind.word) to the trash; undo restores it." }
}

/// `weft NOUN ls`.
struct ThingList<Noun: ThingNoun>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "ls",
            abstract: "List all \(Noun.kind.plural), or those that match a search.")
    }

    @Argument(help: "A search\(Noun.searchExample).")
    var query: [String] = []

    @OptionGroup var list: ListOptions
    @OptionGroup var options: GlobalOptions

    func run() throws {
        try list.run(query, by: "weft \(Noun._commandName) ls", of: Noun.kind, options)
    }
}

/// `weft NOUN show`.
struct ThingShow<Noun: ThingNoun>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "show", abstract: Noun.showing)
    }

    @Argument(help: ArgumentHelp("Its ID or the end of it.", valueName: "ref"))
    var reference: String

    @OptionGroup var options: GlobalOptions

    func run() throws {
        try ShowCommand.show(ShowThing<Noun.Paths>(reference), options)
    }
}

/// `weft NOUN rm`.
struct ThingRemove<Noun: ThingNoun>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "rm", abstract: Noun.removing)
    }

    @Argument(help: ArgumentHelp("Its ID or the end of it.", valueName: "ref"))
    var reference: String

    @OptionGroup var options: GlobalOptions

    func run() throws {
        try options.done(RemoveThing<Noun.Paths>(reference))
    }
}
