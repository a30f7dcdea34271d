import API
import CRDT
import Domain
import Interchange

/// Takes in what a file of ours says beside its things, once those are here: a page of it at a time.
/// It holds, of each comment here and in the file, the identity by which it is known, and
/// replies that stand before what they answer.
struct ImportedEntries {
    private let door: NodeDoor
    private let act: ActToken
    private let isDryRun: Bool
    /// The person whose file it is.
    private let person: PersonID?
    private let things: ImportedThings
    private var isOwn = false
    private var comments = ImportedComments()
    /// Entries of one section, on their way to the node.
    private var batch: [Item] = []
    /// Reasons that were told.
    private var told: Set<String> = []
    /// Collections that were counted: those with many members have several entries.
    private var counted: Set<String> = []

    private struct Item {
        let entry: ExportEntry
        /// By what the file names it, of a comment.
        var name: ThingReference?
        /// Members that a dry run would bring, of a collection.
        var coming = 0
        let line: Int
    }

    init(
        of person: PersonID?, things: ImportedThings, door: NodeDoor, act: ActToken,
        isDryRun: Bool
    ) {
        self.person = person
        self.things = things
        self.door = door
        self.act = act
        self.isDryRun = isDryRun
    }

    /// Reads the file to its end, and counts in `job` what becomes of it.
    mutating func take(
        from importer: inout Importer, _ job: inout ImportJobJSON, _ jobs: Jobs
    ) async throws {
        var hasBegun = false
        while true {
            let items = importer.nextEntries()
            guard !items.isEmpty else { break }
            if !hasBegun { try await begin() }
            hasBegun = true
            for item in items { try await take(item, &job) }
            await jobs.update(job)
        }
        guard hasBegun else { return }
        for comment in comments.unanswered() { try await say(comment, &job) }
        try await flush(&job)
        await jobs.update(job)
    }

    private mutating func begin() async throws {
        isOwn = try await door.value(of: .query { .identity($0) }).person == person
    }

    private mutating func take(_ item: SectionItem, _ job: inout ImportJobJSON) async throws {
        switch item {
        case .refused(let section, let line, let why):
            refuse(section, line, Problem(.invalidValue, "\(section.noun): \(why)"), &job)
        case .passedOver(let name, let line, let why):
            warn("\(Problem.quote(name)) is skipped: it \(why)", line, &job)
        case .entry(let entry, let line):
            switch entry {
            case .collection(let collection): try await take(collection, line, &job)
            case .tagRule: try await put(Item(entry: entry, line: line), &job)
            case .follow(let followed, let attention):
                try await take(followed, attention, line, &job)
            case .reaction(let thing, let reaction):
                guard let here = things.here(thing) else {
                    return count(.added, Item(entry: entry, line: line), &job)
                }
                try await put(Item(entry: .reaction(here, reaction), line: line), &job)
            case .unread(let thing):
                guard let here = things.here(thing) else {
                    return count(.known, Item(entry: entry, line: line), &job)
                }
                try await put(Item(entry: .unread(here), line: line), &job)
            case .comment(let comment):
                if !comments.hasReadThoseHere { try await readComments() }
                var ready = [ImportedComments.Item(comment, line)]
                while let next = ready.popLast() {
                    if comments.waits(next) { continue }
                    try await say(next, &job)
                    ready += comments.answers(to: next)
                }
            case .liveShare:
                let why = "audiences are not imported: weft share QUERY --with WHO"
                count(.leftOut(why), Item(entry: entry, line: line), &job)
            }
        }
    }

    // MARK: Collections and follows

    private mutating func take(
        _ entry: CollectionEntry, _ line: Int, _ job: inout ImportJobJSON
    ) async throws {
        var parts = entry.members[...]
        // Ours has no more in one entry; what another program wrote may.
        repeat {
            let members = parts.prefix(ExportEntry.membersMax)
            parts = parts.dropFirst(members.count)
            var part = entry
            part.members = members.compactMap(things.here)
            try await put(
                Item(
                    entry: .collection(part), coming: members.count - part.members.count,
                    line: line), &job)
        } while !parts.isEmpty
    }

    private mutating func take(
        _ followed: Followed, _ attention: Attention, _ line: Int, _ job: inout ImportJobJSON
    ) async throws {
        var item = Item(entry: .follow(followed, attention), line: line)
        if case .thing(let reference) = followed {
            switch things.named(reference) {
            case .here(let name)?:
                item = Item(entry: .follow(.thing(name), attention), line: line)
            case .coming?: return count(.added, item, &job)
            // What one follows oneself may come back into sight.
            case nil where isOwn: break
            case nil: return count(.leftOut("its thing is not here"), item, &job)
            }
        }
        try await put(item, &job)
    }

    // MARK: Comments

    // By what those that are here are known.
    private mutating func readComments() async throws {
        comments.hasReadThoseHere = true
        var cursor: String?
        repeat {
            try Task.checkCancellation()
            let after = cursor
            let page = try await door.value(of: .query { .entries(.comments, cursor: after, $0) })
            for (entry, id) in zip(page.items, page.comments) {
                if case .comment(let comment) = entry { comments.know(comment, as: id) }
            }
            cursor = page.nextCursor
        } while cursor != nil
    }

    private mutating func say(
        _ item: ImportedComments.Item, _ job: inout ImportJobJSON
    ) async throws {
        var comment = item.comment
        let name = comment.reference
        guard let here = things.here(comment.thing) else {
            comments.willBeSaid(name)
            return count(.added, Item(entry: .comment(comment), line: item.line), &job)
        }
        comment.thing = here
        if comments.isKnown(&comment, named: name, isOwn: isOwn) {
            return count(.known, Item(entry: .comment(comment), line: item.line), &job)
        }
        comments.willBeSaid(name)
        try await put(Item(entry: .comment(comment), name: name, line: item.line), &job)
    }

    // MARK: To the node

    private mutating func put(_ item: Item, _ job: inout ImportJobJSON) async throws {
        if let first = batch.first, first.entry.section != item.entry.section {
            try await flush(&job)
        }
        batch.append(item)
        if batch.count >= item.entry.section.batchMax { try await flush(&job) }
    }

    private mutating func flush(_ job: inout ImportJobJSON) async throws {
        guard !batch.isEmpty else { return }
        try Task.checkCancellation()
        let items = batch
        batch = []
        let entries = items.map(\.entry)
        let asked: TypedRequest<EntryOutcomes> =
            isDryRun
            ? .query { .weighEntries(entries, by: person, $0) }
            : .command { .takeEntries(entries, by: person, act: act, $0) }
        let results = try await door.value(of: asked)
        guard results.outcomes.count == items.count else { throw Service.nothingKept }
        job.act = job.act ?? results.act
        for (item, fate) in zip(items, results.outcomes) {
            if let name = item.name {
                if case .said(let id, let reference) = fate {
                    comments.wasSaid(name, id, reference)
                } else if !isDryRun {
                    comments.wasNotSaid(name)
                }
            }
            count(fate, item, &job)
        }
    }

    // MARK: Counting

    private mutating func count(_ fate: EntryOutcome, _ item: Item, _ job: inout ImportJobJSON) {
        let section = item.entry.section
        var fate = fate
        if case .collection(let collection) = item.entry {
            if case .filled(_, _, let missing) = fate, missing > 0 {
                let members = Counted.words(missing, "member")
                warn(
                    "\(Problem.quote(collection.name)): \(members) left out because they are not "
                        + "here",
                    item.line, &job)
            }
            if item.coming > 0, fate == .known { fate = .added }
            let isRefused: Bool
            if case .refused = fate { isRefused = true } else { isRefused = false }
            guard isRefused || counted.insert(collection.name).inserted else { return }
        }
        switch fate {
        case .added, .said: job.count(.added, in: section)
        case .filled(let isNew, let members, _):
            job.count(
                isNew || members + item.coming > 0 ? .added : .skipped, in: section)
        case .known: job.count(.skipped, in: section)
        case .leftOut(let why):
            job.count(.leftOut, in: section)
            guard told.insert(section.rawValue + why).inserted else { return }
            warn("\(section.noun) left out: \(why)", item.line, &job)
        case .refused(let problem): refuse(section, item.line, problem, &job)
        }
    }

    private func refuse(
        _ section: ExportSection, _ line: Int, _ problem: Problem, _ job: inout ImportJobJSON
    ) {
        job.count(.refused, in: section)
        guard job.refusals.count < GatewayLimits.remarksListedMax else { return }
        job.refusals.append(
            RefusalJSON(
                line: line, code: problem.code.rawValue, detail: problem.detail,
                fix: problem.fix.isEmpty ? nil : problem.fix))
    }

    private func warn(_ detail: String, _ line: Int, _ job: inout ImportJobJSON) {
        job.warned += 1
        guard job.warnings.count < GatewayLimits.remarksListedMax else { return }
        job.warnings.append(WarningJSON(line: line, detail: detail))
    }
}
