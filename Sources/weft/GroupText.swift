import Domain

/// The words by which people type groups and their parts.
enum GroupText {
    /// The name of a group typed as `lab` or as `group:lab`.
    static func name(_ word: String) -> String {
        let prefix = Audience.groupPrefix
        guard word.lowercased().hasPrefix(prefix), word.utf8.count > prefix.utf8.count else {
            return word
        }
        return String(word.dropFirst(prefix.count))
    }

    /// The search that lists the contents of the group of this name, as it is typed behind `weft ls`.
    static func search(_ name: String) -> String {
        let audience = Audience.group(name).name
        return ShellText.quoted(
            SearchSyntax.isPlain(name)
                ? "in:" + audience : SearchSyntax.exactly(audience, of: "in:"))
    }

    /// The roles somebody can be given, as a sentence names them.
    static let roles = GroupRole.given.map(\.rawValue).joined(separator: ", ")

    /// Whether somebody can be given this role.
    static func isGiven(_ role: String) -> Bool {
        GroupRole.given.contains { $0.rawValue == role }
    }
}
