import CRDT

extension Kind {
    /// A scholarly work.
    package static let paper = Kind(
        KindDescriptor(
            number: 23, word: "paper", plural: "papers", details: Paper.details,
            first: .init("add one", "weft paper add --doi DOI --title TITLE"),
            ownCopy: .add("weft paper add")))
}

/// The details of a paper: what a bibliography says of it. Its title is the name, its address the url.
///
/// - Source: O. Patashnik, "BibTeXing" (the entries); ISO 26324 (the DOI).
package enum Paper {
    /// The sorts of entry that a bibliography may call it, in the order of "BibTeXing"; what has none is `misc` there.
    package static let entries = [
        "article", "book", "booklet", "inbook", "incollection", "inproceedings", "manual",
        "mastersthesis", "phdthesis", "proceedings", "techreport", "unpublished", "online",
    ]

    /// The details, by field number.
    package static let details = [
        DetailForm(.authors, Field(8), .names),
        DetailForm(.year, Field(9), .year),
        DetailForm(.venue, Field(10), .text),
        DetailForm(.doi, Field(11), .doi),
        DetailForm(.citationKey, Field(12), .citationKey),
        DetailForm(.entry, Field(14), .choice(entries)),
        DetailForm(.pdf, Field(16), .document),
        DetailForm(.volume, Field(17), .text),
        DetailForm(.issue, Field(18), .text),
        DetailForm(.pages, Field(19), .text),
        DetailForm(.publisher, Field(20), .text),
    ]
}

extension DetailName {
    /// The authors in order, one text: two devices that each add one would lose the order of a set.
    package static let authors = DetailName(
        100, "author", member: "authors", search: .by("author:lamport"),
        meaning: "has an author with this family name, or with this whole name",
        about: "Its authors in order, as `Family, Given`, separated by `; `.")
    /// The year of publication.
    package static let year = DetailName(
        101, "year", search: .by("year:2020..2024"),
        meaning: "was published in this year, or < <= > >=; 2020..2024 is both and all between",
        about: "The year in which it was published.")
    /// The journal, book or place where it was published.
    package static let venue = DetailName(
        102, "venue", search: .by("venue:\"Journal of Looms\""), meaning: "was published there",
        about: "The journal, proceedings or publisher.")
    /// The digital object identifier (ISO 26324).
    package static let doi = DetailName(
        103, "doi", search: .by("doi:10.1145/359545.359563"), meaning: "has this DOI",
        about: "Its DOI in lower case, such as `10.1145/359545.359563`.")
    /// The citation key; made by the node for a paper that somebody types, and kept from then on.
    package static let citationKey = DetailName(
        104, "key", search: .by("key:lamport1978time"), meaning: "has this citation key",
        about:
            "Its citation key, such as `lamport1978time`; made of author, year and title if left out."
    )
    /// The sort of entry, one of `Paper.entries`.
    package static let entry = DetailName(
        105, "entry", search: .by("entry:article"),
        meaning: "is this sort of entry in a bibliography: article, book and so on",
        about: "The sort of entry that a bibliography has for it; `misc` if nothing is said.")
    /// The PDF.
    package static let pdf = DetailName(
        106, "pdf", search: .by("pdf:1"), meaning: "has a PDF: 1, or 0",
        about: "A reference to its PDF, as `Blob.photo` told it.")
    /// The volume of the journal or series.
    package static let volume = DetailName(
        107, "volume", search: .otherwise("type:paper"),
        meaning: "the volume of its journal or series",
        about: "The volume of its journal or series.")
    /// The number of the issue or report; `number` in BibTeX.
    package static let issue = DetailName(
        108, "number", search: .otherwise("type:paper"),
        meaning: "the number of its issue or report",
        about: "The number of its issue or report.")
    /// The pages that it takes up, as they are printed: `558–565`.
    package static let pages = DetailName(
        109, "pages", search: .otherwise("type:paper"), meaning: "the pages that it takes up",
        about: "The pages that it takes up, such as `558–565`.")
    /// The publisher of a work that also has a venue.
    package static let publisher = DetailName(
        110, "publisher", search: .otherwise("type:paper"), meaning: "who published it",
        about: "The publisher, if it appeared in a journal or proceedings.")
}

extension DetailValue {
    /// Returns the canonical spelling of a reference to a PDF.
    static func document(_ raw: String, of word: String) -> Result<String, Problem> {
        guard let reference = BlobReference(raw) else {
            return .failure(
                Problem(
                    .invalidValue, "\(word): \(Problem.quote(raw)) is not a file reference",
                    fix: "upload the file first, and use the reference in the answer"))
        }
        guard reference.type == .pdf, reference.thumbnail == nil else {
            return .failure(
                Problem(
                    .invalidValue, "\(word): \(reference.type.rawValue) is not a PDF",
                    fix: "use a PDF"))
        }
        return .success(reference.text)
    }

    /// Returns the canonical spelling of people's names in order: `Family, Given; Family, Given`.
    static func names(_ raw: String, of word: String) -> Result<String, Problem> {
        let text = raw.unicodeScalars.split(separator: ";").map { String($0).withSingleSpaces }
            .filter { !$0.isEmpty }.joined(separator: "; ")
        guard !text.isEmpty else {
            return .failure(
                Problem(
                    .invalidValue, "\(word): \(Problem.quote(raw)) has no name",
                    fix: "write Family, Given; Family, Given"))
        }
        guard !text.hasControlCharacters else {
            return .failure(
                Problem(
                    .invalidValue, "\(word): \(Problem.quote(text)) contains control characters",
                    fix: "remove them"))
        }
        guard text.utf8.count <= Limits.authorsBytesMax else {
            return .failure(
                Problem(
                    .invalidValue,
                    "\(word): the names are longer than \(Limits.authorsBytesMax) bytes",
                    fix: "write the first ones and \"others\""))
        }
        return .success(text)
    }

    /// Returns the canonical spelling of a year: digits without zeros before them.
    static func year(_ raw: String, of word: String) -> Result<String, Problem> {
        guard let year = Int64(raw), (1...9999).contains(year), raw.utf8.count <= 4 else {
            return .failure(
                Problem(
                    .invalidValue, "\(word): \(Problem.quote(raw)) is not a year",
                    fix: "write it in digits, such as 2024"))
        }
        return .success("\(year)")
    }

    /// Returns the canonical spelling of a DOI: in lower case, without `doi:` and the address of a resolver.
    static func doi(_ raw: String, of word: String) -> Result<String, Problem> {
        let refused = Problem(
            .invalidValue, "\(word): \(Problem.quote(raw)) is not a DOI",
            fix: "it begins with 10. and has a slash: 10.1145/359545.359563")
        let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        var scalars = Array(raw.unicodeScalars.drop(while: isBlank).map(\.inLowerCase))
        while let last = scalars.last, isBlank(last) { scalars.removeLast() }
        for resolver in resolvers where scalars.starts(with: resolver.unicodeScalars) {
            scalars = Array(scalars.dropFirst(resolver.unicodeScalars.count).drop(while: isBlank))
            break
        }
        let name = CanonicalComposition.compose(String(String.UnicodeScalarView(scalars)))
        let parts = name.split(separator: "/", maxSplits: 1)
        guard name.hasPrefix("10."), parts.count == 2, parts[0].utf8.count > 3,
            parts[0].utf8.dropFirst(3).allSatisfy({ (48...57).contains($0) || $0 == 46 }),
            name.utf8.count <= Limits.doiBytesMax, !name.hasControlCharacters,
            !name.unicodeScalars.contains(where: isBlank)
        else { return .failure(refused) }
        return .success(name)
    }

    private static let resolvers = [
        "https://doi.org/", "http://doi.org/", "https://dx.doi.org/", "http://dx.doi.org/",
        "https://www.doi.org/", "http://www.doi.org/", "doi.org/", "dx.doi.org/", "doi:",
    ]

    /// Returns a citation key as it is, if a bibliography can contain it.
    static func citationKey(_ raw: String, of word: String) -> Result<String, Problem> {
        let isFit = raw.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || "-_:.+/".unicodeScalars.contains(scalar)
        }
        let key = CanonicalComposition.compose(raw)
        guard isFit, !key.isEmpty, key.utf8.count <= Limits.detailBytesMax else {
            return .failure(
                Problem(
                    .invalidValue, "\(word): \(Problem.quote(raw)) is not a citation key",
                    fix: "use letters, digits and - _ : . + /"))
        }
        return .success(key)
    }
}

extension DetailTest {
    /// Whether a list of names, folded, contains `wanted`: a whole name, or one before its comma.
    static func names(_ folded: String, contain wanted: String) -> Bool {
        folded.utf8.split(separator: UInt8(ascii: ";")).contains { part in
            let name = part.drop { $0 == 0x20 }
            return name.starts(with: wanted.utf8)
                && [nil, UInt8(ascii: ",")].contains(name.dropFirst(wanted.utf8.count).first)
        }
    }
}

extension Unicode.Scalar {
    // That of a letter of ASCII; others stay.
    fileprivate var inLowerCase: Unicode.Scalar {
        (0x41...0x5A).contains(value) ? Unicode.Scalar(UInt8(value) | 0x20) : self
    }
}

/// The citation key made for a paper that was given none.
package enum CitationKeys {
    /// Returns `lastname2024word`: the first author's family name, the year, and the first word of the title that is no
    /// article or preposition, in ASCII; parts that are not known are left out, and without any it is `paper`.
    package static func base(title: String, details: [Detail]) -> String {
        let first = details[.authors].first?.split(separator: ";").first ?? ""
        let family = first.split(separator: ",").first ?? ""
        let words = letters(title).split(separator: " ").filter { word in
            word.utf8.contains { $0 > 0x39 }
        }
        let word = words.first { !small.contains(String($0)) } ?? words.first ?? ""
        // A name in spoken order ends with the family's.
        let isSpoken = !first.utf8.contains(UInt8(ascii: ","))
        let name =
            isSpoken
            ? letters(String(family)).split(separator: " ").last.map(String.init) ?? ""
            : letters(String(family)).split(separator: " ").joined()
        let key = name.prefix(40) + (details[.year].first ?? "") + word.prefix(40)
        return key.isEmpty ? "paper" : String(key)
    }

    /// Returns `base`, or with the first suffix that makes it differ from all of `taken`: a … z, then aa and so on.
    package static func unique(_ base: String, besides taken: Set<String>) -> String {
        guard taken.contains(base) else { return base }
        var number = 0
        // One more than there are taken is enough.
        while number <= taken.count {
            let key = base + suffix(number)
            if !taken.contains(key) { return key }
            number += 1
        }
        return base
    }

    /// Returns the suffix that follows `number` others: a … z, then aa and so on.
    package static func suffix(_ number: Int) -> String {
        var (rest, letters) = (number, [UInt8]())
        repeat {
            letters.insert(UInt8(ascii: "a") + UInt8(rest % 26), at: 0)
            rest = rest / 26 - 1
        } while rest >= 0
        return String(decoding: letters, as: UTF8.self)
    }

    // Letters and digits of ASCII in lower case, words separated by single spaces.
    private static func letters(_ text: String) -> String {
        String(
            decoding: SearchText.folded(text).utf8.map { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) ? byte : 0x20
            }, as: UTF8.self)
    }

    private static let small: Set<String> = [
        "a", "an", "and", "for", "from", "in", "of", "on", "the", "to", "towards", "with",
    ]
}
