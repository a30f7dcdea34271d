import Primitives
package import Store

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

// Calls write(2), which `Backup.write` would shadow.
private func system(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

/// A backup is a whole profile in one file: the replica as an SQLite database, followed by the key files, so
/// that it can be restored on a new machine. Whoever holds the file can act as this person.
///
///     database   as SQLite wrote it
///     keys       root or pair file, device file, profile.json: each its bytes
///     lengths    3 times u64 big-endian, then the length of the database u64
///     mark       "weft backup 1\n"
package enum Backup {
    static let mark = Array("weft backup 1\n".utf8)
    static let footerBytes = 4 * 8 + mark.count

    /// Writes a backup to a new file at `path`, mode 0600.
    ///
    /// - Throws: `NodeError`; then nothing is left at `path`, unless it was there before.
    package static func write(
        to path: String, store: Store, profile: Profile
    ) throws {
        let old = umask(0o077)
        defer { umask(old) }
        // Created here first, so that errors are reported with the system's reason.
        let made = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard made >= 0 else {
            guard errno == EEXIST else { throw failed(path) }
            throw NodeError(
                .exists, "no backup was written", why: "\(path) already exists",
                fix: "name a new file")
        }
        close(made)
        do throws(NodeError) {
            try copyReplica(of: store, to: path)
            try append(to: path, profile: profile)
        } catch {
            unlink(path)
            throw error
        }
    }

    private static func copyReplica(of store: Store, to path: String) throws(NodeError) {
        do throws(StorageError) {
            try store.backup(to: path)
        } catch {
            let why =
                switch error {
                case .full: "no space is left on the disk"
                case .locked: "another process is using \(path)"
                case .corrupt, .newer: "the database is damaged"
                case .failed(let code, _): "copying failed with SQLite's code \(code)"
                }
            throw NodeError(
                .machine, "no backup was written", why: why,
                fix: "free some space, or name a file elsewhere; weft doctor")
        }
    }

    private static func append(to path: String, profile: Profile) throws(NodeError) {
        var parts: [[UInt8]] = []
        for file in files(of: profile) {
            parts.append(try part(file, profile))
        }
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw failed(path) }
        defer { close(descriptor) }
        let length = lseek(descriptor, 0, SEEK_END)
        guard length >= 0 else { throw failed(path) }
        var footer: [UInt8] = []
        for count in parts.map(\.count) + [Int(length)] {
            for shift in stride(from: 56, through: 0, by: -8) {
                footer.append(UInt8(truncatingIfNeeded: UInt64(count) >> UInt64(shift)))
            }
        }
        let all = parts.flatMap { $0 } + footer + mark
        guard writeAll(all, to: descriptor), fsync(descriptor) == 0 else {
            throw failed(path)
        }
    }

    // On a device without the root, the pair file takes its place.
    private static func part(_ file: String, _ profile: Profile) throws(NodeError) -> [UInt8] {
        if let bytes = try PrivateFile.read(file, bytesMax: 1 << 20) { return bytes }
        if file == KeyFile.root.path(in: profile),
            let bytes = try PrivateFile.read(
                KeyFile.pair.path(in: profile), bytesMax: 1 << 20)
        {
            return bytes
        }
        throw NodeError(.missing, "no backup was written", why: "\(file) is missing")
    }

    static func files(of profile: Profile) -> [String] {
        [
            KeyFile.root.path(in: profile), KeyFile.device.path(in: profile),
            profile.settingsPath,
        ]
    }

    private static func failed(_ path: String) -> NodeError {
        NodeError(
            .machine, "no backup was written",
            why: "\(path): \(String(cString: strerror(errno)))",
            fix: ServiceFile.fix(errno) ?? "free some space, or name a file elsewhere")
    }

    /// Writes all of `bytes`, in as many calls as the system takes.
    static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { system(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

/// A backup that is being read; see `Backup` for the layout.
final class BackupFile {
    /// The length of the database in it.
    let databaseBytes: Int

    private static let pieceBytes = 1 << 20

    private let file: Int32
    private let path: String
    /// The lengths of the key files and the settings, in order.
    private let counts: [Int]

    /// Opens the file at `path`.
    ///
    /// - Throws: `invalid` if its mark or its lengths are not those of a backup.
    init(_ path: String) throws(NodeError) {
        // A named pipe would block here until somebody writes into it.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw .system("nothing was restored: \(path) cannot be opened") }
        do throws(NodeError) {
            let length = Int(lseek(file, 0, SEEK_END))
            let start = length - Backup.footerBytes
            guard start >= 0 else { throw Self.notABackup(path) }
            let footer = try Self.read(file, start..<length, path)
            guard footer.suffix(Backup.mark.count).elementsEqual(Backup.mark) else {
                throw Self.notABackup(path)
            }
            let lengths = (0..<4).map { index in
                footer[index * 8..<index * 8 + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            }
            guard lengths.allSatisfy({ $0 <= UInt64(length) }),
                lengths.reduce(0, +) == UInt64(start),
                lengths[..<3].allSatisfy({ $0 <= UInt64(Self.pieceBytes) })
            else { throw Self.notABackup(path) }
            self.file = file
            self.path = path
            databaseBytes = Int(lengths[3])
            counts = lengths[..<3].map { Int($0) }
        } catch {
            close(file)
            throw error
        }
    }

    deinit {
        close(file)
    }

    /// Copies everything into `place`, each file with mode 0600, and makes it durable.
    func copy(to place: Staging) throws(NodeError) {
        try PrivateDirectory.ensure(place.path)
        try PrivateDirectory.ensure(place.keysDirectory)
        var offset = databaseBytes
        for (target, count) in zip(place.files, counts) {
            let bytes = try Self.read(file, offset..<offset + count, path)
            try PrivateFile.write(bytes, to: place.target(target, of: bytes))
            offset += count
        }
        try copyDatabase(to: place.databasePath)
    }

    private func copyDatabase(to path: String) throws(NodeError) {
        let target = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard target >= 0 else { throw .system("nothing was restored: \(path) cannot be created") }
        defer { close(target) }
        var offset = 0
        while offset < databaseBytes {
            let end = min(offset + Self.pieceBytes, databaseBytes)
            let piece = try Self.read(file, offset..<end, self.path)
            guard Backup.writeAll(piece, to: target) else {
                throw .system("nothing was restored: \(path) cannot be written")
            }
            offset = end
        }
        guard fsync(target) == 0 else {
            throw .system("nothing was restored: \(path) cannot be synced to disk")
        }
    }

    /// Reads all bytes of `range`, at most `pieceBytes`.
    private static func read(
        _ file: Int32, _ range: Range<Int>, _ path: String
    ) throws(NodeError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: range.count)
        var done = 0
        while done < range.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
                return pread(file, rest.baseAddress, rest.count, off_t(range.lowerBound + done))
            }
            guard count >= 0 else { throw .system("nothing was restored: \(path) cannot be read") }
            guard count > 0 else { throw notABackup(path) }
            done += count
        }
        return bytes
    }

    private static func notABackup(_ path: String) -> NodeError {
        NodeError(
            .invalid, "nothing was restored", why: "\(path) is not a weft backup, or is truncated",
            fix: "use a file written by weft backup -o FILE")
    }
}
