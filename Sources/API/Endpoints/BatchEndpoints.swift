package import Domain

// Many links or things at once, and whether a link is here.

/// Keeps several links at once (drafts), or changes many things in several ways (ops).
package struct AddBatch: DryRunEndpoint {
    package var drafts: [DraftJSON]?
    package var audience: String?
    package var onDuplicate: String?
    package var ops: [OpJSON]?
    package var dryRun: Bool?

    package static let shape = "Batch"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "drafts", &drafts, as: .several(DraftJSON.schema, 0...Limits.batchMax),
            "Links to keep; instead of `ops`.")
        fields.member(
            "audience", &audience, as: .audience,
            "The audience they go to; absent means the default one.")
        fields.member(
            "on_dup", &onDuplicate, as: .policy,
            "The treatment of existing things: `skip`, `merge` or `overwrite`.")
        fields.member(
            "ops", &ops, as: .several(OpJSON.schema, 1...Limits.bulkChangesMax),
            "Changes to make; instead of `drafts`.")
        let isBehind = fields.dryRun(&dryRun)
        if fields.isReading, dryRun == true, drafts != nil, ops == nil {
            fields.refuse(
                ProblemJSON(
                    .badRequest, "dry run is not supported for this request; nothing was done",
                    fix: "leave it out", pointer: isBehind ? "" : "/dry_run"))
        }
        // A batch of links to keep changes nothing that is here.
        if ops != nil { fields.refuseOthers() }
    }

    /// Links for an audience.
    package init(_ drafts: [DraftJSON], audience: String? = nil, onDuplicate: String? = nil) {
        self.drafts = drafts
        self.audience = audience
        self.onDuplicate = onDuplicate
    }

    /// Changes of many things, done in their order as one act.
    package init(ops: [OpJSON], dryRun: Bool? = nil) {
        self.ops = ops
        self.dryRun = dryRun
    }

    package static let route = EndpointRoute(
        "addBatch", .post, "/v1/bookmarks:batch",
        "Keep several links at once (drafts), or change many things in several ways (ops)",
        Routes.keeping + [.invalidQuery, .conflict, .notYours])
    package func request() throws(ProblemJSON) -> TypedRequest<BatchDoneJSON> {
        switch (drafts, ops) {
        case (let drafts?, nil): return try keeping(drafts).map { .kept(KeptJSON($0)) }
        case (nil, let ops?): return try changing(ops).map { .changed(OpsDoneJSON($0)) }
        case (nil, nil): throw JSONText.wrong("the member drafts is missing", at: "/drafts")
        case (.some, .some):
            throw ProblemJSON(
                .invalidValue, "drafts and ops cannot be in one request",
                fix: "send exactly one of the two", pointer: "/ops")
        }
    }

    package func output(_ done: BatchDoneJSON) -> BatchDoneJSON { done }

    private func changing(_ ops: [OpJSON]) throws(ProblemJSON) -> TypedRequest<ChangesReport> {
        var changes: [BulkChange] = []
        for (index, op) in ops.enumerated() {
            changes.append(try op.change(at: BulkRules.pointer(index)))
        }
        return .command { .changeMany(changes, $0) }
    }

    private func keeping(_ drafts: [DraftJSON]) throws(ProblemJSON) -> TypedRequest<AdditionReport>
    {
        guard drafts.count <= Limits.batchMax else {
            throw ProblemJSON(
                .tooMany, "\(drafts.count) links at once; at most \(Limits.batchMax)",
                fix: "send them in several batches", pointer: "/drafts")
        }
        var read: [BookmarkDraft] = []
        for (index, draft) in drafts.enumerated() {
            read.append(try draft.draft(at: "/drafts/\(index)"))
        }
        let audience = try ParameterWord.audience(audience)
        let onDuplicate = try ParameterWord.policy(onDuplicate) ?? .skip
        return .command {
            .addBookmarks(read, to: audience, onDuplicate: onDuplicate, act: nil, $0)
        }
    }
}

/// The result of a batch: of its links, or of the things that it changed.
package enum BatchDoneJSON: JSONConvertible, Equatable, Sendable {
    case kept(KeptJSON)
    case changed(OpsDoneJSON)

    package static var schema: Schema { .either([KeptJSON.shape, OpsDoneJSON.shape]) }
    package static var shapes: [ObjectSchema] { KeptJSON.shapes + OpsDoneJSON.shapes }

    package static func read(_ json: JSONValue, at place: JSONPlace) -> BatchDoneJSON? {
        if case .object(let members) = json, members["ops"] != nil {
            return OpsDoneJSON.read(json, at: place).map { .changed($0) }
        }
        return KeptJSON.read(json, at: place).map { .kept($0) }
    }

    package func write(to buffer: JSONBuffer) {
        switch self {
        case .kept(let done): done.write(to: buffer)
        case .changed(let done): done.write(to: buffer)
        }
    }
}

/// Moves things to the trash.
package struct RemoveThings: DryRunEndpoint {
    package var things = SelectionJSON()
    package var dryRun: Bool?

    package static let shape = "Selection"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        things.visit(fields)
        fields.dryRun(&dryRun)
    }

    /// These things.
    package init(_ things: Selection, dryRun: Bool? = nil) {
        self.things = SelectionJSON(things)
        self.dryRun = dryRun
    }

    package static let route = EndpointRoute(
        "removeBookmarks", .post, "/v1/bookmarks:remove", "Move things to the trash",
        [.notFound, .ambiguous, .invalidValue, .invalidQuery, .notYours, .readOnly])
    package typealias Output = DoneJSON
    package func request() throws(ProblemJSON) -> TypedRequest<DoneReport> {
        let selection = try things.selection()
        return .command { .remove(selection, $0) }
    }
}

/// Tells whether an address is kept already.
package struct CheckAddress: Endpoint {
    package var url: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.query("url", &url, isRequired: true, "The address")
    }

    /// This address.
    package init(_ url: String) { self.url = url }

    package static let route = EndpointRoute(
        "checkAddress", .get, "/v1/bookmarks/check", "Is an address kept already", [.invalidValue])
    package func request() throws(ProblemJSON) -> TypedRequest<AddressCheck> {
        guard let url else {
            throw ProblemJSON(.badRequest, "url is missing", fix: "?url=https://...")
        }
        return .query { .check(url: url, $0) }
    }
    package func output(_ check: AddressCheck) -> CheckJSON {
        CheckJSON(canonicalURL: check.canonicalURL, bookmark: check.kept, autoTags: check.tags)
    }
}
