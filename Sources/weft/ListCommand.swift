import API
import ArgumentParser
import Domain

/// The options that `ls` and `search` have in common.
struct ListOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Sort by added, updated, title, size, likes or near (default: added).",
            valueName: "order"))
    var sort: String?

    @OptionGroup var paging: PagingOptions

    func validate() throws {
        if let sort, SortOrder(rawValue: sort) == nil {
            let all = SortOrder.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--sort takes \(all), not \"\(sort)\".")
        }
    }

    /// Prints the things of a kind, nil for all, that match the search of these words, newest first
    /// unless told otherwise.
    ///
    /// - Parameters:
    ///   - command: what was typed before them.
    ///   - source: where they are asked for, if not by their kind.
    func run(
        _ words: [String], by command: String, of kind: Kind? = nil,
        from source: ListSource? = nil, _ options: GlobalOptions
    ) throws {
        let output = options.output
        let isSearch = source == nil
        let query = words.joined(separator: " ")
        let source = source ?? ListSource(of: kind)
        let client = try options.client()
        guard output.form != .json else { return try printJSON(query, source, client, output) }
        var shown = 0
        var cursor = paging.cursor
        var total: Int?
        repeat {
            let limit = paging.wanted(after: shown)
            let reply = try client.send(call(query, source, limit: limit, cursor: cursor))
            let page = try reply.decoded(as: PageJSON<ThingJSON>.self)
            ThingTable.print(page.items, to: output)
            shown += page.items.count
            cursor = page.items.isEmpty ? nil : page.nextCursor
            total = page.total ?? total
        } while cursor != nil && paging.wantsMore(after: shown)
        if shown == 0 {
            // Other lists ask for something else beside the search.
            let asks = isSearch && output.form == .human && !output.isQuiet
            let near = asks ? NearestSearch(client, source).search(near: query) : nil
            sayNothing(query, near, kind, output)
        } else if let cursor {
            if let total { output.say("  \(shown) of \(total); show all with -N 0") }
            output.next("next page", "\(again(command, words, behind: cursor))")
        } else {
            output.next("show details", "weft show ID")
        }
    }

    // The command for the next page.
    private func again(_ command: String, _ words: [String], behind cursor: String) -> String {
        let order = sort.map { ["--sort", $0] } ?? []
        return ExcludedTerm.typed(command, words, with: order + ["--cursor", cursor])
    }

    /// One list, of as many pages as it takes.
    private func printJSON(
        _ query: String, _ source: ListSource, _ client: Client, _ output: Output
    ) throws {
        let first = paging.wanted(after: 0)
        let reply = try client.send(call(query, source, limit: first, cursor: paging.cursor))
        var list = try reply.decoded(as: PageJSON<ThingJSON>.self)
        let isLong = paging.number == 0 || paging.number > Limits.pageMax
        guard isLong, list.nextCursor != nil else {
            return output.json(reply.body)
        }
        while let cursor = list.nextCursor, paging.wantsMore(after: list.items.count) {
            let limit = paging.wanted(after: list.items.count)
            let reply = try client.send(call(query, source, limit: limit, cursor: cursor))
            let page = try reply.decoded(as: PageJSON<ThingJSON>.self)
            list.items += page.items
            list.nextCursor = page.items.isEmpty ? nil : page.nextCursor
        }
        output.json(JSONText.encode(list))
    }

    private func call(
        _ query: String, _ source: ListSource, limit: Int, cursor: String?
    ) -> Call {
        source.call(
            ThingSearch(
                query.isEmpty ? nil : query, sort: sort, limit: limit, cursor: cursor,
                total: cursor == nil ? true : nil))
    }

    private func sayNothing(
        _ query: String, _ near: String?, _ kind: Kind?,
        _ output: Output
    ) {
        let nothing = kind.map { "no \($0.word)" } ?? "nothing"
        guard query.isEmpty else {
            output.say("\(nothing) matches \(query)")
            if let near {
                let command = kind.map { "weft \($0.word) ls" } ?? "weft search"
                output.next("did you mean", "\(command) \(ShellText.quoted(near))")
            }
            output.next("list everything", kind.map { "weft \($0.word) ls" } ?? "weft ls")
            return
        }
        output.say("\(nothing) yet")
        let first = (kind ?? .link).descriptor.first
        output.next("\(first.purpose)", "\(first.command)")
    }
}

/// An endpoint that lists things.
struct ListSource {
    /// The call for the things that match a search.
    let call: (ThingSearch) -> Call

    /// The things that an endpoint lists.
    init<Listed: Endpoint>(_ endpoint: @escaping (ThingSearch) -> Listed) {
        call = { Call(endpoint($0)) }
    }

    /// Things of this kind; nil for all.
    init(of kind: Kind?) {
        if let paths = kind?.paths {
            self.init(at: paths)
        } else {
            self.init(at: Things.self)
        }
    }

    private init<Paths: ThingPaths>(at paths: Paths.Type) {
        self.init { ListThings<Paths>($0) }
    }
}

/// `weft ls`: what is kept here.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "List your things and what others share, or what matches a search.")

    @Argument(help: "A search, such as '#crdt by:@bob'.")
    var query: [String] = []

    @OptionGroup var list: ListOptions
    @OptionGroup var options: GlobalOptions

    func run() throws {
        try list.run(query, by: "weft ls", options)
    }
}
