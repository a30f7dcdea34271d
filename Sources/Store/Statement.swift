import GRDBSQLite

/// A prepared statement of the connection, kept for the connection's lifetime.
///
/// This is the hot path of ingest: half of a sync is spent here, and GRDB's records cost 6 to 9 times a
/// bare statement (measured). As in SQLite, parameters are numbered from 1 and columns from 0.
final class Statement {
    private let handle: OpaquePointer
    private let sql: String

    /// Prepares `sql` for long use.
    /// - Source: sqlite.org/c3ref/c_prepare_normalize.html.
    init(_ sql: String, on connection: OpaquePointer) throws(StorageError) {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(
            connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw StorageError(code: code, place: sql) }
        handle = prepared
        self.sql = sql
    }

    deinit { sqlite3_finalize(handle) }

    func bind(_ index: Int32, _ value: Int64) { sqlite3_bind_int64(handle, index, value) }

    func bind(_ index: Int32, _ value: Int) { sqlite3_bind_int64(handle, index, Int64(value)) }

    func bindNull(_ index: Int32) { sqlite3_bind_null(handle, index) }

    func bind(_ index: Int32, blob: [UInt8]) {
        if blob.isEmpty {
            sqlite3_bind_zeroblob(handle, index, 0)
        } else {
            sqlite3_bind_blob64(handle, index, blob, UInt64(blob.count), transient)
        }
    }

    /// Binds UTF-8 as text; the bytes must be valid.
    func bind(_ index: Int32, text: [UInt8]) {
        guard !text.isEmpty else {
            sqlite3_bind_text(handle, index, "", 0, transient)
            return
        }
        text.withUnsafeBytes { buffer in
            let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            _ = sqlite3_bind_text64(
                handle, index, start, UInt64(text.count), transient, UInt8(SQLITE_UTF8))
        }
    }

    func bind(_ index: Int32, _ value: SQLValue) {
        switch value {
        case .null: bindNull(index)
        case .integer(let number): bind(index, number)
        case .blob(let bytes): bind(index, blob: bytes)
        case .text(let text): bind(index, text: Array(text.utf8))
        }
    }

    /// Advances to the next row.
    ///
    /// - Returns: false if there is none; the statement can then be bound again.
    func step() throws(StorageError) -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        sqlite3_reset(handle)
        guard code == SQLITE_DONE else { throw StorageError(code: code, place: sql) }
        return false
    }

    /// Runs a statement that returns no rows.
    func run() throws(StorageError) {
        while try step() {}
    }

    /// Discards the remaining rows.
    func reset() { sqlite3_reset(handle) }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    func bytes(_ column: Int32) -> [UInt8] {
        let count = Int(sqlite3_column_bytes(handle, column))
        guard count > 0, let start = sqlite3_column_blob(handle, column) else { return [] }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Passes the bytes of a column to `body` without a copy; they are valid until the next step.
    func withBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let count = Int(sqlite3_column_bytes(handle, column))
        return body(
            UnsafeRawBufferPointer(start: sqlite3_column_blob(handle, column), count: count))
    }

    func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }
}

/// An SQL value, for statements that are not on the hot path.
enum SQLValue: Equatable {
    case null
    case integer(Int64)
    case blob([UInt8])
    case text(String)

    static func integer(_ value: Int) -> SQLValue { .integer(Int64(value)) }
}

extension StorageError {
    init(code: Int32, place: String) {
        switch code & 0xFF {
        case SQLITE_FULL: self = .full
        case SQLITE_BUSY, SQLITE_LOCKED: self = .locked
        case SQLITE_CORRUPT, SQLITE_NOTADB: self = .corrupt
        default: self = .failed(code: code, place: String(place.prefix(60)))
        }
    }
}

// SQLITE_TRANSIENT is not imported: it is a cast of -1.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
