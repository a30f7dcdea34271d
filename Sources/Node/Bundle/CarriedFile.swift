#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A new file for others, which takes its name only when it is complete and durable, so that nobody carries
/// half of one.
///
/// Everybody may read it, since its content is sealed. Threads use it one after another.
final class CarriedFile: @unchecked Sendable {
    private let path: String
    private let partPath: String
    private let file: Int32
    private var isFinished = false

    /// Begins a file at `path`, where there must be none.
    init(_ path: String) throws(FileProblem) {
        self.path = path
        partPath = path + Self.partSuffix
        var facts = stat()
        guard lstat(path, &facts) != 0 else { throw FileProblem.system(EEXIST) }
        unlink(partPath)
        file = open(partPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw FileProblem.system() }
        // The node's umask leaves the file to its owner alone, and another user may have to carry it. Errors
        // are ignored: some file systems have no modes.
        fchmod(file, 0o644)
    }

    deinit {
        guard file >= 0 else { return }
        close(file)
        if !isFinished { unlink(partPath) }
    }

    /// Appends `bytes`.
    func append(_ bytes: [UInt8]) throws(FileProblem) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let put = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            guard put > 0 else { throw FileProblem.system() }
            rest = rest.dropFirst(put)
        }
    }

    /// Makes the file durable under its own name.
    func finish() throws(FileProblem) {
        guard fsync(file) == 0, rename(partPath, path) == 0 else { throw FileProblem.system() }
        isFinished = true
        // Some file systems, such as those of USB sticks, cannot sync a directory.
        let folder = open(Self.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    /// Deletes a file if it is there.
    static func remove(_ path: String) { unlink(path) }

    /// The suffix of its name until it is complete.
    static let partSuffix = ".part"

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
