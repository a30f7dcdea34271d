import ArgumentParser
import Domain

/// A command that takes a search as its words, in which one may be denied: `-#crdt`.
protocol SearchingCommand: ParsableCommand {}

extension ListCommand: SearchingCommand {}
extension SearchCommand: SearchingCommand {}
extension FeedCommand: SearchingCommand {}
extension RateCommand: SearchingCommand {}
extension KindList: SearchingCommand {}

/// Words that deny part of a search, and begin as options do.
enum ExcludedTerm {
    /// Options of these commands that have a value behind them.
    private static let valued = [
        "-N", "--number", "--sort", "--cursor", "--audience", "--profile", "--socket",
    ]

    /// `words` that stand behind a command that takes a search, with all of the search from its first
    /// denial on behind two dashes: there the parser takes nothing for an option.
    static func arranged(_ words: ArraySlice<String>) -> [String] {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        var rest = words[..<end]
        var options: [String] = []
        var search: [String] = []
        while let word = rest.popFirst() {
            if isDenial(word) {
                search.append(word)
            } else if word.hasPrefix("-"), word != "-" {
                options.append(word)
                if valued.contains(word), let value = rest.popFirst() { options.append(value) }
            } else if search.isEmpty {
                options.append(word)
            } else {
                search.append(word)
            }
        }
        guard !search.isEmpty else { return Array(words) }
        return options + ["--"] + search + words[end...].dropFirst()
    }

    /// A command with a search and options behind it, as it is to be typed: a word that begins with a dash
    /// would be taken for an option where it stands before two of them.
    static func typed(_ command: String, _ words: [String], with options: [String]) -> String {
        let quoted = words.map(ShellText.quoted)
        let isPlain = !words.contains { $0.hasPrefix("-") }
        let rest = isPlain ? quoted + options : options + ["--"] + quoted
        return ([command] + rest).joined(separator: " ")
    }

    /// It can be no option: a tag, a phrase, a bracket, a qualifier or several words are denied.
    static func isDenial(_ word: String) -> Bool {
        guard word.hasPrefix("-"), !word.hasPrefix("--"), let first = word.dropFirst().first else {
            return false
        }
        if word.contains(" ") || ["#", "\"", "("].contains(first) { return true }
        guard let colon = word.firstIndex(of: ":") else { return false }
        return SearchQualifier(rawValue: String(word.dropFirst().prefix(upTo: colon))) != nil
    }

    /// The line to type where a word of `arguments` was taken for an option, and may have been meant as a
    /// denial; nil if there is none.
    static func fix(for arguments: [String]) -> String? {
        // What names no command was told of before.
        guard let words = try? Invocation.arranged(arguments),
            let command = try? Invocation.named(words[...]),
            command.type is any SearchingCommand.Type,
            let word = words.prefix(while: { $0 != "--" }).first(where: isTakenForOption)
        else { return nil }
        return "\(command.path) --help; to deny a word: \(command.path) -- "
            + ShellText.quoted(word)
    }

    private static func isTakenForOption(_ word: String) -> Bool {
        word.hasPrefix("-") && !word.hasPrefix("--") && word.count > 2 && !word.hasPrefix("-N")
    }
}
