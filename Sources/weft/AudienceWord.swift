import Domain

/// The words for who may see a thing.
enum AudienceWord {
    /// `word`, if it names an audience that exists; nil stays nil.
    static func checked(_ word: String?) throws(Failure) -> String? {
        guard let word else { return nil }
        guard let audience = Audience(name: word.lowercased()) else {
            let all = Audience.allCases.map(\.name).joined(separator: ", ")
            throw Failure(
                .usage, "there is no audience \"\(word)\"; there are \(all)",
                fix: "--with friends")
        }
        return audience.name
    }
}
