import ArgumentParser

/// A command and those below it, as the parser knows them.
struct CommandTree {
    let type: any ParsableCommand.Type
    /// The names from the program on, such as `["weft", "tag", "rename"]`.
    let path: [String]

    /// The program.
    static let root = CommandTree(type: Weft.self, path: [Weft._commandName])

    var name: String { path[path.count - 1] }
    var aliases: [String] { type.configuration.aliases }
    var abstract: String { type.configuration.abstract }
    var discussion: String { type.configuration.discussion }

    /// All commands below, hidden ones too.
    var all: [CommandTree] { type.configuration.subcommands.map(child) }

    /// The commands below that help lists.
    var visible: [CommandTree] {
        type.configuration.subcommands.filter { $0.configuration.shouldDisplay }.map(child)
    }

    /// The command below that runs when none is named.
    var usual: CommandTree? { type.configuration.defaultSubcommand.map(child) }

    /// The visible commands below by the headings of help; those without one come last, under "Others".
    var groups: [(title: String, commands: [CommandTree])] {
        var groups = type.configuration.groupedSubcommands.map { group in
            (
                title: group.name,
                commands: group.subcommands.filter { $0.configuration.shouldDisplay }.map(child)
            )
        }
        let grouped = Set(groups.flatMap { $0.commands.map(\.name) })
        let others = visible.filter { !grouped.contains($0.name) }
        if !others.isEmpty { groups.append((title: "OTHERS", commands: others)) }
        return groups.filter { !$0.commands.isEmpty }
    }

    /// The command below of this name or alias, whether help lists it or not.
    func child(named name: String) -> CommandTree? {
        all.first { $0.name == name || $0.aliases.contains(name) }
    }

    private func child(_ type: any ParsableCommand.Type) -> CommandTree {
        CommandTree(type: type, path: path + [type._commandName])
    }
}
