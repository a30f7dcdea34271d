import CRDT

extension Kind {
    /// A short film of a place.
    package static let clip = Kind(
        KindDescriptor(
            number: 16, word: "clip", plural: "clips", details: Clip.details,
            traits: [.news, .edited], first: .init("add one", "weft clip add FILE --place PLACE"),
            ownCopy: .askOwner, tagsMax: Clip.tagsMax, noteProblem: Clip.problem(withMessage:)))
}

/// The details of a short film of a place. Field numbers are frozen, as in `Schema`.
package enum Clip {
    /// The details, by field number.
    package static let details = [
        DetailForm(.price, Field(10), .price),
        DetailForm(.place, Field(52), .place),
        DetailForm(.film, Field(54), .film, stays: true),
        DetailForm(.duration, Field(56), .seconds, stays: true),
        DetailForm(.theme, Field(57), .theme),
    ]

    /// The maximum number of hashtags; enforced when writing, never when merging.
    package static let tagsMax = 5
    /// The maximum length of its message, which is its note, in characters.
    package static let messageMax = 150
    /// The maximum length of its theme, in characters.
    package static let themeMax = 40
    /// The permitted duration in tenths of a second.
    package static let tenths = 30...150
    /// The maximum number added by one command.
    package static let atOnceMax = 4

    /// Formats a duration in tenths of a second canonically.
    package static func spelled(_ tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)" }

    /// Parses a duration in seconds with at most one decimal, as tenths of a second; nil if `text` is no such number.
    package static func tenths(_ text: String) -> Int? {
        var typed = text[...]
        if typed.hasSuffix("s") { typed.removeLast() }
        guard typed.utf8.count <= 5 else { return nil }
        let parts = typed.utf8.split(
            omittingEmptySubsequences: false,
            whereSeparator: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") })
        guard (1...2).contains(parts.count), (1...3).contains(parts[0].count),
            parts.count == 1 || parts[1].count == 1,
            parts.allSatisfy({ $0.allSatisfy { (48...57).contains($0) } })
        else { return nil }
        let whole = parts[0].reduce(0) { $0 * 10 + Int($1 - 48) }
        return whole * 10 + (parts.count == 2 ? Int(parts[1].first ?? 48) - 48 : 0)
    }

    /// Returns the reason why a clip cannot have this duration; nil if it can.
    package static func problem(lasting tenths: Int) -> Problem? {
        guard !Self.tenths.contains(tenths) else { return nil }
        return Problem(
            .invalidValue, "a clip must last 3 to 15 seconds, not \(spelled(tenths))",
            fix: "cut it to its best part")
    }

    /// The reason why the message is invalid; nil if it is valid.
    @Sendable static func problem(withMessage message: String) -> Problem? {
        guard message.count > messageMax else { return nil }
        return Problem(
            .invalidValue,
            "a clip's message can have at most \(messageMax) characters, not \(message.count)",
            fix: "shorten it, or put the rest in a comment")
    }
}

extension DetailName {
    package static let film = DetailName(
        70, "film", search: .otherwise("type:clip"), meaning: "the video of a clip",
        about: "A reference to its film.")
    package static let duration = DetailName(
        71, "duration", search: .by("duration:<=10"),
        meaning: "lasts this many seconds, or < <= > >=",
        about: "The length of the film, in seconds.")
    package static let theme = DetailName(
        72, "theme", search: .by("theme:opening"), meaning: "is a clip with this theme",
        about: "The theme, at most 40 characters.")
}

extension DetailValue {
    /// Returns the canonical spelling of a duration in seconds.
    static func seconds(_ raw: String, of word: String) -> Result<String, Problem> {
        guard let tenths = Clip.tenths(raw) else {
            return .failure(
                Problem(
                    .invalidValue, "\(word): \(Problem.quote(raw)) is not a number of seconds",
                    fix: "use at most one decimal: 7.5"))
        }
        if let problem = Clip.problem(lasting: tenths) { return .failure(problem) }
        return .success(Clip.spelled(tenths))
    }

    /// Returns the canonical spelling of a reference to a film.
    static func film(_ raw: String, of word: String) -> Result<String, Problem> {
        guard let reference = BlobReference(raw) else {
            return .failure(
                Problem(
                    .invalidValue, "\(word): \(Problem.quote(raw)) is not a file reference",
                    fix: "upload the file first, and use the reference in the answer"))
        }
        guard reference.type.isFilm else {
            return .failure(
                Problem(
                    .invalidValue, "\(word): \(reference.type.rawValue) is not a video",
                    fix: "use an MP4, QuickTime or WebM"))
        }
        return .success(reference.text)
    }
}

extension DetailValue {
    /// The amount that comparisons use, in thousandths; nil if `value` is none.
    package func amount(_ value: String) -> Int64? {
        switch self {
        case .price:
            guard case .success(let price) = Price.parse(value) else { return nil }
            return price.thousandths
        case .seconds: return Clip.tenths(value).map { Int64($0) * 100 }
        case .year: return Int64(value).map { $0 * 1000 }
        default: return nil
        }
    }
}
