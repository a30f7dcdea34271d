import ArgumentParser

/// Brings what a person typed into the order that the parser wants, and guesses what was meant.
enum Invocation {
    /// The options that may precede the command; those with a value are listed separately.
    private static let flags = [
        "--json", "--plain", "-q", "--quiet", "-v", "--verbose", "--no-color", "--no-input",
    ]
    private static let valued = ["--profile", "--socket"]

    /// `arguments` with the global options behind the command, and `--json=1` as `--json`.
    ///
    /// - Throws: `Failure` for a word that names no command, with the nearest one that does.
    static func arranged(_ arguments: [String]) throws -> [String] {
        let (globals, words) = parted(arguments)
        var rest = words[...]
        let command = try named(rest)
        guard !rest.isEmpty else { return [] }
        if command.type is any SearchingCommand.Type {
            let words = ExcludedTerm.arranged(rest.dropFirst(command.words))
            rest = rest.prefix(command.words) + words
        }
        let end = rest.firstIndex(of: "--") ?? rest.endIndex
        return rest[..<end] + globals + rest[end...]
    }

    /// The global options that stand before a command or among the words that name it, and the rest of the line,
    /// where a former spelling is replaced by the present one.
    static func parted(_ arguments: [String]) -> (globals: [String], words: [String]) {
        var rest = arguments.map { $0 == "--json=1" ? "--json" : $0 }[...]
        var globals: [String] = []
        var path: [String] = []
        while let first = rest.first {
            if flags.contains(first) || valued.contains(where: { first.hasPrefix($0 + "=") }) {
                globals.append(rest.removeFirst())
            } else if valued.contains(first), rest.count > 1 {
                globals += rest.prefix(2)
                rest = rest.dropFirst(2)
            } else if let longer = group(first, behind: path) {
                path = longer
                rest.removeFirst()
            } else {
                break
            }
        }
        let words = path.isEmpty ? FormerCommandName.replaced(in: rest) : path + rest
        return (globals, words)
    }

    // The words that name a group, where `word` names one behind `path`; nil if it does not.
    private static func group(_ word: String, behind path: [String]) -> [String]? {
        let longer = path.isEmpty ? FormerCommandName.replaced(in: [word]) : path + [word]
        guard let found = try? named(longer[...]), found.words == longer.count,
            !found.type.configuration.subcommands.isEmpty
        else { return nil }
        return longer
    }

    // The names of a command.
    static func names(of command: any ParsableCommand.Type) -> [String] {
        [command._commandName] + command.configuration.aliases
    }

    /// A command as typed.
    struct Named {
        var type: any ParsableCommand.Type = Weft.self
        /// `weft` and the words that name it.
        var path = "weft"
        /// The number of words that name it.
        var words = 0
    }

    /// The command that `words` begin with.
    ///
    /// - Throws: `Failure` for a word that names none.
    static func named(_ words: ArraySlice<String>) throws -> Named {
        var command = Named()
        for word in words {
            let commands = command.type.configuration.subcommands
            guard !commands.isEmpty, !word.hasPrefix("-") else { break }
            if word == "help", command.words == 0 { break }
            guard let found = commands.first(where: { names(of: $0).contains(word) }) else {
                // It may be what the command is about.
                if command.type is any BeginsWithReference.Type { break }
                let former = command.words == 0 ? FormerCommandName.now.keys.sorted() : []
                throw unknown(
                    word, among: commands.flatMap(names(of:)) + former, after: command.path)
            }
            command.type = found
            command.path += " " + word
            command.words += 1
        }
        return command
    }

    private static func unknown(_ word: String, among names: [String], after path: String)
        -> Failure
    {
        guard let near = nearest(to: word, among: names) else {
            return Failure(.usage, "\(path) has no command \"\(word)\"", fix: "\(path) --help")
        }
        return Failure(
            .usage, "\(path) has no command \"\(word)\"; did you mean \"\(near)\"?",
            fix: "\(path) \(near)")
    }

    /// The name most similar to `word`; nil if none is similar.
    static func nearest(to word: String, among names: [String]) -> String? {
        let near = names.map { ($0, distance($0, word)) }.min { $0.1 < $1.1 }
        guard let near, near.1 <= max(1, word.count / 3) || near.0.hasPrefix(word) else {
            return nil
        }
        return near.0
    }

    /// Insertions, deletions, changes and swaps of neighbours between two words.
    /// - Source: Damerau 1964, in the restricted form (optimal string alignment).
    static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        var rows = [Array(0...right.count)]
        for row in 0..<left.count {
            var next = [row + 1]
            for column in 0..<right.count {
                let change = left[row] == right[column] ? 0 : 1
                var best = min(
                    rows[row][column + 1] + 1, next[column] + 1, rows[row][column] + change)
                if row > 0, column > 0, left[row] == right[column - 1],
                    left[row - 1] == right[column]
                {
                    best = min(best, rows[row - 1][column - 1] + 1)
                }
                next.append(best)
            }
            rows.append(next)
        }
        return rows[left.count][right.count]
    }
}

/// A command behind which a thing may stand at once, and not only one of its subcommands.
protocol BeginsWithReference: ParsableCommand {}
