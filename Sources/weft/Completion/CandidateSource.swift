import API
import Domain
import Interchange

/// The source of the values of an argument.
enum CandidateSource: Equatable {
    /// Only these.
    case words([String])
    /// Things, by the end of their id or their address; of one kind if it is named.
    case things(kind: String?)
    /// A search, or things.
    case search(orThings: Bool)
    /// Tags; several are parted by commas.
    case tags
    /// People, groups and one's other devices as `for` names them.
    case recipients
    case audiences
    /// Friends, by name.
    case people
    case blocked, pending, groups, devices, collections, rules
    /// `@NAME`, `#tag` or a collection.
    case followed
    /// The names that a search with this word in front finds, such as `category:`.
    case named(String)
    case file(CommandArgument.File)
    /// Free text: there are no candidates.
    case freeText

    /// The source of an argument, told by the word that help shows for its value.
    ///
    /// - Parameter values: what stands before it.
    init(_ argument: CommandArgument, of command: CommandTree, behind values: [String]) {
        let group = command.path.count > 2 ? command.path[command.path.count - 2] : ""
        if let file = argument.file {
            self = .file(file)
        } else if !argument.values.isEmpty {
            self = .words(argument.values)
        } else if argument.kind == .positional,
            let source = Self.source(positional: argument.valueName, in: group, command, values)
        {
            self = source
        } else if argument.names.contains("--for"), argument.valueName == "who" {
            self = .recipients
        } else {
            self = Self.source(argument.valueName, in: group, command)
        }
    }

    // The meaning of a bare name, or of a person, depends on the command.
    private static func source(
        positional value: String, in group: String, _ command: CommandTree, _ values: [String]
    ) -> CandidateSource? {
        switch (group, command.name, value) {
        case (_, "new", "name"), (_, "rename", "name"), ("group", "rename", "to"): return .freeText
        case ("col", _, "name"): return .collections
        case ("group", _, "name"): return .groups
        case ("tag", "ls", "prefix"), ("tag", "rename", "old"), ("tag", "rename", "new"):
            return .tags
        case ("friend", "unblock", "who"): return .blocked
        case ("pending", _, "who"): return .pending
        case (_, _, "who"): return .people
        case ("follow", _, "what"), ("mute", _, "what"): return .followed
        case ("config", _, "value"): return Self.settings(values.first)
        default: return nil
        }
    }

    private static func source(
        _ value: String, in group: String, _ command: CommandTree
    ) -> CandidateSource {
        switch value {
        case "ref": return .things(kind: kind(in: group))
        case "outfit", "closet", "place": return .things(kind: value)
        case "page": return .things(kind: "link")
        case "ref|query": return .search(orThings: true)
        case "format" where command.name == "export":
            return .words(ExportRequest.formats + [Archive.format])
        case "format": return .words(Format.allCases.map(\.rawValue) + [Archive.format])
        case "text" where command.name == "suggest": return .search(orThings: false)
        case "query": return .search(orThings: false)
        case "tag", "tags", "into": return .tags
        case "who", "audience": return .audiences
        case "collection": return .collections
        case "group": return .groups
        case "device": return .devices
        case "keeper": return .people
        case "rule": return .rules
        case "sort": return .words(Paper.entries)
        case "role": return .words(["viewer", "editor", "owner"])
        case "kind": return .words(["any"] + Kind.allCases.map(\.word))
        case "order": return .words(SortOrder.allCases.map(\.rawValue))
        case "way": return .words(["tags", "collections", "ignore"])
        case "method": return .words(["GET", "POST", "PUT", "PATCH", "DELETE"])
        case "path", "paths": return group.isEmpty ? .freeText : .named("category:")
        case "brand": return .named("brand:")
        case "theme": return .named("theme:")
        default:
            let choices = value.split(separator: "|").map(String.init)
            let isChoice = choices.count > 1 && !value.contains("invitation")
            return isChoice ? .words(choices) : .freeText
        }
    }

    // The commands about one kind are named by its word; other groups are about things of any kind.
    private static func kind(in group: String) -> String? {
        guard let tree = CommandTree.root.child(named: group) else { return nil }
        return Kind.allCases.map(\.word).first { $0 == tree.name || tree.aliases.contains($0) }
    }

    private static func settings(_ name: String?) -> CandidateSource {
        switch name.flatMap(ConfigCommand.Name.init(rawValue:)) {
        case .audience?: return .audiences
        case .discovery?, .web?: return .words(["on", "off"])
        case .pinboard?: return .words(["default", "public"])
        case .filesOriginals?: return .words(["on-demand", "always"])
        case .filesQuota?, .authorQuota?, nil: return .freeText
        }
    }
}
