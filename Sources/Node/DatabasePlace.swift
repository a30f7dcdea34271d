#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Tells a database file from a copy of it by machine, device, inode and birth time. A profile that was
/// copied, restored or cloned shows another place and starts a new incarnation by itself.
///
///     machine-id device inode birth     the birth in nanoseconds since 1970
///
/// Inodes are reused: only the birth time tells a deleted file from one created after it. Where the file
/// system does not store it, it is 0 on both sides and so has no effect.
enum DatabasePlace {
    /// The fingerprint of the file at `path`, which is created empty if it is missing.
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
        return Array(
            "\(machine()) \(about.st_dev) \(about.st_ino) \(birth(of: descriptor))".utf8)
    }

    /// The creation time of the file, in nanoseconds since 1970; 0 where the file system does not store it.
    #if canImport(Darwin)
    static func birth(of descriptor: Int32) -> Int64 {
        var about = stat()
        guard fstat(descriptor, &about) == 0 else { return 0 }
        return nanoseconds(Int64(about.st_birthtimespec.tv_sec), about.st_birthtimespec.tv_nsec)
    }
    #else
    static func birth(of descriptor: Int32) -> Int64 {
        // glibc 2.28 has statx but hides it from Swift behind a feature macro, so look it up by name. struct
        // statx (statx(2)) has 256 bytes: its mask at offset 0, and of the birth time the seconds at 80 and
        // the nanoseconds at 88.
        typealias Statx =
            @convention(c) (
                Int32, UnsafePointer<CChar>, Int32, UInt32, UnsafeMutableRawPointer
            ) -> Int32
        guard let symbol = dlsym(nil, "statx") else { return 0 }
        let statx = unsafeBitCast(symbol, to: Statx.self)
        let (ofTheDescriptor, birthTime): (Int32, UInt32) = (0x1000, 0x800)
        return withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { facts in
            guard let start = facts.baseAddress,
                statx(descriptor, "", ofTheDescriptor, birthTime, start) == 0,
                facts.load(as: UInt32.self) & birthTime != 0
            else { return 0 }
            return nanoseconds(
                facts.load(fromByteOffset: 80, as: Int64.self),
                Int(facts.load(fromByteOffset: 88, as: UInt32.self)))
        }
    }
    #endif

    private static func nanoseconds(_ seconds: Int64, _ rest: Int) -> Int64 {
        seconds &* 1_000_000_000 &+ Int64(rest)
    }

    // The machine id where the system has one, else the host name.
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
        return String(
            decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
