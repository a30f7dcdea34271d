#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A file that takes its name only when it is whole: another name first, then rename.
final class NewFile: @unchecked Sendable {
    // One thread after the other uses it: the loop's while bytes come, then the command's.
    private let file: Int32
    private let path: String
    private let partPath: String
    private var isFinished = false
    private(set) var bytesWritten = 0

    /// Mode 0600: what is exported may be private.
    init(_ path: String) throws(Failure) {
        self.path = path
        partPath = path + ".part"
        Interruption.discards(partPath)
        unlink(partPath)
        file = open(partPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw Failure(
                .failure, "\(partPath) cannot be made: \(String(cString: strerror(errno)))",
                fix: "choose another place with -o")
        }
    }

    func append(_ bytes: [UInt8]) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let put = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            guard put > 0 else { throw Self.broken(partPath) }
            rest = rest.dropFirst(put)
        }
        bytesWritten += bytes.count
    }

    /// Makes it durable under its own name.
    func finish() throws(Failure) {
        guard fsync(file) == 0, rename(partPath, path) == 0 else { throw Self.broken(path) }
        isFinished = true
        Interruption.keep()
    }

    deinit {
        guard file >= 0 else { return }
        close(file)
        if !isFinished { unlink(partPath) }
    }

    private static func broken(_ path: String) -> Failure {
        Failure(
            errno == ENOSPC ? .conflict : .failure,
            "\(path) cannot be written: \(String(cString: strerror(errno)))",
            fix: errno == ENOSPC ? "free some space, then try again" : "")
    }
}
