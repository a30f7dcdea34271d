import Domain

// Plans kinds and details: each becomes a set of rows, from its own index.
extension SearchPlanner {
    /// Links are tested row by row, because most things are links; rows of the other kinds are few and are gathered.
    mutating func plan(_ kind: Kind) throws(StorageError) -> SearchPlan {
        guard kind != .link else { return .test(.isKind(Int64(kind.rawValue))) }
        return .rows(try rows(of: kind))
    }

    /// If a condition on links holds for a count of zero, nearly all links pass; then those that fail are subtracted.
    mutating func plan(
        asked name: DetailName, passing test: DetailTest
    ) throws(StorageError) -> SearchPlan {
        guard case .count(let bound, let edge) = test, bound.holds(0, edge),
            Kind.link.form(of: name) != nil
        else { return .rows(try rows(asked: name, passing: test)) }
        let failing = try gather(
            DetailSQL.counted(bound, holds: false),
            [.integer(Int(name.rawValue)), .integer(edge)])
        return .all([.test(.isKind(Int64(Kind.link.rawValue))), .not(.rows(failing))])
    }

    /// Gathers the things of which a detail that this name covers passes the test.
    mutating func rows(
        asked name: DetailName, passing test: DetailTest
    ) throws(StorageError) -> RowSet {
        var all = RowSet()
        for name in name.asked { all.formUnion(try rows(of: name, passing: test)) }
        return all
    }

    /// Gathers the things whose detail passes the test. Things without the detail are not among them.
    mutating func rows(
        of name: DetailName, passing test: DetailTest
    ) throws(StorageError) -> RowSet {
        let detail = SQLValue.integer(Int(name.rawValue))
        switch test {
        case .equals(let folded):
            return try gather(DetailSQL.equal, [detail, .text(folded)])
        case .within(let path):
            var rows = try gather(DetailSQL.equal, [detail, .text(path)])
            rows.formUnion(
                try gather(DetailSQL.below, [detail, .text(path + "/"), .text(path + "0")]))
            return rows
        case .name(let folded):
            let name = "; " + folded
            return try gather(DetailSQL.named, [detail, .text(name + ";"), .text(name + ",")])
        case .amount(let bound, let edge, let currency):
            let amount = DetailSQL.amount(bound)
            guard let currency else { return try gather(amount, [detail, .integer(edge)]) }
            return try gather(
                DetailSQL.amount(bound, inCurrency: true),
                [detail, .integer(edge), .text(currency)])
        case .count(let bound, let edge):
            guard bound.holds(0, edge) else {
                return try gather(DetailSQL.counted(bound, holds: true), [detail, .integer(edge)])
            }
            // Things without the detail have no rows to count, so this takes all things and subtracts those that
            // fail.
            var rows = RowSet()
            for kind in Kind.allCases where kind.form(of: name) != nil {
                rows.formUnion(try self.rows(of: kind))
            }
            rows.subtract(
                try gather(DetailSQL.counted(bound, holds: false), [detail, .integer(edge)]))
            return rows
        }
    }

    /// Gathers the things by cost per day worn, rounded to hundredths as `Price.each` does.
    mutating func rows(
        wornFor bound: DetailTest.Bound, _ edge: Int64, _ currency: String?
    ) throws(StorageError) -> RowSet {
        let known: [SQLValue] = [
            .integer(Int(DetailName.worn.rawValue)), .integer(Int(DetailName.price.rawValue)),
            .integer(edge),
        ]
        guard let currency else { return try gather(DetailSQL.perDay(bound), known) }
        return try gather(
            DetailSQL.perDay(bound, inCurrency: true), known + [.text(currency)])
    }

    private mutating func rows(of kind: Kind) throws(StorageError) -> RowSet {
        try gather(DetailSQL.ofKind, [.integer(Int(kind.rawValue))])
    }
}

private enum DetailSQL {
    // The second condition repeats that of the partial index, so that SQLite uses it.
    static let ofKind = """
        SELECT object FROM bookmarks WHERE kind = ? AND kind > 1 ORDER BY object
        """
    static let equal =
        "SELECT object FROM facets WHERE detail = ? AND folded = ? ORDER BY object"
    // A list of names is short, and there are as many as papers.
    static let named = """
        SELECT object FROM facets WHERE detail = ?1 AND
            (instr('; ' || folded || ';', ?2) > 0 OR instr('; ' || folded || ';', ?3) > 0)
        ORDER BY object
        """
    static let below = """
        SELECT object FROM facets WHERE detail = ? AND folded >= ? AND folded < ?
        ORDER BY folded, object
        """

    static func amount(_ bound: DetailTest.Bound, inCurrency: Bool = false) -> String {
        """
        SELECT object FROM facets
        WHERE detail = ? AND number IS NOT NULL AND number \(bound.rawValue) ?
        \(inCurrency ? "AND substr(value, -3) = ?" : "") ORDER BY number, object
        """
    }

    static func perDay(_ bound: DetailTest.Bound, inCurrency: Bool = false) -> String {
        """
        SELECT object FROM (
            SELECT p.object AS object, p.number AS number, (
                SELECT count(*) FROM facets w WHERE w.object = p.object AND w.detail = ?1
                ORDER BY 1) AS days
            FROM facets p WHERE p.detail = ?2 AND p.number IS NOT NULL
            \(inCurrency ? "AND substr(p.value, -3) = ?4" : "") ORDER BY p.object)
        WHERE days > 0 AND (number + 5 * days) / (10 * days) * 10 \(bound.rawValue) ?3
        ORDER BY object
        """
    }

    static func counted(_ bound: DetailTest.Bound, holds: Bool) -> String {
        """
        SELECT object FROM facets WHERE detail = ? GROUP BY object
        HAVING \(holds ? "" : "NOT ")count(*) \(bound.rawValue) ? ORDER BY object
        """
    }
}
