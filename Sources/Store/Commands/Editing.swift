import CRDT
import Domain
import Primitives

// Edits and removes things.
extension Store {
    func edit(
        _ reference: Reference, _ change: BookmarkChange, at wall: WallTime
    ) throws(StorageError) -> Answer {
        // A person's private state of others' things is stored apart from them.
        let noting = try noting(change, of: reference)
        var change = change
        if noting != nil { change.isUnread = nil }
        if let noting, change == BookmarkChange() { return try note(noting, at: wall) }
        let row: ObjectRow
        switch try changeable(reference) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): row = found
        }
        guard let kind = row.thing, let object = row.home else {
            return .rejected(.unknown(reference.text))
        }
        guard row.hidden != .trashed else { return .rejected(try problem(withTrashed: row)) }
        let isSeen =
            row.place.isGroup
            || row.state.placements.contains { row.state.isPlaced(in: $0.audience) }
        let audience = isSeen ? Audience.friends : .private
        let checked: BookmarkChange
        switch try self.checked(change, of: kind, on: row, audience: audience) {
        case .failure(let problem): return .rejected(problem)
        case .success(let change): checked = change
        }
        if row.place.isGroup, checked.putsPersonalDetails(on: kind) {
            return .rejected(.personal(kind))
        }
        if let problem = row.problem(with: checked.details, of: kind) { return .rejected(problem) }
        if let key = checked.details.first(where: { $0.name == .citationKey })?.values?.first,
            let problem = try problem(withKey: key, in: row.place, of: row)
        {
            return .rejected(problem)
        }
        let operations =
            Self.operations(of: checked, on: row, at: object)
            + row.operations(of: checked.details, of: kind, at: object)
        guard
            row.tags.count + checked.addTags.count - checked.removeTags.count
                <= kind.tagsMax
        else { return .rejected(kind.tooManyTags) }
        guard let number = row.number else { return .rejected(Problem(.notFound, "no such link")) }
        let isNoted = try noting.map { (noting) throws(StorageError) in try isNew(noting) }
        if !operations.isEmpty || isNoted == true {
            let act = try act(nil, summary: "edited \(row.id.short)", at: wall)
            let before = try liveMatches(of: [number], at: wall)
            try author(operations, at: row.place, act: act, wall: wall)
            try placeIfLive(before, act: act, at: wall)
            if let noting, isNoted == true {
                try setPrivateNotes([noting.mark], act: act, at: wall)
            }
        }
        guard let bookmark = try bookmark(row: number) else {
            return .rejected(Problem(.notFound, "no such link"))
        }
        return .bookmark(bookmark)
    }

    // Writes only values that differ from what shows.
    private static func operations(
        of change: BookmarkChange, on row: ObjectRow, at object: ObjectRef
    ) -> [Operation] {
        var writes: [(Field, [UInt8])] = []
        if let url = change.url { writes.append((Schema.Thing.url, Array(url.utf8))) }
        if let title = change.title { writes.append((Schema.Thing.title, Array(title.utf8))) }
        if let note = change.note { writes.append((Schema.Thing.note, Array(note.utf8))) }
        if let size = change.size { writes.append((Schema.Thing.size, [size.rawValue])) }
        if let isUnread = change.isUnread {
            writes.append((Schema.Thing.unread, isUnread ? [1] : []))
        }
        if let added = change.added { writes.append((Schema.Thing.added, Moment.bytes(added))) }
        return writes.flatMap { row.difference($0.0, $0.1, at: object) }
            + row.removals(of: change.removeTags, at: object)
            + row.additions(of: change.addTags, at: object)
    }

    func remove(
        _ selection: Selection, _ aim: BulkWork.Aim, at wall: WallTime
    ) throws(StorageError) -> Performance {
        let rows: [Int64]
        switch try select(selection, now: wall) {
        case .failure(let problem): return .answered(.rejected(problem))
        case .success(let found): rows = found
        }
        let act = try act(for: aim, summary: "moved things to the trash", at: wall)
        return try start(
            BulkWork(.trash, rows: rows, act: act, aim: aim) {
                "\(aim.spelled("moved")) \(Counted.words($0.count, "thing")) to the trash"
            }, at: wall)
    }

    /// Renames tags, merges them (several `names`) or removes them (no `target`) on all own things, including those
    /// at home in a group.
    func retag(
        _ names: [String], to target: String?, _ aim: BulkWork.Aim = .toDo, at wall: WallTime
    ) throws(StorageError) -> Performance {
        var targetName: String?
        if let target {
            switch TagName.normalise(target) {
            case .failure(let problem): return .answered(.rejected(problem))
            case .success(let tag): targetName = tag.name
            }
        }
        let folded = names.map(TagName.fold)
        let rows = try ownTagged(folded)
        guard !rows.isEmpty else {
            let shown = names.map { "#\($0.prefix(80))" }.joined(separator: ", ")
            return .answered(
                .rejected(
                    Problem(.notFound, "nothing of yours has \(shown)", fix: "weft tag ls")))
        }
        let from = names.map { "#\($0)" }.joined(separator: ", ")
        let what = targetName.map { "renamed \(from) to #\($0)" } ?? "removed \(from)"
        let act = try act(for: aim, summary: what, at: wall)
        return try start(
            BulkWork(.retag(from: folded, to: targetName), rows: rows, act: act, aim: aim) {
                "\(aim.spelled(what)) on \(Counted.words($0.count, "thing"))"
            }, at: wall)
    }

    // Replaces each tag that is one of `names`, or below one, by the target, and preserves the part below.
    static func retag(
        _ row: ObjectRow, at object: ObjectRef, from names: [String], to target: String?
    ) -> [Operation] {
        var gone: [String] = []
        var come: [String] = []
        for bytes in row.tags {
            let tag = String(decoding: bytes, as: UTF8.self)
            let folded = TagName.fold(tag)
            for name in names where folded == name || folded.hasPrefix(name + "/") {
                let depth = name.split(separator: "/").count
                let rest = tag.split(separator: "/").dropFirst(depth).joined(separator: "/")
                let next = target.map { rest.isEmpty ? $0 : $0 + "/" + rest }
                if let next, next != tag { come.append(next) }
                if next != tag { gone.append(tag) }
                break
            }
        }
        return row.removals(spelled: gone, at: object)
            + row.additions(of: come, besides: gone, at: object)
    }

    /// Returns own things that carry one of the folded names or a tag below it and are at home where this person may
    /// change them, ascending by row. Copies of shared things follow.
    private func ownTagged(_ folded: [String]) throws(StorageError) -> [Int64] {
        var numbers: Set<Int64> = []
        var changeable: [Int64: Bool] = [:]
        for name in folded {
            let rows = try database.rows(
                """
                SELECT DISTINCT g.object, o.audience FROM tags t
                JOIN tagged g ON g.tag = t.id JOIN objects o ON o.id = g.object
                WHERE (t.folded = ?1 OR (t.folded >= ?1 || '/' AND t.folded < ?1 || '0'))
                AND o.author = ?2 AND o.hidden = 0 ORDER BY g.object
                """, [.text(name), .integer(try me)]
            ) { (row) throws(StorageError) in
                (number: row.integer(0), place: try Place(column: row.integer(1)))
            }
            for row in rows {
                if changeable[row.place.number] == nil {
                    changeable[row.place.number] = try mayChange(at: row.place)
                }
                if changeable[row.place.number] == true { numbers.insert(row.number) }
            }
        }
        return numbers.sorted()
    }

    // MARK: Shared helpers

    /// Whether this person may change what is at home in `place`.
    func mayChange(at place: Place) throws(StorageError) -> Bool {
        guard let row = place.groupRow else { return place == .private }
        return try role(in: try audience(row)).map { $0 >= .editor } ?? false
    }

    /// Returns the object that a reference names, if this person may change it: an own one, or one at home in one of
    /// their groups.
    func changeable(_ reference: Reference) throws(StorageError) -> Result<ObjectRow, Problem> {
        let number: Int64
        switch try resolve(reference) {
        case .failure(let problem): return .failure(problem)
        case .success(let found): number = found
        }
        if let problem = try problem(changing: number) { return .failure(problem) }
        guard let row = try object(row: number) else {
            return .failure(.unknown(reference.text))
        }
        return .success(row)
    }

    /// Returns why this person cannot change what is in a row; nil if they can.
    func problem(changing number: Int64) throws(StorageError) -> Problem? {
        let found = try database.row(
            "SELECT object, audience, kind FROM objects WHERE id = ? ORDER BY id",
            [.integer(number)]
        ) { row in (row.bytes(0), row.integer(1), UInt8(clamping: row.integer(2))) }
        guard let found, let id = Bytes16(found.0) else { return nil }
        let place = try Place(column: found.1)
        if place == .private { return nil }
        if let audience = place.groupRow, try object(row: number)?.home != nil {
            if let group = try record(of: try self.audience(audience)) {
                return try problem(writingIn: group, as: .editor)
            }
        }
        return Problem(
            .notYours, "\(ObjectID(id).short) belongs to someone else; only they can change it",
            fix: Problem.fix(keepingOwn: Kind(rawValue: found.2), like: ObjectID(id)))
    }

    /// Returns the own objects in a selection.
    func ownRows(
        _ selection: Selection, at wall: WallTime
    ) throws(StorageError) -> Result<[ObjectRow], Problem> {
        switch try select(selection, now: wall) {
        case .failure(let problem): return .failure(problem)
        case .success(let numbers):
            var rows: [ObjectRow] = []
            for number in numbers {
                if let row = try object(row: number) { rows.append(row) }
            }
            return .success(rows)
        }
    }

    /// Writes `operations` as one act and reports what was done.
    func done(
        _ operations: [Operation], summary: String, act token: ActToken? = nil, at wall: WallTime,
        count: Int
    ) throws(StorageError) -> Answer {
        guard !operations.isEmpty else {
            return .done(DoneReport(count: count, act: nil, summary: "nothing to change"))
        }
        let act = try act(token, summary: summary, at: wall)
        try author(operations, act: act, at: wall)
        return .done(DoneReport(count: count, act: Int(act), summary: summary))
    }
}
