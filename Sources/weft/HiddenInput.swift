#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Reads input that is not shown: passphrases and the 24 words. Callers know that somebody sits at a
/// terminal (`Question.isPossible`), or that the input is meant to be read.
enum HiddenInput {
    /// Words in a phrase.
    private static let wordCount = 24

    /// One line, behind `prompt`; nil at the end of the input.
    static func line(_ prompt: TerminalText, _ options: GlobalOptions) -> String? {
        tell(prompt, options)
        return hidden { readLine() }
    }

    /// Lines, until there are 24 words, an empty line or an end.
    static func words(_ prompt: TerminalText, _ options: GlobalOptions) -> String {
        tell(prompt, options)
        return hidden { words() }
    }

    /// The same from standard input, unasked.
    static func words() -> String {
        var words: [Substring] = []
        var text = ""
        while words.count < wordCount, let line = readLine(strippingNewline: true) {
            guard !line.allSatisfy(\.isWhitespace) || words.isEmpty else { break }
            text += line + " "
            words = text.split(whereSeparator: \.isWhitespace)
        }
        return text
    }

    private static func tell(_ prompt: TerminalText, _ options: GlobalOptions) {
        let text = prompt.rendered(withColour: options.output.colour.onTalk) + " "
        _ = Array(text.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Runs `body` while the terminal does not show what is typed.
    private static func hidden<Result>(_ body: () -> Result) -> Result {
        var shown = termios()
        guard tcgetattr(STDIN_FILENO, &shown) == 0 else { return body() }
        Interruption.restoresTerminal(shown)
        var hiding = shown
        hiding.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hiding)
        defer {
            tcsetattr(STDIN_FILENO, TCSANOW, &shown)
            Interruption.keepTerminal()
            // The line end that was typed was not shown either.
            _ = write(STDERR_FILENO, "\n", 1)
        }
        return body()
    }
}
