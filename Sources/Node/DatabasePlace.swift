#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What tells a database file from a copy of it: machine, device, inode and birth. A profile that
/// was copied, restored or cloned shows another place and starts a new incarnation by itself.
enum DatabasePlace {
    /// The fingerprint of the file at `path`, which is made empty if it is not there.
    static func fingerprint(_ path: String) throws(NodeError) -> [UInt8] {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw NodeError(
                .damaged, "the database cannot be opened",
                why: "\(path): \(String(cString: strerror(errno)))", fix: "weft doctor")
        }
        defer { close(descriptor) }
        var about = stat()
        guard fstat(descriptor, &about) == 0 else {
            throw NodeError(
                .damaged, "the database cannot be opened",
                why: "\(path): \(String(cString: strerror(errno)))", fix: "weft doctor")
        }
        return Array("\(machine()) \(about.st_dev) \(about.st_ino)".utf8)
    }

    // The machine's own number, where the system keeps one.
    private static func machine() -> String {
        for path in ["/etc/machine-id", "/var/lib/dbus/machine-id"] {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            var buffer = [UInt8](repeating: 0, count: 64)
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 { return String(decoding: buffer[..<count], as: UTF8.self) }
        }
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
