import API
import ArgumentParser
import Domain

/// A command whose subcommands keep, list, show, change and remove things of one kind that have a name.
///
/// The subcommands stand once, in `KindList`, `KindAdd` and the like. The file of a kind has its words, the options of
/// its details, and what only this kind can do; what it does not say is as usual.
protocol KindCommand: ParsableCommand {
    /// The routes of the kind.
    associatedtype Paths: KindPaths where Paths.Representation == NamedThingJSON
    /// The arguments of `Add` before the details.
    associatedtype Subject: NewThingArguments = NameArgument
    /// The options of `Edit` for another name.
    associatedtype Renaming: RenamingOptions = NameOption
    /// The options for everything else that is said of a thing.
    associatedtype Details: DetailOptions
    /// The options of `Add` for photos.
    associatedtype Photos: NewPhotoOptions = NoPhotoOptions
    /// The options of `Edit` for photos.
    associatedtype PhotoChanges: PhotoEditOptions = NoPhotoOptions

    /// An example behind `A search`, in the help of `ls`: `, such as 'color:blue'`, or nothing.
    static var searchExample: String { get }
    /// The help of `show`, in one sentence.
    static var showing: String { get }
    /// The help of `rm`, in one sentence.
    static var removing: String { get }
    /// The name and help of `Add`.
    static var adding: CommandConfiguration { get }
    /// The name and help of `Edit`.
    static var editing: CommandConfiguration { get }
    /// A change, as it is proposed to somebody who typed `edit` without one.
    static var changeExample: String { get }
    /// The command to propose after one was added, whose id ends so.
    static func next(_ id: String) -> (why: TerminalText, command: TerminalText)
}

extension KindCommand {
    typealias List = KindList<Self>
    typealias Show = KindShow<Self>
    typealias Add = KindAdd<Self>
    typealias Edit = KindEdit<Self>
    typealias Remove = KindRemove<Self>

    static var kind: Kind { Paths.kind }

    static var searchExample: String { "" }
    static var showing: String { "Show one \(kind.word) with all its details." }
    static var removing: String { "Move a \(kind.word) to the trash; undo restores it." }
    static var adding: CommandConfiguration {
        CommandConfiguration(commandName: "add", abstract: "Add \(kind.named).")
    }
    static var editing: CommandConfiguration {
        CommandConfiguration(
            commandName: "edit", abstract: "Edit one of your \(kind.plural).",
            discussion: "Options replace values; everything else stays.")
    }
    static func next(_ id: String) -> (why: TerminalText, command: TerminalText) {
        ("show it", "weft \(_commandName) show \(id)")
    }
}

/// `weft NOUN ls`.
struct KindList<Noun: KindCommand>: ParsableCommand {
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
        try list.run(
            query, by: "weft \(Noun._commandName) ls", of: Noun.kind, options)
    }
}

/// `weft NOUN show`.
struct KindShow<Noun: KindCommand>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "show", abstract: Noun.showing)
    }

    @Argument(help: .reference) var reference: String
    @OptionGroup var options: GlobalOptions

    func run() throws { try ShowCommand.show(ShowThing<Noun.Paths>(reference), options) }
}

/// `weft NOUN rm`.
struct KindRemove<Noun: KindCommand>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "rm", abstract: Noun.removing)
    }

    @Argument(help: .reference) var reference: String
    @OptionGroup var options: GlobalOptions

    func run() throws { try options.done(RemoveThing<Noun.Paths>(reference)) }
}

/// The options for what is said of a thing beside its name.
protocol DetailOptions: ParsableArguments {
    /// The address of its page; nil where it has none.
    var url: String? { get }
    /// The note of its author.
    var note: String? { get }
    /// The details that were typed; one without values is to go.
    var said: [Detail] { get }
}

extension DetailOptions {
    var url: String? { nil }
    var said: [Detail] { [] }

    /// The details of a new thing.
    var kept: [Detail] { said.filter { !$0.values.isEmpty } }

    /// The details of a change.
    var changes: [DetailChange] { said.map { DetailChange($0.name, values: $0.values) } }
}

extension [Detail] {
    /// The details that were typed: an empty text clears one.
    ///
    /// - Parameters:
    ///   - single: those of one value.
    ///   - lists: those of several, with commas between.
    init(
        typed single: KeyValuePairs<DetailName, String?>,
        lists: KeyValuePairs<DetailName, [String]> = [:]
    ) {
        self =
            single.compactMap { name, text in
                text.map { Detail(name, $0.isEmpty ? [] : [$0]) }
            }
            + lists.compactMap { name, texts in
                texts.isEmpty ? nil : Detail(name, Self.parted(texts))
            }
    }

    /// The values in `blue,white` and the like, without outer blanks and empty ones.
    private static func parted(_ texts: [String]) -> [String] {
        texts.flatMap { $0.split(separator: ",") }.compactMap { part in
            let start = part.drop(while: \.isWhitespace)
            let end = start.lastIndex { !$0.isWhitespace }
            return end.map { String(start[...$0]) }
        }
    }
}
