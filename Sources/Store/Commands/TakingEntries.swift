import CRDT
import Domain
import Primitives
import Wire

/// The state of taking in a batch of entries.
private struct EntryTaking {
    /// Whether the export belongs to this node's person.
    let isOwn: Bool
    let aim: BulkWork.Aim
    let token: ActToken?
    /// The act that was written to; nil until something was written.
    var act: Int?
    /// The time after the last comment of the previous batch, and for each thing the first millisecond without a
    /// comment.
    let begin: WallTime
    var free: [ObjectID: WallTime] = [:]
    /// Comments just created, by the references that replies in the same file use.
    var said: [ThingReference: ObjectRow] = [:]
    /// The comments on the thing last asked for, by the references that replies use.
    var comments: (target: Int64, found: [Bytes16: ObjectID])?
}

// Imports what an export says beside its things. On another person's thing, nothing is written if the file comes from
// a third person, because it would appear under this person's name.
extension Store {
    /// Imports entries in one transaction, or returns what would happen to them.
    ///
    /// - Parameter person: the person whose export it is; nil if unknown.
    func take(
        _ entries: [ExportEntry], by person: PersonID?, act token: ActToken?,
        _ aim: BulkWork.Aim, at wall: WallTime
    ) throws(StorageError) -> Answer {
        guard entries.count <= ExportEntry.batchMax else {
            return .rejected(
                Problem(
                    .tooMany,
                    "at most \(ExportEntry.batchMax) entries at once, not \(entries.count)"))
        }
        if aim == .toDo {
            if let problem = try problem(addingTo: token) { return .rejected(problem) }
            // Otherwise the act would be named after the first of many entries.
            _ = try act(token, summary: "imported the other entries of a file", at: wall)
        }
        var taking = EntryTaking(
            isOwn: person == owner.person, aim: aim, token: token,
            begin: WallTime(milliseconds: memory.entriesTaken.milliseconds + 1))
        var fates: [EntryOutcome] = []
        for entry in entries { fates.append(try take(entry, &taking, at: wall)) }
        return .entryOutcomes(EntryOutcomes(fates, act: taking.act))
    }

    private func take(
        _ entry: ExportEntry, _ taking: inout EntryTaking, at wall: WallTime
    ) throws(StorageError) -> EntryOutcome {
        switch entry {
        case .collection(let collection): return try take(collection, &taking, at: wall)
        case .tagRule(let query, let tags):
            return try takeTagRule(query, tags, &taking, at: wall)
        case .follow(let followed, let attention):
            return try take(followed, attention, &taking, at: wall)
        case .reaction(let thing, let reaction):
            return try take(reaction, to: thing, &taking, at: wall)
        case .comment(let comment): return try take(comment, &taking, at: wall)
        case .unread(let thing): return try takeUnread(thing, &taking, at: wall)
        case .liveShare:
            return .leftOut("sharing is not imported: weft share QUERY --with WHO")
        }
    }

    // MARK: Collections, rules, follows

    private func take(
        _ entry: CollectionEntry, _ taking: inout EntryTaking, at wall: WallTime
    ) throws(StorageError) -> EntryOutcome {
        var rows: [ObjectRow] = []
        var missing = 0
        for id in entry.members {
            if let row = try thing(inSight: id) { rows.append(row) } else { missing += 1 }
        }
        let known = try collectionRow(entry.name)
        if let known {
            guard Self.isSame(entry.query, as: known) else {
                return .leftOut("a different collection with this name is here")
            }
        } else if let problem = try problemWithRoomForCollections() {
            return .refused(problem)
        } else if taking.aim == .toDo {
            let made = try makeCollection(
                entry.name, description: entry.description, query: entry.query,
                act: taking.token, at: wall)
            if let refused = taking.note(made) { return refused }
        }
        let isNew = known == nil
        guard entry.query == nil else {
            return isNew ? .filled(isNew: true, members: 0, missing: 0) : .known
        }
        let before = known?.members.map(\.key) ?? []
        guard before.count + rows.count <= Limits.collectionMembersMax else {
            return .refused(
                Problem(
                    .tooMany,
                    "a collection can have at most \(Limits.collectionMembersMax) members",
                    fix: "split it; or tag the members and use a query"))
        }
        guard taking.aim == .toDo else {
            let here = Set(before)
            var new = 0
            for row in rows {
                let key = try memberKey(row)
                if !here.contains(key) { new += 1 }
            }
            return isNew || new + missing > 0
                ? .filled(isNew: isNew, members: new, missing: missing) : .known
        }
        guard let collection = try collectionRow(entry.name) else { throw .corrupt }
        let filled = try addMembers(rows, to: collection, act: taking.token, at: wall)
        if let refused = taking.note(filled) { return refused }
        guard case .done(let report) = filled else { return .known }
        return isNew || report.count + missing > 0
            ? .filled(isNew: isNew, members: report.count, missing: missing) : .known
    }

    private func problemWithRoomForCollections() throws(StorageError) -> Problem? {
        let count = try database.row(EntrySQL.collections, [.integer(try me)]) { $0.integer(0) }
        guard count ?? 0 >= Limits.collectionsTakenMax else { return nil }
        return Problem(
            .tooMany, "there are already \(Limits.collectionsTakenMax) collections",
            fix: "remove some: weft col rm NAME")
    }

    // Whether it is the same query, or both are manual.
    private static func isSame(_ query: String?, as known: ObjectRow) -> Bool {
        let here = known.text(Schema.Collection.query)
        guard let query else { return here == nil }
        guard let here, case .success(let known) = SearchQuery.parse(here),
            case .success(let parsed) = SearchQuery.parse(query)
        else { return false }
        // An earlier version may have folded a tag in the query differently.
        return parsed.spelled == known.spelled
    }

    private func takeTagRule(
        _ query: String, _ tags: [String], _ taking: inout EntryTaking, at wall: WallTime
    ) throws(StorageError) -> EntryOutcome {
        guard taking.aim == .toDo else {
            guard case .success(let parsed) = TagRule.query(typed: query),
                let known = try tagRules().first(where: { $0.rule.query == parsed.spelled })
            else { return .added }
            let here = Set(known.rule.tags.map(TagName.fold))
            return tags.allSatisfy { here.contains(TagName.fold($0)) } ? .known : .added
        }
        return taking.fate(
            of: try addTagRule(query, tags: tags, act: taking.token, at: wall))
    }

    private func take(
        _ followed: Followed, _ attention: Attention, _ taking: inout EntryTaking,
        at wall: WallTime
    ) throws(StorageError) -> EntryOutcome {
        if followed == .person(owner.person) { return .leftOut("that is you") }
        // The current state takes precedence over the file.
        if try follows().contains(where: { $0.followed == followed }) { return .known }
        guard taking.aim == .toDo else { return .added }
        return taking.fate(of: try attend(followed, attention, act: taking.token, at: wall))
    }

    // MARK: Reactions, comments, unread

    private func take(
        _ reaction: Reaction, to id: ObjectID, _ taking: inout EntryTaking, at wall: WallTime
    ) throws(StorageError) -> EntryOutcome {
        let row: ObjectRow
        switch try sayable(id, taking) {
        case .failure(let why): return .leftOut(why.text)
        case .success(let found): row = found
        }
        let key = ThingKey(
            author: row.author, person: try author(row: row.author).person, id: row.id)
        if try thought(of: key.reference.column, by: try me) != nil { return .known }
        guard taking.aim == .toDo else { return .added }
        let answer = try react(to: row, reaction, act: taking.token, at: wall)
        if case .bookmark = answer { taking.act = try actNumber(taking.token) }
        return taking.fate(of: answer)
    }

    private func take(
        _ entry: CommentEntry, _ taking: inout EntryTaking, at wall: WallTime
    ) throws(StorageError) -> EntryOutcome {
        let row: ObjectRow
        switch try sayable(entry.thing, taking) {
        case .failure(let why): return .leftOut(why.text)
        case .success(let found): row = found
        }
        if let problem = Comment.problem(with: entry.text) { return .refused(problem) }
        guard taking.aim == .toDo else { return .added }
        let answered = try comment(answeredBy: entry, on: row, &taking)
        // Within one millisecond the order of comments, and what answers what, would be lost.
        let at = max(taking.free[row.id] ?? taking.begin, wall)
        taking.free[row.id] = WallTime(milliseconds: at.milliseconds + 1)
        memory.entriesTaken = max(memory.entriesTaken, at)
        switch try say(
            entry.text, of: row, answering: answered, act: taking.token, at: at)
        {
        case .failure(let problem): return .refused(problem)
        case .success(let said):
            taking.act = try actNumber(taking.token)
            taking.said[entry.reference] = said
            return .said(
                said.id, ThingReference(Derivation.reference(to: said.id, of: owner.person)))
        }
    }

    // An own thing is at home with its person, and no one else has it under this id.
    private func takeUnread(
        _ id: ObjectID, _ taking: inout EntryTaking, at wall: WallTime
    ) throws(StorageError) -> EntryOutcome {
        let noting: Noting
        switch try sayable(id, taking) {
        case .failure(let why): return .leftOut(why.text)
        case .success(let row):
            guard try isMarkedBeside(author: row.author, at: row.place) else { return .known }
            noting = Noting(row: row, isUnread: true)
        }
        guard try isNew(noting) else { return .known }
        guard taking.aim == .toDo else { return .added }
        let act = try act(taking.token, summary: "marked \(id.short) as unread", at: wall)
        try setPrivateNotes([noting.mark], act: act, at: wall)
        taking.act = try actNumber(taking.token)
        return .added
    }

    // Returns the comment that it answers, if that one is here and on the same thing.
    private func comment(
        answeredBy entry: CommentEntry, on thing: ObjectRow, _ taking: inout EntryTaking
    ) throws(StorageError) -> ObjectRow? {
        let key = try refer(thing)
        var found: ObjectRow?
        switch entry.parent {
        case nil: return nil
        case .here(let id)?: found = try comment(inSight: id)
        case .named(let reference)?:
            found = taking.said[reference]
            guard found == nil, taking.isOwn else { break }
            let target = key.reference.column
            if taking.comments?.target != target {
                taking.comments = (target, try commentsByReference(on: target))
            }
            if let id = taking.comments?.found[reference.bytes] {
                found = try comment(inSight: id)
            }
        }
        guard let found, found.reference(Schema.Comment.target) == key.reference else {
            return nil
        }
        return found
    }

    /// The reason why nothing is written about a thing.
    private struct Silence: Error {
        let text: String
    }

    private func sayable(
        _ id: ObjectID, _ taking: EntryTaking
    ) throws(StorageError) -> Result<ObjectRow, Silence> {
        guard let row = try thing(inSight: id) else {
            return .failure(Silence(text: "the thing it refers to is not here"))
        }
        let mine = try me
        guard row.author == mine || taking.isOwn else {
            return .failure(
                Silence(text: "it refers to someone else's thing and was written by another person")
            )
        }
        return .success(row)
    }

    private func thing(inSight id: ObjectID) throws(StorageError) -> ObjectRow? {
        try row(EntrySQL.thing, id)
    }

    private func comment(inSight id: ObjectID) throws(StorageError) -> ObjectRow? {
        try row(EntrySQL.comment, id)
    }

    private func row(_ sql: String, _ id: ObjectID) throws(StorageError) -> ObjectRow? {
        let number = try database.row(
            sql, [.blob(id.bytes.bytes), .integer(try me)]
        ) { $0.integer(0) }
        guard let number else { return nil }
        return try object(row: number)
    }

    private func actNumber(_ token: ActToken?) throws(StorageError) -> Int? {
        guard let token else { return nil }
        return try database.row(
            EntrySQL.act, [.integer(Int64(bitPattern: token.number))]
        ) { Int($0.integer(0)) }
    }
}

extension EntryTaking {
    /// Returns the fate that an answer means for the entry.
    fileprivate mutating func fate(of answer: Answer) -> EntryOutcome {
        if let refused = note(answer) { return refused }
        if case .done(let report) = answer, report.count == 0 { return .known }
        return .added
    }

    /// Records the act of the answer; returns the refusal, if it is one.
    fileprivate mutating func note(_ answer: Answer) -> EntryOutcome? {
        switch answer {
        case .rejected(let problem): return .refused(problem)
        case .done(let report): act = report.act ?? act
        default: break
        }
        return nil
    }
}

private enum EntrySQL {
    static let thing = """
        SELECT id FROM objects WHERE object = ? AND kind \(KindSQL.isThing) AND hidden = 0
        ORDER BY author <> ?, id LIMIT 1
        """
    static let comment = """
        SELECT id FROM objects WHERE object = ? AND kind = 10 AND hidden = 0
        ORDER BY author <> ?, id LIMIT 1
        """
    static let collections = """
        SELECT count(*) FROM objects WHERE kind = 2 AND kind > 1 AND author = ? AND hidden = 0
        ORDER BY 1
        """
    static let act = "SELECT id FROM acts WHERE token = ? ORDER BY id"
}
