/// The kind of a thing. A thing of any kind has the fields of a link (`Schema.Thing`) and details of its own.
/// Everything about a kind is in its descriptor, in a file of its own beside this one; a node stores and relays things
/// of unknown kinds.
package struct Kind: RawRepresentable, Hashable, Sendable {
    /// The descriptor.
    package let descriptor: KindDescriptor

    /// Creates the kind that `descriptor` describes; for the files of kinds only, which do it once each.
    init(_ descriptor: KindDescriptor) {
        self.descriptor = descriptor
    }

    /// The number on the wire and in SQLite.
    package var rawValue: UInt8 { descriptor.number }

    /// The kind with this number; nil if this version does not know it.
    package init?(rawValue: UInt8) {
        guard let kind = Self.numbered[Int(rawValue)] else { return nil }
        self = kind
    }

    /// The kind with this word, ignoring case; nil if there is none.
    package init?(word: String) {
        let wanted = word.lowercased()
        guard let found = Kind.allCases.first(where: { $0.word == wanted }) else {
            return nil
        }
        self = found
    }

    package static func == (left: Kind, right: Kind) -> Bool { left.rawValue == right.rawValue }

    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    private static let numbered: [Kind?] = {
        var numbered = [Kind?](repeating: nil, count: 256)
        for kind in allCases {
            precondition(numbered[Int(kind.rawValue)] == nil, "two kinds have the same number")
            numbered[Int(kind.rawValue)] = kind
        }
        return numbered
    }()
}

extension Kind: CaseIterable {
    /// All kinds, in the order in which lists of kinds name them.
    package static let allCases: [Kind] = [
        .link, .garment, .outfit, .closet, .place, .clip, .highlight, .profile, .paper,
    ]
}

extension Kind: CustomStringConvertible {
    package var description: String { word }
}

extension Kind {
    /// The word that people type after `type:`.
    package var word: String { descriptor.word }

    /// The word for several of them.
    package var plural: String { descriptor.plural }

    /// The details besides the fields of a link, by field number.
    package var details: [DetailForm] { descriptor.details }

    /// The word with its article.
    package var named: String { descriptor.named }

    /// The path under which the API has them.
    package var path: String { "/v1/\(descriptor.collection)" }

    /// Whether it requires an address; a thing of another kind requires a name, and may have the address where it is
    /// described or sold.
    package var isAddressed: Bool { descriptor.traits.contains(.addressed) }

    /// Whether it is a passage, which requires both its page and its words (the name).
    package var isPassage: Bool { descriptor.traits.contains(.passage) }

    /// Whether things of other kinds name things of this one, such as the closet that a garment is in.
    package var mayBeNamed: Bool { !descriptor.traits.isDisjoint(with: [.inClosets, .location]) }

    /// The maximum number of tags on one thing; enforced when writing, never when merging.
    package var tagsMax: Int { descriptor.tagsMax }

    /// The problem reported for more tags than a thing of this kind may have.
    package var tooManyTags: Problem {
        Problem(.tooMany, "\(named) can have at most \(tagsMax) tags", fix: "use fewer tags")
    }

    /// Returns the reason why `note` is invalid for a kind with stricter rules; nil if it is valid.
    func problem(withNote note: String) -> Problem? { descriptor.noteProblem(note) }

    /// The kinds with this trait, in the order of `allCases`.
    package static func having(_ trait: KindTraits) -> [Kind] {
        allCases.filter { $0.descriptor.traits.contains(trait) }
    }

    /// The definition of the detail with this name; nil if the kind has none.
    package func form(of name: DetailName) -> DetailForm? {
        details.first { $0.name == name }
    }
}
