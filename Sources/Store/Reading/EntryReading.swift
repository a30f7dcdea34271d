import CRDT
import Domain
import Primitives
import Wire

// Exports what a person has written beside the things themselves, in pages of bounded work. Others' entries and trashed
// ones are left out.
extension Store {
    /// The most rows examined for one page.
    private static let rowsMax = 1000

    /// Returns a page of a section.
    ///
    /// - Parameter cursor: the position where the previous page ended.
    func entries(
        of section: ExportSection, after cursor: String?
    ) throws(StorageError) -> Result<EntryPage, Problem> {
        var place = EntryPlace(row: 0, member: 0)
        if let cursor {
            guard let named = EntryPlace(cursor) else {
                return .failure(
                    Problem(
                        .invalidValue, "this cursor is not valid for an export",
                        fix: "start again without a cursor"))
            }
            place = named
        }
        switch section {
        case .collections: return .success(try collectionEntries(from: place))
        case .tagRules:
            return .success(
                EntryPage(
                    items: try tagRules().map {
                        .tagRule(query: $0.rule.query, tags: $0.rule.tags)
                    },
                    nextCursor: nil))
        case .follows:
            return .success(
                EntryPage(
                    items: try follows().map { .follow($0.followed, $0.attention) },
                    nextCursor: nil))
        case .reactions: return .success(try reactionEntries(after: place.row))
        case .comments: return .success(try commentEntries(after: place.row))
        case .unread: return .success(try unreadEntries(after: place.row))
        case .liveShares: return .success(try liveShareEntries())
        }
    }

    // Returns one collection, or as many of its members as fit into an entry.
    private func collectionEntries(from place: EntryPlace) throws(StorageError) -> EntryPage {
        let number = try database.row(
            EntryReadingSQL.collection, [.integer(try me), .integer(place.row)]
        ) { $0.integer(0) }
        guard let number else { return EntryPage(items: [], nextCursor: nil) }
        let next = EntryPlace(row: number + 1, member: 0)
        guard let row = try object(row: number), !row.collectionName.isEmpty else {
            return EntryPage(items: [], nextCursor: next.text)
        }
        let from = number == place.row ? place.member : 0
        let query = row.text(Schema.Collection.query)
        let members = query == nil ? row.members : []
        let shown = members.dropFirst(from).prefix(ExportEntry.membersMax)
        let entry = CollectionEntry(
            name: row.collectionName, description: row.text(Schema.Collection.description) ?? "",
            query: query,
            members: shown.compactMap { Bytes16(Array($0.key.dropFirst(32))).map(ObjectID.init) })
        let end = from + shown.count
        return EntryPage(
            items: [.collection(entry)],
            nextCursor: end < members.count
                ? EntryPlace(row: number, member: end).text : next.text)
    }

    private func reactionEntries(after place: Int64) throws(StorageError) -> EntryPage {
        let me = try me
        let rows = try database.rows(
            EntryReadingSQL.reactions, [.integer(place), .integer(Self.rowsMax)]
        ) { (row) throws(StorageError) in
            (object: row.integer(0), target: row.integer(1), person: row.integer(2))
        }
        var items: [ExportEntry] = []
        for row in rows where row.person == me {
            // Two devices may have written reactions independently; the latest counts.
            let last = try database.row(
                EntryReadingSQL.last, [.integer(row.target), .integer(me)]
            ) { (object: $0.integer(0), value: UInt8(clamping: $0.integer(1))) }
            guard let last, last.object == row.object,
                let reaction = Reaction(rawValue: last.value),
                let thing = try thing(at: row.target), try isKept(thing.id)
            else { continue }
            items.append(.reaction(thing.id, reaction))
        }
        return EntryPage(items: items, nextCursor: Self.next(rows.count, rows.last?.object))
    }

    private func commentEntries(after place: Int64) throws(StorageError) -> EntryPage {
        let me = try me
        let rows = try database.rows(
            EntryReadingSQL.comments, [.integer(place), .integer(Self.rowsMax)]
        ) { (row) throws(StorageError) in
            (object: row.integer(0), target: row.integer(1), person: row.integer(2))
        }
        var items: [ExportEntry] = []
        var ids: [ObjectID] = []
        for row in rows where row.person == me {
            let found = try database.row(EntryReadingSQL.comment, [.integer(row.object)]) {
                (id: $0.bytes(0), parent: Bytes16($0.bytes(1)), text: $0.text(2))
            }
            guard let found, let bytes = Bytes16(found.id),
                let thing = try thing(at: row.target), try isKept(thing.id)
            else { continue }
            let id = ObjectID(bytes)
            ids.append(id)
            items.append(
                .comment(
                    CommentEntry(
                        reference: ThingReference(
                            Derivation.reference(to: id, of: owner.person)),
                        thing: thing.id, text: found.text, at: id.created,
                        parent: found.parent.map { .named(ThingReference($0)) })))
        }
        return EntryPage(
            items: items, comments: ids, nextCursor: Self.next(rows.count, rows.last?.object))
    }

    private func unreadEntries(after place: Int64) throws(StorageError) -> EntryPage {
        let rows = try database.rows(
            EntryReadingSQL.unread,
            [.integer(place), .integer(try me), .integer(Self.rowsMax)]
        ) { (row) throws(StorageError) in
            guard let id = Bytes16(row.bytes(1)) else { throw .corrupt }
            return (object: row.integer(0), id: ObjectID(id))
        }
        return EntryPage(
            items: rows.map { .unread($0.id) },
            nextCursor: Self.next(rows.count, rows.last?.object))
    }

    private func liveShareEntries() throws(StorageError) -> EntryPage {
        var items: [ExportEntry] = []
        for share in try liveShares() {
            guard let audience = try audience(named: share.audience) else { continue }
            items.append(.liveShare(query: share.spelled, audience: audience.name))
        }
        return EntryPage(items: items, nextCursor: nil)
    }

    // Reactions and comments on a thing in the trash are left out with it.
    private func isKept(_ id: ObjectID) throws(StorageError) -> Bool {
        let isInTrash = try database.row(EntryReadingSQL.isInTrash, [.blob(id.bytes.bytes)]) { _ in
            true
        }
        return isInTrash == nil
    }

    private static func next(_ count: Int, _ last: Int64?) -> String? {
        guard count == rowsMax, let last else { return nil }
        return EntryPlace(row: last, member: 0).text
    }
}

/// The start of a page: a row and, in a collection, a member.
private struct EntryPlace {
    let row: Int64
    let member: Int

    init(row: Int64, member: Int) {
        self.row = row
        self.member = member
    }

    var text: String { "\(row).\(member)" }

    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let row = Int64(parts[0]), let member = Int(parts[1]), row >= 0,
            member >= 0
        else { return nil }
        self.init(row: row, member: member)
    }
}

private enum EntryReadingSQL {
    static let collection = """
        SELECT id FROM objects
        WHERE kind = 2 AND kind > 1 AND author = ? AND hidden = 0 AND id >= ? ORDER BY id LIMIT 1
        """
    static let reactions = """
        SELECT object, target, person FROM reactions WHERE object > ? ORDER BY object LIMIT ?
        """
    static let last = """
        SELECT object, value FROM reactions WHERE target = ? AND person = ?
        ORDER BY stamp DESC, value DESC, object LIMIT 1
        """
    static let comments = """
        SELECT object, target, person FROM comments WHERE object > ? ORDER BY object LIMIT ?
        """
    static let comment = """
        SELECT id, parent, text FROM comments WHERE object = ? ORDER BY object
        """
    static let unread = """
        SELECT b.object, o.object FROM bookmarks b JOIN objects o ON o.id = b.object
        WHERE ifnull(b.marked, b.unread) > 0 AND b.marked > 0 AND b.object > ?1
        AND o.author <> ?2 AND o.hidden = 0 ORDER BY b.object LIMIT ?3
        """
    static let isInTrash = """
        SELECT 1 FROM objects WHERE object = ? AND kind \(KindSQL.isThing) AND hidden = 1
        ORDER BY id LIMIT 1
        """
}
