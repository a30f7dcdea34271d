import CRDT
import Domain
import Primitives

// Reads portfolios: what this person shares with others, and who else has shared how much.
extension Store {
    /// Returns a page of own things that are in some audience, with the sums over all of them.
    func portfolio(_ request: PortfolioRequest, now: WallTime) throws(StorageError) -> Answer {
        guard (1...Limits.pageMax).contains(request.limit) else {
            return .rejected(.pageSize(request.limit))
        }
        var place: ListKey?
        if let cursor = request.cursor {
            guard let named = ListKey(cursor: cursor, in: .added) else {
                return .rejected(.badCursor)
            }
            place = named
        }
        var parts: [SearchPlan] = [
            .test(.authors([try me])), .test(.isPlaced(nil)), .not(.test(.isTrashed)),
        ]
        var within: RowSet?
        var own = Reactions.none
        if let reference = request.place {
            switch try resolve(reference) {
            case .failure(let problem): return .rejected(problem)
            case .success(let number):
                guard let row = try object(row: number) else { throw .corrupt }
                var planner = try SearchPlanner(self, now: now, wantsAll: true, effort: .most)
                let rows = try planner.rows(
                    naming: try self.reference(to: row.id, of: row.author))
                parts.append(.rows(rows))
                within = rows
                own = try reactions(to: row, at: number, beside: rows)
            }
        }
        var run = try SearchRun(.all(parts), of: self, in: .added, effort: .most)
        let keys = try run.first(request.limit + 1, behind: place)
        guard !run.isRefused else { return .rejected(.tooBroad) }
        let shown = keys.prefix(request.limit)
        return .feeds(
            .portfolio(
                Portfolio(
                    page: ListPage(
                        items: try bookmarks(rows: shown.map(\.row)),
                        nextCursor: keys.count > shown.count ? shown.last?.cursor : nil,
                        total: nil),
                    things: try sharedThings(within),
                    sums: try sharedSums(within).adding(own))))
    }

    // Returns the reactions to the place itself; none if nobody else sees it or if it is counted already.
    private func reactions(
        to place: ObjectRow, at number: Int64, beside rows: RowSet
    ) throws(StorageError) -> Reactions {
        if place.author == (try me) {
            guard !rows.contains(number), try isShared(number) else { return .none }
        }
        return try bookmark(row: number)?.reactions ?? .none
    }

    /// Returns friends and oneself, most liked first, then by number of things.
    func contributors() throws(StorageError) -> [Contributor] {
        var people = [owner.person]
        for contact in try contacts() { people.append(contact.person) }
        let sums = try sumsOfOthers()
        var found: [Contributor] = []
        for person in people { found.append(try contributor(person, sums)) }
        return found.sorted { left, right in
            if left.sums.likes != right.sums.likes { return left.sums.likes > right.sums.likes }
            if left.things != right.things { return left.things > right.things }
            return (left.author.name, left.author.person) < (right.author.name, right.author.person)
        }
    }

    /// Returns how many things somebody has shared, and the reactions to them.
    func contributor(_ person: PersonID) throws(StorageError) -> Contributor {
        try contributor(person, try sumsOfOthers())
    }

    private func contributor(
        _ person: PersonID, _ sums: [Int64: Reactions]
    ) throws(StorageError) -> Contributor {
        let author = try author(person)
        guard person != owner.person else {
            return Contributor(
                author: author, things: try sharedThings(nil), sums: try sharedSums(nil))
        }
        guard let number = try knownNumber(of: person) else {
            return Contributor(author: author, things: 0, sums: .none)
        }
        let things = try countThings(of: number, atMost: .max)
        return Contributor(author: author, things: things, sums: sums[number] ?? .none)
    }

    private func sharedThings(_ within: RowSet?) throws(StorageError) -> Int {
        guard let within else {
            return try database.row(PortfolioSQL.shared, [.integer(try me)]) { Int($0.integer(0)) }
                ?? 0
        }
        var count = 0
        for row in within.rows where try isShared(row) { count += 1 }
        return count
    }

    private func isShared(_ row: Int64) throws(StorageError) -> Bool {
        try database.row(PortfolioSQL.isShared, [.integer(row), .integer(try me)]) { _ in true }
            ?? false
    }

    // Few things have reactions, so all tallies are read and filtered.
    private func sharedSums(_ within: RowSet?) throws(StorageError) -> Reactions {
        let rows = try database.rows(PortfolioSQL.ownSums, [.integer(try me)]) {
            (row) throws(StorageError) in
            (
                row: row.integer(0), likes: Int(row.integer(1)), dislikes: Int(row.integer(2)),
                comments: Int(row.integer(3)), followers: Int(row.integer(4))
            )
        }
        var sums = Reactions.none
        for row in rows where within?.contains(row.row) ?? true {
            sums = sums.adding(
                Reactions(
                    likes: row.likes, dislikes: row.dislikes, comments: row.comments,
                    followers: row.followers, own: nil))
        }
        return sums
    }

    private func sumsOfOthers() throws(StorageError) -> [Int64: Reactions] {
        let rows = try database.rows(PortfolioSQL.sumsOfOthers, [.integer(try me)]) {
            (row) throws(StorageError) in
            (
                row.integer(0),
                Reactions(
                    likes: Int(row.integer(1)), dislikes: Int(row.integer(2)),
                    comments: Int(row.integer(3)), followers: Int(row.integer(4)), own: nil)
            )
        }
        return Dictionary(rows) { first, _ in first }
    }
}

extension Reactions {
    // A sum has no reaction of one's own.
    fileprivate func adding(_ other: Reactions) -> Reactions {
        Reactions(
            likes: likes + other.likes, dislikes: dislikes + other.dislikes,
            comments: comments + other.comments, followers: followers + other.followers, own: nil)
    }
}

private enum PortfolioSQL {
    // In a group or direct audience, or at home in `private` and placed somewhere.
    private static let isSeen = """
        o.hidden = 0 AND o.kind \(KindSQL.isThing) AND (o.audience > 3 OR (o.audience = 1 AND EXISTS
        (SELECT 1 FROM placed p WHERE p.object = o.id AND p.audience > 1)))
        """
    static let shared = """
        SELECT count(*) FROM objects o WHERE o.author = ? AND \(isSeen) ORDER BY 1
        """
    static let isShared = """
        SELECT o.id FROM objects o WHERE o.id = ? AND o.author = ? AND \(isSeen) ORDER BY o.id
        """
    static let ownSums = """
        SELECT t.object, t.likes, t.dislikes, t.comments, t.followers FROM tallies t
        JOIN objects o ON o.id = t.object WHERE o.author = ? AND \(isSeen) ORDER BY t.object
        """
    static let sumsOfOthers = """
        SELECT o.author, sum(t.likes), sum(t.dislikes), sum(t.comments), sum(t.followers)
        FROM tallies t
        CROSS JOIN objects o ON o.id = t.object WHERE o.author <> ? AND o.hidden = 0
        GROUP BY o.author ORDER BY o.author
        """
}
