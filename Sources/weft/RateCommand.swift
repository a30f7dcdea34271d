import API
import ArgumentParser
import Domain

/// `weft rate`: others' things, one after the other, to say what one thinks of them.
struct RateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rate", abstract: "Browse what others share, and like or dislike it.",
        discussion: """
            Shows things you have not rated yet, newest first. At a terminal each thing waits for \
            a key: l likes, d dislikes, c comments, s skips, q quits. Skipped things come again \
            next time. Without a terminal it prints a list.
            """)

    @Argument(help: "Only things that match this search: 'type:garment size:m'.")
    var query: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only things shared with friends, public, group:NAME or @NAME.", valueName: "audience"))
    var audience: String?

    @Flag(help: "Only things that match nothing you follow.")
    var discover = false

    @OptionGroup var paging: PagingOptions
    @OptionGroup var options: GlobalOptions

    func run() throws {
        let words = query.joined(separator: " ")
        let there = try AudienceText.checked(audience, of: "--audience")
        let list = FeedList(
            ShowRate(
                matching: words.isEmpty ? nil : words, audience: there, discover: discover))
        let output = options.output
        guard output.form == .human, Question.isPossible(options) else {
            let typed =
                ["weft rate"]
                + (there.map { ["--audience", ShellText.quoted($0)] } ?? [])
                + (discover ? ["--discover"] : [])
            return try list.run(
                paging, more: typed.joined(separator: " "), query,
                nothing: "nothing left to rate",
                hint: ("see what you like", "weft lookbook"), options)
        }
        try RateSession(client: options.client(), output: output).run(list, paging)
    }
}

/// One sitting.
private struct RateSession {
    let client: Client
    let output: Output

    func run(_ list: FeedList<ThingJSON>, _ paging: PagingOptions) throws {
        var cursor = paging.cursor
        var shown = 0
        repeat {
            // As few as a person sees at once, so that what comes meanwhile is not long in coming.
            let wanted = min(20, paging.wanted(after: shown))
            let page = try list.read(wanted, from: cursor, client)
            for thing in page.items {
                guard try judge(thing) else { return }
            }
            shown += page.items.count
            cursor = page.next
        } while cursor != nil && paging.wantsMore(after: shown)
        output.say(
            shown == 0 ? "nothing left to rate" : "nothing more for now")
        output.next("see what you like", "weft lookbook")
    }

    /// Returns false if it is enough.
    private func judge(_ thing: ThingJSON) throws -> Bool {
        ThingTable.print([thing], to: output)
        output.say("  l like  d dislike  c comment  s skip  q quit")
        while true {
            switch SingleKey.read() {
            case "l":
                try react(thing, "like")
                return true
            case "d":
                try react(thing, "dislike")
                return true
            case "c": try comment(thing)
            case "s": return true
            case "q", nil: return false
            default: output.say("  l, d, c, s or q")
            }
        }
    }

    private func react(_ thing: ThingJSON, _ value: String) throws {
        _ = try client.send(SetReaction(thing.id, value))
        output.say("  you \(value) it")
    }

    // Tells why a comment is refused; the thing then waits for another key.
    private func comment(_ thing: ThingJSON) throws {
        output.say("  your comment:")
        guard let text = readLine(), !text.isEmpty else { return }
        do {
            _ = try client.send(AddComment(on: thing.id, text: text))
            output.say("  said")
        } catch let failure as Failure {
            output.report(failure)
        }
    }
}
