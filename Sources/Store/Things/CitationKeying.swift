import CRDT
import Domain
import Primitives

// Gives a new paper a citation key, which no other thing here has.
extension Store {
    /// Returns the draft with a citation key, if its kind has one and the person gave none. A key that a file left out
    /// stays out, so that the file can be imported again without adding anything twice.
    ///
    /// - Parameter given: the keys of drafts that are not written yet; that of this one is added.
    func keyed(
        _ draft: BookmarkDraft, besides given: inout Set<String>
    ) throws(StorageError) -> BookmarkDraft {
        guard draft.kind.form(of: .citationKey) != nil, !draft.isFromFile,
            draft.details[.citationKey].isEmpty
        else {
            given.formUnion(draft.details[.citationKey])
            return draft
        }
        let base = CitationKeys.base(title: draft.title, details: draft.details)
        let known = try database.rows(
            KeySQL.beginning,
            [.integer(Int(DetailName.citationKey.rawValue)), .text(base), .text(base + "{")]
        ) { (row) throws(StorageError) in row.text(0) }
        let key = CitationKeys.unique(base, besides: given.union(known))
        given.insert(key)
        var draft = draft
        draft.details.append(Detail(.citationKey, [key]))
        draft.details.sort { $0.name.rawValue < $1.name.rawValue }
        return draft
    }

    /// Returns the reason why a thing at home in `place` may not have `key`: another one there has it, or one of
    /// `drafts`. Devices that are apart can still give the same key twice.
    ///
    /// - Parameter own: the thing itself, if it exists already.
    func problem(
        withKey key: String, in place: Place, of own: ObjectRow? = nil,
        besides drafts: [BookmarkDraft] = []
    ) throws(StorageError) -> Problem? {
        if drafts.contains(where: { $0.details[.citationKey].first == key }) {
            return .takenKey(key, "another paper of the same request")
        }
        let others = try database.rows(
            KeySQL.same,
            [
                .integer(Int(DetailName.citationKey.rawValue)), .text(key), .integer(place.number),
            ]
        ) { (row) throws(StorageError) in (row: row.integer(0), id: row.bytes(1)) }
        guard let other = others.first(where: { $0.row != own?.number }),
            let bytes = Bytes16(other.id)
        else { return nil }
        return .takenKey(key, ObjectID(bytes).short)
    }
}

extension Problem {
    fileprivate static func takenKey(_ key: String, _ whose: String) -> Problem {
        Problem(
            .invalidValue, "\(DetailName.citationKey.word): \(quote(key)) is that of \(whose)",
            fix: "use another key, such as \(key)a")
    }
}

private enum KeySQL {
    // A suffix is of small letters, and "{" is behind them.
    static let beginning = """
        SELECT DISTINCT value FROM facets WHERE detail = ? AND folded >= ? AND folded < ?
        ORDER BY value
        """
    static let same = """
        SELECT o.id, o.object FROM facets f JOIN objects o ON o.id = f.object
        WHERE f.detail = ? AND f.folded = ? AND o.audience = ? AND o.hidden = 0
        ORDER BY o.id LIMIT 2
        """
}
