import GRDBSQLite

// A failed sync may leave bytes that programs see and the disk never gets, because the system takes them
// for written; no later sync repairs that. If such bytes are in the write-ahead log, SQLite finds them
// intact when the database is opened again and appends after them. After a power loss the log then ends
// at the hole, and everything behind it is lost although it was synced. So whatever a log holds when it
// is opened is written once more, byte for byte, and synced, before anything else.
//
// - Source: Rebello et al., "Can Applications Recover from fsync Failures?", USENIX ATC 2020.

/// Makes the write-ahead log that `connection` found on opening durable, as it is read.
///
/// - Throws: if the disk rejects a write or the sync; then nothing may be appended to the log.
func rewriteLog(of connection: OpaquePointer) throws(StorageError) {
    var found: UnsafeMutablePointer<sqlite3_file>?
    let code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &found)
    // A file that is not open has no methods: there is no log, as after an orderly shutdown.
    guard code == SQLITE_OK, let log = found, let methods = log.pointee.pMethods?.pointee else {
        return
    }
    var size: Int64 = 0
    try check(methods.xFileSize(log, &size))
    guard size > 0 else { return }
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceBytes, alignment: 8)
    defer { piece.deallocate() }
    var offset: Int64 = 0
    while offset < size {
        let count = Int32(min(Int64(piece.count), size - offset))
        try check(methods.xRead(log, piece.baseAddress, count, offset))
        try check(methods.xWrite(log, piece.baseAddress, count, offset))
        offset += Int64(count)
    }
    try check(methods.xSync(log, SQLITE_SYNC_FULL))
}

private func check(_ code: Int32) throws(StorageError) {
    guard code == SQLITE_OK else { throw StorageError(code: code, place: "write-ahead log") }
}

/// The bytes rewritten at a time; a log usually has 16 MiB. SQLite's file system for Unix reads and
/// writes less than 128 KiB at a time, and takes the length modulo that (os_unix.c, `seekAndWriteFd`).
private let pieceBytes = 64 * 1024
