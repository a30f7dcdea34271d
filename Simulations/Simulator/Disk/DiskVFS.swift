import GRDBSQLite

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A simulated disk as SQLite reaches it: a VFS under a name of its own.
///
/// It behaves like SQLite's VFS for Unix where that can be noticed: it has sectors of 4,096 bytes that survive being
/// written in part, and it syncs the directory with the first sync of each journal or log that is opened, even one that
/// existed before. There is no shared memory, because the store locks exclusively before it uses a log.
///
/// - Source: sqlite.org/vfs.html, os_unix.c.
final class DiskVFS {
    /// The name by which it is opened.
    let name: String
    unowned let disk: SimulatedDisk
    private let life: Int
    private let text: UnsafeMutablePointer<CChar>
    private let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)

    init(_ disk: SimulatedDisk) {
        self.disk = disk
        life = disk.life
        name = "weft-\(UInt(bitPattern: vfs))"
        text = strdup(name)
        methods.initialize(to: FileCalls.table)
        var made = FolderCalls.table
        made.zName = UnsafePointer(text)
        made.pAppData = Unmanaged.passUnretained(self).toOpaque()
        vfs.initialize(to: made)
        sqlite3_vfs_register(vfs, 0)
    }

    deinit {
        sqlite3_vfs_unregister(vfs)
        vfs.deallocate()
        methods.deallocate()
        free(text)
    }

    /// Whether the disk is still in the life in which this was created; a crash ends it.
    var isAlive: Bool { life == disk.life }
}

/// An open file.
final class DiskHandle {
    // A strong reference: an open file keeps its disk and VFS alive.
    private let vfs: DiskVFS
    let disk: SimulatedDisk
    let file: SimulatedDisk.File
    /// Whether its first sync must sync the directory as well.
    var isNameUnsynced: Bool
    /// The name to remove when it is closed; nil for none.
    let removed: String?

    init(
        _ vfs: DiskVFS, _ file: SimulatedDisk.File, isNameUnsynced: Bool, removed: String?
    ) {
        self.vfs = vfs
        disk = vfs.disk
        self.file = file
        self.isNameUnsynced = isNameUnsynced
        self.removed = removed
    }

    /// Whether no crash has happened since it was opened.
    var isAlive: Bool { vfs.isAlive }
}

// The memory in which SQLite keeps an open file: SQLite's part first, ours after it.
private struct Slot {
    var file: sqlite3_file
    var handle: Unmanaged<DiskHandle>?

    static func handle(_ file: UnsafeMutablePointer<sqlite3_file>?) -> DiskHandle? {
        guard let file else { return nil }
        return UnsafeMutableRawPointer(file).assumingMemoryBound(to: Slot.self).pointee.handle?
            .takeUnretainedValue()
    }
}

// Extended result codes are not imported. - Source: sqlite.org/rescode.html.
private enum Code {
    static let read = SQLITE_IOERR | 1 << 8
    static let shortRead = SQLITE_IOERR | 2 << 8
    static let write = SQLITE_IOERR | 3 << 8
    static let sync = SQLITE_IOERR | 4 << 8
    static let truncate = SQLITE_IOERR | 6 << 8
    static let delete = SQLITE_IOERR | 10 << 8
    static let noEntry = SQLITE_IOERR | 23 << 8
}

// Operations on the directory.
private enum FolderCalls {
    static var table: sqlite3_vfs {
        var table = sqlite3_vfs()
        table.iVersion = 1
        table.szOsFile = Int32(MemoryLayout<Slot>.size)
        table.mxPathname = 512
        table.xOpen = { FolderCalls.open($0, $1, $2, $3, $4) }
        table.xDelete = { FolderCalls.delete($0, $1, $2) }
        table.xAccess = { vfs, name, _, isThere in
            // As on Unix, an empty file counts as missing.
            let file = name.flatMap { FolderCalls.own(vfs)?.disk.file(named: String(cString: $0)) }
            isThere?.pointee = file.map { $0.image.bytes.isEmpty ? 0 : 1 } ?? 0
            return SQLITE_OK
        }
        table.xFullPathname = { _, name, room, path in
            guard let name, let path, strlen(name) < Int(room) else { return SQLITE_CANTOPEN }
            strcpy(path, name)
            return SQLITE_OK
        }
        // SQLite asks the process's first VFS for these, not ours.
        table.xRandomness = { _, _, _ in 0 }
        table.xSleep = { _, microseconds in microseconds }
        table.xCurrentTime = { _, day in
            day?.pointee = 2_460_000.5
            return SQLITE_OK
        }
        table.xGetLastError = { _, _, _ in 0 }
        return table
    }

    private static func own(_ vfs: UnsafeMutablePointer<sqlite3_vfs>?) -> DiskVFS? {
        vfs?.pointee.pAppData.map { Unmanaged<DiskVFS>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func open(
        _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?,
        _ target: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
        _ outFlags: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        guard let target, let own = own(vfs) else { return SQLITE_CANTOPEN }
        target.pointee.pMethods = nil
        let disk = own.disk
        guard own.isAlive, disk.fate(of: .open) == .done else { return SQLITE_CANTOPEN }
        let path = name.map { String(cString: $0) } ?? "temporary \(UInt(bitPattern: target))"
        let isMade = flags & SQLITE_OPEN_CREATE != 0
        guard let file = disk.open(path, orMake: isMade) else { return SQLITE_CANTOPEN }
        let journals = SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL
        let handle = DiskHandle(
            own, file, isNameUnsynced: isMade && flags & journals != 0,
            removed: flags & SQLITE_OPEN_DELETEONCLOSE != 0 ? path : nil)
        let slot = UnsafeMutableRawPointer(target).assumingMemoryBound(to: Slot.self)
        slot.pointee.handle = Unmanaged.passRetained(handle)
        target.pointee.pMethods = UnsafePointer(own.methods)
        outFlags?.pointee = flags
        return SQLITE_OK
    }

    private static func delete(
        _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?,
        _ isSynced: Int32
    ) -> Int32 {
        guard let own = own(vfs), own.isAlive, let name else { return Code.delete }
        let disk = own.disk
        guard disk.fate(of: .delete) == .done else { return Code.delete }
        guard disk.remove(String(cString: name)) else { return Code.noEntry }
        if isSynced != 0 { disk.syncFolder() }
        return SQLITE_OK
    }
}

// Operations on an open file.
private enum FileCalls {
    static var table: sqlite3_io_methods {
        var table = sqlite3_io_methods()
        table.iVersion = 1
        table.xClose = { FileCalls.close($0) }
        table.xRead = { FileCalls.read($0, $1, Int($2), at: Int($3)) }
        table.xWrite = { FileCalls.write($0, $1, Int($2), at: Int($3)) }
        table.xTruncate = { FileCalls.truncate($0, to: Int($1)) }
        table.xSync = { file, _ in FileCalls.sync(file) }
        table.xFileSize = { file, size in
            guard let handle = Slot.handle(file) else { return Code.read }
            size?.pointee = Int64(handle.file.image.bytes.count)
            return SQLITE_OK
        }
        table.xLock = { file, _ in FileCalls.lock(file) }
        table.xUnlock = { file, level in
            if let handle = Slot.handle(file), level == SQLITE_LOCK_NONE,
                handle.file.locker === handle
            {
                handle.file.locker = nil
            }
            return SQLITE_OK
        }
        table.xCheckReservedLock = { _, isReserved in
            isReserved?.pointee = 0
            return SQLITE_OK
        }
        table.xFileControl = { FileCalls.control($0, $1, $2) }
        table.xSectorSize = { _ in 4096 }
        table.xDeviceCharacteristics = { _ in SQLITE_IOCAP_POWERSAFE_OVERWRITE }
        return table
    }

    private static func close(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
        guard let file, let handle = Slot.handle(file) else { return SQLITE_OK }
        if let name = handle.removed, handle.isAlive {
            _ = handle.disk.remove(name)
        }
        if handle.file.locker === handle { handle.file.locker = nil }
        let slot = UnsafeMutableRawPointer(file).assumingMemoryBound(to: Slot.self)
        slot.pointee.handle?.release()
        slot.pointee.handle = nil
        return SQLITE_OK
    }

    private static func read(
        _ file: UnsafeMutablePointer<sqlite3_file>?, _ target: UnsafeMutableRawPointer?,
        _ count: Int, at offset: Int
    ) -> Int32 {
        guard let handle = Slot.handle(file), let target else { return Code.read }
        let isDone = handle.disk.fate(of: .read, by: handle) == .done
        return handle.file.image.bytes.withUnsafeBytes { source in
            let there = max(min(count, source.count - offset), 0)
            let copied = isDone ? there : there / 2
            if copied > 0, let start = source.baseAddress {
                target.copyMemory(from: start + offset, byteCount: copied)
            }
            guard isDone else { return Code.read }
            guard there < count else { return SQLITE_OK }
            memset(target + there, 0, count - there)
            return Code.shortRead
        }
    }

    private static func write(
        _ file: UnsafeMutablePointer<sqlite3_file>?, _ source: UnsafeRawPointer?, _ count: Int,
        at offset: Int
    ) -> Int32 {
        guard let handle = Slot.handle(file), let source else { return Code.write }
        let disk = handle.disk
        let isDone = disk.fate(of: .write, by: handle) == .done
        guard handle.isAlive else { return Code.write }
        let inside = max(min(handle.file.image.bytes.count - offset, count), 0)
        let fitting = inside + disk.room(for: count - inside)
        let written = isDone ? fitting : disk.part(of: fitting)
        handle.file.image.write(
            UnsafeRawBufferPointer(start: source, count: written), at: offset)
        guard isDone else { return Code.write }
        return fitting < count ? SQLITE_FULL : SQLITE_OK
    }

    private static func truncate(
        _ file: UnsafeMutablePointer<sqlite3_file>?, to count: Int
    ) -> Int32 {
        guard let handle = Slot.handle(file),
            handle.disk.fate(of: .truncate, by: handle) == .done
        else { return Code.truncate }
        handle.file.image.truncate(to: count)
        return SQLITE_OK
    }

    private static func sync(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
        guard let handle = Slot.handle(file) else { return Code.sync }
        let disk = handle.disk
        guard disk.fate(of: .sync, by: handle) == .done else {
            if handle.isAlive { disk.failSync(handle.file) }
            return Code.sync
        }
        disk.sync(handle.file)
        if handle.isNameUnsynced {
            disk.syncFolder()
            handle.isNameUnsynced = false
        }
        return SQLITE_OK
    }

    private static func lock(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
        guard let handle = Slot.handle(file), handle.isAlive else { return SQLITE_IOERR }
        if let other = handle.file.locker, other !== handle, other.isAlive {
            return SQLITE_BUSY
        }
        handle.file.locker = handle
        return SQLITE_OK
    }

    // Handles a pragma before SQLite does: replaces its value by the configured one.
    private static func control(
        _ file: UnsafeMutablePointer<sqlite3_file>?, _ operation: Int32,
        _ argument: UnsafeMutableRawPointer?
    ) -> Int32 {
        guard operation == SQLITE_FCNTL_PRAGMA, let handle = Slot.handle(file),
            let words = argument?.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self),
            let name = words[1], let value = words[2]
        else { return SQLITE_NOTFOUND }
        for other in handle.disk.pragmas
        where strcmp(name, other.name) == 0 && strlen(value) >= other.value.utf8.count {
            strcpy(value, other.value)
        }
        return SQLITE_NOTFOUND
    }
}
