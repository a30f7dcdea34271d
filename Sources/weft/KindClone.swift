import API
import ArgumentParser
import Domain

/// A command of a kind whose things can be copied.
protocol CloneableKindCommand: KindCommand where Paths: ClonePaths {
    /// The help of `clone`.
    static var cloning: (abstract: String, discussion: String) { get }
}

extension CloneableKindCommand {
    typealias Clone = KindClone<Self>
}

/// `weft NOUN clone`.
struct KindClone<Noun: CloneableKindCommand>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "clone", abstract: Noun.cloning.abstract,
            discussion: Noun.cloning.discussion)
    }

    @Argument(help: .reference) var reference: String

    @Option(help: "Name (default: its name there).")
    var name: String?

    @OptionGroup var place: AudienceOption
    @OptionGroup var options: GlobalOptions

    func run() throws {
        let client = try options.client()
        let audience = try place.checked()
        // Only what has layers can lose some of them on the way.
        let source =
            try Noun.kind.form(of: .layers) == nil
            ? nil : client.ask(ShowThing<Noun.Paths>(reference))
        let (_, reply) = try client.send(
            CloneThing<Noun.Paths>(source?.id ?? reference, name: name, audience: audience))
        try Noun.tellKept(reply, isNamed: audience != nil, options)
        let hidden = (source?.layers ?? []).count { $0.thing == nil }
        if hidden > 0 { options.output.say("  left out: \(hidden) you may not see") }
    }
}
