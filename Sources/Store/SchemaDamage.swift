import GRDB
import GRDBSQLite

// A bit goes bad in the text of the schema: a column has another name from then on, and a statement
// that names it fails with `SQLITE_ERROR`, as it is prepared or, inside SQLite, in the midst of a
// `COMMIT`. Our statements are fixed, so that this is how it shows. But the same code is given for
// what has nothing to do with the disk (an expression that the index of words does not understand, a
// number that is too big): only a look at the schema tells the two apart.
extension StorageError {
    /// This error as it is told once the schema of `connection` was looked at: `corrupt` if SQLite
    /// did not say what is wrong and the schema is not the one that the migrations make.
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
        // They are made one after the other.
        guard let last = known.last, known.sorted() == names else { return true }
        let found = try shape(on: connection)
        let queue = try DatabaseQueue()
        try migrator.migrate(queue, upTo: last)
        return try queue.read { try shape(on: $0.sqliteConnection) } != found
    } catch let error as StorageError {
        // What cannot be looked at because the disk does not answer says nothing.
        return error == .corrupt || error.isUnspecific
    } catch {
        return false
    }
}

/// What there is, with the columns that SQLite sees in it, and by which version the index of words
/// is laid out. Not the texts: SQLite writes some of them itself, and may write them otherwise one
/// day.
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
