import API
import Domain

/// Reactions and comments of others on things that one follows, for people: a line each, and a comment's words
/// below it.
enum ReceivedReactionTable {
    /// Prints it from the beginning, or from behind `cursor`, and what to type for more.
    static func run(_ paging: PagingOptions, _ options: GlobalOptions) throws {
        let output = options.output
        let (items, next) = try FeedList(ShowSaid()).read(
            paging.number, from: paging.cursor, options.client())
        guard output.form != .json else {
            return output.json(
                JSONText.encode(PageJSON<SaidJSON>(items: items, nextCursor: next)))
        }
        if output.form == .plain {
            var table = Table(elastic: 4)
            for said in items { table.add(plainRow(said)) }
            table.print(to: output)
        } else {
            output.lines(items.flatMap(lines))
        }
        if let next {
            output.next("next page", "weft feed --said --cursor \(next)")
        } else if items.isEmpty {
            output.say("no reactions to things you follow")
            output.next("follow a thing", "weft follow --thing REF")
        }
    }

    /// `@bob likes  9QH2M00 Hat`, and below it the text of a comment.
    static func lines(_ said: SaidJSON) -> [TerminalText] {
        let verb = said.id == nil ? "\(said.value)s" : "on"
        let head: TerminalText =
            "\(AuthorLabel.shown(said.author)) \(verb)  \(said.thing.shortID, .faint)  "
            + "\(said.thing.name)  \(TimeText.shown(said.at))"
        return [head] + (said.text.map(TerminalText.lines) ?? []).map { "  " + $0 }
    }

    /// The columns: person, reaction, the thing's id and name, a comment's words, time.
    static func plainRow(_ said: SaidJSON) -> [TerminalText] {
        [
            "\(AuthorLabel.shown(said.author))", "\(said.value)", "\(said.thing.id)",
            "\(said.thing.name)", "\(said.text ?? "")", "\(said.at)",
        ]
    }
}
