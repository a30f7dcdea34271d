#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Asks before something that is hard to take back.
enum Question {
    /// Whether there is a terminal, so that a question can be asked.
    static func isPossible(_ options: GlobalOptions) -> Bool {
        !options.noInput && isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    }

    /// Returns when the person agrees, or was told by `--force` that they need not be asked.
    ///
    /// - Throws: `usage` where nobody can be asked; `failure` when the answer is no.
    static func confirm(
        _ question: TerminalText, isForced: Bool, _ options: GlobalOptions,
        fix: String = "add --force"
    ) throws(Failure) {
        guard !isForced else { return }
        guard isPossible(options) else {
            throw Failure(
                .usage, "confirmation required, but there is no terminal: \(question.plain)",
                fix: fix)
        }
        let text = question.rendered(withColour: options.output.colour.onTalk) + " [y/N] "
        _ = Array(text.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        let answer = readLine()?.lowercased() ?? ""
        guard ["y", "yes"].contains(answer) else {
            throw Failure(.failure, "nothing was changed")
        }
    }
}
