import CRDT
import Domain
import Primitives
import Wire

// Reads reports for display, from their rows.
extension Store {
    /// Returns what this person reported and what was reported to them, newest first.
    ///
    /// - Parameter cursor: the position where the previous page ended.
    func reports(limit: Int, cursor: String?) throws(StorageError) -> Result<ReportPage, Problem> {
        guard (1...Limits.pageMax).contains(limit) else {
            return .failure(
                Problem(
                    .invalidValue, "a page can have 1 to \(Limits.pageMax) reports, not \(limit)",
                    fix: "ask for fewer at once and follow the cursor"))
        }
        var place = ReportPlace.first
        if let cursor {
            guard let named = ReportPlace(cursor: cursor) else {
                return .failure(
                    Problem(
                        .invalidValue, "this cursor is not valid for reports",
                        fix: "start again without a cursor"))
            }
            place = named
        }
        let found = try database.rows(
            ReportPageSQL.page,
            [.integer(place.made), .integer(place.object), .integer(limit + 1)]
        ) { (row) throws(StorageError) in
            guard let id = Bytes16(row.bytes(4)), let words = ReportWords(bytes: row.bytes(3))
            else {
                throw .corrupt
            }
            return (
                place: ReportPlace(made: row.integer(1), object: row.integer(0)),
                reporter: row.integer(2), words: words, id: ObjectID(id)
            )
        }
        var items: [ThingReport] = []
        var last: ReportPlace?
        var bytes = 0
        for entry in found.prefix(limit) {
            let report = try report(entry.id, by: entry.reporter, entry.words)
            bytes += report.bytes
            // A page has at least one report, so that following the cursor always ends.
            if !items.isEmpty, bytes > Self.reportBytesPerPage { break }
            items.append(report)
            last = entry.place
        }
        let total = try database.row(ReportPageSQL.count) { Int($0.integer(0)) } ?? 0
        return .success(
            ReportPage(
                items: items, nextCursor: found.count > items.count ? last?.cursor : nil,
                total: total))
    }

    /// The number of opened reports that others sent to this person and that were not put away.
    package func reportsToldHere() throws(StorageError) -> Int {
        try database.row(ReportPageSQL.countOfOthers, [.integer(try me)]) { Int($0.integer(0)) }
            ?? 0
    }

    private func report(
        _ id: ObjectID, by reporter: Int64, _ words: ReportWords
    ) throws(StorageError) -> ThingReport {
        var told: [Author] = []
        for person in words.told { told.append(try author(person)) }
        let row = try rows(ofMembers: [words.target]).first
        let thing = try row.flatMap { (row) throws(StorageError) in try bookmark(row: row) }
        return ThingReport(
            id: id, author: try author(row: reporter), told: told,
            thing: thing.flatMap { $0.isTrashed ? nil : $0 }, reason: words.reason,
            at: id.created)
    }

    /// A limit on what is returned with the reports: a note has up to 60 KiB, and many may report one thing.
    private static let reportBytesPerPage = 4 << 20
}

extension ThingReport {
    // The approximate size of the report on a page.
    fileprivate var bytes: Int {
        reason.utf8.count + (thing.map { $0.note.utf8.count + $0.url.utf8.count } ?? 0) + 1024
    }
}

/// The position of a report in the list.
private struct ReportPlace {
    let made: Int64
    let object: Int64

    /// The position before all reports.
    static let first = ReportPlace(made: .max, object: .max)

    init(made: Int64, object: Int64) {
        self.made = made
        self.object = object
    }

    // Both numbers, 8 bytes each, in base 32.
    var cursor: String {
        var writer = ByteWriter(capacity: 16)
        writer.u64(UInt64(bitPattern: made))
        writer.u64(UInt64(bitPattern: object))
        return Base32.encode(writer.bytes)
    }

    init?(cursor: String) {
        guard cursor.utf8.count <= 32, let bytes = Base32.decode(cursor), bytes.count == 16 else {
            return nil
        }
        made = bytes[..<8].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        object = bytes[8...].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    }
}

private enum ReportPageSQL {
    static let page = """
        SELECT r.object, r.made, r.reporter, r.words, o.object
        FROM reports r JOIN objects o ON o.id = r.object
        WHERE r.state = 1 AND (r.made, r.object) < (?, ?)
        ORDER BY r.made DESC, r.object DESC LIMIT ?
        """
    static let count = "SELECT count(*) FROM reports WHERE state = 1 ORDER BY 1"
    static let countOfOthers = """
        SELECT count(*) FROM reports WHERE state = 1 AND reporter <> ? ORDER BY 1
        """
}
