import API
import Domain

/// Lists of things, or of what was said of things, that come by pages with a cursor, such as a feed.
struct FeedList {
    /// Such as `/v1/feed`.
    let path: String
    /// What stands behind the question mark, beside limit and cursor.
    var parameters: [(String, String?)] = []

    /// Pages that are asked for at most while they are empty: each looked at some thousand things, and
    /// whoever waits may stop it.
    private static let emptyPagesMax = 1000

    /// Things from the beginning, or from behind `cursor`, until there are `number`, 0 for all.
    ///
    /// - Returns: and the cursor behind them; nil if there are no more.
    func read<Item: JSONConvertible & Equatable & Sendable>(
        _ number: Int, from start: String?, _ client: Client, of _: Item.Type = ThingJSON.self
    ) throws -> (things: [Item], next: String?) {
        var things: [Item] = []
        var cursor = start
        var empty = 0
        repeat {
            let wanted = number == 0 ? Limits.pageMax : number - things.count
            let reply = try client.send(
                .get(
                    path,
                    parameters + [
                        ("limit", "\(min(wanted, Limits.pageMax))"), ("cursor", cursor),
                    ]))
            let page = try Reading.decode(PageJSON<Item>.self, from: reply)
            things += page.items
            cursor = page.nextCursor
            empty = page.items.isEmpty ? empty + 1 : 0
        } while cursor != nil && (number == 0 || things.count < number)
            && empty < Self.emptyPagesMax
        return (things, cursor)
    }

    /// Prints them, and what to type for more.
    ///
    /// - Parameters:
    ///   - more: the command as it was typed, without its search and a cursor.
    ///   - words: its search.
    ///   - hint: what to type where there are none.
    ///   - next: what to type where there are some.
    func run(
        _ number: Int, from start: String?, more: String, _ words: [String] = [],
        nothing: Shown, hint: (Shown, Shown), next: (Shown, Shown)? = nil,
        _ options: GlobalOptions
    ) throws {
        let output = options.output
        let (things, end) = try read(
            number, from: start, options.client(), of: ThingJSON.self)
        guard output.form != .json else {
            return output.json(
                JSONText.encode(PageJSON<ThingJSON>(items: things, nextCursor: end)))
        }
        ThingTable.print(things, to: output)
        if let end {
            output.next(
                "next page", "\(DenialWord.typed(more, words, with: ["--cursor", end]))")
        } else if things.isEmpty {
            output.say(nothing)
            output.next(hint.0, hint.1)
        }
        if let next, !things.isEmpty, output.form == .human { output.next(next.0, next.1) }
    }
}
