import Primitives
package import Store

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

// `Backup.write` hides the system's.
private func system(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

/// A backup is a folder's worth in one file: the replica as an SQLite database, and behind it the
/// key files, so that it can be restored on a bare machine. Whoever has it is this person.
///
///     database   as SQLite wrote it
///     keys       root key file, device key file, profile.json: each its bytes
///     lengths    3 times u64 big-endian, then the length of the database u64
///     mark       "weft backup 1\n"
package enum Backup {
    static let mark = Array("weft backup 1\n".utf8)
    static let footerBytes = 4 * 8 + mark.count

    /// Writes a backup to a new file at `path`, mode 0600.
    package static func write(
        to path: String, store: Store, profile: Profile
    ) throws {
        guard access(path, F_OK) != 0 else {
            throw NodeError(
                .damaged, "no backup was written", why: "\(path) exists already",
                fix: "name a new file")
        }
        let old = umask(0o077)
        defer { umask(old) }
        do {
            try store.backup(to: path)
            try append(to: path, profile: profile)
        } catch {
            unlink(path)
            throw error
        }
    }

    private static func append(to path: String, profile: Profile) throws(NodeError) {
        var parts: [[UInt8]] = []
        for file in files(of: profile) {
            guard let bytes = try PrivateFile.read(file, bytesMax: 1 << 20) else {
                throw NodeError(.missing, "no backup was written", why: "\(file) is missing")
            }
            parts.append(bytes)
        }
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw failed(path) }
        defer { close(descriptor) }
        let length = lseek(descriptor, 0, SEEK_END)
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

    static func files(of profile: Profile) -> [String] {
        [
            profile.keysDirectory + "/root", profile.keysDirectory + "/device",
            profile.settingsPath,
        ]
    }

    static func failed(_ path: String) -> NodeError {
        NodeError(
            .damaged, "the backup failed", why: "\(path): \(String(cString: strerror(errno)))",
            fix: "look whether the disk is full")
    }

    /// Writes all of `bytes`, in as many pieces as the system takes.
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
