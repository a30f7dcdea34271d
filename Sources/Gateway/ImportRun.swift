import API
import CRDT
import Domain
import Interchange
import Primitives

/// One import on its way: reads a batch, gives it to the node, tells how far it has come.
///
/// Every batch is one command, as is each collection of a folder, and all share one act token, so
/// that one `undo` takes them back; after it nothing more is taken in. A run that ends early leaves
/// whole batches; running it again skips what is here.
struct ImportRun {
    var job: ImportJobJSON
    let request: ImportRequest
    let audience: Audience
    private let file: OpenFile
    private let scratch: String
    let door: NodeDoor
    private let jobs: Jobs
    private var act = ActToken(UInt64.random(in: 0...UInt64.max))
    /// Collections of folders that were made or found, in this run.
    private var collections: Set<String> = []
    /// The state for things without an address.
    var named = ImportedNames()
    /// The ids here of the file's things, which comments and other entries refer to.
    var things = ImportedThings()
    /// The state for profiles; nil until the file has one.
    var profiles: ImportedProfiles?
    /// The changes made by the import rather than by the reader, as far as they are listed.
    var warnings: [WarningJSON] = []
    /// The number of such changes, without those of profiles.
    var changed = 0
    /// It was told that what is a person's own business is left out.
    var hasLeftMarksOut = false
    /// The addresses that the file has several times.
    var repeats = ImportedDuplicates()

    init(
        job: ImportJobJSON, request: ImportRequest, audience: Audience, file: OpenFile,
        scratch: String, door: NodeDoor, jobs: Jobs
    ) {
        self.job = job
        self.request = request
        self.audience = audience
        self.file = file
        self.scratch = scratch
        self.door = door
        self.jobs = jobs
    }

    /// Runs to the end, or to the first problem that is not a single link's.
    func run() async {
        var run = self
        do {
            try await run.takeAll()
            run.job.state = "done"
        } catch let problem as ProblemJSON {
            run.job.state = "failed"
            run.job.problem = problem
        } catch {
            run.job.state = "failed"
            run.job.problem = ProblemJSON(
                .busy, "the node stopped before the import finished",
                fix: "import the file again; nothing is added twice")
        }
        run.job.finishedAt = Timestamp.text(WallTime.now)
        await jobs.update(run.job)
    }

    private mutating func takeAll() async throws {
        var importer = try Jobs.importer(request, file, in: scratch)
        var told = 0
        while true {
            let batch = importer.next()
            for remark in importer.report.refused.dropFirst(told) { refuse(remark) }
            told = importer.report.refused.count
            warn(importer.report)
            guard !batch.isEmpty else { break }
            try await handle(named.ready(of: batch))
        }
        for batch in named.rest() { try await handle(batch) }
        warn(importer.report)
        // The reader lists its first remarks only, but counts them all.
        job.refused += importer.report.refusedCount - told
        job.total = job.added + job.merged + job.skipped + job.refused
        var beside = ImportedEntries(
            of: importer.person, things: things.knowing(named.names), door: door, act: act,
            isDryRun: request.isDryRun)
        try await beside.take(from: &importer, &job, jobs)
        if let end = importer.report.earlyEnd {
            list(RefusalJSON(line: end.line, code: "invalid_value", detail: end.why, fix: nil))
        }
    }

    private mutating func handle(_ batch: [ImportedLink]) async throws {
        guard !batch.isEmpty else { return }
        try Task.checkCancellation()
        let batch = withoutMarks(try await withoutProfiles(batch))
        if request.isDryRun {
            try await countOnly(batch)
        } else {
            try await take(batch)
        }
        await jobs.update(job)
    }

    private mutating func take(_ batch: [ImportedLink]) async throws {
        act.keptBefore = job.added
        var drafts: [BookmarkDraft] = []
        for link in batch { drafts.append(draft(of: link)) }
        let joined = repeats.join(drafts)
        let (policy, act) = (request.policy, act)
        let report = try await door.value(
            of: .command {
                .addBookmarks(joined.drafts, to: audience, onDuplicate: policy, act: act, $0)
            })
        guard report.outcomes.count == joined.drafts.count else { throw Service.nothingKept }
        for (draft, outcome) in zip(joined.drafts, report.outcomes) {
            repeats.note(draft, outcome)
        }
        for place in joined.cut {
            warn(
                batch[place].line,
                "the repeated entry exceeds what a link can hold; the rest was left out")
        }
        job.act = report.act ?? job.act
        var members: [(name: String, things: [Reference])] = []
        var renamed: [(old: ThingReference, new: Reference)] = []
        for (index, link) in batch.enumerated() {
            let kept: ObjectID
            switch report.outcomes[joined.places[index]] {
            case .added(let id):
                count(joined.repeats[index], of: link.draft)
                kept = id
            case .merged(let id):
                if joined.repeats[index] == .same { job.skipped += 1 } else { job.merged += 1 }
                kept = id
            case .skipped(let id):
                job.skipped += 1
                kept = id
            case .refused(let problem):
                refuse(problem, line: link.line)
                continue
            }
            things.place(link, at: kept)
            if let old = link.reference { renamed.append((old, .id(kept.text))) }
            let name = link.folders.joined(separator: " / ")
            guard request.folders == .collections, !name.isEmpty else { continue }
            if let place = members.firstIndex(where: { $0.name == name }) {
                members[place].things.append(.id(kept.text))
            } else {
                members.append((name, [.id(kept.text)]))
            }
        }
        try await name(renamed)
        for (name, things) in members { try await collect(things, in: name) }
    }

    mutating func count(_ kept: ImportedDuplicates.Repetition, of draft: BookmarkDraft) {
        switch kept {
        case .no:
            job.added += 1
            if draft.kind == .highlight { job.highlights += 1 }
        case .more: job.merged += 1
        case .same: job.skipped += 1
        }
    }

    // Who names an audience wants it there; else what is in sight already is here.
    mutating func draft(of link: ImportedLink) -> BookmarkDraft {
        var draft = named.draft(of: link)
        if request.audience == nil { draft.origin = link.origin }
        return draft
    }

    // What was named so in the file is named so here.
    private mutating func name(_ renamed: [(old: ThingReference, new: Reference)]) async throws {
        guard !renamed.isEmpty else { return }
        let found = try await door.value(of: .query { .references(renamed.map(\.new), $0) })
        for (pair, new) in zip(renamed, found) {
            guard let new else { continue }
            named.name(pair.old, new)
        }
    }

    private mutating func collect(_ things: [Reference], in name: String) async throws {
        if collections.insert(name).inserted {
            let made = TypedRequest.command {
                .newCollection(name: name, description: "", query: nil, act: act, $0)
            }
            switch try await door.answer(to: made) {
            case .failure(let problem) where problem.code == .conflict: break
            case .failure(let problem): throw ProblemJSON(problem)
            case .success: job.collections += 1
            }
        }
        let report = try await door.value(
            of: .command { .addToCollection(name: name, .references(things), act: act, $0) })
        // Of links that were here already nothing else may be written: then this is the act.
        job.act = job.act ?? report.act
    }

    mutating func refuse(_ problem: Problem, line: Int) {
        job.refused += 1
        list(
            RefusalJSON(
                line: line, code: problem.code.rawValue, detail: problem.detail,
                fix: problem.fix.isEmpty ? nil : problem.fix))
    }

    private mutating func refuse(_ remark: ImportRemark) {
        job.refused += 1
        let detail = Self.detail(remark)
        list(RefusalJSON(line: remark.line, code: "invalid_value", detail: detail, fix: nil))
    }

    private mutating func warn(_ report: ImportReport) {
        job.leftOut = report.leftOutCount
        job.notices = report.notices
        job.warned = report.warningCount + changed + (profiles?.leftOut ?? 0)
        let listed = report.warnings.prefix(GatewayLimits.remarksListedMax)
        job.warnings =
            listed.map { WarningJSON(line: $0.line, detail: Self.detail($0)) } + warnings
        job.warnings = Array(job.warnings.prefix(GatewayLimits.remarksListedMax))
    }

    private static func detail(_ remark: ImportRemark) -> String {
        // Some reasons name it themselves.
        remark.why.contains(remark.what) ? remark.why : "\(remark.what): \(remark.why)"
    }

    private mutating func list(_ refusal: RefusalJSON) {
        guard job.refusals.count < GatewayLimits.remarksListedMax else { return }
        job.refusals.append(refusal)
    }
}
