import Domain

/// The words for who may see a thing.
enum AudienceText {
    /// `word`, if it names an audience that exists, or a group or friend; nil stays nil. Which of
    /// those there are the node knows.
    ///
    /// - Parameter option: behind which it was typed.
    static func checked(_ word: String?, of option: String) throws(Failure) -> String? {
        guard let word else { return nil }
        let group = GroupText.name(word)
        let isPerson = word.hasPrefix(Audience.personPrefix)
        let typed = group != word ? Audience.group(group).name : isPerson ? word : word.lowercased()
        guard let audience = Audience(name: typed) else {
            throw Failure(
                .usage, "\"\(word)\" is not an audience; use \(known)",
                fix: "\(option) \(ShellText.quoted(meant(by: word)))")
        }
        return audience.name
    }

    /// The search that lists what is at home there, as it is typed behind `weft ls`; nil of audiences that every
    /// person has.
    static func search(_ audience: String) -> String? {
        switch Audience(name: audience) {
        case .group(let name)?: return GroupText.search(name)
        case .person(let name)?: return search(person: name)
        case .private?, .friends?, .public?, nil: return nil
        }
    }

    private static let known =
        Audience.own.map(\.name).joined(separator: ", ") + ", group:NAME, @NAME"

    // A word that is nearly one of the three, else a group: most have names of their own.
    private static func meant(by word: String) -> String {
        if word.hasPrefix(Audience.personPrefix) { return Audience.person("NAME").name }
        if word.lowercased() == Audience.groupPrefix { return Audience.group("NAME").name }
        let typed = word.lowercased()
        let near = Audience.own.map(\.name).map { ($0, Invocation.distance($0, typed)) }
            .min { $0.1 < $1.1 }
        if let near, near.1 <= max(1, typed.count / 3) { return near.0 }
        return word.isEmpty ? Audience.friends.name : Audience.group(word).name
    }

    private static func search(person name: String) -> String {
        let audience = Audience.person(name).name
        return ShellText.quoted(
            SearchSyntax.isPlain(name)
                ? "in:" + audience : SearchSyntax.exactly(audience, of: "in:"))
    }
}
