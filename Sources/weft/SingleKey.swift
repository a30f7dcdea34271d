#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// One key, without a line end behind it. Whoever calls knows that somebody sits at a terminal
/// (`Question.isPossible`).
enum SingleKey {
    /// The key that is pressed, in lower case; nil at the end of the input.
    static func read() -> Character? {
        var shown = termios()
        guard tcgetattr(STDIN_FILENO, &shown) == 0 else { return nil }
        Interruption.restoresTerminal(shown)
        var bare = shown
        bare.c_lflag &= ~tcflag_t(ECHO | ICANON)
        tcsetattr(STDIN_FILENO, TCSANOW, &bare)
        defer {
            tcsetattr(STDIN_FILENO, TCSANOW, &shown)
            Interruption.keepTerminal()
        }
        var byte: UInt8 = 0
        // End of input, as Ctrl-D types it where lines are not edited.
        guard readByte(&byte) == 1, byte != 4 else { return nil }
        return Character(UnicodeScalar(byte)).lowercased().first
    }

    private static func readByte(_ byte: inout UInt8) -> Int {
        #if canImport(Glibc)
        return Glibc.read(STDIN_FILENO, &byte, 1)
        #else
        return Darwin.read(STDIN_FILENO, &byte, 1)
        #endif
    }
}
