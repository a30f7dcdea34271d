import ArgumentParser

@testable import weft

/// Writes docs/reference/cli.md from the tree of commands.
enum CommandReference {
    static func page() -> [String] {
        let root = CommandTree.root
        var lines = ["# Command line", "", ReferenceFile.origin, ""]
        lines += Markdown.paragraphs(root.abstract)
        lines += [
            "`weft help COMMAND` shows what this page says of a command. What the commands are for is told in",
            "the [guides](../README.md#guides), and what they send in [the API](api.md).", "",
        ]
        for (title, commands) in root.groups {
            let names = commands.map { command in
                "[\(command.name)](#\(Markdown.anchor(command.path.joined(separator: " "))))"
            }
            lines.append("- \(heading(title)): " + names.joined(separator: ", "))
        }
        lines += ["", "## Options of every command", ""]
        lines += ["These stand before the name of the command or behind it.", ""]
        lines += table(CommandArgument.shared) + [""]
        lines += Markdown.paragraphs(root.discussion)
        for (title, commands) in root.groups {
            lines += ["## \(heading(title))", ""]
            for command in commands { lines += section(command, depth: 3) }
        }
        lines += shortNames()
        while lines.last == "" { lines.removeLast() }
        return lines
    }

    // The names that hints and guides use, because they are shorter.
    private static func shortNames() -> [String] {
        let rows = FormerCommandName.now.keys.sorted().map { name in
            let full = (["weft"] + (FormerCommandName.now[name] ?? [])).joined(separator: " ")
            return [Markdown.code("weft \(name)"), Markdown.code(full)]
        }
        return [
            "## Short names", "",
            "These commands also work by a shorter name, with the same options and subcommands.",
            "",
        ] + Markdown.table(["short name", "command"], rows) + [""]
    }

    private static func section(_ command: CommandTree, depth: Int) -> [String] {
        var lines = [
            String(repeating: "#", count: depth) + " " + command.path.joined(separator: " "), "",
        ]
        lines += Markdown.paragraphs(command.abstract)
        let below = command.visible
        let arguments =
            below.isEmpty ? CommandArgument.own(of: command.type).filter(\.isShown) : []
        if below.isEmpty { lines += ["```", synopsis(command, arguments), "```", ""] }
        if !command.aliases.isEmpty {
            let names = command.aliases.map { alias in
                Markdown.code((command.path.dropLast() + [alias]).joined(separator: " "))
            }
            lines += ["Also \(names.joined(separator: ", ")).", ""]
        }
        if let usual = command.usual, !below.isEmpty {
            lines += [
                "Without a further name it is \(Markdown.code(usual.path.joined(separator: " "))).",
                "",
            ]
        }
        lines += Markdown.paragraphs(command.discussion)
        if !arguments.isEmpty { lines += table(arguments) + [""] }
        for child in below { lines += section(child, depth: min(depth + 1, 6)) }
        return lines
    }

    private static func synopsis(_ command: CommandTree, _ arguments: [CommandArgument]) -> String {
        let words = arguments.map { argument in
            var word = argument.names.last ?? ""
            if argument.kind != .flag {
                word += (word.isEmpty ? "" : " ") + "<\(argument.valueName)>"
            }
            if argument.isRepeating { word += " ..." }
            return argument.isOptional ? "[\(word)]" : word
        }
        return (command.path + words).joined(separator: " ")
    }

    private static func table(_ arguments: [CommandArgument]) -> [String] {
        Markdown.table(
            ["argument", "meaning"],
            arguments.map { argument in
                var name = argument.names.joined(separator: ", ")
                if argument.kind != .flag {
                    name += (name.isEmpty ? "" : " ") + "<\(argument.valueName)>"
                }
                var about = Markdown.prose(argument.abstract)
                if !argument.values.isEmpty {
                    about += " One of " + argument.values.map(Markdown.code).joined(separator: ", ")
                    about += "."
                }
                if let usual = argument.defaultValue {
                    about += " Default: \(Markdown.code(usual))."
                }
                return [Markdown.code(name), about]
            })
    }

    // GETTING STARTED is Getting started.
    private static func heading(_ title: String) -> String {
        title.prefix(1) + title.dropFirst().lowercased()
    }
}
