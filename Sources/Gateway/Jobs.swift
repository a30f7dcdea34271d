import API
import Domain
import Interchange
import Primitives

/// Imports that run, and what became of the last ones; forgotten when the node stops.
actor Jobs {
    private let door: NodeDoor
    private let scratch: String
    private var kept: [ImportJobJSON] = []
    private var running: [(id: String, task: Task<Void, Never>)] = []
    private var isOver = false
    private var last = 0
    /// The time when the progress of each running job was last told.
    private var told: [(id: String, at: ContinuousClock.Instant)] = []

    /// - Parameter scratch: a folder where a file in another encoding lies, decoded, while it is read.
    init(door: NodeDoor, scratch: String) {
        self.door = door
        self.scratch = scratch
    }

    /// Begins to take in a file; where its links go is settled here, for all of them.
    ///
    /// - Throws: at once if the file as a whole is no list of links, or too many imports run.
    func start(
        _ request: ImportRequest, to audience: Audience, _ file: OpenFile
    ) throws -> ImportJobJSON {
        guard !isOver, running.count < GatewayLimits.jobsRunningMax else {
            throw ProblemJSON(
                .busy, "\(running.count) imports are already running",
                fix: "try again when one is done")
        }
        let importer = try Self.importer(request, file, in: scratch)
        last += 1
        let job = ImportJobJSON(
            id: String(last), format: importer.format.rawValue, dryRun: request.isDryRun,
            audience: audience.name, startedAt: Timestamp.text(WallTime.now))
        kept.append(job)
        kept.removeFirst(max(0, kept.count - GatewayLimits.jobsKeptMax))
        let run = ImportRun(
            job: job, request: request, audience: audience, file: file, scratch: scratch,
            door: door, jobs: self)
        running.append((job.id, Task { await run.run() }))
        return job
    }

    /// Returns the state of the job with this id.
    func job(_ id: String) throws(ProblemJSON) -> ImportJobJSON {
        guard let job = kept.first(where: { $0.id == id }) else {
            throw ProblemJSON(
                .notFound, "there is no job \(id.prefix(80))",
                fix: "jobs end when the node stops")
        }
        return job
    }

    /// Updates the job of a run; a finished one frees its slot.
    func update(_ job: ImportJobJSON) {
        if let place = kept.firstIndex(where: { $0.id == job.id }) { kept[place] = job }
        if job.state != "running" { running.removeAll { $0.id == job.id } }
        tellProgress(of: job)
    }

    // The first word, and then now and then; that it is over is always told.
    private func tellProgress(of job: ImportJobJSON) {
        guard let state = ImportProgress.State(rawValue: job.state) else { return }
        let now = ContinuousClock.now
        let before = told.first { $0.id == job.id }?.at
        if state == .running, let before, now - before < GatewayLimits.progressPause { return }
        told.removeAll { $0.id == job.id }
        if state == .running { told.append((job.id, now)) }
        door.tell(
            .importProgress(
                ImportProgress(
                    job: job.id, state: state,
                    done: job.added + job.merged + job.skipped + job.refused, total: job.total)))
    }

    /// Ends every run after the batch that is under way.
    func end() async {
        isOver = true
        let ending = running
        for run in ending { run.task.cancel() }
        for run in ending { await run.task.value }
    }

    /// Begins to read the file as the request says.
    static func importer(
        _ request: ImportRequest, _ file: OpenFile, in scratch: String
    ) throws(ProblemJSON) -> Importer {
        var format: Format?
        if let name = request.format {
            format = Format(name: name, bytes: file.head)
            if format == nil {
                throw ProblemJSON(
                    .invalidValue, "\(name.prefix(80)) is not a known program or format",
                    fix: "leave format out to have it detected")
            }
        }
        let folders: ImportOptions.Folders =
            switch request.folders {
            case .tags: .asTags
            case .collections: .asCollections
            case .ignore: .ignored
            }
        do {
            return try Importer(
                file, in: scratch, fileName: request.fileName, format: format,
                options: ImportOptions(
                    folders: folders, extraTags: request.tags, works: request.works))
        } catch {
            let isOurs = if case .noScratch = error { true } else { false }
            throw ProblemJSON(
                isOurs ? .readOnly : .invalidValue, error.description, fix: error.fix)
        }
    }
}
