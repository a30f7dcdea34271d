import API
import ArgumentParser
import Domain

/// `weft NOUN add`, or `new` where its things are made of others.
struct KindAdd<Noun: KindCommand>: ParsableCommand {
    static var configuration: CommandConfiguration { Noun.adding }

    @OptionGroup var subject: Noun.Subject
    @OptionGroup var details: Noun.Details
    @OptionGroup var photos: Noun.Photos
    @OptionGroup var tags: NewTagsOption
    @OptionGroup var place: AudienceOption
    @OptionGroup var options: GlobalOptions

    func run() throws {
        let client = try options.client()
        let audience = try place.checked()
        let put = try photos.put(client, options.output)
        let request = AddThing<Noun.Paths>(
            name: subject.called, url: try subject.pageAddress(client) ?? details.url,
            note: details.note, tags: tags.all, audience: audience, details: details.kept + put,
            things: subject.things)
        let (_, reply) = try client.send(request)
        try Noun.tellKept(reply, isNamed: audience != nil, options)
    }
}

extension KindCommand {
    /// Tells what was kept, how it is, and what to do next.
    ///
    /// - Parameter isNamed: whether somebody typed the audience, and so is not told of it.
    static func tellKept(
        _ reply: Reply, isNamed: Bool, _ options: GlobalOptions,
        next: (String) -> (why: TerminalText, command: TerminalText) = Self.next
    ) throws {
        let output = options.output
        guard output.form != .json else { return output.json(reply.body) }
        let kept = try reply.decoded(as: KeptJSON.self)
        guard let id = kept.outcomes.first?.id else { return }
        let thing = try options.client().ask(ShowThing<Paths>(id))
        output.line("\("✓", .good) " + NamedTable.line(thing))
        WardrobeTable.layers(of: thing).forEach(output.line)
        WardrobeTable.contents(of: thing).forEach(output.line)
        AddedLines.tellPlaces(kept, isNamed: isNamed, output)
        AddedLines.proposeNext(
            kept.audience, tags: thing.tags, otherwise: next(thing.shortID), output)
    }
}

/// The arguments that say which thing is to be added.
protocol NewThingArguments: ParsableArguments {
    /// Its name.
    var called: String { get }
    /// The ids of what lies in it.
    var things: [String] { get }
    /// The address of the page that it is a part of; nil if it is a part of none.
    func pageAddress(_ client: Client) throws -> String?
}

extension NewThingArguments {
    var things: [String] { [] }
    func pageAddress(_ client: Client) throws -> String? { nil }
}

/// A name.
struct NameArgument: NewThingArguments {
    @Argument(help: "Name.") var name: String

    var called: String { name }
}

/// The options of a new thing for photos.
protocol NewPhotoOptions: ParsableArguments {
    /// Uploads the photos.
    ///
    /// - Returns: the detail that has them; nothing if there are none.
    func put(_ client: Client, _ output: Output) throws -> [Detail]
}

/// The options of a change for photos.
protocol PhotoEditOptions: ParsableArguments {
    /// Whether the command changes nothing.
    var isEmpty: Bool { get }
    /// Uploads new photos.
    ///
    /// - Returns: the change of the thing; nil if there is none.
    func change(
        of thing: ShowThing<some ThingPaths>, _ client: Client, _ output: Output
    ) throws -> DetailChange?
}

/// The options for photos of a kind whose things have none.
struct NoPhotoOptions: NewPhotoOptions, PhotoEditOptions {
    var isEmpty: Bool { true }

    func put(_ client: Client, _ output: Output) -> [Detail] { [] }

    func change(
        of thing: ShowThing<some ThingPaths>, _ client: Client, _ output: Output
    ) -> DetailChange? { nil }
}
