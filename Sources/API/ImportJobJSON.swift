/// An import on its way, or what became of it.
package struct ImportJobJSON: Codable, Equatable, Sendable {
    package var id: String
    /// `running`, `done` or `failed`.
    package var state: String
    /// The format as it was named or recognised.
    package var format: String
    /// Nothing is written; the counts say what would be.
    package var dryRun: Bool
    /// Where the links go: the audience that was named, else the default one.
    package var audience: String
    /// Links in the file, without those that are left out; absent until it is read.
    package var total: Int?
    package var added: Int
    /// How many of those are highlights, which other services keep with their links.
    package var highlights: Int
    package var merged: Int
    package var skipped: Int
    package var refused: Int
    /// The first 100 that were refused.
    package var refusals: [RefusalJSON]
    /// Entries that are no links by their kind, such as the smart folders of Firefox.
    package var leftOut: Int
    /// Changes without which a link could not be kept: a title cut, a tag dropped.
    package var warned: Int
    /// The first 100 of them.
    package var warnings: [WarningJSON]
    /// What concerns the file as a whole, each in one sentence: dates in no known form, columns of which
    /// nothing was read.
    package var notices: [String]
    /// Collections that were made of folders.
    package var collections: Int
    /// What our own format says beside things: each section of which something was taken in or not.
    package var sections: [SectionCountJSON]
    /// What `undo` takes; absent if nothing was written.
    package var act: Int?
    package var startedAt: String
    package var finishedAt: String?
    /// Why it failed; what was kept until then stays, and running it again adds nothing twice.
    package var problem: ProblemJSON?

    private enum CodingKeys: String, CodingKey {
        case id, state, format, total, added, highlights, merged, skipped, refused, refusals,
            warned, warnings
        case notices, collections, sections, act, problem, audience
        case dryRun = "dry_run"
        case leftOut = "left_out"
        case startedAt = "started_at"
        case finishedAt = "finished_at"
    }

    /// A job that begins now.
    package init(
        id: String, format: String, dryRun: Bool, audience: String, startedAt: String
    ) {
        self.id = id
        state = "running"
        self.format = format
        self.dryRun = dryRun
        self.audience = audience
        added = 0
        highlights = 0
        merged = 0
        skipped = 0
        refused = 0
        refusals = []
        leftOut = 0
        warned = 0
        warnings = []
        notices = []
        collections = 0
        sections = []
        self.startedAt = startedAt
    }
}

/// A link of a file that was not kept.
package struct RefusalJSON: Codable, Equatable, Sendable {
    /// Of the file, from 1; absent if the format has no lines.
    package var line: Int?
    package var code: String
    package var detail: String
    package var fix: String?

    /// A refusal of what stands on `line`.
    package init(line: Int?, code: String, detail: String, fix: String?) {
        self.line = line
        self.code = code
        self.detail = detail
        self.fix = fix
    }
}

/// A link of a file that was kept with a change.
package struct WarningJSON: Codable, Equatable, Sendable {
    /// Of the file, from 1.
    package var line: Int
    /// What it is about, and what was changed.
    package var detail: String

    /// A warning about what stands on `line`.
    package init(line: Int, detail: String) {
        self.line = line
        self.detail = detail
    }
}
