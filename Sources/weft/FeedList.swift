import API
import Domain

/// A list that comes by pages with a cursor, such as a feed.
struct FeedList<Item: JSONConvertible & Equatable & Sendable> {
    /// Asks for a page.
    private let call: (_ limit: Int, _ cursor: String?) -> Call

    /// The pages of an endpoint, whatever it says of limit and cursor.
    init(_ endpoint: some PagedEndpoint<Item>) {
        call = { limit, cursor in
            var page = endpoint
            (page.limit, page.cursor) = (limit, cursor)
            return Call(page)
        }
    }

    /// The pages at a path, with what stands behind the question mark beside limit and cursor.
    init(path: String, parameters: [(String, String?)]) {
        call = { limit, cursor in
            .get(path, parameters + [("limit", "\(limit)"), ("cursor", cursor)])
        }
    }

    /// Items from the beginning, or from behind `cursor`, until there are `number`, 0 for all.
    ///
    /// - Returns: and the cursor behind them; nil if there are no more.
    func read(
        _ number: Int, from start: String?, _ client: Client
    ) throws -> (items: [Item], next: String?) {
        var items: [Item] = []
        var cursor = start
        var empty = 0
        repeat {
            let wanted = number == 0 ? Limits.pageMax : number - items.count
            let reply = try client.send(call(min(wanted, Limits.pageMax), cursor))
            let page = try reply.decoded(as: PageJSON<Item>.self)
            items += page.items
            cursor = page.nextCursor
            empty = page.items.isEmpty ? empty + 1 : 0
        } while cursor != nil && (number == 0 || items.count < number)
            && empty < emptyPagesMax
        return (items, cursor)
    }
}

/// Pages that are asked for at most while they are empty: each looked at some thousand things, and
/// whoever waits may stop it.
private let emptyPagesMax = 1000

extension FeedList where Item == ThingJSON {
    /// Prints them, and what to type for more.
    ///
    /// - Parameters:
    ///   - more: the command as it was typed, without its search and a cursor.
    ///   - words: its search.
    ///   - hint: what to type where there are none.
    ///   - next: what to type where there are some.
    func run(
        _ paging: PagingOptions, more: String, _ words: [String] = [],
        nothing: TerminalText, hint: (TerminalText, TerminalText),
        next: (TerminalText, TerminalText)? = nil,
        _ options: GlobalOptions
    ) throws {
        let output = options.output
        let (things, end) = try read(paging.number, from: paging.cursor, options.client())
        guard output.form != .json else {
            return output.json(
                JSONText.encode(PageJSON<ThingJSON>(items: things, nextCursor: end)))
        }
        ThingTable.print(things, to: output)
        if let end {
            output.next(
                "next page", "\(ExcludedTerm.typed(more, words, with: ["--cursor", end]))")
        } else if things.isEmpty {
            output.say(nothing)
            output.next(hint.0, hint.1)
        }
        if let next, !things.isEmpty, output.form == .human { output.next(next.0, next.1) }
    }
}
