import API
import ArgumentParser
import Domain

/// `weft NOUN edit`.
struct KindEdit<Noun: KindCommand>: ParsableCommand {
    static var configuration: CommandConfiguration { Noun.editing }

    @Argument(help: .reference) var reference: String
    @OptionGroup var renaming: Noun.Renaming
    @OptionGroup var details: Noun.Details
    @OptionGroup var photos: Noun.PhotoChanges
    @OptionGroup var tags: TagChangeOptions
    @OptionGroup var options: GlobalOptions

    private var request: EditThing<Noun.Paths> {
        EditThing(
            reference, name: renaming.newName, url: details.url, note: details.note,
            addTags: tags.added, removeTags: tags.removed, details: details.changes)
    }

    func validate() throws {
        if request == EditThing(reference), photos.isEmpty {
            throw ValidationError("Pass a change, for example \(Noun.changeExample).")
        }
    }

    func run() throws {
        var request = self.request
        let thing = ShowThing<Noun.Paths>(reference)
        if let change = try photos.change(of: thing, options.client(), options.output) {
            request.details.append(change)
        }
        try options.changed(request)
    }
}

/// The options of a change for another name.
protocol RenamingOptions: ParsableArguments {
    /// The new name; nil if it stays.
    var newName: String? { get }
}

/// `--name`.
struct NameOption: RenamingOptions {
    @Option(help: "Name.") var name: String?

    var newName: String? { name }
}

extension GlobalOptions {
    /// Changes a thing, and tells how it is then.
    func changed<Change: Endpoint>(
        _ change: Change
    ) throws where Change.Output == NamedThingJSON {
        guard let thing = try reply(to: change) else { return }
        output.line("\("✓", .good) " + NamedTable.line(thing))
        WardrobeTable.layers(of: thing).forEach(output.line)
        output.next("undo", "weft undo")
    }
}
