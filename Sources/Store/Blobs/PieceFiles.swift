import GRDBSQLite

/// The files beside the database that hold pieces: one for each file of the person's that has more
/// pieces than stand in rows, each piece at its place.
///
/// They are reached the way in which SQLite reaches the database, so that a simulated disk has them,
/// too. What is written here is told of by rows; those are committed after what they tell of is on
/// the disk (`sync`), so that a crash leaves bytes of which nobody knows, and never the other way round.
/// - Source: sqlite.org/vfs.html.
final class PieceFiles {
    private let vfs: UnsafeMutablePointer<sqlite3_vfs>
    /// The database's path, as SQLite has it.
    private let database: String
    /// Latest last.
    private var opened: [PieceFile] = []

    /// What an error says of where it came up.
    fileprivate static let place = "piece file"
    /// Open at once: as many as are put in and come at once, mostly.
    private static let openedMax = 16

    /// Nil for a database in memory.
    init?(beside connection: OpaquePointer?) {
        var found: UnsafeMutablePointer<sqlite3_vfs>?
        guard let connection, let name = sqlite3_db_filename(connection, "main"), name.pointee != 0,
            sqlite3_file_control(connection, "main", SQLITE_FCNTL_VFS_POINTER, &found) == SQLITE_OK,
            let found
        else { return nil }
        vfs = found
        database = String(cString: name)
    }

    /// Writes `bytes`, fewer than 128 KiB, at `offset` of file `number`. They are durable after `sync`,
    /// if the file was claimed.
    func write(_ bytes: [UInt8], at offset: Int64, of number: Int64) throws(StorageError) {
        try file(number).write(bytes, at: offset)
    }

    /// The `count` bytes at `offset` of file `number`; nil if it ends before, or is gone. Who reads makes
    /// none.
    func read(_ count: Int, at offset: Int64, of number: Int64) throws(StorageError) -> [UInt8]? {
        try fileIfThere(number)?.read(count, at: offset)
    }

    /// Bytes that file `number` has; 0 if it is gone. Who asks makes none.
    func size(of number: Int64) throws(StorageError) -> Int64 {
        try fileIfThere(number)?.size() ?? 0
    }

    /// This transaction tells of what was written to file `number`.
    func claim(_ number: Int64) throws(StorageError) {
        try file(number).isClaimed = true
    }

    /// Makes durable what this transaction tells of.
    func sync() throws(StorageError) {
        for file in opened where file.isClaimed {
            try file.sync()
            file.isClaimed = false
        }
    }

    /// Overwrites the last bytes of file `number`, `most` at most, and cuts them off. One that has none
    /// is taken away, and none that is gone is made for that.
    ///
    /// - Returns: true if there is more of it.
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

    /// Lets go of all files. What was not claimed may be gone.
    func close() {
        opened = []
    }

    private func path(of number: Int64) -> String { "\(database)-f\(number)" }

    // To write to it: if there is none it is made.
    private func file(_ number: Int64) throws(StorageError) -> PieceFile {
        if let known = known(number), known.isNameSynced { return known }
        // One that was opened to read would not make its name durable with what it holds.
        opened.removeAll { $0.number == number }
        return try open(number, .made)
    }

    // To read it, or to cut it off; nil if there is none, or nothing in it.
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
            // Rows may tell of it later.
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
    /// A file beside the database could not be opened or read: its rights, or a disk that fails. The
    /// database is sound.
    var isUnreadableFile: Bool {
        guard case .failed(let code, PieceFiles.place) = self else { return false }
        return code & 0xFF == SQLITE_CANTOPEN || code == PieceFile.readFailed
    }
}

/// A name in the form that a file system of SQLite's wants it in.
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

/// One that is open.
private final class PieceFile {
    let number: Int64
    /// Rows of this transaction tell of what was written to it.
    var isClaimed = false
    /// What was written last and is not in the file yet, without a gap, and where it begins.
    private var gathered: [UInt8] = []
    private var start: Int64 = 0
    /// Its sync makes its name durable, too.
    let isNameSynced: Bool
    // SQLite keeps the pointer as long as the file is open.
    private let name: FileName
    private let file: UnsafeMutablePointer<sqlite3_file>

    // Extended codes are not imported. - Source: sqlite.org/rescode.html.
    static let noEntry = SQLITE_IOERR | 23 << 8
    static let readFailed = SQLITE_IOERR | 1 << 8
    private static let shortRead = SQLITE_IOERR | 2 << 8
    private static let zeros = [UInt8](repeating: 0, count: 64 * 1024)
    /// What is written at once ends at a multiple of this: pieces end in the middle of a page, and one by
    /// one they took twice as long. SQLite writes fewer than 128 KiB at once. - Source: os_unix.c,
    /// `seekAndWriteFd`.
    private static let block = 64 * 1024

    /// How it comes to be open.
    enum Way {
        /// It is made if there is none.
        case made
        case found
    }

    /// Opens it as a log, of which, if it may have to be made, the first sync is the folder's as well, and
    /// which has the database's owner and mode. - Source: os_unix.c, `findCreateFileMode`.
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
        // Nothing that could fail hangs on it: what counts was synced.
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

    /// Gives the file what was gathered.
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
