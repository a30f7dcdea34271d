/// An error of the parser, in the form that all other errors have.
///
///     Error: Unknown option '--bogus'             error: unknown option '--bogus'
///     Usage: weft ls [<query> ...] …                Usage: weft ls [<query> ...] …
///       See 'weft ls --help' for more information.  fix: weft ls --help
struct UsageError {
    /// The problem.
    let what: String
    /// The lines that show how it is typed; may be empty.
    let usage: [String]
    /// The command that tells more.
    let fix: String

    /// - Parameter message: as the parser writes it.
    init(_ message: String) {
        var lines = message.split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
        var fix = "weft --help"
        if let last = lines.lastIndex(where: { $0.hasPrefix("  See '") }) {
            let typed = lines[last].dropFirst(7).prefix { $0 != "'" }
            if !typed.isEmpty { fix = String(typed) }
            lines.remove(at: last)
        }
        self.fix = fix
        let mark = "Error: "
        if let first = lines.first, first.hasPrefix(mark) {
            lines[0] = String(first.dropFirst(mark.count))
        }
        // What is wrong may have several lines; what follows it begins with a word of the parser's.
        let end = lines.firstIndex { $0.hasPrefix("Usage: ") || $0.hasPrefix("Help:  ") }
        what = lines[..<(end ?? lines.endIndex)].filter { !$0.isEmpty }.joined(separator: " ")
        usage = lines[(end ?? lines.endIndex)...].filter { !$0.isEmpty }
    }
}
