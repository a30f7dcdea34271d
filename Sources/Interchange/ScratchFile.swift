import Glibc

/// An unlinked temporary file, which is written sequentially and then read; it is deleted with its owner, even if the
/// process is killed.
package final class ScratchFile {
    private let file: Int32
    private var count = 0
    private var isFinished = false

    /// Creates one on the disk of `folder`.
    package init(in folder: String) throws(InterchangeError) {
        var name = Array("\(folder)/weft-XXXXXX".utf8CString)
        file = mkstemp(&name)
        guard file >= 0 else { throw .noScratch(Self.reason(errno)) }
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        unlink(name)
    }

    deinit { if !isFinished, file >= 0 { close(file) } }

    /// Appends `bytes`.
    package func append(_ bytes: some Collection<UInt8>) throws(InterchangeError) {
        let part = Array(bytes)
        var done = 0
        while done < part.count {
            let written = part.withUnsafeBytes {
                write(file, $0.baseAddress?.advanced(by: done), $0.count - done)
            }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw .noScratch(Self.reason(errno)) }
            done += written
        }
        count += part.count
    }

    /// Returns the file for reading; nothing more may be written.
    package func finished() -> OpenFile {
        isFinished = true
        return OpenFile(file, count: count, isOwn: true)
    }

    private static func reason(_ error: Int32) -> String { String(cString: strerror(error)) }
}
