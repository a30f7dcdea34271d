import CRDT
import Domain
import Primitives

/// A request to mark a thing that is not this person's alone as unread or read.
struct Noting {
    let row: ObjectRow
    let isUnread: Bool

    /// The arguments for writing it.
    var mark: (author: Int64, id: ObjectID, isUnread: Bool) { (row.author, row.id, isUnread) }
}

// Marks others' things privately; everybody who sees a thing may, whatever they may change of it.
extension Store {
    /// Returns the private note that `change` requires; nil if none, or if the thing itself holds that state.
    func noting(
        _ change: BookmarkChange, of reference: Reference
    ) throws(StorageError) -> Noting? {
        guard let isUnread = change.isUnread, case .success(let number) = try resolve(reference),
            let row = try object(row: number), row.thing != nil,
            try isMarkedBeside(author: row.author, at: row.place)
        else { return nil }
        return Noting(row: row, isUnread: isUnread)
    }

    /// Returns the private note that a bulk change requires for the thing in this row; nil if none, or nothing new.
    func noting(
        of kind: BulkWork.Kind, on number: Int64
    ) throws(StorageError) -> Noting? {
        guard case .mark(let isUnread) = kind, let row = try object(row: number),
            row.thing != nil, row.hidden == .visible,
            try isMarkedBeside(author: row.author, at: row.place)
        else { return nil }
        let noting = Noting(row: row, isUnread: isUnread)
        return try isNew(noting) ? noting : nil
    }

    /// Whether it differs from what shows.
    func isNew(_ noting: Noting) throws(StorageError) -> Bool {
        guard let number = noting.row.number else { return false }
        return try bookmarks(rows: [number]).first?.isUnread != noting.isUnread
    }

    /// Writes the private note and nothing else.
    func note(_ noting: Noting, at wall: WallTime) throws(StorageError) -> Answer {
        let row = noting.row
        guard row.hidden == .visible, let number = row.number else {
            return .rejected(try problem(withTrashed: row))
        }
        if try isNew(noting) {
            let word = noting.isUnread ? "unread" : "read"
            let act = try act(nil, summary: "marked \(row.id.short) as \(word)", at: wall)
            try setPrivateNotes([noting.mark], act: act, at: wall)
        }
        guard let bookmark = try bookmark(row: number) else { throw .corrupt }
        return .bookmark(bookmark)
    }
}
