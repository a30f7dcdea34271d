import CRDT
import Domain
import Primitives
import Wire

// Reports as rows: each is opened once, in slices behind what is written, and what it says stands in the
// table from then on. Of each person the latest stand there, so that nobody's flood hides what others
// report.
extension Store {
    /// Brings the row of a report in line with its state.
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

    /// Forgets what a report says.
    func dropReport(_ number: Int64) throws(StorageError) {
        try database.run("DELETE FROM reports WHERE object = ?", .integer(number))
    }

    /// Opens some of the reports that nobody has looked into yet, the latest first: at most 10 ms.
    ///
    /// - Returns: true if more may be left.
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

    /// All reports are opened.
    var areReportsOpened: Bool {
        get throws(StorageError) { try database.row(ReportSQL.anyUnopened) { _ in true } != true }
    }

    /// Opens this person's own: before he makes one more, and so that it shows at once.
    func openOwnReports() throws(StorageError) {
        let numbers = try database.rows(
            ReportSQL.unopenedOf, [.integer(try me)]
        ) { (row) throws(StorageError) in row.integer(0) }
        for number in numbers { try open(number) }
    }

    /// What this person reported and others can still read.
    func ownReports() throws(StorageError) -> [ReportWords] {
        try openOwnReports()
        return try database.rows(ReportSQL.wordsOf, [.integer(try me)]) {
            (row) throws(StorageError) in
            guard let words = ReportWords(bytes: row.bytes(0)) else { throw .corrupt }
            return words
        }
    }

    /// Those that say something here.
    func reportRows() throws(StorageError) -> [(row: Int64, id: ObjectID)] {
        try database.rows(ReportSQL.opened) { (row) throws(StorageError) in
            guard let id = Bytes16(row.bytes(1)) else { throw .corrupt }
            return (row: row.integer(0), id: ObjectID(id))
        }
    }

    // Returns how many operations were read for it.
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

    // What it was made with: whoever writes over it later changes nothing, and who brings another's as
    // his own tells nothing. Others may write what they like there: what is no report says nothing.
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

    // Each about 100 microseconds: an agreement of keys, and the tags of all who may open it.
    private static let openedPerSlice = 64
    // Operations of the deltas in which they stand, which somebody may have filled: each report reads all
    // of its own.
    private static let openingEffort = 3_000
}

// `state`: 0 nobody has looked into it, 1 it says something here, 2 it does not.
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
