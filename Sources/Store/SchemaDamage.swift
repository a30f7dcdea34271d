import GRDB
import GRDBSQLite

// A bit flip in the text of the schema renames a column, and statements that name the column fail with
// `SQLITE_ERROR`, when they are prepared or, inside SQLite, in the midst of a `COMMIT`. This store's
// statements are fixed, so that is how such damage shows. But SQLite gives the same code for causes other
// than the disk (an expression that the full-text index does not understand, a number that is too big);
// only a check of the schema tells them apart.
extension StorageError {
    /// Returns this error after a check of the schema of `connection`: `corrupt` if SQLite gave no
    /// specific code and the schema is not the one that the migrations create.
    func judged(on connection: OpaquePointer?) -> StorageError {
        guard isUnspecific, let connection else { return self }
        return isSchemaDamaged(on: connection) ? .corrupt : self
    }

    fileprivate var isUnspecific: Bool {
        guard case .failed(let code, _) = self else { return false }
        return code & 0xFF == SQLITE_ERROR
    }
}

private func isSchemaDamaged(on connection: OpaquePointer) -> Bool {
    do {
        let names = try lines(
            of: "SELECT identifier FROM grdb_migrations ORDER BY identifier", on: connection)
        let migrator = Database.migrator()
        let known = Array(migrator.migrations.prefix(names.count))
        // Migrations are applied in order.
        guard let last = known.last, known.sorted() == names else { return true }
        let found = try shape(on: connection)
        let queue = try DatabaseQueue()
        try migrator.migrate(queue, upTo: last)
        return try queue.read { try shape(on: $0.sqliteConnection) } != found
    } catch let error as StorageError {
        // A schema that cannot be read because the disk does not respond proves nothing.
        return error == .corrupt || error.isUnspecific
    } catch {
        return false
    }
}

/// Returns the tables, indices and other schema entries with the columns that SQLite sees in them, and
/// the version of the full-text index's layout. Their SQL texts are left out, because SQLite writes some
/// of them itself and may change their form one day.
private func shape(on connection: OpaquePointer?) throws(StorageError) -> [String] {
    guard let connection else { return [] }
    let columns = try lines(
        of: """
            SELECT s.type || ' ' || s.name || ' ' || s.tbl_name || ' ' || coalesce(
                c.name || ' ' || c.type || ' ' || c."notnull" || ' ' || c.pk || ' '
                || coalesce(c.dflt_value, ''), '')
            FROM sqlite_schema s LEFT JOIN pragma_table_xinfo(s.name) c
            ORDER BY s.type, s.name, c.cid
            """, on: connection)
    return columns
        + (try lines(of: "SELECT k || ' ' || v FROM search_config ORDER BY k", on: connection))
}

private func lines(
    of sql: String, on connection: OpaquePointer
) throws(StorageError) -> [String] {
    let statement = try Statement(sql, on: connection)
    var lines: [String] = []
    while try statement.step() { lines.append(statement.text(0)) }
    return lines
}
