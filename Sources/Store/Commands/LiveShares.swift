import CRDT
import Domain
import Primitives
import Wire

/// A live share, ready for matching.
struct LiveShareRecord {
    /// The row of its object.
    let row: Int64
    let query: SearchQuery
    let spelled: String
    let audience: AudienceName
}

// Live shares are standing rules: things that begin to match are placed as well.
extension Store {
    /// Returns the operations that create a live share; none if the same one exists.
    func makeShare(
        _ text: String, with audience: AudienceName
    ) throws(StorageError) -> Result<[Operation], Problem> {
        switch SearchQuery.parse(text) {
        case .failure(let problem): return .failure(problem)
        case .success(let query):
            let spelled = query.spelled
            guard !spelled.isEmpty else {
                return .failure(
                    Problem(
                        .invalidQuery,
                        "a live share needs a condition, and this matches everything",
                        fix: "share only what is here now, with --once; or give a tag: '#TAG'"))
            }
            if let problem = Self.problem(withQuery: spelled) { return .failure(problem) }
            guard !query.expression.asksForWhatIsSaid else {
                return .failure(
                    Problem(
                        .invalidQuery,
                        "a live share cannot depend on reactions, highlights or duplicates",
                        fix: "share what is here now: weft share QUERY --once"))
            }
            let isKnown = try liveShares().contains {
                $0.spelled == spelled && $0.audience == audience
            }
            guard !isKnown else { return .success([]) }
            let values = [
                FieldValue(Schema.LiveShare.query, Array(spelled.utf8)),
                FieldValue(Schema.LiveShare.audience, audience.bytes),
            ]
            return .success([
                .create(Creation(kind: Schema.LiveShare.kind, values: values, elements: []))
            ])
        }
    }

    /// A query is stored in its spelled-out form, which may be longer than what was typed.
    static func problem(withQuery spelled: String) -> Problem? {
        guard spelled.utf8.count > Limits.queryBytesMax else { return nil }
        return Problem(
            .invalidQuery,
            "the search has more than \(Limits.queryBytesMax) bytes when written out",
            fix: "shorten it")
    }

    /// Returns the live shares in effect.
    func liveShares() throws(StorageError) -> [LiveShareRecord] {
        if let known = memory.shares { return known }
        let numbers = try database.rows(
            """
            SELECT id FROM objects
            WHERE kind = 3 AND kind > 1 AND author = ? AND audience = 1 AND hidden = 0 ORDER BY id
            """, [.integer(try me)]
        ) { (row) throws(StorageError) in row.integer(0) }
        var shares: [LiveShareRecord] = []
        for number in numbers {
            guard let row = try object(row: number),
                let text = row.state.register(Schema.LiveShare.query)?.shown?.value,
                let bytes = row.state.register(Schema.LiveShare.audience)?.shown?.value,
                let audience = AudienceName(bytes: bytes),
                case .success(let query) = SearchQuery.parse(String(decoding: text, as: UTF8.self))
            else { continue }
            shares.append(
                LiveShareRecord(
                    row: number, query: query, spelled: query.spelled, audience: audience))
        }
        memory.shares = shares
        return shares
    }

    /// Returns the audiences in which live shares place a new thing, in ascending order without duplicates.
    func liveAudiences(
        of draft: BookmarkDraft, at wall: WallTime
    ) throws(StorageError) -> [AudienceName] {
        let shares = try liveShares()
        guard !shares.isEmpty else { return [] }
        let matcher = SearchMatcher(prospect(of: draft, at: wall), now: wall)
        return try placeable().filter { audience in
            shares.contains {
                $0.audience == audience && matcher.matches($0.query, isIn: { _ in false })
            }
        }
    }

    /// Returns a draft as the thing that it would become, for matching.
    func prospect(of draft: BookmarkDraft, at wall: WallTime) -> Bookmark {
        Bookmark(
            author: Author(person: owner.person, name: owner.name, isMe: true),
            id: ObjectID(.zero), url: draft.url,
            canonicalURL: CanonicalURL.canonical(draft.url), title: draft.title,
            note: draft.note, tags: draft.tags, size: draft.size, isUnread: draft.isUnread,
            added: draft.added ?? wall, updated: wall, placement: [], isTrashed: false,
            conflicts: [], kind: draft.kind, details: draft.details)
    }

    /// A thing before a change, and the audiences of live shares that it matches.
    struct LiveMatch {
        let row: Int64
        let audiences: [AudienceName]
    }

    /// Returns what these things match; call it before they are changed.
    func liveMatches(of rows: [Int64], at wall: WallTime) throws(StorageError) -> [LiveMatch] {
        let shares = try liveShares()
        var matches: [LiveMatch] = []
        for row in rows {
            guard !shares.isEmpty, let bookmark = try bookmark(row: row) else {
                matches.append(LiveMatch(row: row, audiences: []))
                continue
            }
            let matcher = SearchMatcher(bookmark, now: wall)
            let matching = shares.filter { matcher.matches($0.query, isIn: { _ in false }) }
            matches.append(LiveMatch(row: row, audiences: matching.map(\.audience)))
        }
        return matches
    }

    /// Places things that match a live share because of a change. A thing that matched before stays where its person
    /// put it, which may deliberately be narrower.
    func placeIfLive(
        _ before: [LiveMatch], act: Int64, at wall: WallTime
    ) throws(StorageError) {
        guard !before.isEmpty else { return }
        let now = try liveMatches(of: before.map(\.row), at: wall)
        guard now.contains(where: { !$0.audiences.isEmpty }) else { return }
        var operations: [Operation] = []
        let placeable = try placeable()
        for (old, new) in zip(before, now) {
            guard let row = try object(row: new.row), row.place == .private else { continue }
            for audience in placeable
            where new.audiences.contains(audience) && !old.audiences.contains(audience) {
                // Only a first placement is automatic; what a person withdrew stays withdrawn.
                guard row.state.placement(in: audience) == nil,
                    let operation = Self.place(row, in: audience, isIn: true)
                else { continue }
                operations.append(operation)
            }
        }
        try author(operations, act: act, at: wall)
    }
}

extension SearchExpression {
    /// Whether it depends on reactions, highlights or duplicates, which are not the thing's own content.
    fileprivate var asksForWhatIsSaid: Bool {
        switch self {
        case .everything: return false
        case .all(let parts), .any(let parts): return parts.contains { $0.asksForWhatIsSaid }
        case .not(let inner): return inner.asksForWhatIsSaid
        case .term(.reactions), .term(.comment), .term(.isState(.liked)),
            .term(.isState(.disliked)), .term(.isState(.highlighted)), .term(.isState(.duplicate)):
            return true
        case .term: return false
        }
    }
}
