import ArgumentParser

/// The pages that `weft help` and `--help` print.
///
///     weft, weft --help        some fifteen commands for every day
///     weft help --all          all commands, the options that each takes, and the exit codes
///     weft help WORD ...       one command or one topic
enum HelpPage {
    /// The commands for every day, by group, as their first words.
    static let daily: [(title: String, names: [String])] = [
        ("START", ["open", "init", "up", "status"]),
        ("SAVE AND FIND", ["add", "ls", "search", "show", "edit", "tag", "rm", "undo"]),
        ("SHARE", ["friend", "join", "share", "group", "comment", "sync"]),
    ]

    /// The lines of help that `arguments` ask for; nil if they ask for something else.
    ///
    /// - Throws: `Failure` if what is asked about does not exist.
    static func asked(_ arguments: [String]) throws(Failure) -> [String]? {
        let own = Array(arguments.prefix { $0 != "--" })
        let words = Invocation.parted(own).words
        if words.isEmpty { return own.count == arguments.count ? front : nil }
        let isAsked = words.contains("--help") || words.contains("-h")
        guard words.first == "help" else {
            guard isAsked || isGroupAlone(words) else { return nil }
            let rest = words.filter { $0 != "--help" && $0 != "-h" }
            return rest.isEmpty ? front : try page(of: rest)
        }
        let about = words.dropFirst().filter { $0 != "--help" && $0 != "-h" }
        guard let first = about.first else { return front }
        if first == "--all" || first == "all" { return all }
        if let topic = HelpTopic(rawValue: first), about.count == 1 { return topic.lines }
        guard try known(about) else { throw unknown(about) }
        return try page(of: about)
    }

    // Whether these words name a group that does nothing by itself.
    private static func isGroupAlone(_ words: [String]) -> Bool {
        guard let found = try? Invocation.named(words[...]), found.words == words.count else {
            return false
        }
        let configuration = found.type.configuration
        return !configuration.subcommands.isEmpty && configuration.defaultSubcommand == nil
    }

    // Whether these words name a command, and nothing more.
    private static func known(_ words: [String]) throws(Failure) -> Bool {
        let words = Invocation.parted(words).words
        guard let found = try? Invocation.named(words[...]) else { return false }
        return found.words == words.count
    }

    private static func unknown(_ words: [String]) -> Failure {
        let typed = words.joined(separator: " ")
        let what = "no command or topic named \"\(typed)\""
        let names = Weft.configuration.subcommands.flatMap(Invocation.names(of:))
        let others = HelpTopic.allCases.map(\.rawValue) + FormerCommandName.now.keys.sorted()
        guard let near = Invocation.nearest(to: words[0], among: names + others) else {
            return Failure(.usage, what, fix: "weft help --all lists all")
        }
        // A further word was wrong.
        guard near != words[0] else { return Failure(.usage, what, fix: "weft help \(near)") }
        return Failure(
            .usage, "\(what); did you mean \"\(near)\"?",
            fix: "weft help \(near), or weft help --all for all")
    }

    // MARK: Lists

    private static let front: [String] =
        [
            "weft keeps links, and more, on your own computers and shares them with friends.",
            "There is no server and no account.", "",
        ]
        + daily.flatMap { section($0.title, commands(named: $0.names).map(line)) }
        + [
            "  weft help COMMAND    how to use one command, such as weft help add",
            "  weft help --all      all commands, and the options that each takes",
        ]

    private static let all: [String] =
        Weft.configuration.groupedSubcommands.flatMap { group in
            section(
                group.name,
                group.subcommands.filter { $0.configuration.shouldDisplay }
                    .flatMap { [line($0)] + below($0) })
        }
        + section("TOPICS: weft help TOPIC", HelpTopic.allCases.map(\.line))
        + HelpTopic.options.lines + [""] + HelpTopic.exitCodes.lines

    private static func section(_ title: String, _ lines: [String]) -> [String] {
        [title] + lines + [""]
    }

    private static func commands(named names: [String]) -> [any ParsableCommand.Type] {
        names.compactMap { name in
            Weft.configuration.subcommands.first { $0._commandName == name }
        }
    }

    private static func line(_ command: any ParsableCommand.Type) -> String {
        let names = Invocation.names(of: command).joined(separator: ", ")
        return row(names, command.configuration.abstract)
    }

    /// A name and what it is for, without the full stop.
    static func row(_ name: String, _ what: String) -> String {
        let blanks = String(repeating: " ", count: max(1, nameColumns - name.count))
        return "  \(name)\(blanks)\(what.hasSuffix(".") ? String(what.dropLast()) : what)"
    }

    private static let nameColumns = 14

    // The commands of a group by name, in lines of at most 79 columns.
    private static func below(_ command: any ParsableCommand.Type) -> [String] {
        let names = command.configuration.subcommands
            .filter { $0 != command.configuration.defaultSubcommand || isWorthAName($0) }
            .map { $0._commandName }
        let indent = String(repeating: " ", count: nameColumns + 4)
        let last = names.last
        return names.map { $0 == last ? $0 : $0 + "," }.reduce(into: [String]()) { lines, name in
            guard let last = lines.last, last.count + name.count < 76 else {
                return lines.append(indent + name)
            }
            lines[lines.count - 1] = last + " " + name
        }
    }

    // Nobody has to type the name of what a group does by itself.
    private static func isWorthAName(_ command: any ParsableCommand.Type) -> Bool {
        !["thing", "add"].contains(command._commandName)
    }

    // MARK: One command

    private static func page(of words: [String]) throws(Failure) -> [String] {
        let words = Invocation.parted(words).words
        let named: Invocation.Named
        do {
            named = try Invocation.named(words[...])
        } catch let failure as Failure {
            throw failure
        } catch {
            throw unknown(words)
        }
        var lines = text(of: named.type)
        if let standard = named.type.configuration.defaultSubcommand {
            lines = joined(lines, text(of: standard), named.path, standard)
        }
        lines.removeAll { $0.hasPrefix("  --version ") }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines + ["", "  Options that every command takes: weft help options"]
    }

    private static func text(of command: any ParsableCommand.Type) -> [String] {
        Weft.helpMessage(for: command).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    // Joins the help of a group and its commands with the usage of what it does by itself.
    private static func joined(
        _ group: [String], _ standard: [String], _ path: String,
        _ command: any ParsableCommand.Type
    ) -> [String] {
        guard let usage = group.firstIndex(where: { $0.hasPrefix("USAGE: ") }),
            let below = group.firstIndex(of: "SUBCOMMANDS:"),
            let own = standard.firstIndex(where: { $0.hasPrefix("USAGE: ") })
        else { return group }
        let typed = "USAGE: " + path
        var lines = standard[own...].map {
            $0.replacing("\(typed) \(command._commandName)", with: typed)
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        let discussion = standard[..<own].drop { !$0.isEmpty }.drop(while: \.isEmpty)
        return group[..<usage] + discussion + lines + [""] + group[below...]
    }

    /// The parser's message, where what a group does by itself goes without its name: `weft share`, not
    /// `weft share add`.
    static func withoutDefaults(_ message: String) -> String {
        Weft.configuration.subcommands.reduce(message) { message, group in
            guard let standard = group.configuration.defaultSubcommand else { return message }
            let typed = "weft \(group._commandName)"
            return message.replacing("\(typed) \(standard._commandName) ", with: typed + " ")
        }
    }
}
