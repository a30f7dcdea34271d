import API

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Data to standard output, talk to standard error, each in the form that was asked for.
struct Output: Sendable {
    /// The form of data.
    enum Form: Equatable, Sendable {
        /// For people: aligned columns.
        case human
        /// For `cut` and `awk`: columns parted by tabs, no heads.
        case plain
        /// For programs: what the node answered, with its version.
        case json
    }

    let form: Form
    let isQuiet: Bool
    let isVerbose: Bool
    let colour: Colour
    /// Columns to fill; nil where nothing is cut off.
    let width: Int?

    /// The streams that are coloured.
    struct Colour: Equatable, Sendable {
        let onData: Bool
        let onTalk: Bool

        static let none = Colour(onData: false, onTalk: false)
    }

    /// A line of data.
    func line(_ text: TerminalText) {
        write(text.rendered(withColour: colour.onData) + "\n", to: STDOUT_FILENO)
    }

    /// Lines of data, in one piece.
    func lines(_ lines: [TerminalText]) {
        guard !lines.isEmpty else { return }
        let text = lines.map { $0.rendered(withColour: colour.onData) + "\n" }.joined()
        write(text, to: STDOUT_FILENO)
    }

    /// Bytes of data as they are: an export, an answer to `weft api`.
    func raw(_ bytes: [UInt8]) {
        write(bytes, to: STDOUT_FILENO)
    }

    /// Tells what was done; not with `-q`.
    func say(_ text: TerminalText) {
        if !isQuiet { complain(text) }
    }

    /// The command that is useful now.
    func next(_ why: TerminalText, _ command: TerminalText) {
        say("  \(why): \(command)")
    }

    /// Warns a person, also with `-q`.
    func warn(_ text: TerminalText) {
        complain("\("warning", .notable): \(text)")
    }

    /// Prints a problem as it is, also with `-q`.
    func complain(_ text: TerminalText) {
        write(text.rendered(withColour: colour.onTalk) + "\n", to: STDERR_FILENO)
    }

    /// Tells how the node was reached; with `-v`.
    func trace(_ text: TerminalText) {
        if isVerbose { complain(text) }
    }

    /// The node's own answer, marked with the version of this form.
    func json(_ body: [UInt8]) {
        raw(VersionedJSON.mark(VersionedJSON.escaped(body)) + [UInt8(ascii: "\n")])
    }

    /// Returns the reason why the command ends: an error with its way out, or JSON on the same stream.
    func report(_ failure: Failure) {
        guard form != .json else {
            write(VersionedJSON.failure(failure) + [UInt8(ascii: "\n")], to: STDERR_FILENO)
            return
        }
        complain("\("error", .bad): \(failure.what)")
        if !failure.fix.isEmpty { complain("  fix: \(failure.fix)") }
    }

    private func write(_ text: String, to stream: Int32) {
        write(Array(text.utf8), to: stream)
    }

    private func write(_ bytes: [UInt8], to stream: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let put = rest.withUnsafeBytes { sendPart($0, to: stream) }
            if put > 0 {
                rest = rest.dropFirst(put)
            } else if errno != EINTR && errno != EAGAIN {
                end(put < 0 ? errno : ENOSPC, writingTo: stream)
            }
        }
    }

    private func end(_ error: Int32, writingTo stream: Int32) -> Never {
        // The reader has gone, as `head` does: so do we, like any filter.
        if error == EPIPE { exit(128 + SIGPIPE) }
        // Of standard error nobody would hear.
        if stream == STDOUT_FILENO {
            report(
                Failure(
                    .failure,
                    "cannot write to standard output: \(String(cString: strerror(error)))",
                    fix: error == ENOSPC
                        ? "free some space, then try again"
                        : "redirect it, such as > FILE"))
        }
        exit(ExitCode.failure.rawValue)
    }
}

private func sendPart(_ bytes: UnsafeRawBufferPointer, to stream: Int32) -> Int {
    write(stream, bytes.baseAddress, bytes.count)
}
