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

    /// The seconds in `90s`, `30m`, `1h` or `7d`; nil if it is no such time, or none at all.
    static func seconds(_ text: String) -> Int? {
        guard let unit = text.last, let factor = units[unit], let count = Int(text.dropLast()),
            count > 0
        else { return nil }
        let (seconds, isTooLong) = count.multipliedReportingOverflow(by: factor)
        return isTooLong ? nil : seconds
    }

    /// What is wrong with the time that an invitation is to be honoured; nil if nothing is.
    static func problem(ofTime text: String) -> String? {
        let days = Limits.invitationSecondsMax / 86_400
        if let seconds = seconds(text), seconds <= Limits.invitationSecondsMax { return nil }
        guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
            return "takes a time such as 30m, 1h or 7d, at most \(days)d"
        }
        return "\(text) has no unit: \(text)m are minutes, \(text)h hours, \(text)d days"
    }

    private static let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]

    /// The roles somebody can be given, as a sentence names them.
    static let roles = GroupRole.given.map(\.rawValue).joined(separator: ", ")

    /// Whether somebody can be given this role.
    static func isGiven(_ role: String) -> Bool {
        GroupRole.given.contains { $0.rawValue == role }
    }
}
