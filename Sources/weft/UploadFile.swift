import Domain

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A file of this machine that goes to the node part by part.
final class UploadFile: @unchecked Sendable {
    // One thread uses it: that of the command.
    private let file: Int32
    /// Bytes of it when it was opened; no more are sent. Nil of what is no file, such as a pipe: then all
    /// that comes is.
    let size: Int?
    let path: String
    private var left: Int
    private let isOwn: Bool

    /// Bytes that are in memory at once.
    static let partBytes = 256 << 10

    /// Opens a file that is put in for this use.
    ///
    /// - Throws: what is wrong with it, as far as that shows without reading it.
    init(_ path: String, as use: BlobUse) throws(Failure) {
        let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard opened >= 0 else { throw Self.unreadable(path, errno) }
        var facts = stat()
        let isKnown = fstat(opened, &facts) == 0
        let bytes = Int(facts.st_size)
        let problem: Failure?
        if !isKnown || facts.st_mode & mode_t(S_IFMT) != mode_t(S_IFREG) {
            problem = Failure(.usage, "\(path) is not a file", fix: "pass the path of a file")
        } else if bytes > use.bytesMax {
            problem = Failure(
                .usage, "\(path) has \(ByteCount.shown(UInt64(bytes))): \(use.tooLarge.detail)",
                fix: use.tooLarge.fix)
        } else {
            problem = nil
        }
        if let problem {
            close(opened)
            throw problem
        }
        self.path = path
        isOwn = true
        file = opened
        size = bytes
        left = bytes
    }

    /// The next `size` bytes of an open file, which stays open.
    init(next size: Int, of file: Int32, at path: String) {
        self.file = file
        self.size = size
        self.path = path
        left = size
        isOwn = false
    }

    /// Opens what a person named as a file for import; `-` is standard input.
    ///
    /// - Throws: if it cannot be read, or is longer than a node takes.
    init(input path: String) throws(Failure) {
        let isInput = path == "-"
        let opened = isInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { throw InputFile.unreadable(path, errno) }
        var facts = stat()
        let form = fstat(opened, &facts) == 0 ? facts.st_mode & mode_t(S_IFMT) : 0
        let isFile = form == mode_t(S_IFREG)
        let bytes = max(0, Int(facts.st_size) - max(0, Int(lseek(opened, 0, SEEK_CUR))))
        let problem: Failure? =
            if form == mode_t(S_IFDIR) {
                InputFile.unreadable(path, EISDIR)
            } else if isFile, bytes > InputFile.bytesMax {
                InputFile.tooLong(path)
            } else {
                nil
            }
        if let problem {
            if !isInput { close(opened) }
            throw problem
        }
        self.path = path
        isOwn = !isInput
        file = opened
        size = isFile ? bytes : nil
        left = isFile ? bytes : .max
    }

    deinit { if isOwn { close(file) } }

    /// The next part; nil at the end, or if no more can be read.
    func next() -> [UInt8]? {
        guard left > 0 else { return nil }
        var part = [UInt8](repeating: 0, count: min(left, Self.partBytes))
        let got = part.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
        guard got > 0 else { return nil }
        left -= got
        return Array(part.prefix(got))
    }

    private static func unreadable(_ path: String, _ error: Int32) -> Failure {
        Failure(
            error == ENOENT ? .notFound : .failure,
            "\(path) cannot be read: \(String(cString: strerror(error)))",
            fix: "pass the path of a file")
    }
}
