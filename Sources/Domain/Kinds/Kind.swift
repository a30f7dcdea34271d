/// The kind of a thing. A thing of any kind has the fields of a link (`Schema.Thing`) and details of its own. The raw
/// value is part of the wire format; a node stores and relays things of unknown kinds.
package enum Kind: UInt8, CaseIterable, Sendable {
    case link = 1
    case garment = 11
    case outfit = 12
    case closet = 13
    case place = 15
    case clip = 16
    case highlight = 18
    case profile = 20

    /// The word that people type after `type:`.
    package var word: String {
        switch self {
        case .link: return "link"
        case .garment: return "garment"
        case .outfit: return "outfit"
        case .closet: return "closet"
        case .highlight: return "highlight"
        case .place: return "place"
        case .clip: return "clip"
        case .profile: return "profile"
        }
    }

    /// The details besides the fields of a link, by field number.
    package var details: [DetailForm] {
        switch self {
        case .link: return Link.details
        case .garment: return Garment.details
        case .outfit: return Outfit.details
        case .closet: return Closet.details
        case .highlight: return Highlight.details
        case .place: return PlaceDetails.details
        case .clip: return Clip.details
        case .profile: return ProfileDetails.details
        }
    }

    /// The word with its article.
    package var named: String { self == .outfit ? "an outfit" : "a \(word)" }

    /// Whether it requires an address; a thing of another kind requires a name, and may have the address where it is
    /// described or sold.
    package var isAddressed: Bool { self == .link }

    /// Whether it is a passage, which requires both its page and its words (the name).
    package var isPassage: Bool { self == .highlight }

    /// The definition of the detail with this name; nil if the kind has none.
    package func form(of name: DetailName) -> DetailForm? {
        details.first { $0.name == name }
    }

    /// The kind with this word, ignoring case; nil if there is none.
    package init?(word: String) {
        guard let found = Kind.allCases.first(where: { $0.word == word.lowercased() }) else {
            return nil
        }
        self = found
    }
}
