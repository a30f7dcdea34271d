import GRDBSQLite

/// The files beside the database that hold pieces: one for each of the person's files that has more pieces than are
/// stored in rows, with each piece at a fixed offset.
///
/// They are accessed through SQLite's VFS, as the database is, so that a simulated disk covers them too. Rows
/// describe what is written here, and are committed only after the bytes are synced (`sync`). So a crash leaves bytes
/// without a row, but never a row without bytes.
/// - Source: sqlite.org/vfs.html.
final class PieceFiles {
    private let vfs: UnsafeMutablePointer<sqlite3_vfs>
    /// The database's path as SQLite reports it.
    private let database: String
    /// The open files, most recently used last.
    private var opened: [PieceFile] = []

    /// The place that errors name.
    fileprivate static let place = "piece file"
    /// The most files open at once; usually enough for all that are added and fetched at a time.
    private static let openedMax = 16

    /// Returns nil for an in-memory database.
    init?(beside connection: OpaquePointer?) {
        var found: UnsafeMutablePointer<sqlite3_vfs>?
        guard let connection, let name = sqlite3_db_filename(connection, "main"), name.pointee != 0,
            sqlite3_file_control(connection, "main", SQLITE_FCNTL_VFS_POINTER, &found) == SQLITE_OK,
            let found
        else { return nil }
        vfs = found
        database = String(cString: name)
    }

    /// Writes `bytes`, fewer than 128 KiB, at `offset` of file `number`. They are durable after `sync` if the file
    /// was claimed.
    func write(_ bytes: [UInt8], at offset: Int64, of number: Int64) throws(StorageError) {
        try file(number).write(bytes, at: offset)
    }

    /// Reads `count` bytes at `offset` of file `number`; nil if the file is shorter or missing. Reading never creates
    /// a file.
    func read(_ count: Int, at offset: Int64, of number: Int64) throws(StorageError) -> [UInt8]? {
        try fileIfThere(number)?.read(count, at: offset)
    }

    /// Returns the size of file `number`; 0 if it is missing. This never creates a file.
    func size(of number: Int64) throws(StorageError) -> Int64 {
        try fileIfThere(number)?.size() ?? 0
    }

    /// Marks file `number` to be synced, because this transaction has rows that describe what was written to it.
    func claim(_ number: Int64) throws(StorageError) {
        try file(number).isClaimed = true
    }

    /// Makes the claimed files durable.
    func sync() throws(StorageError) {
        for file in opened where file.isClaimed {
            try file.sync()
            file.isClaimed = false
        }
    }

    /// Overwrites the last bytes of file `number`, at most `most`, and truncates them. An empty file is deleted; a
    /// missing one is not created.
    ///
    /// - Returns: true if bytes remain.
    func erase(_ number: Int64, atMost most: Int) throws(StorageError) -> Bool {
        if try fileIfThere(number)?.erase(atMost: most) == true { return true }
        opened.removeAll { $0.number == number }
        let name = FileName(path(of: number))
        let code = vfs.pointee.xDelete(vfs, name.pointer, 1)
        guard code == SQLITE_OK || code == PieceFile.noEntry else {
            throw StorageError(code: code, place: Self.place)
        }
        return false
    }

    /// Closes all files. Bytes that were not claimed may be lost.
    func close() {
        opened = []
    }

    private func path(of number: Int64) -> String { "\(database)-f\(number)" }

    // Opens a file for writing, and creates it if it is missing.
    private func file(_ number: Int64) throws(StorageError) -> PieceFile {
        if let known = known(number), known.isNameSynced { return known }
        // A file opened for reading would not sync its directory entry together with its contents.
        opened.removeAll { $0.number == number }
        return try open(number, .made)
    }

    // Opens a file for reading or truncation; nil if it is missing.
    private func fileIfThere(_ number: Int64) throws(StorageError) -> PieceFile? {
        if let known = known(number) { return known }
        let name = FileName(path(of: number))
        var isThere: Int32 = 0
        let code = vfs.pointee.xAccess(vfs, name.pointer, SQLITE_ACCESS_EXISTS, &isThere)
        guard code == SQLITE_OK else { throw StorageError(code: code, place: Self.place) }
        return isThere == 0 ? nil : try open(number, .found)
    }

    private func known(_ number: Int64) -> PieceFile? {
        guard let index = opened.firstIndex(where: { $0.number == number }) else { return nil }
        if index < opened.count - 1 { opened.append(opened.remove(at: index)) }
        return opened[opened.count - 1]
    }

    private func open(
        _ number: Int64, _ way: PieceFile.Way
    ) throws(StorageError) -> PieceFile {
        if opened.count >= Self.openedMax {
            // Rows may describe it later.
            try opened[0].flush()
            if opened[0].isClaimed { try opened[0].sync() }
            opened.removeFirst()
        }
        let file = try PieceFile(number, FileName(path(of: number)), way, on: vfs)
        opened.append(file)
        return file
    }
}

extension StorageError {
    /// Whether a file beside the database could not be opened or read, because of its permissions or a failing disk.
    /// The database itself is sound.
    var isUnreadableFile: Bool {
        guard case .failed(let code, PieceFiles.place) = self else { return false }
        return code & 0xFF == SQLITE_CANTOPEN || code == PieceFile.readFailed
    }
}

/// A file name in the form that SQLite's VFS requires.
/// - Source: sqlite.org/c3ref/create_filename.html.
private final class FileName {
    let pointer: UnsafePointer<CChar>

    init(_ path: String) {
        guard let made = sqlite3_create_filename(path, "", "", 0, nil) else {
            preconditionFailure("memory for a name")
        }
        pointer = UnsafePointer(made)
    }

    deinit { sqlite3_free_filename(UnsafeMutablePointer(mutating: pointer)) }
}

/// An open piece file.
private final class PieceFile {
    let number: Int64
    /// Whether rows of this transaction describe what was written to it.
    var isClaimed = false
    /// The most recent contiguous bytes that are not in the file yet, and their offset.
    private var gathered: [UInt8] = []
    private var start: Int64 = 0
    /// Whether the first sync also makes the directory entry durable.
    let isNameSynced: Bool
    // SQLite keeps the pointer while the file is open.
    private let name: FileName
    private let file: UnsafeMutablePointer<sqlite3_file>

    // The extended result codes are not imported. - Source: sqlite.org/rescode.html.
    static let noEntry = SQLITE_IOERR | 23 << 8
    static let readFailed = SQLITE_IOERR | 1 << 8
    private static let shortRead = SQLITE_IOERR | 2 << 8
    private static let zeros = [UInt8](repeating: 0, count: 64 * 1024)
    /// Writes end at multiples of this. Pieces end in the middle of a page, and writing them singly took twice as
    /// long. SQLite writes fewer than 128 KiB at once. - Source: os_unix.c, `seekAndWriteFd`.
    private static let block = 64 * 1024

    /// The mode in which the file is opened.
    enum Way {
        /// The file is created if it is missing.
        case made
        case found
    }

    /// Opens the file as a WAL: it gets the database's owner and mode, and if it may have to be created, its first
    /// sync covers the directory as well. - Source: os_unix.c, `findCreateFileMode`.
    init(
        _ number: Int64, _ name: FileName, _ way: Way, on vfs: UnsafeMutablePointer<sqlite3_vfs>
    ) throws(StorageError) {
        self.number = number
        isNameSynced = way == .made
        self.name = name
        let size = Int(vfs.pointee.szOsFile)
        let room = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        room.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        file = room.assumingMemoryBound(to: sqlite3_file.self)
        var told: Int32 = 0
        let code = vfs.pointee.xOpen(
            vfs, name.pointer, file,
            SQLITE_OPEN_READWRITE | SQLITE_OPEN_WAL | (way == .made ? SQLITE_OPEN_CREATE : 0),
            &told)
        try check(code)
    }

    deinit {
        // A failure here loses nothing, because everything that counts was synced.
        if let methods = file.pointee.pMethods?.pointee { _ = methods.xClose(file) }
        UnsafeMutableRawPointer(file).deallocate()
    }

    func write(_ bytes: [UInt8], at offset: Int64) throws(StorageError) {
        if gathered.isEmpty || offset != start + Int64(gathered.count) {
            try flush()
            start = offset
        }
        gathered += bytes
        try give(all: false)
    }

    /// Writes the gathered bytes to the file.
    func flush() throws(StorageError) { try give(all: true) }

    private func give(all: Bool) throws(StorageError) {
        let methods = try methods
        var taken = 0
        while taken < gathered.count {
            let place = start + Int64(taken)
            let room = Self.block - Int(place % Int64(Self.block))
            let count = min(room, gathered.count - taken)
            guard all || count == room else { break }
            let code = gathered.withUnsafeBytes {
                methods.xWrite(file, $0.baseAddress.map { $0 + taken }, Int32(count), place)
            }
            try check(code)
            taken += count
        }
        gathered.removeFirst(taken)
        start += Int64(taken)
    }

    func read(_ count: Int, at offset: Int64) throws(StorageError) -> [UInt8]? {
        try flush()
        let methods = try methods
        var code = SQLITE_OK
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, filled in
            code = methods.xRead(file, target.baseAddress, Int32(count), offset)
            filled = code == SQLITE_OK ? count : 0
        }
        guard code != Self.shortRead else { return nil }
        try check(code)
        return bytes
    }

    func sync() throws(StorageError) {
        try flush()
        try check(methods.xSync(file, SQLITE_SYNC_FULL))
    }

    func size() throws(StorageError) -> Int64 {
        try flush()
        var size: Int64 = 0
        try check(methods.xFileSize(file, &size))
        return size
    }

    func erase(atMost most: Int) throws(StorageError) -> Bool {
        gathered = []
        let methods = try methods
        let size = try size()
        guard size > 0 else { return false }
        let start = max(0, size - Int64(most))
        var offset = start
        while offset < size {
            let count = min(Int64(Self.zeros.count), size - offset)
            try check(methods.xWrite(file, Self.zeros, Int32(count), offset))
            offset += count
        }
        try sync()
        try check(methods.xTruncate(file, start))
        return true
    }

    private var methods: sqlite3_io_methods {
        get throws(StorageError) {
            guard let methods = file.pointee.pMethods?.pointee else {
                throw .failed(code: SQLITE_CANTOPEN, place: PieceFiles.place)
            }
            return methods
        }
    }

    private func check(_ code: Int32) throws(StorageError) {
        guard code == SQLITE_OK else { throw StorageError(code: code, place: PieceFiles.place) }
    }
}
