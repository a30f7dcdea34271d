package import Domain

/// One change of many things: `op` says what is done, `ids` or `query` to which, another member with what.
package struct OpJSON: JSONShape {
    package var op = ""
    package var query: String?
    package var ids: [String]?
    package var tags: [String]?
    package var unread: Bool?
    package var size: String?
    package var audience: String?
    package var collection: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("op", &op, as: .words(BulkChange.Name.self), "The change to make.")
        fields.member("query", &query, as: .search, "A search.")
        fields.member("ids", &ids, "Ids, ends of ids (8 characters at least), or addresses.")
        fields.member("tags", &tags, as: .tags, "Its tags, as they are spelled here.")
        fields.member("unread", &unread, "It is still to be read.")
        fields.member(
            "size", &size, as: .word(TileSize.allCases.map(\.letter)),
            "The size of its tile: `s`, `m` or `l`.")
        fields.member(
            "audience", &audience, as: .audience,
            "The audience of a share; of `unshare` absent for all.")
        fields.member("collection", &collection, "The name of the collection.")
        fields.refuseOthers()
    }

    /// A change of what a search finds.
    package init(_ name: BulkChange.Name, query: String) {
        op = name.rawValue
        self.query = query
    }

    /// The change as the node understands it.
    ///
    /// - Parameter place: where it stands in the request.
    package func change(at place: String) throws(ProblemJSON) -> BulkChange {
        guard let name = BulkChange.Name(rawValue: op) else {
            throw ParameterWord.refusal(
                op, "op", BulkChange.Name.allCases.map(\.rawValue), at: place + "/op")
        }
        return BulkChange(try action(name, at: place), try things(at: place))
    }

    private func action(
        _ name: BulkChange.Name, at place: String
    ) throws(ProblemJSON) -> BulkChange.Action {
        switch name {
        case .addTags: return .addTags(try needed(tags, "tags", at: place))
        case .removeTags: return .removeTags(try needed(tags, "tags", at: place))
        case .setUnread: return .setUnread(try needed(unread, "unread", at: place))
        case .setSize:
            let size = try ParameterWord.size(size, at: place + "/size")
            return .setSize(try needed(size, "size", at: place))
        case .share:
            let audience = try ParameterWord.audience(audience, at: place + "/audience")
            return .share(with: try needed(audience, "audience", at: place))
        case .unshare:
            return .unshare(from: try ParameterWord.audience(audience, at: place + "/audience"))
        case .trash: return .trash
        case .addToCollection:
            return .addToCollection(try needed(collection, "collection", at: place))
        case .removeFromCollection:
            return .removeFromCollection(try needed(collection, "collection", at: place))
        }
    }

    private func needed<Value>(
        _ value: Value?, _ member: String, at place: String
    ) throws(ProblemJSON) -> Value {
        guard let value else {
            throw ProblemJSON(
                .invalidValue, "\(op) needs \(member)", fix: "send \(member) with it",
                pointer: "\(place)/\(member)")
        }
        return value
    }

    private func things(at place: String) throws(ProblemJSON) -> Selection {
        switch (ids, query) {
        case (let ids?, nil): return .references(ids.map { Reference(text: $0) })
        case (nil, let query?): return .query(query)
        case (nil, nil), (.some, .some):
            throw ProblemJSON(
                .invalidValue, "send either ids or query",
                fix: "send exactly one of the two", pointer: place + "/ids")
        }
    }
}

/// The result of several changes of many things.
package struct OpsDoneJSON: JSONShape {
    package var ops: [Op] = []
    package var count = 0
    package var act: Int?
    package var summary = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("ops", &ops, "The result of each, in their order.")
        fields.member(
            "count", &count,
            "The number of things they have changed; of a dry run, would change.")
        fields.member(
            "act", &act,
            "The number that `undo` takes; absent if there is nothing to undo.")
        fields.member("summary", &summary, "A summary of the changes, in a line for a person.")
    }

    /// The result of one of them.
    package struct Op: JSONShape {
        package var op = ""
        package var matched = 0
        package var changed = 0
        package var problem: ProblemJSON?

        package static let shape = "OpDone"
        package init() {}
        package mutating func visit(_ fields: Fields) {
            fields.member("op", &op, as: .words(BulkChange.Name.self), "The change to make.")
            fields.member("matched", &matched, "The number of things it was about.")
            fields.member("changed", &changed, "The number of them that are different now.")
            fields.member("problem", &problem, "The reason why it was not done; absent if it was.")
        }
    }

    /// The report as a client sees it.
    package init(_ report: ChangesReport) {
        ops = report.changes.map { (change) -> Op in
            var op = Op()
            (op.op, op.matched, op.changed) = (change.name.rawValue, change.matched, change.changed)
            op.problem = change.problem.map { ProblemJSON($0) }
            return op
        }
        count = report.changes.reduce(0) { $0 + $1.changed }
        act = report.act
        summary = report.summary
    }
}
