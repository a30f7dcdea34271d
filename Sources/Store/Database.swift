import GRDB
import GRDBSQLite

/// The only connection to SQLite: pragmas, migrations, transactions and prepared statements.
///
/// - Source of the pragmas: sqlite.org/pragma.html; in simulated power cuts `FULL` lost 0 of 52,344
///   acknowledged rows and `NORMAL` 31,724 of 89,029. Exclusive locking is set before WAL, so that no
///   shared memory is used and no second process can connect (SQLite's WAL-reset bug, 3.7.0 to 3.51.2,
///   needs two connections).
final class Database {
    private let queue: DatabaseQueue
    private var connection: OpaquePointer?
    private var statements: [String: Statement] = [:]
    /// The files beside the database; nil for a database in memory.
    let pieceFiles: PieceFiles?

    /// Opens or creates the database at `path` and migrates it to this version.
    init(path: String) throws(StorageError) {
        let queue = try Self.attempt {
            let queue = try DatabaseQueue(path: path, configuration: Self.configuration())
            try queue.writeWithoutTransaction { database in
                guard let connection = database.sqliteConnection else { return }
                try rewriteLog(of: connection)
            }
            do {
                let migrator = Self.migrator()
                if try queue.read(migrator.hasBeenSuperseded) { throw StorageError.newer }
                let isOfToday = try queue.read(migrator.hasCompletedMigrations)
                try migrator.migrate(queue)
                try queue.writeWithoutTransaction { database in
                    if !isOfToday { _ = try database.checkpoint(.truncate) }
                    try database.execute(sql: Self.usualCheckpoints)
                }
            } catch {
                let told = Self.told(error)
                throw queue.writeWithoutTransaction { told.judged(on: $0.sqliteConnection) }
            }
            // GRDB's authorizer records every column that a statement names and keeps the list for ever.
            // Nothing uses it from here on, and without it a statement is prepared in a third of the
            // time.
            queue.writeWithoutTransaction { database in
                _ = sqlite3_set_authorizer(database.sqliteConnection, nil, nil)
            }
            return queue
        }
        self.queue = queue
        pieceFiles = queue.writeWithoutTransaction { PieceFiles(beside: $0.sqliteConnection) }
    }

    /// Runs `body` in one transaction: when this returns, all of it is durable; if it throws, none is.
    func transaction<Result>(
        _ body: () throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        try Self.attempt { [queue] in
            try queue.writeWithoutTransaction { database in
                self.connection = database.sqliteConnection
                return try self.atomically(body)
            }
        }
    }

    // Uses statements that are prepared once: an idle node takes a step every few seconds for each of its
    // links, and most of these change nothing.
    private func atomically<Result>(
        _ body: () throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        try statement("BEGIN IMMEDIATE").run()
        do throws(StorageError) {
            let result = try body()
            // The files that the rows refer to must be on disk before the rows are.
            try pieceFiles?.sync()
            try statement("COMMIT").run()
            return result
        } catch {
            pieceFiles?.close()
            if sqlite3_get_autocommit(connection) == 0 {
                // An error here is ignored on purpose: the first error is the cause, and closing rolls
                // back.
                try? statement("ROLLBACK").run()
            }
            throw error.judged(on: connection)
        }
    }

    /// Returns the statement for `sql`, prepared once. Must be called inside a transaction.
    func statement(_ sql: String) throws(StorageError) -> Statement {
        if let known = statements[sql] { return known }
        guard let connection else { preconditionFailure("statements run inside a transaction") }
        let made = try Statement(sql, on: connection)
        statements[sql] = made
        return made
    }

    /// Runs `sql` with `values` for its parameters.
    func run(_ sql: String, _ values: SQLValue...) throws(StorageError) {
        try run(sql, values: values)
    }

    /// Runs `sql` with a list of parameter values.
    func run(_ sql: String, values: [SQLValue]) throws(StorageError) {
        let statement = try statement(sql)
        for (index, value) in values.enumerated() { statement.bind(Int32(index + 1), value) }
        try statement.run()
    }

    /// Returns each row of `sql` with `values`, mapped by `read`.
    func rows<Row>(
        _ sql: String, _ values: [SQLValue] = [],
        _ read: (Statement) throws(StorageError) -> Row
    ) throws(StorageError) -> [Row] {
        let statement = try statement(sql)
        for (index, value) in values.enumerated() { statement.bind(Int32(index + 1), value) }
        var rows: [Row] = []
        do throws(StorageError) {
            while try statement.step() { rows.append(try read(statement)) }
        } catch {
            statement.reset()
            throw error
        }
        return rows
    }

    /// Returns the first row of `sql` with `values`, mapped by `read`; nil if there is none.
    func row<Row>(
        _ sql: String, _ values: [SQLValue] = [], _ read: (Statement) -> Row
    ) throws(StorageError) -> Row? {
        let statement = try statement(sql)
        for (index, value) in values.enumerated() { statement.bind(Int32(index + 1), value) }
        guard try statement.step() else { return nil }
        defer { statement.reset() }
        return read(statement)
    }

    /// The rowid of the last insert.
    var lastInserted: Int64 { sqlite3_last_insert_rowid(connection) }

    /// The number of rows that the last statement changed.
    var changes: Int { Int(sqlite3_changes(connection)) }

    /// The number of rows that all statements so far have changed.
    var totalChanges: Int64 { sqlite3_total_changes64(connection) }

    /// Copies the current database into a new file at `path`. The pieces stored in files beside it become
    /// rows in the copy.
    /// - Source: sqlite.org/backup.html.
    func backup(to path: String) throws(StorageError) {
        try Self.attempt { [queue, pieceFiles] in
            let copy = try DatabaseQueue(path: path)
            try queue.backup(to: copy)
            guard let pieceFiles else { return }
            try copy.writeWithoutTransaction { copy in
                guard let connection = copy.sqliteConnection else { return }
                try pieceFiles.gather(into: connection)
            }
            try copy.close()
        }
    }

    /// Moves the write-ahead log into the file and truncates it, so that deleted data is in neither. Must
    /// be called outside a transaction.
    /// - Source: sqlite.org/pragma.html, "wal_checkpoint(TRUNCATE)".
    func truncateLog() throws(StorageError) {
        try Self.attempt { [queue] in
            try queue.writeWithoutTransaction { database in
                _ = try database.checkpoint(.truncate)
            }
        }
    }

    /// Finalizes the statements, moves the write-ahead log into the file and closes.
    func close() throws(StorageError) {
        statements = [:]
        pieceFiles?.close()
        try Self.attempt { [queue] in try queue.close() }
    }

    private static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.label = "weft"
        configuration.prepareDatabase { database in
            do {
                for pragma in pragmas { try database.execute(sql: pragma) }
            } catch {
                throw told(error).judged(on: database.sqliteConnection)
            }
        }
        return configuration
    }

    private static let pragmas = [
        "PRAGMA locking_mode = EXCLUSIVE",
        "PRAGMA journal_mode = WAL",
        "PRAGMA synchronous = FULL",
        "PRAGMA fullfsync = ON",
        "PRAGMA mmap_size = 0",
        "PRAGMA trusted_schema = OFF",
        "PRAGMA cell_size_check = ON",
        "PRAGMA foreign_keys = ON",
        "PRAGMA secure_delete = ON",
        "PRAGMA temp_store = MEMORY",
        "PRAGMA cache_size = -16000",
        "PRAGMA wal_autocheckpoint = 64",
    ]

    // The threshold after the migrations. With a log of 16 MB (4,000 pages), a page that many
    // transactions write goes into the file once. During the migrations it is 64 pages, because each
    // version rewrites pages of the one before: with all 19 of them in the log a new database took
    // 1,021,768 bytes, and with 64 pages it takes 804,528 at its peak and 565,248 afterwards (measured).
    private static let usualCheckpoints = "PRAGMA wal_autocheckpoint = 4000"

    /// Returns the migrations that create the tables, version by version.
    static func migrator() -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(sql: Tables.version1)
        }
        migrator.registerMigration("2") { database in
            try database.execute(sql: Tables.version2)
        }
        migrator.registerMigration("3") { database in
            try database.execute(sql: Tables.version3)
        }
        migrator.registerMigration("4") { database in
            try database.execute(sql: Tables.version4)
        }
        migrator.registerMigration("5") { database in
            try database.execute(sql: Tables.version5)
        }
        migrator.registerMigration("6") { database in
            try database.execute(sql: Tables.version6)
        }
        migrator.registerMigration("7") { database in
            try database.execute(sql: Tables.version7)
        }
        migrator.registerMigration("8") { database in
            try database.execute(sql: Tables.version8)
        }
        migrator.registerMigration("9") { database in
            try database.execute(sql: Tables.version9)
        }
        migrator.registerMigration("10") { database in
            try database.execute(sql: Tables.version10)
        }
        migrator.registerMigration("11") { database in
            try database.execute(sql: Tables.version11)
        }
        migrator.registerMigration("12") { database in
            try database.execute(sql: Tables.version12)
        }
        migrator.registerMigration("13") { database in
            try database.execute(sql: Tables.version13)
        }
        migrator.registerMigration("14") { database in
            try database.execute(sql: Tables.version14)
        }
        migrator.registerMigration("15") { database in
            try database.execute(sql: Tables.version15)
        }
        migrator.registerMigration("16") { database in
            try database.execute(sql: Tables.version16)
        }
        migrator.registerMigration("17") { database in
            try database.execute(sql: Tables.version17)
        }
        migrator.registerMigration("18") { database in
            try database.execute(sql: Tables.version18)
        }
        migrator.registerMigration("19") { database in
            try database.execute(sql: Tables.version19)
        }
        migrator.registerMigration("20") { database in
            try database.execute(sql: Tables.version20)
        }
        migrator.registerMigration("21") { database in
            guard let connection = database.sqliteConnection else { return }
            try Tables.version21(on: connection)
        }
        migrator.registerMigration("22") { database in
            guard let connection = database.sqliteConnection else { return }
            try Tables.version22(on: connection)
        }
        migrator.registerMigration("23") { database in
            try database.execute(sql: Tables.version23)
        }
        return migrator
    }

    // Converts GRDB's `DatabaseError` to `StorageError` and passes a `StorageError` on.
    private static func attempt<Result>(
        _ body: () throws -> Result
    ) throws(StorageError) -> Result {
        do {
            return try body()
        } catch {
            throw told(error)
        }
    }

    private static func told(_ error: any Error) -> StorageError {
        switch error {
        case let error as StorageError: return error
        case let error as DatabaseError:
            return StorageError(
                code: error.extendedResultCode.rawValue, place: error.sql ?? "connection")
        default: return .failed(code: SQLITE_ERROR, place: "\(type(of: error))")
        }
    }
}
