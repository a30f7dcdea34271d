import Domain

/// The words for who may see a thing.
enum AudienceWord {
    /// `word`, if it names an audience that exists, or a group; nil stays nil. Which groups there
    /// are the node knows.
    static func checked(_ word: String?) throws(Failure) -> String? {
        guard let word else { return nil }
        let group = GroupWord.name(word)
        let typed = group == word ? word.lowercased() : Audience.group(group).name
        guard let audience = Audience(name: typed) else {
            let all = Audience.own.map(\.name).joined(separator: ", ")
            throw Failure(
                .usage, "there is no audience \"\(word)\"; there are \(all), group:NAME",
                fix: "--with friends")
        }
        return audience.name
    }
}
