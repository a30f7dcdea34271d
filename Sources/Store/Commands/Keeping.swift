import CRDT
import Domain
import Primitives
import Wire

// Saves things that a person enters or that are read from another program's file.
extension Store {
    /// Saves drafts in one transaction.
    func keep(
        _ drafts: [BookmarkDraft], to audience: Audience?, onDuplicate policy: DuplicatePolicy,
        act token: ActToken?, at wall: WallTime
    ) throws(StorageError) -> Answer {
        guard drafts.count <= Limits.batchMax else {
            return .rejected(
                Problem(.tooMany, "at most \(Limits.batchMax) things at once, not \(drafts.count)"))
        }
        if let problem = try problem(addingTo: token) { return .rejected(problem) }
        let goal: Destination
        switch try destination(audience, at: wall) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): goal = found
        }
        let home = goal.home
        var fates: [Fate] = []
        var fresh = Fresh()
        var merges: [Merge] = []
        var keys: Set<String> = []
        for draft in drafts {
            switch try checked(draft, audience: goal.audience) {
            case .failure(let problem): fates.append(.settled(.refused(problem)))
            case .success(let draft) where home.isGroup && draft.hasPersonalDetails:
                fates.append(.settled(.refused(.personal(draft.kind))))
            case .success(let draft):
                let ruled = try keyed(ruled(draft, at: wall), besides: &keys)
                fates.append(
                    try fate(of: ruled, in: home, policy, fresh: &fresh, merges: &merges))
            }
        }
        guard !fresh.drafts.isEmpty || !merges.isEmpty else {
            return .kept(
                AdditionReport(
                    outcomes: fates.map { $0.outcome([]) }, act: nil, placed: [:],
                    audience: goal.audience))
        }
        let act = try keepingAct(token, of: fresh, at: wall)
        let before = try goal.isOpen ? liveMatches(of: merges.map(\.row), at: wall) : []
        try author(merges.flatMap(\.operations), at: home, act: act, wall: wall)
        try placeIfLive(before, act: act, at: wall)
        let written = try author(
            fresh.drafts.map { .create(Self.creation(of: $0, in: home)) }, at: home, act: act,
            wall: wall)
        let notes = zip(written, fresh.drafts).filter { !Self.isNoteInCreation(of: $1) }.map {
            Operation.write(
                FieldWrite(
                    object: .creation($0.dot), field: Schema.Thing.note,
                    value: Array($1.note.utf8), replaces: []))
        }
        try author(notes, at: home, act: act, wall: wall)
        let ids = written.map { Derivation.object(origin: $0.dot, stamp: $0.carrier.stamp) }
        if home.isGroup {
            let me = try me
            let unread = zip(ids, fresh.drafts).filter { $0.1.isUnread }
            try setPrivateNotes(
                unread.map { (author: me, id: $0.0, isUnread: true) }, act: act, at: wall)
        }
        let placed =
            home.isGroup
            ? [:]
            : try placeFresh(
                zip(written.map(\.dot), fresh.drafts).map { ($0, $1) }, in: goal, act: act,
                at: wall)
        return .kept(
            AdditionReport(
                outcomes: fates.map { $0.outcome(ids) }, act: Int(act), placed: placed,
                audience: goal.audience))
    }

    // The summary of an act with several batches gives the total number of things saved.
    private func keepingAct(
        _ token: ActToken?, of fresh: Fresh, at wall: WallTime
    ) throws(StorageError) -> Int64 {
        let before = token?.keptBefore ?? 0
        let act = try act(token, summary: "added \(fresh.summary)", at: wall)
        guard before > 0 else { return act }
        let noun = try noun(ofAll: fresh, before, in: act)
        let count = Counted.words(before + fresh.drafts.count, noun)
        try database.run(
            "UPDATE acts SET summary = ? WHERE id = ?", .text("added \(count)"), .integer(act))
        return act
    }

    // Things of several kinds are called things, whichever batch they came in.
    private func noun(
        ofAll fresh: Fresh, _ before: Int, in act: Int64
    ) throws(StorageError) -> String {
        let told = try database.row(
            "SELECT summary FROM acts WHERE id = ? ORDER BY id", [.integer(act)]
        ) { $0.text(0) }
        if told == "added \(Counted.words(before, fresh.noun))" { return fresh.noun }
        // The summary of a single thing was its name.
        guard before == 1,
            let first = try database.row(
                "SELECT delta FROM act_deltas WHERE act = ? ORDER BY delta LIMIT 1",
                [.integer(act)], { $0.integer(0) }),
            let operations = try operations(ofDelta: first)
        else { return "thing" }
        for entry in operations {
            guard case .create(let creation) = entry.operation else { continue }
            return Kind(rawValue: creation.kind)?.word == fresh.noun ? fresh.noun : "thing"
        }
        return "thing"
    }

    /// The fate of a draft, before new things have ids.
    private enum Fate {
        case settled(AdditionReport.Outcome)
        /// It is the new thing at this index.
        case fresh(Int)
        /// It has the same address as the new thing at this index.
        case twin(Int, DuplicatePolicy)

        func outcome(_ ids: [ObjectID]) -> AdditionReport.Outcome {
            switch self {
            case .settled(let outcome): return outcome
            case .fresh(let index): return .added(ids[index])
            case .twin(let index, let policy):
                return policy == .skip ? .skipped(ids[index]) : .merged(ids[index])
            }
        }
    }

    /// The operations by which a draft extends an existing thing.
    private struct Merge {
        let row: Int64
        let operations: [Operation]
    }

    /// The new drafts, and their addresses, with which later drafts are compared.
    private struct Fresh {
        var drafts: [BookmarkDraft] = []
        var places: [String: Int] = [:]

        var summary: String {
            guard drafts.count == 1 else { return Counted.words(drafts.count, noun) }
            return drafts[0].kind.isAddressed ? drafts[0].url : drafts[0].title
        }

        // The noun for all of them.
        var noun: String {
            let kinds = Set(drafts.map(\.kind))
            return kinds.count == 1 ? drafts[0].kind.word : kinds.isEmpty ? "link" : "thing"
        }
    }

    // Determines whether a draft is new, or the same as an existing thing or an earlier draft.
    private func fate(
        of draft: BookmarkDraft, in home: Place, _ policy: DuplicatePolicy, fresh: inout Fresh,
        merges: inout [Merge]
    ) throws(StorageError) -> Fate {
        // The original is searched for before similar things, because what was said about it refers to it.
        if (policy == .skip && !draft.isSaidAgain) || !draft.kind.isAddressed,
            let known = try original(of: draft)
        {
            return .settled(.skipped(known))
        }
        if draft.isByWords, let row = try row(ofWords: draft, in: home),
            let known = try object(row: row)
        {
            return fate(of: draft, at: row, known, policy, merges: &merges)
        }
        guard draft.kind.isAddressed else {
            // Several things may have the same name, and a person may own two of the same.
            if let twin = try twin(of: draft, in: home) { return .settled(.skipped(twin)) }
            let key = draft.origin == nil ? draft.details[.citationKey].first : nil
            if let key, let problem = try problem(withKey: key, in: home, besides: fresh.drafts) {
                return .settled(.refused(problem))
            }
            fresh.drafts.append(draft)
            return .fresh(fresh.drafts.count - 1)
        }
        let canonical = CanonicalURL.canonical(draft.url)
        if let row = try bookmark(canonical: canonical, at: home),
            let known = try object(row: row)
        {
            return fate(of: draft, at: row, known, policy, merges: &merges)
        }
        if let known = try original(of: draft) { return .settled(.skipped(known)) }
        if let first = fresh.places[canonical] {
            fresh.drafts[first].take(draft, policy)
            return .twin(first, policy)
        }
        fresh.places[canonical] = fresh.drafts.count
        fresh.drafts.append(draft)
        return .fresh(fresh.drafts.count - 1)
    }

    // Merges the draft into the existing thing as the policy says.
    private func fate(
        of draft: BookmarkDraft, at row: Int64, _ known: ObjectRow, _ policy: DuplicatePolicy,
        merges: inout [Merge]
    ) -> Fate {
        let operations = known.taking(draft, policy)
        if !operations.isEmpty { merges.append(Merge(row: row, operations: operations)) }
        return .settled(operations.isEmpty ? .skipped(known.id) : .merged(known.id))
    }

    // Places a new thing where the person said; if they named no audience, also where their live shares say.
    private func placeFresh(
        _ fresh: [(dot: Dot, draft: BookmarkDraft)], in goal: Destination, act: Int64,
        at wall: WallTime
    ) throws(StorageError) -> [Audience: Int] {
        var placements: [Operation] = []
        var placed: [Audience: Int] = [:]
        for (dot, draft) in fresh {
            var targets = goal.copy.map { [$0] } ?? []
            if goal.isOpen, !Self.isFile(draft.url) {
                for target in try liveAudiences(of: draft, at: wall) where target != goal.copy {
                    targets.append(target)
                    guard let name = try audience(named: target) else { continue }
                    placed[name, default: 0] += 1
                }
            }
            for target in targets {
                placements.append(
                    .place(
                        Placement(
                            object: .creation(dot), audience: target, isIn: true, replaces: [])))
            }
        }
        try author(placements, act: act, at: wall)
        return placed
    }

    // An operation has at most 64 KiB, which is less than a thing may hold.
    private static func isNoteInCreation(of draft: BookmarkDraft) -> Bool {
        let details = draft.details.reduce(0) { sum, detail in
            sum + detail.values.reduce(0) { $0 + $1.utf8.count + 4 }
        }
        return draft.url.utf8.count + draft.title.utf8.count + draft.note.utf8.count + details
            <= Limits.noteBytesMax
    }

    /// Returns the first operation of a thing; a note that does not fit is written after it.
    static func creation(of draft: BookmarkDraft, in home: Place) -> Creation {
        var values: [FieldValue] = []
        if draft.kind.isAddressed || !draft.url.isEmpty {
            values.append(FieldValue(Schema.Thing.url, Array(draft.url.utf8)))
        }
        if !draft.title.isEmpty {
            values.append(FieldValue(Schema.Thing.title, Array(draft.title.utf8)))
        }
        if !draft.note.isEmpty, isNoteInCreation(of: draft) {
            values.append(FieldValue(Schema.Thing.note, Array(draft.note.utf8)))
        }
        if let added = draft.added {
            values.append(FieldValue(Schema.Thing.added, Moment.bytes(added)))
        }
        if draft.size != .medium {
            values.append(FieldValue(Schema.Thing.size, [draft.size.rawValue]))
        }
        // In a group, unread is each person's own state (`setPrivateNotes`).
        if draft.isUnread, !home.isGroup {
            values.append(FieldValue(Schema.Thing.unread, [1]))
        }
        let tags = draft.tags.map { Array($0.utf8) }
            .sorted { $0.lexicographicallyPrecedes($1) }
        var elements = tags.isEmpty ? [] : [FieldElements(Schema.Thing.tags, tags)]
        for form in draft.kind.details {
            let said = draft.details[form.name].map { Array($0.utf8) }
            guard let first = said.first else { continue }
            if form.isList {
                elements.append(FieldElements(form.field, said))
            } else {
                values.append(FieldValue(form.field, first))
            }
        }
        return Creation(kind: draft.kind.rawValue, values: values, elements: elements)
    }
}
