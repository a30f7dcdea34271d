import CRDT
import Domain
import Primitives

// Things without an address are equal if all their content is. So importing a file twice adds nothing twice, and two
// equal things within one file are both kept.
extension Store {
    /// Returns the existing thing for which an import would skip `draft`, and its reference.
    func twin(
        of draft: BookmarkDraft, in audience: Audience?, now: WallTime
    ) throws(StorageError) -> Answer {
        let goal: Destination
        switch try destination(audience, at: now) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): goal = found
        }
        switch try checked(draft, audience: goal.audience) {
        case .failure(let problem): return .rejected(problem)
        case .success(let draft):
            var known = try original(of: draft)
            if known == nil { known = try twin(of: try ruled(draft, at: now), in: goal.home) }
            guard let twin = known else { return .twin(OriginalThing()) }
            return .twin(OriginalThing(twin, try references(to: [.id(twin.text)]).first ?? nil))
        }
    }

    /// Returns the thing at home in `place` that equals `draft`. For the n-th equal draft of an import, it is the
    /// n-th equal thing; nil if there are fewer, or if the draft is stored in any case.
    func twin(of draft: BookmarkDraft, in place: Place) throws(StorageError) -> ObjectID? {
        if draft.isByWords {
            guard let row = try row(ofWords: draft, in: place) else { return nil }
            return try object(row: row)?.id
        }
        guard let wanted = draft.copyNumber, wanted > 0 else { return nil }
        let key = CanonicalKey.of(
            Array(draft.url.utf8), Array(draft.title.utf8), draft.kind)
        let rows = try database.rows(
            TwinSQL.rows,
            [
                .integer(key), .integer(Int(draft.kind.rawValue)), .integer(try me),
                .integer(place.number), .text(draft.url), .text(draft.title), .text(draft.note),
            ]
        ) { (row) throws(StorageError) in row.integer(0) }
        guard rows.count >= wanted else { return nil }
        let details = Set(draft.details)
        var same = 0
        for row in rows {
            guard let thing = try bookmarks(rows: [row]).first, Set(thing.details) == details
            else { continue }
            same += 1
            if same == wanted { return thing.id }
        }
        return nil
    }

    /// Returns the row of the passage at home in `place` with the same words on the same page, whatever else differs;
    /// nil if there is none.
    func row(ofWords draft: BookmarkDraft, in place: Place) throws(StorageError) -> Int64? {
        let canonical = CanonicalURL.canonical(draft.url)
        let found = try database.rows(
            TwinSQL.words,
            [
                .integer(CanonicalKey.of(canonical: canonical)),
                .integer(Int(draft.kind.rawValue)), .integer(try me), .integer(place.number),
                .text(draft.title),
            ]
        ) { (row) throws(StorageError) in (row.integer(0), row.text(1)) }
        return found.first { CanonicalURL.canonical($0.1) == canonical }?.0
    }

    /// Returns the very thing that `draft` was exported from; nil if it is not visible here.
    func original(of draft: BookmarkDraft) throws(StorageError) -> ObjectID? {
        guard let origin = draft.origin else { return nil }
        let isHere = try database.row(
            TwinSQL.original, [.blob(origin.id.bytes.bytes), .blob(origin.author.key.bytes)]
        ) { _ in true }
        return isHere == true ? origin.id : nil
    }
}

private enum TwinSQL {
    static let original = """
        SELECT 1 FROM objects o JOIN people p ON p.id = o.author
        WHERE o.object = ? AND p.person = ? AND o.hidden = 0 AND o.kind \(KindSQL.isThing)
        ORDER BY o.id LIMIT 1
        """
    static let words = """
        SELECT b.object, b.url FROM bookmarks b JOIN objects o ON o.id = b.object
        WHERE b.canonical = ? AND b.kind = ? AND o.author = ? AND o.audience = ? AND o.hidden = 0
            AND b.title = ?
        ORDER BY b.object
        """
    static let rows = """
        SELECT b.object FROM bookmarks b JOIN objects o ON o.id = b.object
        WHERE b.canonical = ? AND b.kind = ? AND o.author = ? AND o.audience = ? AND o.hidden = 0
            AND b.url = ? AND b.title = ? AND b.note = ?
        ORDER BY b.object
        """
}
