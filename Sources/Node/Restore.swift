import Primitives

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Puts a backup into an empty profile. The database finds itself in another place and begins a new
/// incarnation before it writes anything, so that what was written since the backup, wherever it
/// still is, and what is written from now on both stand.
package enum Restore {
    /// Takes database, keys and settings out of the file at `path`.
    ///
    /// - Returns: what was brought back, as one sentence.
    /// - Throws: `NodeError` if the profile holds a database or keys, or the file is no backup;
    ///   then nothing was written.
    package static func perform(
        from path: String, into profile: Profile
    ) throws(NodeError) -> String {
        for file in Backup.files(of: profile) + [profile.databasePath] {
            guard access(file, F_OK) != 0 else {
                throw NodeError(
                    .exists, "nothing was restored", why: "\(file) exists already",
                    fix: "restore into another profile: weft --profile NAME restore FILE")
            }
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Backup.failed(path) }
        defer { close(descriptor) }
        let length = Int(lseek(descriptor, 0, SEEK_END))
        let footer = try read(descriptor, from: length - Backup.footerBytes, path: path)
        guard footer.count == Backup.footerBytes, Array(footer.suffix(14)) == Backup.mark else {
            throw notABackup(path)
        }
        let counts = (0..<4).map { index in
            footer[index * 8..<index * 8 + 8].reduce(0) { $0 << 8 | Int($1) }
        }
        let sum = counts.reduce(Backup.footerBytes) { $0 &+ $1 }
        guard counts.allSatisfy({ $0 >= 0 && $0 <= length }), sum == length else {
            throw notABackup(path)
        }
        try PrivateDirectory.ensure(profile.keysDirectory)
        var offset = counts[3]
        for (file, count) in zip(Backup.files(of: profile), counts) {
            let bytes = try read(descriptor, from: offset, to: offset + count, path: path)
            try PrivateFile.write(bytes, to: file)
            offset += count
        }
        try copyDatabase(descriptor, count: counts[3], to: profile.databasePath, from: path)
        return "brought back the keys and \(counts[3] / 1024) KiB of database from \(path)"
    }

    private static func copyDatabase(
        _ source: Int32, count: Int, to path: String, from name: String
    ) throws(NodeError) {
        let target = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard target >= 0 else { throw Backup.failed(path) }
        defer { close(target) }
        var offset = 0
        while offset < count {
            let end = min(offset + (1 << 20), count)
            let piece = try read(source, from: offset, to: end, path: name)
            guard !piece.isEmpty, Backup.writeAll(piece, to: target) else {
                throw Backup.failed(path)
            }
            offset += piece.count
        }
        guard fsync(target) == 0 else { throw Backup.failed(path) }
    }

    private static func read(
        _ descriptor: Int32, from start: Int, to end: Int = .max, path: String
    ) throws(NodeError) -> [UInt8] {
        guard start >= 0 else { throw notABackup(path) }
        let most = min(end - start, 1 << 20)
        var buffer = [UInt8](repeating: 0, count: most)
        let count = pread(descriptor, &buffer, most, off_t(start))
        guard count >= 0 else { throw Backup.failed(path) }
        return Array(buffer.prefix(count))
    }

    private static func notABackup(_ path: String) -> NodeError {
        NodeError(
            .invalid, "nothing was restored", why: "\(path) is no backup of weft, or is cut short",
            fix: "weft backup -o FILE writes one")
    }
}
