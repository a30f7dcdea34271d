package import CRDT
package import Domain
package import Primitives
import Wire

// Answers queries from people and programs without changing anything.
extension Store {
    /// Answers `query`.
    ///
    /// - Returns: nil while the full-text index has to catch up first; ask again after `indexSome`.
    package func answer(_ query: Query, now: WallTime) throws(StorageError) -> Answer? {
        switch query {
        case .list(let request, _):
            switch try list(request, now: now) {
            case .page(let page): return .page(page)
            case .rejected(let problem): return .rejected(problem)
            case .indexing: return nil
            }
        case .index(let request, _):
            switch try index(request, now: now) {
            case .index(let index): return .index(index)
            case .rejected(let problem): return .rejected(problem)
            case .indexing: return nil
            }
        case .things(let ids, _):
            return .page(ListPage(items: try things(ids), nextCursor: nil, total: nil))
        case .show(let reference, _):
            return try about(reference) { (row) throws(StorageError) in
                try bookmark(row: row).map { .bookmark($0) }
            }
        case .tags(let prefix, let limit, _): return .tags(try tags(prefix: prefix, limit: limit))
        case .collections: return .collections(try collections(now: now))
        case .members(let name, let limit, let cursor, _):
            return try members(ofCollection: name, limit: limit, cursor: cursor, now: now)
        case .history(let reference, _):
            return try history(of: reference)
        case .visibility(let reference, _):
            return try about(reference) { (row) throws(StorageError) in
                try visibility(row: row).map { .visibility($0) }
            }
        case .reactions(let reference, _):
            return try about(reference) { (row) throws(StorageError) in
                .reactions(try personReactions(row: row))
            }
        case .comments(let reference, let limit, let cursor, _):
            return try about(reference) { (row) throws(StorageError) in
                switch try comments(row: row, limit: limit, cursor: cursor) {
                case .failure(let problem): return .rejected(problem)
                case .success(let page): return .comments(page)
                }
            }
        case .reports(let limit, let cursor, _):
            switch try reports(limit: limit, cursor: cursor) {
            case .failure(let problem): return .rejected(problem)
            case .success(let page): return .reports(page)
            }
        case .wardrobe(let query): return try answer(query)
        case .check(let url, _): return try check(url, now: now)
        case .known(let url, _): return try known(url, now: now)
        case .duplicates(let after, let limit, _):
            return .duplicates(try duplicates(after: after, limit: limit))
        case .complete(let typed, let limit, _):
            return .completions(try completions(of: typed, limit: limit))
        case .twin(let draft, let audience, _): return try twin(of: draft, in: audience, now: now)
        case .entries(let section, let cursor, _):
            switch try entries(of: section, after: cursor) {
            case .failure(let problem): return .rejected(problem)
            case .success(let page): return .entries(page)
            }
        case .weighEntries(let entries, let person, _):
            return try take(entries, by: person, act: nil, .toCount, at: now)
        case .references(let things, _): return .references(try self.references(to: things))
        case .feeds(let query): return try answer(query, now: now)
        case .tagRules: return .tagRules(try tagRules().map(\.rule))
        case .acts(let limit, _): return .acts(try acts(limit: limit))
        case .shares: return .shares(try shares(now: now))
        case .settings: return .settings(try settings())
        case .blocked: return .people(try blockedPeople())
        case .groups: return .groups(try shownGroups())
        case .invitations: return .invitations(try invitations(at: now))
        case .joinings: return .joinings(try joinings(at: now))
        case .blob(let query): return try answer(query)
        case .use(let key, _): return .keyUse(try use(of: key, at: now))
        case .written: return .written(try written())
        case .friends, .groupMembers, .peers, .status, .identity, .pending, .code, .devices,
            .folders, .mailboxes, .preview, .replication:
            preconditionFailure("what concerns links, or is done in slices, is the engine's")
        }
    }

    // Returns the history of a thing or, failing that, of a comment: both use the same kind of ids.
    private func history(of reference: Reference) throws(StorageError) -> Answer {
        switch try resolve(reference) {
        case .success(let row): return .history(History(of: .thing, try history(row: row)))
        case .failure(let problem):
            guard problem.code == .notFound,
                case .success(let comment) = try comment(reference, on: nil)
            else { return .rejected(problem) }
            return .history(History(of: .comment, try history(ofComment: comment)))
        }
    }

    private func about(
        _ reference: Reference, _ tell: (Int64) throws(StorageError) -> Answer?
    ) throws(StorageError) -> Answer {
        switch try resolve(reference) {
        case .failure(let problem): return .rejected(problem)
        case .success(let row):
            return try tell(row)
                ?? .rejected(.unknown(reference.text))
        }
    }

    /// Returns a person as shown here.
    package func author(_ person: PersonID) throws(StorageError) -> Author {
        let found = try database.row(
            "SELECT id FROM people WHERE person = ? ORDER BY id", [.blob(person.key.bytes)]
        ) { $0.integer(0) }
        guard let found else { return Author(person: person, name: "", isMe: false) }
        return try author(row: found)
    }

    /// Returns the last writer of the object in `row`.
    ///
    /// - Parameter writer: the writer's row; nil if nobody wrote to the object since, which means its author.
    package func author(
        ofObject row: Int64, writtenBy writer: Int64?
    ) throws(StorageError) -> Author {
        if let writer { return try author(row: writer) }
        let found = try database.row(
            "SELECT author FROM objects WHERE id = ? ORDER BY id", [.integer(row)]
        ) { $0.integer(0) }
        guard let found else { return try author(row: try me) }
        return try author(row: found)
    }

    /// Returns the id of the thing in `row`, even if it is no longer visible to anybody; nil if the row holds
    /// something else.
    package func link(row: Int64) throws(StorageError) -> ObjectID? {
        let found = try database.row(
            "SELECT object FROM objects WHERE id = ? AND kind \(KindSQL.isThing) ORDER BY id",
            [.integer(row)]
        ) { $0.bytes(0) }
        return found.flatMap { Bytes16($0) }.map(ObjectID.init)
    }

    /// Returns the replica's part of the node status; the engine adds links and listening.
    package func status() throws(StorageError) -> Status {
        let counts = try counts()
        var status = Status(
            name: owner.name, uptimeMilliseconds: 0, ownLinks: counts.ownLinks,
            seenLinks: counts.seenLinks, tags: counts.tags, groups: try groupCount(),
            friends: try contacts().count,
            connectedFriends: 0, deltas: counts.deltas, listeningOn: nil,
            unindexed: try unindexedCount(), readOnlyReason: nil, peers: [])
        status.otherThings = counts.things.dropFirst().filter { $0.own + $0.seen > 0 }
        status.foundTwiceAt = try foundTwice()
        status.reports = try reportsToldHere()
        return status
    }

    private func groupCount() throws(StorageError) -> Int {
        var count = 0
        for group in try namedGroups() where try state(of: group) == .member { count += 1 }
        return count
    }

    private func check(_ url: String, now: WallTime) throws(StorageError) -> Answer {
        let row = try ownBookmark(canonical: CanonicalURL.canonical(url))
        return try check(url, keptIn: row, now: now)
    }

    private func known(_ url: String, now: WallTime) throws(StorageError) -> Answer {
        let canonical = CanonicalURL.canonical(url)
        var row = try ownBookmark(canonical: canonical)
        if row == nil {
            switch try destination(nil, at: now) {
            case .failure(let problem): return .rejected(problem)
            case .success(let goal): row = try bookmark(canonical: canonical, at: goal.home)
            }
        }
        return try check(url, keptIn: row, now: now)
    }

    private func check(
        _ url: String, keptIn row: Int64?, now: WallTime
    ) throws(StorageError) -> Answer {
        let canonical = CanonicalURL.canonical(url)
        let thing = prospect(of: BookmarkDraft(url: url), at: now)
        let tags = try tags(ofRulesFor: thing, at: now)
        let kept = try row.flatMap { (row) throws(StorageError) in try bookmark(row: row) }
        return .check(AddressCheck(canonical, kept, tags: tags))
    }

    private func shares(now: WallTime) throws(StorageError) -> [LiveShare] {
        var shares: [LiveShare] = []
        for share in try liveShares() {
            let own = SearchQuery(
                .all([.term(.by(.me)), share.query.expression]), sort: nil)
            guard let audience = try audience(named: share.audience) else { continue }
            shares.append(
                LiveShare(
                    query: share.spelled, audience: audience,
                    count: try count(matching: own, now: now) ?? 0))
        }
        return shares
    }
}
