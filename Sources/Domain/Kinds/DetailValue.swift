/// How the values of a detail are written. On the wire, too, they are texts.
package enum DetailValue: Equatable, Sendable {
    /// A word or a few.
    case text
    /// A name with what it is under before it, as tags nest: `clothes/shirts`.
    case path
    /// One of these.
    case choice([String])
    /// An amount and a currency: `49.90 EUR`.
    case price
    /// A GTIN of 8, 12, 13 or 14 digits, of which the last checks the others.
    case barcode
    /// A day: `2026-01-31`.
    case day
    /// A picture, as `BlobReference` spells it.
    case photo
    /// An aspect of a layer (`CanvasMark`).
    case mark
    /// Another thing (`ThingReference`).
    case reference
    /// A point on the earth (`GeoPosition`).
    case position
    /// When somewhere is open (`OpeningHours`).
    case hours
    /// The place where it is to be had, or was filmed: by a `ThingReference`, so that who may not see
    /// the place learns nothing of it.
    case place
    /// A film, as `BlobReference` spells it.
    case film
    /// How long a clip lasts: `7.5`.
    case seconds
    /// A word or a few, at most `Clip.themeMax` characters.
    case theme
    /// A page as one HTML file, as `BlobReference` spells it.
    case page

    /// The one way to write `raw`, which somebody has typed for the detail called `word`.
    package func canonical(_ raw: String, of word: String) -> Result<String, Problem> {
        // Refused before anything is copied: it may come from a file of any size.
        guard raw.utf8.count <= 16 * Limits.detailBytesMax else {
            return .failure(.tooLong(raw, word))
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
        }
    }

    /// `value`, as a peer wrote it, may be shown: it is written in the one way.
    package func shows(_ value: [UInt8]) -> Bool {
        guard value.count <= bytesMax,
            let text = String(validating: value, as: UTF8.self),
            case .success(let kept) = canonical(text, of: "")
        else { return false }
        // By bytes: two texts are equal to Swift in whatever form of Unicode they are.
        return kept.utf8.elementsEqual(value)
    }

    /// The form under which values are compared.
    package func folded(_ value: String) -> String {
        switch self {
        case .text, .theme: return SearchText.folded(value)
        case .path: return TagName.fold(value)
        case .choice, .price, .barcode, .day, .mark, .reference, .position, .hours, .place,
            .seconds:
            return value
        // The same file is the same value wherever it stands.
        case .photo, .film, .page: return BlobReference(value)?.nameText ?? value
        }
    }

    /// Bytes of a value at most.
    private var bytesMax: Int {
        isFile ? BlobReference.textBytesMax : Limits.detailBytesMax
    }

    /// `value` as history tells it; a key is for nobody's eyes.
    package func told(_ value: String) -> String {
        if self == .place { return "a place" }
        guard isFile, let file = BlobReference(value) else { return value }
        return "\(file.type.rawValue), \(file.size) bytes, \(file.nameText.prefix(12))"
    }

    /// A search for words finds them in it.
    package var isText: Bool { self == .text || self == .path || self == .theme }

    /// It names a file (`BlobReference`).
    package var isFile: Bool { self == .photo || self == .film || self == .page }

    /// People type it, and search for it; what names other things is made by commands of its own.
    package var isTyped: Bool { self != .mark && self != .reference }

    // These no person types: the commands that change them write them.
    private static func written(
        _ text: String?, _ raw: String, of word: String
    ) -> Result<String, Problem> {
        guard let text else {
            return .failure(
                Problem(
                    .invalidValue, "\(word): \(Problem.quote(raw)) is written otherwise",
                    fix: "weft outfit put, or weft closet add"))
        }
        return .success(text)
    }

    private static func text(_ raw: String, of word: String) -> Result<String, Problem> {
        let parts = CanonicalComposition.compose(raw).unicodeScalars
            .split { $0.properties.isWhitespace }.map { String($0) }
        let text = parts.joined(separator: " ")
        guard !text.isEmpty else {
            return .failure(
                Problem(
                    .invalidValue, "\(word): \(Problem.quote(raw)) says nothing",
                    fix: "give it at least one letter or digit"))
        }
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            return .failure(
                Problem(
                    .invalidValue, "\(word): \(Problem.quote(text)) holds control characters",
                    fix: "type it without them"))
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
                        "\(word): \(Problem.quote(text)) has \(text.count) characters",
                        fix: "say it in at most \(Clip.themeMax)"))
            }
            return .success(text)
        }
    }

    // Whoever typed a place has named it as any thing; which it is was looked up before.
    private static func place(_ raw: String, of word: String) -> Result<String, Problem> {
        guard let text = ThingReference(text: raw)?.text else {
            return .failure(
                Problem(
                    .invalidValue, "\(word): \(Problem.quote(raw)) names no place",
                    fix: "weft place ls, and take one from there"))
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
                .invalidValue, "\(word) knows no \(Problem.quote(raw))",
                fix: nearest.map { "did you mean \($0)?" }
                    ?? "one of \(words.joined(separator: ", "))"))
    }

    /// - Source: GS1 General Specifications, section 7.9: from the right the digits before the last
    ///   weigh 3 and 1 in turn, and the last makes the sum a multiple of ten.
    private static func barcode(_ raw: String) -> Result<String, Problem> {
        let digits = raw.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
        guard [8, 12, 13, 14].contains(digits.count),
            digits.allSatisfy({ (48...57).contains($0) })
        else {
            return .failure(
                Problem(
                    .invalidValue, "\(Problem.quote(raw)) is no barcode",
                    fix: "type its 8, 12, 13 or 14 digits"))
        }
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            sum + Int(digit.element - 48) * (digit.offset % 2 == 1 ? 3 : 1)
        }
        guard sum % 10 == 0 else {
            return .failure(
                Problem(
                    .invalidValue,
                    "\(Problem.quote(raw)) is no barcode: its last digit does not fit the others",
                    fix: "compare it with what is printed, digit by digit"))
        }
        return .success(String(decoding: digits, as: UTF8.self))
    }

    private static func day(_ raw: String) -> Result<String, Problem> {
        guard raw.utf8.count == 10, let time = SearchDay.start(of: raw) else {
            return .failure(
                Problem(
                    .invalidValue, "\(Problem.quote(raw)) is no day from 1970 to 9999",
                    fix: "write it as 2026-01-31"))
        }
        return .success(SearchDay.spelled(time))
    }
}

extension Problem {
    fileprivate static func tooLong(_ text: String, _ word: String) -> Problem {
        Problem(
            .invalidValue,
            "\(word): \(quote(text)) is longer than \(Limits.detailBytesMax) bytes",
            fix: "shorten it, or put the text into the note")
    }

    fileprivate static func badPath(_ problem: Problem, _ word: String) -> Problem {
        Problem(problem.code, "\(word): \(problem.detail)", fix: problem.fix)
    }
}
