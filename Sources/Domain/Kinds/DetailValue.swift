/// The form of a detail's values. They are texts, on the wire as well.
package enum DetailValue: Equatable, Sendable {
    /// A word or a few.
    case text
    /// A name preceded by its parents, nested like tags: `clothes/shirts`.
    case path
    /// One of these words.
    case choice([String])
    /// An amount and a currency: `49.90 EUR`.
    case price
    /// A GTIN of 8, 12, 13 or 14 digits, the last of which is a check digit.
    case barcode
    /// A day: `2026-01-31`.
    case day
    /// A picture, as a `BlobReference`.
    case photo
    /// An aspect of a layer (`CanvasMark`).
    case mark
    /// Another thing (`ThingReference`).
    case reference
    /// A point on the earth (`GeoPosition`).
    case position
    /// Opening hours (`OpeningHours`).
    case hours
    /// The place where it is sold, or was filmed, as a `ThingReference`, so that those who may not see the place learn
    /// nothing about it.
    case place
    /// A film, as a `BlobReference`.
    case film
    /// The duration of a clip in seconds: `7.5`.
    case seconds
    /// A word or a few, at most `Clip.themeMax` characters.
    case theme
    /// A page as one HTML file, as a `BlobReference`.
    case page
    /// A PDF, as a `BlobReference`.
    case document
    /// People's names in order: `Family, Given; Family, Given`.
    case names
    /// A year in digits.
    case year
    /// A DOI in lower case, without a resolver.
    case doi
    /// The key of a work in a bibliography.
    case citationKey

    /// Returns the canonical spelling of `raw`, which a person typed for the detail called `word`.
    package func canonical(_ raw: String, of word: String) -> Result<String, Problem> {
        // A value may come from a file of any size, so a long one is refused before it is copied.
        guard raw.utf8.count <= 16 * bytesMax else {
            return .failure(.tooLong(raw, word, bytesMax))
        }
        switch self {
        case .text: return Self.text(raw, of: word)
        case .path: return TagName.normalise(raw).map(\.name).mapError { .badPath($0, word) }
        case .choice(let words): return Self.choice(raw, of: word, among: words)
        case .price: return Price.parse(raw).map(\.text)
        case .barcode: return Self.barcode(raw)
        case .day: return Self.day(raw)
        case .photo: return Self.photo(raw, of: word)
        case .mark: return Self.written(CanvasMark(text: raw)?.text, raw, of: word)
        case .reference: return Self.written(ThingReference(text: raw)?.text, raw, of: word)
        case .position: return GeoPosition.parse(raw).map(\.text)
        case .hours: return OpeningHours.parse(raw)
        case .place: return Self.place(raw, of: word)
        case .film: return Self.film(raw, of: word)
        case .seconds: return Self.seconds(raw, of: word)
        case .theme: return Self.theme(raw, of: word)
        case .page: return Self.page(raw, of: word)
        case .document: return Self.document(raw, of: word)
        case .names: return Self.names(raw, of: word)
        case .year: return Self.year(raw, of: word)
        case .doi: return Self.doi(raw, of: word)
        case .citationKey: return Self.citationKey(raw, of: word)
        }
    }

    /// Whether a value from a peer may be shown: it must be in canonical form.
    package func shows(_ value: [UInt8]) -> Bool {
        guard value.count <= bytesMax,
            let text = String(validating: value, as: UTF8.self),
            case .success(let kept) = canonical(text, of: "")
        else { return false }
        // The bytes are compared, because Swift treats strings in different Unicode normal forms as equal.
        return kept.utf8.elementsEqual(value)
    }

    /// Returns the form in which values are compared.
    package func folded(_ value: String) -> String {
        switch self {
        case .text, .theme, .names: return SearchText.folded(value)
        case .path: return TagName.fold(value)
        case .choice, .price, .barcode, .day, .mark, .reference, .position, .hours, .place,
            .seconds, .year, .doi, .citationKey:
            return value
        // The same file is the same value, whatever its place.
        case .photo, .film, .page, .document: return BlobReference(value)?.nameText ?? value
        }
    }

    /// The maximum length of a value in bytes.
    private var bytesMax: Int {
        switch self {
        case .names: return Limits.authorsBytesMax
        case .doi: return Limits.doiBytesMax
        default: return isFile ? BlobReference.textBytesMax : Limits.detailBytesMax
        }
    }

    /// Returns `value` for display in a history, without the key of a file.
    package func told(_ value: String) -> String {
        if self == .place { return "a place" }
        guard isFile, let file = BlobReference(value) else { return value }
        return "\(file.type.rawValue), \(file.size) bytes, \(file.nameText.prefix(12))"
    }

    /// Whether a search for words looks in it.
    package var isText: Bool {
        self == .text || self == .path || self == .theme || self == .names
    }

    /// Whether it names a file (`BlobReference`).
    package var isFile: Bool {
        self == .photo || self == .film || self == .page || self == .document
    }

    /// Whether people type it and search for it; references to other things are written by commands of their own.
    package var isTyped: Bool { self != .mark && self != .reference }

    // Values that no person types; the commands that change them write them.
    private static func written(
        _ text: String?, _ raw: String, of word: String
    ) -> Result<String, Problem> {
        guard let text else {
            return .failure(
                Problem(
                    .invalidValue, "\(word): \(Problem.quote(raw)) cannot be set directly",
                    fix: "use weft outfit put, or weft closet add"))
        }
        return .success(text)
    }

    private static func text(_ raw: String, of word: String) -> Result<String, Problem> {
        let text = raw.withSingleSpaces
        guard !text.isEmpty else {
            return .failure(
                Problem(
                    .invalidValue, "\(word): \(Problem.quote(raw)) is blank",
                    fix: "use at least one letter or digit"))
        }
        guard !text.hasControlCharacters else {
            return .failure(
                Problem(
                    .invalidValue, "\(word): \(Problem.quote(text)) contains control characters",
                    fix: "remove them"))
        }
        guard text.utf8.count <= Limits.detailBytesMax else {
            return .failure(.tooLong(text, word))
        }
        return .success(text)
    }

    private static func theme(_ raw: String, of word: String) -> Result<String, Problem> {
        text(raw, of: word).flatMap { text in
            guard text.count <= Clip.themeMax else {
                return .failure(
                    Problem(
                        .invalidValue,
                        "\(word): \(Problem.quote(text)) is too long: \(text.count) characters",
                        fix: "use at most \(Clip.themeMax) characters"))
            }
            return .success(text)
        }
    }

    // A typed place was resolved to a reference before.
    private static func place(_ raw: String, of word: String) -> Result<String, Problem> {
        guard let text = ThingReference(text: raw)?.text else {
            return .failure(
                Problem(
                    .invalidValue, "\(word): \(Problem.quote(raw)) is not a place",
                    fix: "weft place ls lists places"))
        }
        return .success(text)
    }

    private static func choice(
        _ raw: String, of word: String, among words: [String]
    ) -> Result<String, Problem> {
        let typed = raw.lowercased()
        if words.contains(typed) { return .success(typed) }
        let nearest = Suggestion.nearest(to: typed, among: words)
        return .failure(
            Problem(
                .invalidValue, "\(word) cannot be \(Problem.quote(raw))",
                fix: nearest.map { "did you mean \($0)?" }
                    ?? "use one of \(words.joined(separator: ", "))"))
    }

    /// - Source: GS1 General Specifications, section 7.9: from the right, the digits before the last are weighted 3 and
    ///   1 in turn, and the last digit makes the sum a multiple of ten.
    private static func barcode(_ raw: String) -> Result<String, Problem> {
        let digits = raw.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
        guard [8, 12, 13, 14].contains(digits.count),
            digits.allSatisfy({ (48...57).contains($0) })
        else {
            return .failure(
                Problem(
                    .invalidValue, "\(Problem.quote(raw)) is not a barcode",
                    fix: "type its 8, 12, 13 or 14 digits"))
        }
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            sum + Int(digit.element - 48) * (digit.offset % 2 == 1 ? 3 : 1)
        }
        guard sum % 10 == 0 else {
            return .failure(
                Problem(
                    .invalidValue,
                    "\(Problem.quote(raw)) is not a barcode: its check digit is wrong",
                    fix: "compare it with the printed digits"))
        }
        return .success(String(decoding: digits, as: UTF8.self))
    }

    private static func day(_ raw: String) -> Result<String, Problem> {
        guard raw.utf8.count == 10, let time = SearchDay.start(of: raw) else {
            return .failure(
                Problem(
                    .invalidValue, "\(Problem.quote(raw)) is not a date from 1970 to 9999",
                    fix: "write it as 2026-01-31"))
        }
        return .success(SearchDay.spelled(time))
    }
}

extension Problem {
    fileprivate static func tooLong(
        _ text: String, _ word: String, _ bytesMax: Int = Limits.detailBytesMax
    ) -> Problem {
        Problem(
            .invalidValue, "\(word): \(quote(text)) is longer than \(bytesMax) bytes",
            fix: "shorten it, or use the note")
    }

    fileprivate static func badPath(_ problem: Problem, _ word: String) -> Problem {
        Problem(problem.code, "\(word): \(problem.detail)", fix: problem.fix)
    }
}
