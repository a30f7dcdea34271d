/// What people keep. A thing of any kind has the fields of a link (`Schema.Thing`), and details of
/// its own; the raw value stands on the wire, and with it whoever does not know a kind keeps and
/// relays it.
package enum Kind: UInt8, CaseIterable, Sendable {
    case link = 1
    case garment = 11
    case outfit = 12
    case closet = 13
    case place = 15
    case clip = 16
    case highlight = 18
    case profile = 20

    /// As people type it after `type:`.
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

    /// What it has beside the fields of a link, by their numbers.
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

    /// Its word with its article.
    package var named: String { self == .outfit ? "an outfit" : "a \(word)" }

    /// It is nothing without an address; a thing of another kind is nothing without a name, and may
    /// have the address where it is told of or sold.
    package var isAddressed: Bool { self == .link }

    /// It is nothing without the page that it is of, nor without its words, which are its name.
    package var isPassage: Bool { self == .highlight }

    /// The detail of this name; nil if things of this kind have none.
    package func form(of name: DetailName) -> DetailForm? {
        details.first { $0.name == name }
    }

    /// The kind whose word is `word`, any case; nil if none is.
    package init?(word: String) {
        guard let found = Kind.allCases.first(where: { $0.word == word.lowercased() }) else {
            return nil
        }
        self = found
    }
}
