/// An import on its way, or what became of it.
package struct ImportJobJSON: JSONShape {
    package var id = ""
    package var state = "running"
    package var format = ""
    package var dryRun = false
    package var audience = ""
    package var total: Int?
    package var added = 0
    package var highlights = 0
    package var merged = 0
    package var skipped = 0
    package var refused = 0
    package var refusals: [RefusalJSON] = []
    package var leftOut = 0
    package var warned = 0
    package var warnings: [WarningJSON] = []
    package var notices: [String] = []
    package var collections = 0
    package var sections: [SectionCountJSON] = []
    package var act: Int?
    package var startedAt = ""
    package var finishedAt: String?
    package var problem: ProblemJSON?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("id", &id, "The number of the import.")
        fields.member(
            "state", &state, as: .word(["running", "done", "failed"]),
            "Its state: `running`, `done` or `failed`.")
        fields.member("format", &format, "The format as it was named or recognised.")
        fields.member("dry_run", &dryRun, "Nothing is written; the counts say what would be.")
        fields.member("audience", &audience, as: .audience, "The audience of the links.")
        fields.member("total", &total, "The total number; absent until it is known.")
        fields.member("added", &added, "The number that were added.")
        fields.member(
            "highlights", &highlights,
            "The number of highlights of pages among those that were added.")
        fields.member("merged", &merged, "The number that were here and got something new.")
        fields.member("skipped", &skipped, "The number that already existed.")
        fields.member("refused", &refused, "The number that were refused.")
        fields.member(
            "refusals", &refusals,
            "The first 100 that were refused.")
        fields.member("left_out", &leftOut, "The number that are not of a sort that is taken in.")
        fields.member("warned", &warned, "The number that could be kept only with a change.")
        fields.member(
            "warnings", &warnings,
            "The first 100 of these.")
        fields.member(
            "notices", &notices, "The notices about the file as a whole, each a sentence.")
        fields.member("collections", &collections, "The number of collections made of folders.")
        fields.member(
            "sections", &sections,
            "The parts of the file beside its things.")
        fields.member(
            "act", &act,
            "The number that `undo` takes; absent if there is nothing to undo.")
        fields.member("started_at", &startedAt, as: .time, "The time when it began.")
        fields.member(
            "finished_at", &finishedAt, as: .time, "The time when it ended; absent until then.")
        fields.member(
            "problem", &problem,
            "The reason why it failed; absent if it did not.")
    }

    /// A job that begins now.
    package init(
        id: String, format: String, dryRun: Bool, audience: String, startedAt: String
    ) {
        self.id = id
        self.format = format
        self.dryRun = dryRun
        self.audience = audience
        self.startedAt = startedAt
    }
}

/// A link of a file that was not kept.
package struct RefusalJSON: JSONShape {
    package var line: Int?
    package var code = ""
    package var detail = ""
    package var fix: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("line", &line, "In which line of the file it stands.")
        fields.member("code", &code, "The code that a program tests.")
        fields.member("detail", &detail, "The fault and its cause, in a sentence.")
        fields.member("fix", &fix, "The fix; absent if there is none.")
    }

    /// A refusal of what stands on `line`.
    package init(line: Int?, code: String, detail: String, fix: String?) {
        self.line = line
        self.code = code
        self.detail = detail
        self.fix = fix
    }
}

/// A link of a file that was kept with a change.
package struct WarningJSON: JSONShape {
    package var line = 0
    package var detail = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("line", &line, "In which line of the file it stands.")
        fields.member("detail", &detail, "The fault and its cause, in a sentence.")
    }

    /// A warning about what stands on `line`.
    package init(line: Int, detail: String) {
        self.line = line
        self.detail = detail
    }
}
