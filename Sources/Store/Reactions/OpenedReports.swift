import CRDT
import Domain
import Primitives
import Wire

// Reports as rows. Each is decrypted once, in slices in the background, and its contents are stored in the table.
// Only the latest of each reporter are stored, so that a flood from one person does not hide the reports of others.
extension Store {
    /// Updates the row of a report to match its state.
    func saveReport(_ number: Int64, _ row: ObjectRow) throws(StorageError) {
        guard row.isReport, row.home != nil, row.hidden == .visible, !(try isPutAway(row)) else {
            return try dropReport(number)
        }
        try database.run(
            ReportSQL.keep, .integer(number), .integer(row.author),
            .integer(Int64(row.id.created.milliseconds)))
        guard database.changes > 0 else { return }
        try database.run(
            ReportSQL.dropBeyond, .integer(row.author), .integer(ThingReport.standingMax))
    }

    /// Deletes the row of a report.
    func dropReport(_ number: Int64) throws(StorageError) {
        try database.run("DELETE FROM reports WHERE object = ?", .integer(number))
    }

    /// Opens some of the unopened reports, newest first, for at most 10 ms.
    ///
    /// - Returns: true if more may remain.
    package func openReports() throws(StorageError) -> Bool {
        let numbers = try database.rows(
            ReportSQL.unopened, [.integer(Self.openedPerSlice)]
        ) { (row) throws(StorageError) in row.integer(0) }
        var effort = Self.openingEffort
        for number in numbers {
            guard effort > 0 else { return true }
            effort -= try open(number)
        }
        return numbers.count == Self.openedPerSlice
    }

    /// Whether all reports are opened.
    var areReportsOpened: Bool {
        get throws(StorageError) { try database.row(ReportSQL.anyUnopened) { _ in true } != true }
    }

    /// Opens this person's own reports, before they make another one and so that a new one shows at once.
    func openOwnReports() throws(StorageError) {
        let numbers = try database.rows(
            ReportSQL.unopenedOf, [.integer(try me)]
        ) { (row) throws(StorageError) in row.integer(0) }
        for number in numbers { try open(number) }
    }

    /// Returns this person's reports that others can still read.
    func ownReports() throws(StorageError) -> [ReportWords] {
        try openOwnReports()
        return try database.rows(ReportSQL.wordsOf, [.integer(try me)]) {
            (row) throws(StorageError) in
            guard let words = ReportWords(bytes: row.bytes(0)) else { throw .corrupt }
            return words
        }
    }

    /// Returns the reports that could be read here, oldest first.
    func reportRows() throws(StorageError) -> [(row: Int64, id: ObjectID)] {
        try database.rows(ReportSQL.opened) { (row) throws(StorageError) in
            guard let id = Bytes16(row.bytes(1)) else { throw .corrupt }
            return (row: row.integer(0), id: ObjectID(id))
        }
    }

    // Returns the number of operations that had to be read.
    @discardableResult
    private func open(_ number: Int64) throws(StorageError) -> Int {
        let (words, effort) = try words(ofReport: number)
        try database.run(
            ReportSQL.open, .integer(words == nil ? 2 : 1), words.map { .blob($0.bytes) } ?? .null,
            .integer(number))
        if words != nil {
            touch(number, .opened)
        }
        return effort
    }

    // Reads the text that the report was created with, so later overwrites have no effect, and a report copied from
    // another author cannot be opened. Nil for anything that is not a readable report.
    private func words(
        ofReport number: Int64
    ) throws(StorageError) -> (words: ReportWords?, effort: Int) {
        guard let row = try object(row: number), let dot = row.state.creations.first?.dot,
            case .position(let id, let sequence, _) = dot, let chain = try chain(id),
            sequence < chain.length,
            let operations = try operations(ofDelta: chain.row(sequence))
        else { return (nil, 1) }
        let person = try author(row: row.author).person
        for (index, entry) in operations.enumerated()
        where entry.dot(in: id, at: sequence, index) == dot {
            guard case .create(let creation) = entry.operation,
                let sealed = creation.values.first(where: { $0.field == Schema.Report.sealed }),
                let plain = DeviceSeal.open(sealed.value, by: person, for: owner.agreement)
            else { break }
            return (ReportWords(bytes: plain), operations.count)
        }
        return (nil, operations.count)
    }

    // Each takes about 100 microseconds: a key agreement, and the tags of everyone who may open it.
    private static let openedPerSlice = 64
    // The budget in operations. Reading a report reads its whole delta, which its author may have filled up.
    private static let openingEffort = 3_000
}

// `state`: 0 not opened yet, 1 readable here, 2 not readable here.
private enum ReportSQL {
    static let keep =
        "INSERT OR IGNORE INTO reports (object, reporter, made, state) VALUES (?, ?, ?, 0)"
    static let dropBeyond = """
        DELETE FROM reports WHERE object IN (
            SELECT object FROM reports WHERE reporter = ? ORDER BY made DESC, object DESC
            LIMIT -1 OFFSET ?)
        """
    static let unopened = """
        SELECT object FROM reports WHERE state = 0 ORDER BY made DESC, object DESC LIMIT ?
        """
    static let anyUnopened = "SELECT 1 FROM reports WHERE state = 0 ORDER BY made LIMIT 1"
    static let unopenedOf = """
        SELECT object FROM reports WHERE reporter = ? AND state = 0 ORDER BY made, object
        """
    static let open = "UPDATE reports SET state = ?, words = ? WHERE object = ?"
    static let wordsOf = """
        SELECT words FROM reports WHERE reporter = ? AND state = 1 ORDER BY made, object
        """
    static let opened = """
        SELECT r.object, o.object FROM reports r JOIN objects o ON o.id = r.object
        WHERE r.state = 1 ORDER BY r.made, r.object
        """
}
