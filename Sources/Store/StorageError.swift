/// A failure of the disk or the database. After one, nothing of the step is durable, or it is unknown
/// whether it is (a failed commit). The node then reopens the database once and refuses writes for a
/// while (docs/reference/storage.md, "A failed write").
package enum StorageError: Error, Equatable, Sendable {
    /// No space is left on the disk or below the page limit.
    case full
    /// Another process holds the database.
    case locked
    /// The file is damaged or is no database.
    case corrupt
    /// A newer version wrote the database.
    case newer
    /// Any other failure: SQLite's result code, and the statement or part of the store where it occurred.
    case failed(code: Int32, place: String)
}
