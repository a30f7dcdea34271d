#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What happens at Ctrl-C: an unfinished file goes, and the process ends with 130.
///
/// A signal may come between any two instructions, so this is one pointer that is set before the
/// file exists and cleared after it has its name; nothing else is touched.
enum Interruption {
    private nonisolated(unsafe) static var unfinished: UnsafeMutablePointer<CChar>?

    /// Removes `path` if the command is interrupted before `keep`.
    static func discards(_ path: String) {
        keep()
        unfinished = strdup(path)
    }

    /// Nothing is to be removed any more.
    static func keep() {
        let path = unfinished
        unfinished = nil
        free(path)
    }

    /// Ends the process; only for the signal.
    static func end() -> Never {
        if let unfinished { unlink(unfinished) }
        _exit(ExitCode.interrupted.rawValue)
    }
}
