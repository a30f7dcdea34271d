#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Locks a profile for one process: two nodes on one database would fork each other's chains.
///
/// - Shape: `flock` on `Profile.lockPath`, whose text is the holder's process id and a line end. The system
///   releases it however the process ends; the file stays.
package final class ProfileLock: Sendable {
    private let file: Int32

    /// A probe by `holder` has the lock for an instant; trying again tells it from a node.
    private static let attemptsMax = 10
    private static let pauseMicroseconds: useconds_t = 10_000

    /// Locks the profile, whose directories exist.
    ///
    /// - Throws: `inUse` with the other process's id.
    package init(_ profile: Profile) throws(NodeError) {
        let path = profile.lockPath
        let file = try Self.open(path, O_RDWR | O_CREAT)
        for attempt in 1...Self.attemptsMax {
            if flock(file, LOCK_EX | LOCK_NB) == 0 { break }
            if errno == EWOULDBLOCK, attempt < Self.attemptsMax {
                usleep(Self.pauseMicroseconds)
                continue
            }
            let error = Self.refusal(of: profile, errno, pid: Self.writtenPid(file))
            close(file)
            throw error
        }
        let text = Array("\(getpid())\n".utf8)
        guard ftruncate(file, 0) == 0, pwrite(file, text, text.count, 0) == text.count else {
            let error = NodeError.system("\(path) cannot be written")
            close(file)
            throw error
        }
        self.file = file
    }

    /// The process that has the profile now; nil if none has.
    ///
    /// Zero if a process has it and has not written its id yet.
    package static func holder(of profile: Profile) throws(NodeError) -> Int32? {
        guard access(profile.lockPath, F_OK) == 0 else { return nil }
        let file = try open(profile.lockPath, O_RDONLY)
        defer { close(file) }
        if flock(file, LOCK_SH | LOCK_NB) == 0 { return nil }
        guard errno == EWOULDBLOCK else { throw .system("\(profile.lockPath) cannot be queried") }
        return writtenPid(file)
    }

    deinit {
        close(file)
    }

    private static func open(_ path: String, _ flags: Int32) throws(NodeError) -> Int32 {
        let file = openFile(path, flags | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { throw .system("the lock \(path) cannot be opened") }
        var facts = stat()
        do throws(NodeError) {
            guard fstat(file, &facts) == 0 else { throw .system("\(path) cannot be inspected") }
            try FileFacts(path: path, isFolder: false, facts).check()
        } catch {
            close(file)
            throw error
        }
        return file
    }

    private static func writtenPid(_ file: Int32) -> Int32 {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = max(0, pread(file, &bytes, bytes.count, 0))
        let digits = bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }
        return Int32(String(decoding: digits, as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil } ?? 0
    }

    private static func refusal(of profile: Profile, _ error: Int32, pid: Int32) -> NodeError {
        guard error == EWOULDBLOCK else {
            return .system("\(profile.lockPath) cannot be locked", error)
        }
        return NodeError(
            .inUse, "the profile \"\(profile.name)\" cannot be used",
            why: "process \(pid) is using it; only one node can run per profile",
            fix: "weft down, or another profile: weft --profile NAME")
    }
}

private func openFile(_ path: String, _ flags: Int32) -> Int32 {
    open(path, flags, 0o600)
}
