#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Handles Ctrl-C: an unfinished file goes, the terminal shows again what is typed, a person
/// learns what goes on without them, and the process ends with 130.
///
/// A signal may come between any two instructions, so there are three pointers, each set before what
/// it undoes and cleared after; nothing else is touched.
enum Interruption {
    private nonisolated(unsafe) static var unfinished: UnsafeMutablePointer<CChar>?

    private nonisolated(unsafe) static var terminal: UnsafeMutablePointer<termios>?

    /// Gives the terminal these settings back if the command is interrupted before `keepTerminal`.
    static func restoresTerminal(_ settings: termios) {
        keepTerminal()
        let place = UnsafeMutablePointer<termios>.allocate(capacity: 1)
        place.initialize(to: settings)
        terminal = place
    }

    /// The terminal is as it was.
    static func keepTerminal() {
        let place = terminal
        terminal = nil
        place?.deallocate()
    }

    /// Removes `path` if the command is interrupted before `keep`.
    static func discards(_ path: String) {
        keep()
        unfinished = strdup(path)
    }

    /// Forgets the unfinished file: it is complete.
    static func keep() {
        let path = unfinished
        unfinished = nil
        free(path)
    }

    private nonisolated(unsafe) static var remark: UnsafeMutablePointer<CChar>?

    /// Says this if the command is interrupted before it says something else; nil for nothing.
    static func says(_ text: String?) {
        let old = remark
        remark = nil
        free(old)
        remark = text.map { strdup("  " + $0 + "\n") } ?? nil
    }

    /// Ends the process; only for the signal.
    static func end() -> Never {
        if let unfinished { unlink(unfinished) }
        if let terminal { tcsetattr(STDIN_FILENO, TCSANOW, terminal) }
        if let remark { _ = write(STDERR_FILENO, remark, strlen(remark)) }
        _exit(ExitCode.interrupted.rawValue)
    }
}
