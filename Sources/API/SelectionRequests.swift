package import Domain

/// Which things are meant: `refs` (ids, ends of ids, addresses) or `query`, never both.
package struct SelectionJSON: Codable, Equatable, Sendable {
    package var refs: [String]?
    package var query: String?

    /// The things that a person named.
    package init(_ selection: Selection) {
        switch selection {
        case .references(let references): refs = references.map(\.text)
        case .query(let text): query = text
        }
    }

    /// What it means to the node.
    package func selection() throws(ProblemJSON) -> Selection {
        switch (refs, query) {
        case (let refs?, nil):
            return .references(try Self.references(refs))
        case (nil, let query?):
            return .query(query)
        case (nil, nil), (.some, .some):
            throw ProblemJSON(
                .invalidValue, "either refs or query says which things are meant",
                fix: "send exactly one of the two", pointer: "/refs")
        }
    }
}

extension SelectionJSON {
    /// What these ids and addresses name, at least one.
    static func references(_ refs: [String]) throws(ProblemJSON) -> [Reference] {
        guard !refs.isEmpty else {
            throw ProblemJSON(
                .invalidValue, "refs names nothing", fix: "name at least one thing",
                pointer: "/refs")
        }
        return refs.map { Reference(text: $0) }
    }
}

/// What the body of every change may say besides.
struct DryRunJSON: Codable {
    var dryRun: Bool?

    private enum CodingKeys: String, CodingKey {
        case dryRun = "dry_run"
    }
}

/// `POST /v1/bookmarks:remove`, `POST` and `DELETE /v1/collections/{name}/items`.
package struct SelectionRequest: Codable, Equatable, Sendable {
    package var selection: SelectionJSON
    /// Change nothing; the answer counts what would be changed. Collections do not know it.
    package var dryRun: Bool?

    private enum CodingKeys: String, CodingKey {
        case dryRun = "dry_run"
    }

    /// A request about these things.
    package init(_ selection: Selection, dryRun: Bool? = nil) {
        self.selection = SelectionJSON(selection)
        self.dryRun = dryRun
    }

    package init(from decoder: any Decoder) throws {
        selection = try SelectionJSON(from: decoder)
        let members = try decoder.container(keyedBy: CodingKeys.self)
        dryRun = try members.decodeIfPresent(Bool.self, forKey: .dryRun)
    }

    package func encode(to encoder: any Encoder) throws {
        try selection.encode(to: encoder)
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encodeIfPresent(dryRun, forKey: .dryRun)
    }
}

/// `POST /v1/shares`.
package struct ShareRequest: Codable, Equatable, Sendable {
    package var selection: SelectionJSON
    package var audience: String
    /// Also what comes to match the query later; absent means no.
    package var live: Bool?
    /// Change nothing; the answer counts what would be shared.
    package var dryRun: Bool?

    private enum CodingKeys: String, CodingKey {
        case audience, live
        case dryRun = "dry_run"
    }

    /// Places these things in an audience.
    package init(
        _ selection: Selection, audience: String, live: Bool? = nil, dryRun: Bool? = nil
    ) {
        self.selection = SelectionJSON(selection)
        self.audience = audience
        self.live = live
        self.dryRun = dryRun
    }

    package init(from decoder: any Decoder) throws {
        selection = try SelectionJSON(from: decoder)
        let members = try decoder.container(keyedBy: CodingKeys.self)
        audience = try members.decode(String.self, forKey: .audience)
        live = try members.decodeIfPresent(Bool.self, forKey: .live)
        dryRun = try members.decodeIfPresent(Bool.self, forKey: .dryRun)
    }

    package func encode(to encoder: any Encoder) throws {
        try selection.encode(to: encoder)
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(audience, forKey: .audience)
        try members.encodeIfPresent(live, forKey: .live)
        try members.encodeIfPresent(dryRun, forKey: .dryRun)
    }

    /// What it asks of the node.
    package func command() throws(ProblemJSON) -> Command {
        let audience = try Word.audience(audience) ?? .private
        return .share(try selection.selection(), with: audience, isLive: live ?? false)
    }
}

/// `POST /v1/shares:withdraw`.
package struct WithdrawRequest: Codable, Equatable, Sendable {
    package var selection: SelectionJSON
    /// Absent means every audience.
    package var audience: String?
    /// Change nothing; the answer counts what would be withdrawn.
    package var dryRun: Bool?

    private enum CodingKeys: String, CodingKey {
        case audience
        case dryRun = "dry_run"
    }

    /// Withdraws these things.
    package init(_ selection: Selection, audience: String? = nil, dryRun: Bool? = nil) {
        self.selection = SelectionJSON(selection)
        self.audience = audience
        self.dryRun = dryRun
    }

    package init(from decoder: any Decoder) throws {
        selection = try SelectionJSON(from: decoder)
        let members = try decoder.container(keyedBy: CodingKeys.self)
        audience = try members.decodeIfPresent(String.self, forKey: .audience)
        dryRun = try members.decodeIfPresent(Bool.self, forKey: .dryRun)
    }

    package func encode(to encoder: any Encoder) throws {
        try selection.encode(to: encoder)
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encodeIfPresent(audience, forKey: .audience)
        try members.encodeIfPresent(dryRun, forKey: .dryRun)
    }

    /// What it asks of the node.
    package func command() throws(ProblemJSON) -> Command {
        .unshare(try selection.selection(), from: try Word.audience(audience))
    }
}
