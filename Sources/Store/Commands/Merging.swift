import CRDT
import Domain
import Primitives

// Merges links with the same address: the earliest gets the content of the others, and they go to the trash.
extension Store {
    func mergeDuplicates(
        _ references: [Reference]?, _ aim: BulkWork.Aim, at wall: WallTime
    ) throws(StorageError) -> Performance {
        var wanted: [Int64]?
        if let references {
            switch try resolve(references) {
            case .failure(let problem): return .answered(.rejected(problem))
            case .success(let rows): wanted = rows
            }
        }
        let sets = try duplicateRows(of: wanted)
        let rows = sets.flatMap { Self.alike($0).map { $0[0].row } }
        guard !rows.isEmpty else {
            return .answered(Self.nothingToMerge(references != nil, isApart: !sets.isEmpty))
        }
        let act = try act(for: aim, summary: "merged duplicates", at: wall)
        return try start(
            BulkWork(.merge, rows: rows, act: act, aim: aim) { tally in
                let gone = Counted.words(tally.gone, "link")
                let others = tally.count == 1 ? "1 other" : "\(tally.count) others"
                let summary = "\(aim.spelled("merged")) \(gone) into \(others)"
                guard tally.kept > 0 else { return summary }
                return summary
                    + "; \(Counted.words(tally.kept, "link")) were kept: the merged link would be "
                    + "too long or have too many tags"
            }, at: wall)
    }

    private static func nothingToMerge(_ isNamed: Bool, isApart: Bool) -> Answer {
        guard isNamed else {
            let summary =
                isApart
                ? "links with the same address have different readers; weft dup shows them"
                : "no two links have the same address"
            return .done(DoneReport(count: 0, act: nil, summary: summary))
        }
        if isApart {
            return .rejected(
                Problem(
                    .conflict, "the links with that address have different readers or homes",
                    fix: "weft dup shows where; share or unshare one, or weft rm it"))
        }
        return .rejected(
            Problem(.notFound, "no other link of yours has that address", fix: "weft dup"))
    }

    /// Merges the links that are alike into the one in this row, if it is the first of them. Operations are written
    /// where the links are at home, those on collections in `private`.
    func merging(into number: Int64) throws(StorageError) -> Merging {
        var merging = Merging()
        let group = try duplicateRows(of: [number]).flatMap(Self.alike)
            .first { $0[0].row == number }
        guard let group, var target = try object(row: number), let object = target.home,
            try mayChange(at: target.place)
        else { return merging }
        merging.place = target.place
        let columns = try bookmarks(rows: group.map(\.row))
        guard columns.count == group.count else { return merging }
        var sum = Sum(columns[0])
        var gone: [ObjectRow] = []
        for (row, link) in zip(group, columns).dropFirst() {
            guard let other = try self.object(row: row.row), other.home != nil, sum.add(link) else {
                merging.kept += 1
                continue
            }
            gone.append(other)
        }
        guard !gone.isEmpty else { return merging }
        merging.gone = gone.count
        merging.operations = Self.operations(sum, on: &target, at: object)
        for other in gone {
            guard let home = other.home else { continue }
            merging.operations.append(other.write(.deletion, [1], at: home))
        }
        merging.collections = try memberships(of: gone, becoming: target)
        return merging
    }

    // Returns what the remaining link gets.
    private static func operations(
        _ sum: Sum, on target: inout ObjectRow, at object: ObjectRef
    ) -> [Operation] {
        var operations: [Operation] = []
        let first = sum.first
        if sum.title != first.title {
            operations.append(target.write(Schema.Thing.title, Array(sum.title.utf8), at: object))
        }
        if sum.note != first.note {
            operations.append(target.write(Schema.Thing.note, Array(sum.note.utf8), at: object))
        }
        if sum.size != first.size {
            operations.append(target.write(Schema.Thing.size, [sum.size.rawValue], at: object))
        }
        // In a group, unread is each person's own state.
        if sum.isUnread != first.isUnread, !target.place.isGroup {
            operations.append(
                target.write(Schema.Thing.unread, sum.isUnread ? [1] : [], at: object))
        }
        let files = sum.details.map { DetailChange($0.name, values: $0.values) }
        return operations + target.additions(of: sum.tags, at: object)
            + target.operations(of: files, of: first.kind, at: object)
    }

    // The remaining link takes the position of the first merged link in each manual collection.
    private func memberships(
        of gone: [ObjectRow], becoming target: ObjectRow
    ) throws(StorageError) -> [Operation] {
        var operations: [Operation] = []
        let key = try memberKey(target)
        var keys: [[UInt8]] = []
        for row in gone { keys.append(try memberKey(row)) }
        for collection in try collectionRows() {
            guard let object = collection.home else { continue }
            let members = collection.members
            let going = members.filter { keys.contains($0.key) }
            operations += collection.removals(ofMembers: Set(going.map(\.key)), at: object)
            guard let first = going.first, !members.contains(where: { $0.key == key }) else {
                continue
            }
            operations.append(
                .add(
                    ElementAddition(
                        object: object, field: Schema.Collection.members,
                        element: key + first.place)))
        }
        return operations
    }
}

/// The operations of a merge.
struct Merging {
    /// The home of the links.
    var place = Place.private
    var operations: [Operation] = []
    /// Operations on collections, written in `private`.
    var collections: [Operation] = []
    /// The number of links merged away, and of those that stay so that nothing of them is lost.
    var gone = 0
    var kept = 0
}

/// A link, and what others add to it.
private struct Sum {
    let first: Bookmark
    private(set) var title: String
    private(set) var note: String
    private(set) var tags: [String]
    private(set) var size: TileSize
    private(set) var isUnread: Bool
    private(set) var details: [Detail]

    init(_ first: Bookmark) {
        self.first = first
        title = first.title
        note = first.note
        tags = first.tags
        size = first.size
        isUnread = first.isUnread
        details = first.details
    }

    /// Adds `link`; returns false if there is no room for all of it.
    mutating func add(_ link: Bookmark) -> Bool {
        var note = note
        // A link has one title; a different one is preserved in the note.
        let isOther = !link.title.isEmpty && !title.isEmpty && link.title != title
        for text in [isOther ? link.title : "", link.note] where !text.isEmpty {
            guard !note.contains(text) else { continue }
            note += note.isEmpty ? text : "\n\n" + text
        }
        let known = tags.map(TagName.fold)
        let new = link.tags.filter { !known.contains(TagName.fold($0)) }
        let files = details.adding(link.details, of: link.kind)
        guard note.utf8.count <= Limits.noteBytesMax,
            tags.count + new.count <= Limits.tagsPerObjectMax, files.hasRoom
        else { return false }
        details = files.sum
        self.note = note
        tags += new
        if title.isEmpty { title = link.title }
        if size.rawValue < link.size.rawValue { size = link.size }
        isUnread = isUnread && link.isUnread
        return true
    }
}
