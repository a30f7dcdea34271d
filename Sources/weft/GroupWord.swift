import Domain

/// How people type groups and what belongs to them.
enum GroupWord {
    /// The name of a group typed as `lab` or as `group:lab`.
    static func name(_ word: String) -> String {
        let prefix = Audience.groupPrefix
        guard word.lowercased().hasPrefix(prefix), word.utf8.count > prefix.utf8.count else {
            return word
        }
        return String(word.dropFirst(prefix.count))
    }

    /// What to type behind `weft ls` to see what is in the group of this name.
    static func search(_ name: String) -> String {
        let audience = Audience.group(name).name
        return ShellWord.quoted(
            SearchWord.isPlain(name) ? "in:" + audience : SearchWord.exactly(audience, of: "in:"))
    }

    /// The roles somebody can be given, as a sentence names them.
    static let roles = GroupRole.given.map(\.rawValue).joined(separator: ", ")

    /// Whether somebody can be given this role.
    static func isGiven(_ role: String) -> Bool {
        GroupRole.given.contains { $0.rawValue == role }
    }
}
