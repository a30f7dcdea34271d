/// A command line that is not finished: the command, and what the word at its end is for.
struct TypedCommand {
    let command: CommandTree
    /// The values of arguments before the word at the end that are no options, in order.
    let values: [String]
    let wanted: WordRole
    /// Whether that word may name a command below this one as well, because one of them is run when none is named.
    let mayNameCommand: Bool
    /// The part of that word before the value, such as `--tag=`.
    let head: String

    /// A meaning that the word at the end can have.
    enum WordRole {
        /// The name of a command below this one.
        case command
        case option
        case value(CommandArgument)
        case nothing
    }

    /// Reads the words behind the program's name, of which `current` is the one at the cursor.
    init(_ words: [String], current: String) {
        var command = CommandTree.root
        var values: [String] = []
        var open: CommandArgument?
        var arguments = CommandArgument.shared
        var isOver = false
        for word in words {
            if open != nil {
                open = nil
            } else if word == "--", !isOver {
                isOver = true
            } else if word.hasPrefix("-"), word.count > 1, !isOver {
                open = Self.option(named: word, of: arguments)
            } else if values.isEmpty, let child = Self.command(named: word, below: command) {
                command = child
                arguments = Self.arguments(of: child)
            } else {
                values.append(word)
            }
        }
        self.command = command
        self.values = values
        let sign = current.firstIndex(of: "=")
        let isGroup = !command.all.isEmpty && values.isEmpty
        let place = Self.positional(values.count, of: arguments)
        if let open {
            (wanted, head) = (.value(open), "")
        } else if !isOver, current.hasPrefix("--"), let sign,
            let named = arguments.first(where: { $0.names.contains(String(current[..<sign])) }),
            named.kind == .option
        {
            (wanted, head) = (.value(named), String(current[...sign]))
        } else if !isOver, current.hasPrefix("-") {
            (wanted, head) = (.option, "")
        } else if let place {
            (wanted, head) = (.value(place), "")
        } else if isGroup {
            (wanted, head) = (.command, "")
        } else {
            (wanted, head) = (.nothing, "")
        }
        mayNameCommand = isGroup
    }

    /// The options that the word at the end may become.
    var options: [CommandArgument] {
        Self.arguments(of: command).filter { option in
            option.kind != .positional
                && (option.isShown || CommandArgument.shared.contains(option))
        }
    }

    // A command that moved is named by its former name too.
    private static func command(named word: String, below command: CommandTree) -> CommandTree? {
        if let child = command.child(named: word) { return child }
        guard command.path.count == 1, let path = FormerCommandName.now[word] else { return nil }
        return path.reduce(command) { (above: CommandTree?, name) in above?.child(named: name) }
    }

    // Those of a command that has others below it are those that it runs with when none is named.
    private static func arguments(of command: CommandTree) -> [CommandArgument] {
        guard !command.all.isEmpty else {
            return CommandArgument.own(of: command.type) + CommandArgument.shared
        }
        guard let usual = command.usual else { return CommandArgument.shared }
        return CommandArgument.own(of: usual.type) + CommandArgument.shared
    }

    // The option that waits for its value behind `word`; of several letters the last one counts.
    private static func option(
        named word: String, of arguments: [CommandArgument]
    ) -> CommandArgument? {
        guard !word.contains("=") else { return nil }
        let name = word.hasPrefix("--") ? word : "-\(word.suffix(1))"
        return arguments.first { $0.kind == .option && $0.names.contains(name) }
    }

    private static func positional(_ place: Int, of arguments: [CommandArgument])
        -> CommandArgument?
    {
        let all = arguments.filter { $0.kind == .positional }
        if place < all.count { return all[place] }
        return all.last.flatMap { $0.isRepeating ? $0 : nil }
    }
}
