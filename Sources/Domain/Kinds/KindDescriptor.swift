/// All there is to say about a kind: the store, the search, the API, the command line, exports and the simulator read it
/// instead of asking which kind it is. A class, so that a thing does not carry a copy.
package final class KindDescriptor: Sendable {
    /// The number on the wire and in SQLite, used once and for all time.
    package let number: UInt8
    /// The word that people type after `type:`.
    package let word: String
    /// The word for several of them.
    package let plural: String
    /// The word with its article, as in "a link needs an address".
    package let named: String
    /// The plural in the API: the part of the path after `/v1/`.
    package let collection: String
    /// The noun of its command: `weft NOUN ls`. Empty if it has no command of its own.
    package let noun: String
    /// The details besides the fields of a link, by field number, which are frozen as in `Schema`.
    package let details: [DetailForm]
    /// The features that it takes part in.
    package let traits: KindTraits
    /// The command that adds the first one.
    package let first: Hint
    /// The way in which a person gets a copy of another person's thing.
    package let ownCopy: OwnCopy
    /// The type in link previews (The Open Graph protocol, ogp.me).
    package let previewType: String
    /// The maximum number of tags on one thing.
    let tagsMax: Int
    /// The reason why a note is invalid; nil if it is valid.
    let noteProblem: @Sendable (String) -> Problem?

    /// A next step that the command line suggests.
    package struct Hint: Sendable {
        /// The purpose, as in "save a link".
        package let purpose: String
        /// The command line.
        package let command: String

        /// Creates a hint.
        init(_ purpose: String, _ command: String) {
            self.purpose = purpose
            self.command = command
        }
    }

    /// The way in which a person gets a copy of a thing that only its author may change.
    package enum OwnCopy: Sendable {
        /// By `weft NOUN clone`.
        case clone
        /// By adding one with this command.
        case add(String)
        /// By saving its address.
        case save
        /// Not at all.
        case askOwner
    }

    /// Creates a descriptor; what is left out is as for most kinds.
    ///
    /// - Parameters:
    ///   - named: the word with its article; nil for `a WORD`.
    ///   - collection: nil for the plural.
    ///   - noun: nil for the word.
    init(
        number: UInt8, word: String, plural: String, named: String? = nil,
        collection: String? = nil, noun: String? = nil, details: [DetailForm],
        traits: KindTraits = .usual, first: Hint, ownCopy: OwnCopy,
        previewType: String = "article", tagsMax: Int = Limits.tagsPerObjectMax,
        noteProblem: @escaping @Sendable (String) -> Problem? = { _ in nil }
    ) {
        self.number = number
        self.word = word
        self.plural = plural
        self.named = named ?? "a \(word)"
        self.collection = collection ?? plural
        self.noun = noun ?? word
        self.details = details
        self.traits = traits
        self.first = first
        self.ownCopy = ownCopy
        self.previewType = previewType
        self.tagsMax = tagsMax
        self.noteProblem = noteProblem
    }
}

/// The features that things of a kind take part in.
package struct KindTraits: OptionSet, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// It requires an address, and has columns of its own in a table of links.
    package static let addressed = KindTraits(rawValue: 1)
    /// It is a passage, which requires its page and its words.
    package static let passage = KindTraits(rawValue: 1 << 1)
    /// It can be a layer of an outfit.
    package static let inOutfits = KindTraits(rawValue: 1 << 2)
    /// It can be in a closet.
    package static let inClosets = KindTraits(rawValue: 1 << 3)
    /// Other things name it as where they are sold, or were filmed.
    package static let location = KindTraits(rawValue: 1 << 4)
    /// It can be recommended.
    package static let recommended = KindTraits(rawValue: 1 << 5)
    /// One that somebody shares is news for others, who are told of it and asked what they think.
    package static let news = KindTraits(rawValue: 1 << 6)
    /// `weft edit` opens it in an editor.
    package static let edited = KindTraits(rawValue: 1 << 7)
    /// Simulated people make them out of drafts of links, with values drawn by the form of each detail.
    package static let drawn = KindTraits(rawValue: 1 << 8)

    /// The features of most kinds.
    package static let usual: KindTraits = [.news, .edited, .drawn]
}
