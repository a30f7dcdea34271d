import CRDT
import Domain
import Primitives

// Reactions and comments of others on things that this person follows, in the order of arrival, as in a feed. The
// list is walked from the newest and filtered by what is followed.
extension Store {
    /// Returns a page.
    ///
    /// - Parameter cursor: the position where the previous page ended.
    func said(_ limit: Int, cursor: String?) throws(StorageError) -> Answer {
        guard (1...Limits.pageMax).contains(limit) else { return .rejected(.pageSize(limit)) }
        var place = Int64.max
        if let cursor {
            guard let named = Self.saidPlace(cursor) else { return .rejected(.badCursor) }
            place = named
        }
        let targets = try followedTargets()
        let muted = try mutedPeople()
        var items: [ReceivedReaction] = []
        var left = targets.isEmpty ? 0 : limits.saidRows
        var isMore = !targets.isEmpty
        while isMore, items.count < limit, left > 0 {
            let rows = try database.rows(
                SaidSQL.behind, [.integer(place), .integer(min(left, Self.rowsAtOnce))]
            ) { (row) throws(StorageError) in
                SaidRow(object: row.integer(0), target: row.integer(1), person: row.integer(2))
            }
            isMore = rows.count == min(left, Self.rowsAtOnce)
            for row in rows {
                place = row.object
                left -= 1
                guard targets.contains(row.target), !muted.contains(row.person) else { continue }
                left -= Self.lookup
                if let said = try said(row) { items.append(said) }
                guard items.count < limit, left > 0 else {
                    isMore = true
                    break
                }
            }
        }
        return .feeds(
            .said(
                ReceivedReactionPage(
                    items: items, nextCursor: isMore ? Self.cursor(of: place) : nil)))
    }

    private struct SaidRow {
        let object: Int64
        /// The first bytes of a reference, as a number.
        let target: Int64
        /// The row of the person who reacted or commented.
        let person: Int64
    }

    /// Returns references to what is followed, as stored in the tables: things and, for a page, everything with its
    /// address.
    private func followedTargets() throws(StorageError) -> Set<Int64> {
        var targets: Set<Int64> = []
        for record in try follows() where record.attention == .follow {
            switch record.followed {
            case .person, .tag: continue
            case .thing(let reference): targets.insert(reference.bytes.column)
            case .search(let text):
                guard case .success(let query) = SearchQuery.parse(text),
                    case .term(.page(let page)) = query.expression
                else { continue }
                for row in try rows(ofPage: page) {
                    guard let object = try object(row: row) else { continue }
                    targets.insert(
                        try reference(to: object.id, of: object.author).bytes.column)
                }
            }
        }
        return targets
    }

    private func mutedPeople() throws(StorageError) -> Set<Int64> {
        var people: Set<Int64> = [try me]
        for case .person(let person) in try muted() {
            if let number = try knownNumber(of: person) { people.insert(number) }
        }
        return people
    }

    // Returns nil if the person has reacted differently since, or the thing is not visible.
    private func said(_ row: SaidRow) throws(StorageError) -> ReceivedReaction? {
        guard let thing = try seen(row.target) else { return nil }
        if let comment = try comment(row: row.object) {
            return ReceivedReaction(
                author: comment.author, thing: thing,
                what: .comment(comment.id, text: comment.text), at: comment.at)
        }
        let last = try database.row(
            SaidSQL.last, [.integer(row.target), .integer(row.person)]
        ) { found in
            (object: found.integer(0), value: found.integer(1), stamp: found.integer(2))
        }
        guard let last, last.object == row.object,
            let reaction = Reaction(rawValue: UInt8(clamping: last.value))
        else { return nil }
        let stamp = HybridTime(rawValue: UInt64(bitPattern: last.stamp))
        return ReceivedReaction(
            author: try author(row: row.person), thing: thing, what: .reaction(reaction),
            at: stamp.wall)
    }

    // Returns the thing if it is visible and not in the trash.
    private func seen(_ target: Int64) throws(StorageError) -> Bookmark? {
        guard let key = try thing(at: target) else { return nil }
        for row in try rows(of: key) {
            if let thing = try bookmarks(rows: [row]).first, !thing.isTrashed { return thing }
        }
        return nil
    }

    private static let rowsAtOnce = 500
    /// The cost of reading a reaction or comment, in skipped rows.
    private static let lookup = 20

    // A row of 8 bytes, in base 32.
    private static func cursor(of place: Int64) -> String {
        Base32.encode(
            stride(from: 56, through: 0, by: -8).map {
                UInt8(truncatingIfNeeded: UInt64(bitPattern: place) >> UInt64($0))
            })
    }

    private static func saidPlace(_ cursor: String) -> Int64? {
        guard cursor.utf8.count <= 16, let bytes = Base32.decode(cursor), bytes.count == 8 else {
            return nil
        }
        let place = Int64(bitPattern: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        return place > 0 ? place : nil
    }
}

private enum SaidSQL {
    // Both parts walk row ids in descending order.
    static let behind = """
        SELECT object, target, person FROM comments WHERE object < ?1
        UNION ALL SELECT object, target, person FROM reactions WHERE object < ?1
        ORDER BY 1 DESC LIMIT ?2
        """
    static let last = """
        SELECT object, value, stamp FROM reactions WHERE target = ? AND person = ?
        ORDER BY stamp DESC, value DESC, object LIMIT 1
        """
}
