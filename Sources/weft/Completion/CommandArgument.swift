import API
import ArgumentParser

/// One argument, option or flag of a command, as the parser declares it.
struct CommandArgument: Equatable {
    let kind: Kind
    /// The spellings, short ones first, such as `-t` and `--tag`; empty for a positional argument.
    let names: [String]
    /// The word that help shows for the value, such as `tags`.
    let valueName: String
    let abstract: String
    /// The value that counts if none is given; nil if there is none.
    let defaultValue: String?
    /// The values that the declaration lists; empty if others are accepted too.
    let values: [String]
    let file: File?
    let isOptional: Bool
    let isRepeating: Bool
    /// Whether help lists it.
    let isShown: Bool

    enum Kind: String {
        case positional, option, flag
    }

    /// The kind of file that a path names.
    enum File {
        case any, directory
    }

    /// The arguments of a command, in the order of their declarations, without those that every command has.
    static func own(of command: any ParsableCommand.Type) -> [CommandArgument] {
        all(of: command).filter { argument in
            !argument.names.contains { $0 == "--help" || $0 == "--version" }
                && !shared.contains { $0.names == argument.names && !$0.names.isEmpty }
        }
    }

    /// The options that every command has.
    static let shared: [CommandArgument] = all(of: GlobalOptions.self)
        .filter { !$0.names.contains("--help") }

    // The parser tells its declarations as JSON only.
    private static func all(of type: any ParsableArguments.Type) -> [CommandArgument] {
        let told = type._dumpHelp()
        let json = try? JSONText.decode(JSONValue.self, from: Array(told.utf8))
        guard let json, case .array(let items)? = json["command"]?["arguments"] else {
            preconditionFailure("the parser describes a command in another form")
        }
        return items.compactMap(CommandArgument.init)
    }

    private init?(_ json: JSONValue) {
        guard let kind = json["kind"]?.text.flatMap(Kind.init) else { return nil }
        self.kind = kind
        names = json["names"].map(Self.names) ?? []
        valueName = json["valueName"]?.text ?? ""
        abstract = json["abstract"]?.text ?? ""
        defaultValue = json["defaultValue"]?.text
        let completion = json["completionKind"]
        let listed = json["allValues"] ?? completion?["list"]?["values"]
        values = listed?.items.compactMap(\.text) ?? []
        file =
            completion?["file"] != nil ? .any : completion?["directory"] != nil ? .directory : nil
        isOptional = json["isOptional"] == .boolean(true)
        isRepeating = json["isRepeating"] == .boolean(true)
        isShown = json["shouldDisplay"] != .boolean(false)
    }

    private static func names(_ json: JSONValue) -> [String] {
        let short = json.items.filter { $0["kind"]?.text == "short" }
        let long = json.items.filter { $0["kind"]?.text != "short" }
        return (short + long).compactMap { name in
            name["name"]?.text.map { (name["kind"]?.text == "long" ? "--" : "-") + $0 }
        }
    }
}

extension JSONValue {
    /// The member of this name; nil if this is no object, or has none.
    subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    /// The elements; none if this is no list.
    var items: [JSONValue] {
        guard case .array(let items) = self else { return [] }
        return items
    }

    /// The text; nil if this is none.
    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}
