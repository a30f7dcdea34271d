package import Domain

// Endpoints of tags, and of completions for searches.

/// Completes what is typed in a search, most used first.
package struct Complete: Endpoint {
    package var q: String?
    package var limit: Int?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.query("q", &q, "The text typed so far")
        fields.limit(&limit)
    }

    /// Completions of `text`, at most `limit`.
    package init(_ text: String, limit: Int) {
        q = text.isEmpty ? nil : text
        self.limit = limit
    }

    package static let route = EndpointRoute(
        "complete", .get, "/v1/suggest", "Completions for a search, most used first")
    package func request() -> TypedRequest<[Completion]> {
        .query { .complete(q ?? "", limit: limit ?? 50, $0) }
    }
    package func output(_ all: [Completion]) -> PageJSON<CompletionJSON> {
        PageJSON(items: all.map(CompletionJSON.init))
    }
}

/// Lists tags, most used first.
package struct ListTags: Endpoint {
    package var prefix: String?
    package var limit: Int?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.query("prefix", &prefix, "Only those that begin so")
        fields.limit(&limit)
    }

    /// Those that begin so, at most `limit`.
    package init(prefix: String?, limit: Int) {
        self.prefix = prefix
        self.limit = limit
    }

    package static let route = EndpointRoute(
        "listTags", .get, "/v1/tags", "Tags, most used first")
    package func request() -> TypedRequest<[TagCount]> {
        .query { .tags(prefix: prefix ?? "", limit: limit ?? 50, $0) }
    }
    package func output(_ all: [TagCount]) -> PageJSON<TagJSON> {
        PageJSON(items: all.map(TagJSON.init))
    }
}

/// Renames a tag and those under it.
package struct RenameTag: DryRunEndpoint {
    package var name = ""
    package var to = ""
    package var dryRun: Bool?

    package static let shape = "Rename"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("name", &name)
        fields.member("to", &to, as: .tag, "The new name of the tag.")
        fields.dryRun(&dryRun)
    }

    /// Creates a renaming from one name to another.
    package init(_ name: String, to: String, dryRun: Bool? = nil) {
        self.name = name
        self.to = to
        self.dryRun = dryRun
    }

    package static let route = EndpointRoute(
        "renameTag", .post, "/v1/tags/{name}:rename", "Rename a tag and those under it",
        [.notFound, .invalidValue, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> {
        .command { .renameTag(from: name, to: to, $0) }
    }
}

/// Makes one tag of several.
package struct MergeTags: DryRunEndpoint {
    package var from: [String] = []
    package var into = ""
    package var dryRun: Bool?

    package static let shape = "Merge"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("from", &from, "The tags that become one.")
        fields.member("into", &into, as: .tag, "The tag that they become.")
        fields.dryRun(&dryRun)
    }

    /// Those become this one.
    package init(from: [String], into: String, dryRun: Bool? = nil) {
        self.from = from
        self.into = into
        self.dryRun = dryRun
    }

    package static let route = EndpointRoute(
        "mergeTags", .post, "/v1/tags:merge", "Make one tag of several",
        [.notFound, .invalidValue, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> {
        .command { .mergeTags(from, into: into, $0) }
    }
}

/// Takes a tag off every own thing.
package struct RemoveTag: DryRunEndpoint {
    package var name = ""
    package var dryRun: Bool?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("name", &name)
        fields.dryRun(&dryRun, hasBody: false)
    }

    /// The tag of this name.
    package init(_ name: String, dryRun: Bool? = nil) {
        self.name = name
        self.dryRun = dryRun
    }

    package static let route = EndpointRoute(
        "removeTag", .delete, "/v1/tags/{name}", "Take a tag off every own thing",
        [.notFound, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> { .command { .removeTag(name, $0) } }
}
