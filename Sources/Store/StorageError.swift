/// What the machine did wrong. After one of these nothing of the step is durable, or nobody knows
/// (a failed commit): the node opens the database anew once, then only reads.
package enum StorageError: Error, Equatable, Sendable {
    /// No space is left, on the disk or below the limit of pages.
    case full
    /// Another process holds the database.
    case locked
    /// The file is damaged, or is no database.
    case corrupt
    /// The database was written by a newer version.
    case newer
    /// Anything else: SQLite's result code, and in which part of ours it came up.
    case failed(code: Int32, place: String)
}
