/// The name of a detail, the same for every kind that has it, in searches, on the command line and in the API. It is
/// declared in the file of the first kind that has it. The raw value is used only in this node's tables.
package struct DetailName: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8
    private let words: Words

    /// The description of a detail; a class, so that a value of a thing does not carry a copy.
    private final class Words: Sendable {
        let word: String
        let member: String
        let example: String
        let isSearched: Bool
        let meaning: String
        let about: String

        init(
            _ word: String, _ member: String, _ example: String, isSearched: Bool,
            _ meaning: String, _ about: String
        ) {
            (self.word, self.member, self.example) = (word, member, example)
            (self.isSearched, self.meaning, self.about) = (isSearched, meaning, about)
        }
    }

    /// The way in which searches find a detail.
    enum Search {
        /// By its word; with an example.
        case by(String)
        /// By something else, which the text is an example of.
        case otherwise(String)
    }

    /// Creates a name; for the files of kinds only, which do it once each.
    ///
    /// - Parameters:
    ///   - number: used once and for all time.
    ///   - member: the member of JSON that holds it; nil for the word.
    ///   - meaning: what a search by it finds.
    ///   - about: what it is, for the reader of OpenAPI.
    init(
        _ number: UInt8, _ word: String, member: String? = nil, search: Search, meaning: String,
        about: String
    ) {
        rawValue = number
        switch search {
        case .by(let example):
            words = Words(word, member ?? word, example, isSearched: true, meaning, about)
        case .otherwise(let example):
            words = Words(word, member ?? word, example, isSearched: false, meaning, about)
        }
    }

    /// The detail with this number; nil if this version does not know it.
    package init?(rawValue: UInt8) {
        guard let form = Self.forms[Int(rawValue)] else { return nil }
        self = form.name
    }

    package static func == (left: DetailName, right: DetailName) -> Bool {
        left.rawValue == right.rawValue
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// The word that people type.
    package var word: String { words.word }

    /// The member of JSON that holds it: a text, or an array of texts where there are several values.
    package var member: String { words.member }

    /// An example of its use in a search.
    package var example: String { words.example }

    /// Whether a search may ask for it by its word.
    package var isSearched: Bool { words.isSearched }

    /// A short explanation of a search by it, for the help text.
    package var meaning: String { words.meaning }

    /// The description in OpenAPI.
    package var about: String { words.about }

    /// The form of its values, the same in every kind that has it.
    package var value: DetailValue { form.value }

    /// Whether it has several values at a time, in every kind that has it.
    package var isList: Bool { form.isList }

    private var form: DetailForm {
        guard let form = Self.forms[Int(rawValue)] else {
            preconditionFailure("a detail that no kind has")
        }
        return form
    }

    // By number, that of the first kind that has it.
    private static let forms: [DetailForm?] = {
        var forms = [DetailForm?](repeating: nil, count: 256)
        for form in Kind.allCases.flatMap(\.details) where forms[Int(form.name.rawValue)] == nil {
            forms[Int(form.name.rawValue)] = form
        }
        return forms
    }()
}

extension DetailName: CaseIterable {
    /// All details, in the order in which a thing's details are written: first those of the first released kinds, then
    /// those of later kinds as they come.
    package static let allCases: [DetailName] = {
        var all = released
        for form in Kind.allCases.flatMap(\.details) where !all.contains(form.name) {
            all.append(form.name)
        }
        return all
    }()

    private static let released: [DetailName] = [
        .category, .brand, .price, .barcode, .state, .color, .wearer, .fit, .fabric, .style,
        .season, .worn, .photo, .occasion, .layers, .things, .prefix, .suffix, .categories,
        .position, .address, .hours, .contact, .place, .film, .duration, .theme, .thumbnail,
        .snapshot,
    ]
}

extension DetailName: CustomStringConvertible {
    package var description: String { word }
}
