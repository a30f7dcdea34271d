import CRDT
import Domain
import Primitives

// Resolves what people type to name a thing.
extension Store {
    /// Returns the thing that `reference` names, even in the trash. Things outside the trash come first, then own
    /// ones.
    func resolve(_ reference: Reference) throws(StorageError) -> Result<Int64, Problem> {
        switch reference {
        case .url(let url): return try resolve(url: url)
        case .id: return try resolve([reference]).map { $0[0] }
        }
    }

    /// Returns the thing that each of `references` names, in their order. All id suffixes are searched for in one
    /// pass over the index of ids (0.1 s for half a million).
    ///
    /// - Returns: otherwise the problem of the first that is unknown or ambiguous.
    func resolve(_ references: [Reference]) throws(StorageError) -> Result<[Int64], Problem> {
        var rows: [Int64] = []
        for found in try resolveEach(references) {
            switch found {
            case .failure(let problem): return .failure(problem)
            case .success(let row): rows.append(row)
            }
        }
        return .success(rows)
    }

    /// Does the same with a separate result for each reference.
    func resolveEach(
        _ references: [Reference]
    ) throws(StorageError) -> [Result<Int64, Problem>] {
        let ends = references.compactMap { reference -> EndOfID? in
            guard case .id(let text) = reference else { return nil }
            return EndOfID(text)
        }
        var matches = try rows(endingIn: ends)[...]
        var found: [Result<Int64, Problem>] = []
        for reference in references {
            switch reference {
            case .url(let url): found.append(try resolve(url: url))
            case .id(let text):
                guard EndOfID(text) != nil else {
                    found.append(.failure(EndOfID.hasForm(text) ? .unknown(text) : .noID(text)))
                    continue
                }
                let rows = matches.removeFirst()
                if rows.count > 1 {
                    found.append(.failure(.ambiguous(text, try shortIDs(of: rows))))
                } else {
                    found.append(rows.first.map { .success($0) } ?? .failure(.unknown(text)))
                }
            }
        }
        return found
    }

    /// Returns the rows of the visible things in a selection, ascending without duplicates: own ones and, by name,
    /// also those at home in a group that this person may change.
    ///
    /// - Parameter now: the time from which ages are counted.
    /// - Returns: otherwise why not: an id suffix that is so short that it may be a word, unknown or ambiguous;
    ///   another person's thing; one in the trash; or more than `selectedMax`.
    func select(
        _ selection: Selection, now: WallTime
    ) throws(StorageError) -> Result<[Int64], Problem> {
        switch selection {
        case .references(let references):
            if let problem = Self.problem(withShort: references) { return .failure(problem) }
            switch try resolve(references) {
            case .failure(let problem): return .failure(problem)
            case .success(let rows): return try changeable(rows)
            }
        case .query(let text):
            switch SearchQuery.parse(text) {
            case .failure(let problem): return .failure(problem)
            case .success(let query): return try select(query, now: now)
            }
        }
    }

    /// Returns why one of these is too short to name something that will be changed; nil if none is. A search word
    /// soon equals the end of some id, and that thing would be shared or deleted by mistake.
    static func problem(withShort references: [Reference]) -> Problem? {
        for case .id(let text) in references where !EndOfID.isSafe(text) { return .short(text) }
        return nil
    }

    /// The most things that one command changes: half a minute's work.
    private static let selectedMax = 100_000

    private func select(
        _ query: SearchQuery, now: WallTime
    ) throws(StorageError) -> Result<[Int64], Problem> {
        let mine = SearchExpression.all([
            .term(.by(.me)), .not(.term(.isState(.trashed))), query.expression,
        ])
        let found = try rows(
            matching: SearchQuery(mine), atMost: Self.selectedMax, now: now)
        switch found {
        case .failure(let problem): return .failure(problem)
        case .success(nil): return .failure(.tooManySelected(Self.selectedMax))
        case .success(let rows?): return .success(rows)
        }
    }

    private func changeable(_ rows: [Int64]) throws(StorageError) -> Result<[Int64], Problem> {
        for number in rows {
            if let problem = try problem(choosing: number) { return .failure(problem) }
        }
        return .success(RowSet(rows).rows)
    }

    /// Returns why a named thing may not be changed, because it is another person's or in the trash; nil if it may.
    func problem(choosing number: Int64) throws(StorageError) -> Problem? {
        guard let bookmark = try bookmark(row: number) else { throw .corrupt }
        let isElsewhere =
            !bookmark.author.isMe || bookmark.placement.contains { $0.kind == nil }
        if isElsewhere, let problem = try problem(changing: number) { return problem }
        guard bookmark.isTrashed, let row = try object(row: number) else { return nil }
        return try problem(withTrashed: row)
    }

    // MARK: Addresses

    private func resolve(url: String) throws(StorageError) -> Result<Int64, Problem> {
        let canonical = CanonicalURL.canonical(url)
        let found = try database.rows(
            ResolveSQL.address, [.integer(CanonicalKey.of(canonical: canonical)), .integer(try me)]
        ) { (row) throws(StorageError) in (row: row.integer(0), url: row.text(1)) }
        let match = found.first { CanonicalURL.canonical($0.url) == canonical }
        return match.map { .success($0.row) } ?? .failure(.unknown(url: url))
    }

    // MARK: Ids

    /// Returns, for each suffix, the things whose ids end with it: own ones first, those in the trash last; at most
    /// one for a whole id.
    private func rows(endingIn ends: [EndOfID]) throws(StorageError) -> [[Int64]] {
        var ids: [[ObjectID]] = []
        if ends.contains(where: { $0.whole == nil }) {
            ids = try self.ids(endingIn: ends)
        } else {
            ids = ends.map { $0.whole.map { [$0] } ?? [] }
        }
        var result: [[Int64]] = []
        for (end, ids) in zip(ends, ids) {
            var rows: [Int64] = []
            for id in ids {
                rows += try database.rows(
                    ResolveSQL.object, [.blob(id.bytes.bytes), .integer(try me)]
                ) { (row) throws(StorageError) in row.integer(0) }
            }
            result.append(end.whole == nil ? rows : Array(rows.prefix(1)))
        }
        return result
    }

    /// Returns, for each suffix, the distinct ids that end with it; for a whole id the id itself.
    private func ids(endingIn ends: [EndOfID]) throws(StorageError) -> [[ObjectID]] {
        var result: [[ObjectID]] = ends.map { $0.whole.map { [$0] } ?? [] }
        let statement = try database.statement(ResolveSQL.ids)
        defer { statement.reset() }
        while try statement.step() {
            let tail = statement.withBytes(0) { bytes in
                bytes.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            }
            for (index, end) in ends.enumerated() where end.fits(tail) {
                guard end.whole == nil, let bytes = Bytes16(statement.bytes(0)) else { continue }
                let id = ObjectID(bytes)
                if end.fits(id), result[index].last != id { result[index].append(id) }
            }
        }
        return result
    }

    private func shortIDs(of rows: [Int64]) throws(StorageError) -> [String] {
        try bookmarks(rows: Array(rows.prefix(5))).map(\.id.short)
    }
}

/// An id suffix as people type it, or a whole id.
private struct EndOfID {
    /// The id, if all of it was typed.
    let whole: ObjectID?
    private let length: Int
    private let end: ObjectID
    private let tail: UInt64
    private let mask: UInt64

    /// Whether it is too long to be a word by chance: as long as `ObjectID.short`.
    static func isSafe(_ text: String) -> Bool {
        text.utf8.count { $0 != UInt8(ascii: "-") } >= 8
    }

    /// Whether it is written as the end of an id, even if no id can end so: the last bits of each are zero.
    static func hasForm(_ text: String) -> Bool {
        let length = text.utf8.count { $0 != UInt8(ascii: "-") }
        guard (4...26).contains(length) else { return false }
        return Base32.decode(text + String(repeating: "0", count: 32 - length)) != nil
    }

    /// Requires at least four characters, which no two of a person's few hundred newest links share.
    init?(_ text: String) {
        let length = text.utf8.count { $0 != UInt8(ascii: "-") }
        guard (4...26).contains(length),
            let end = ObjectID(text: String(repeating: "0", count: 26 - length) + text)
        else { return nil }
        self.length = length
        self.end = end
        whole = length == 26 ? end : nil
        // 26 characters have 130 bits, of which the last two are not part of the id.
        let bits = UInt64(min(5 * length - 2, 64))
        mask = bits == 64 ? .max : 1 << bits - 1
        tail = end.bytes.bytes.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & mask
    }

    /// Whether an id with these last eight bytes may match.
    func fits(_ lastBytes: UInt64) -> Bool { lastBytes & mask == tail }

    /// Whether the id ends with it.
    func fits(_ id: ObjectID) -> Bool { id.text.suffix(length) == end.text.suffix(length) }
}

extension Problem {
    fileprivate static func noID(_ text: String) -> Problem {
        Problem(
            .invalidValue, "\(quote(text)) is not the id of anything here",
            fix: "weft ls shows the ids")
    }

    fileprivate static func short(_ text: String) -> Problem {
        Problem(
            .invalidValue,
            "\(quote(text)) is not an id",
            fix: "use the 8 characters from weft ls, or a search: '#TAG' or '\"WORD\"'")
    }

    /// Nothing has this name.
    static func unknown(_ text: String) -> Problem {
        Problem(.notFound, "no thing has the id \(quote(text))", fix: "weft ls type:any")
    }

    /// Returns how to get a thing of one's own like one that may not be changed.
    static func fix(keepingOwn kind: Kind?, like id: ObjectID) -> String {
        let kind = kind ?? .link
        switch kind.descriptor.ownCopy {
        case .clone:
            return "weft \(kind.descriptor.noun) clone \(id.short) makes one of your own"
        case .add(let command): return "\(command) makes one of your own"
        case .save: return "weft add its address to have a link of your own"
        case .askOwner: return "ask its owner"
        }
    }

    fileprivate static func unknown(url: String) -> Problem {
        Problem(
            .notFound, "no link with the address \(quote(url))",
            fix: "weft search with a word of it")
    }

    fileprivate static func ambiguous(_ text: String, _ ids: [String]) -> Problem {
        Problem(
            .ambiguous, "\(quote(text)) matches several things: \(ids.joined(separator: ", "))",
            fix: "type one of these, or more of the id")
    }

    fileprivate static func tooManySelected(_ most: Int) -> Problem {
        Problem(
            .tooMany, "more than \(most) things match",
            fix: "narrow the search, or do it in several steps")
    }
}

private enum ResolveSQL {
    static let object = """
        SELECT id FROM objects WHERE object = ? AND kind \(KindSQL.isThing) AND hidden < 2
        ORDER BY author <> ?, hidden, id
        """
    static let ids = "SELECT object FROM objects ORDER BY object"
    static let address = """
        SELECT b.object, b.url FROM bookmarks b JOIN objects o ON o.id = b.object
        WHERE b.canonical = ? AND o.hidden < 2
        ORDER BY o.hidden, b.kind, o.author <> ?, b.object
        """
}
