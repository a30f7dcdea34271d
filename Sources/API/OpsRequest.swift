package import Domain

/// `POST /v1/bookmarks:batch` with `ops`: changes of many things, at most `Limits.bulkChangesMax`, done
/// in their order as one act.
package struct OpsRequest: Codable, Equatable, Sendable {
    package var ops: [OpJSON]
    /// Change nothing; the answer counts what each would change of what is here now.
    package var dryRun: Bool?

    private enum CodingKeys: String, CodingKey {
        case ops
        case dryRun = "dry_run"
    }

    /// These changes.
    package init(_ ops: [OpJSON], dryRun: Bool? = nil) {
        self.ops = ops
        self.dryRun = dryRun
    }

    /// What it asks of the node.
    package func command() throws(ProblemJSON) -> Command {
        var changes: [BulkChange] = []
        for (index, op) in ops.enumerated() {
            changes.append(try op.change(at: BulkRules.pointer(index)))
        }
        return .changeMany(changes)
    }
}

/// One change of many things: `op` says what is done, `ids` or `query` to which, another member with what.
package struct OpJSON: Codable, Equatable, Sendable {
    /// One of `BulkChange.Name`.
    package var op: String
    package var query: String?
    /// Ids, ends of ids, addresses.
    package var ids: [String]?
    package var tags: [String]?
    package var unread: Bool?
    /// `s`, `m` or `l`.
    package var size: String?
    /// Absent from `unshare`: every audience.
    package var audience: String?
    /// Its name.
    package var collection: String?

    /// A change of what a search finds.
    package init(_ name: BulkChange.Name, query: String) {
        op = name.rawValue
        self.query = query
    }

    package init(from decoder: any Decoder) throws {
        let known = CodingKeys.allCases.map(\.stringValue)
        let names = try decoder.container(keyedBy: MemberName.self).allKeys.map(\.stringValue)
        if let odd = names.sorted().first(where: { !known.contains($0) }) {
            let place = (decoder.codingPath + [MemberName(stringValue: odd)]).map(\.pointed)
            throw KnownMembers.refusal(odd, at: place.joined(), known: known)
        }
        let members = try decoder.container(keyedBy: CodingKeys.self)
        op = try members.decode(String.self, forKey: .op)
        query = try members.decodeIfPresent(String.self, forKey: .query)
        ids = try members.decodeIfPresent([String].self, forKey: .ids)
        tags = try members.decodeIfPresent([String].self, forKey: .tags)
        unread = try members.decodeIfPresent(Bool.self, forKey: .unread)
        size = try members.decodeIfPresent(String.self, forKey: .size)
        audience = try members.decodeIfPresent(String.self, forKey: .audience)
        collection = try members.decodeIfPresent(String.self, forKey: .collection)
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case op, query, ids, tags, unread, size, audience, collection
    }

    /// What it means to the node.
    ///
    /// - Parameter place: where it stands in the request.
    package func change(at place: String) throws(ProblemJSON) -> BulkChange {
        guard let name = BulkChange.Name(rawValue: op) else {
            throw Word.refusal(
                op, "op", BulkChange.Name.allCases.map(\.rawValue), at: place + "/op")
        }
        return BulkChange(try deed(name, at: place), try things(at: place))
    }

    private func deed(
        _ name: BulkChange.Name, at place: String
    ) throws(ProblemJSON) -> BulkChange.Deed {
        switch name {
        case .addTags: return .addTags(try needed(tags, "tags", at: place))
        case .removeTags: return .removeTags(try needed(tags, "tags", at: place))
        case .setUnread: return .setUnread(try needed(unread, "unread", at: place))
        case .setSize:
            let size = try Word.size(size, at: place + "/size")
            return .setSize(try needed(size, "size", at: place))
        case .share:
            let audience = try Word.audience(audience, at: place + "/audience")
            return .share(with: try needed(audience, "audience", at: place))
        case .unshare:
            return .unshare(from: try Word.audience(audience, at: place + "/audience"))
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
                .invalidValue, "\(op) without \(member)", fix: "send \(member) with it",
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
                .invalidValue, "either ids or query says which things are meant",
                fix: "send exactly one of the two", pointer: place + "/ids")
        }
    }
}

/// Which of the two bodies of `POST /v1/bookmarks:batch` came.
struct BatchMembers: Decodable {
    let hasOps: Bool
    let hasDrafts: Bool

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        hasOps = members.contains("ops")
        hasDrafts = members.contains("drafts")
    }
}

/// What several changes of many things did.
package struct OpsDoneJSON: Codable, Equatable, Sendable {
    /// One for each, in their order.
    package var ops: [Op]
    /// How many things they changed, each counted by itself; on a dry run, would change.
    package var count: Int
    /// What `undo` takes; absent if there is nothing to take back.
    package var act: Int?
    /// One line for a person.
    package var summary: String

    /// What one of them did.
    package struct Op: Codable, Equatable, Sendable {
        package var op: String
        /// How many things it was about, and how many of them are otherwise now.
        package var matched: Int
        package var changed: Int
        /// Why it was not done, though those before it were.
        package var problem: ProblemJSON?
    }

    /// The report as a client sees it.
    package init(_ report: ChangesReport) {
        ops = report.changes.map { change in
            Op(
                op: change.name.rawValue, matched: change.matched, changed: change.changed,
                problem: change.problem.map { ProblemJSON($0) })
        }
        count = report.changes.reduce(0) { $0 + $1.changed }
        act = report.act
        summary = report.summary
    }
}
