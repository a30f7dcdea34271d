import Wire

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A file of segments that is read from its beginning, one at a time. Whatever the file is, no more than one
/// segment is in memory.
///
/// Threads use it one after another.
final class SegmentFile: @unchecked Sendable {
    /// What comes next in the file.
    enum Piece: Sendable {
        /// A segment, as long as its header says.
        case segment([UInt8])
        /// The end of the file.
        case ended
        /// An incomplete segment.
        case torn
        /// Something other than a segment.
        case foreign
        /// The system's reason why it cannot be read.
        case failed(String)
    }

    private let file: Int32
    private var offset = 0

    /// Opens the file at `path`.
    ///
    /// - Parameter following: Whether a symbolic link is followed.
    /// - Throws: The system's reason, or that it is not a regular file.
    init(_ path: String, following: Bool) throws(FileProblem) {
        // Non-blocking, since a pipe in its place would block the thread for ever.
        file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (following ? 0 : O_NOFOLLOW))
        guard file >= 0 else { throw FileProblem.system() }
        var facts = stat()
        guard fstat(file, &facts) == 0 else { throw FileProblem.system() }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw FileProblem("it is not a regular file")
        }
    }

    deinit {
        if file >= 0 { close(file) }
    }

    /// Starts again from the beginning.
    func rewind() { offset = 0 }

    /// Reads the next segment.
    func next() -> Piece {
        var facts = stat()
        guard fstat(file, &facts) == 0 else { return .failed(FileProblem.system().why) }
        let rest = Int(facts.st_size) - offset
        guard rest > 0 else { return .ended }
        do throws(FileProblem) {
            let head = try bytes(min(rest, Segment.markedBytes))
            guard Segment.mark.starts(with: head.prefix(Segment.mark.count)) else {
                return .foreign
            }
            guard head.count == Segment.markedBytes else { return .torn }
            // A length that no segment has means that it is none.
            guard let length = try? Segment.length(of: head[...]) else { return .foreign }
            guard length <= rest else { return .torn }
            let segment = try bytes(length)
            guard segment.count == length else { return .torn }
            offset += length
            return .segment(segment)
        } catch {
            return .failed(error.why)
        }
    }

    // Reads from where the next segment begins; returns fewer bytes if the file has become shorter.
    private func bytes(_ count: Int) throws(FileProblem) -> [UInt8] {
        var failure: FileProblem?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, filled in
            while filled < count {
                let got = pread(
                    file, target.baseAddress.map { $0 + filled }, count - filled,
                    off_t(offset + filled))
                if got < 0 { failure = FileProblem.system() }
                guard got > 0 else { break }
                filled += got
            }
        }
        if let failure { throw failure }
        return bytes
    }
}

/// Why an operation on a carried file failed.
struct FileProblem: Error, Equatable {
    let why: String
    /// The system's error number; 0 if the system reported none.
    let code: Int32

    /// Creates a problem with this reason.
    init(_ why: String, code: Int32 = 0) {
        self.why = why
        self.code = code
    }

    /// The system's last error.
    static func system(_ code: Int32 = errno) -> FileProblem {
        FileProblem(String(cString: strerror(code)), code: code)
    }
}
