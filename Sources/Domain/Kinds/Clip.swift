import CRDT

/// What there is to say of a short film of a place. Fields are frozen, as those of `Schema` are.
package enum Clip {
    /// By field.
    package static let details = [
        DetailForm(.price, Field(10), .price),
        DetailForm(.place, Field(52), .place),
        DetailForm(.film, Field(54), .film),
        DetailForm(.duration, Field(56), .seconds),
        DetailForm(.theme, Field(57), .theme),
    ]

    /// Hashtags of one; binds the writer, never the merge.
    package static let tagsMax = 5
    /// Characters of its message, which is its note.
    package static let messageMax = 150
    /// Characters of its theme.
    package static let themeMax = 40
    /// Tenths of a second that it lasts.
    package static let tenths = 30...150
    /// As many are put in at once by one command.
    package static let atOnceMax = 4

    /// The one way to write so many tenths of a second.
    package static func spelled(_ tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)" }

    /// Tenths of a second that `text`, with at most one digit behind the point, says; nil if it is no
    /// such number.
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

    /// Why no clip lasts so long; nil if one may.
    package static func problem(lasting tenths: Int) -> Problem? {
        guard !Self.tenths.contains(tenths) else { return nil }
        return Problem(
            .invalidValue, "a clip lasts 3 to 15 seconds, not \(spelled(tenths))",
            fix: "cut it, and take the best of it")
    }
}

extension Kind {
    /// Tags of one thing at most; binds the writer, never the merge.
    package var tagsMax: Int { self == .clip ? Clip.tagsMax : Limits.tagsPerObjectMax }

    /// More tags than a thing of this kind has.
    package var tooManyTags: Problem {
        Problem(.tooMany, "\(named) has at most \(tagsMax) tags", fix: "leave some out")
    }

    /// Why this cannot be its note, for a kind that asks more than others of it; nil if it can.
    func problem(withNote note: String) -> Problem? {
        if self == .profile { return ProfileDetails.problem(withAbout: note) }
        guard self == .clip, note.count > Clip.messageMax else { return nil }
        return Problem(
            .invalidValue,
            "the message of a clip has at most \(Clip.messageMax) characters, not \(note.count)",
            fix: "shorten it, or say the rest in a comment")
    }
}

extension DetailValue {
    /// The one way to write so many seconds.
    static func seconds(_ raw: String, of word: String) -> Result<String, Problem> {
        guard let tenths = Clip.tenths(raw) else {
            return .failure(
                Problem(
                    .invalidValue, "\(word): \(Problem.quote(raw)) is no number of seconds",
                    fix: "write it with at most one digit behind the point: 7.5"))
        }
        if let problem = Clip.problem(lasting: tenths) { return .failure(problem) }
        return .success(Clip.spelled(tenths))
    }

    /// The one way to write a reference to a film.
    static func film(_ raw: String, of word: String) -> Result<String, Problem> {
        guard let reference = BlobReference(raw) else {
            return .failure(
                Problem(
                    .invalidValue, "\(word): \(Problem.quote(raw)) names no file",
                    fix: "put the file in first; what is answered names it"))
        }
        guard reference.type.isFilm else {
            return .failure(
                Problem(
                    .invalidValue, "\(word): \(reference.type.rawValue) is no film",
                    fix: "take an MP4, QuickTime or WebM"))
        }
        return .success(reference.text)
    }
}

extension DetailValue {
    /// By what `value` is compared with amounts, in thousandths; nil if it is none.
    package func amount(_ value: String) -> Int64? {
        switch self {
        case .price:
            guard case .success(let price) = Price.parse(value) else { return nil }
            return price.thousandths
        case .seconds: return Clip.tenths(value).map { Int64($0) * 100 }
        default: return nil
        }
    }
}
