package import Primitives

/// What somebody thinks of a thing, in one word; one a person and thing. The raw value stands in the
/// tables, and is what a reaction on the wire is hashed over; 0 is none.
package enum Reaction: UInt8, CaseIterable, Sendable {
    case like = 1
    case dislike = 2

    /// As it is typed.
    package var word: String {
        switch self {
        case .like: return "like"
        case .dislike: return "dislike"
        }
    }

    /// The reaction called `word`; nil if none is.
    package init?(word: String) {
        guard let found = Reaction.allCases.first(where: { $0.word == word }) else { return nil }
        self = found
    }
}

/// What people think of a thing, as far as it is told here. Each person counts once, by what he said
/// last: nothing that comes twice counts twice.
package struct Reactions: Equatable, Sendable {
    /// People who like it.
    package var likes: Int
    /// People who do not.
    package var dislikes: Int
    /// What was said of it, replies included.
    package var comments: Int
    /// What the person whose node this is thinks; nil if he has not said.
    package var own: Reaction?

    /// Nobody has said anything.
    package static let none = Reactions(likes: 0, dislikes: 0, comments: 0, own: nil)

    /// So many of each.
    package init(likes: Int, dislikes: Int, comments: Int, own: Reaction?) {
        self.likes = likes
        self.dislikes = dislikes
        self.comments = comments
        self.own = own
    }
}

/// What one person thinks of a thing.
package struct PersonReaction: Equatable, Sendable {
    /// Who.
    package let author: Author
    /// What.
    package let reaction: Reaction
    /// When he said so, by his clock.
    package let at: WallTime

    /// `author` thinks so since then.
    package init(author: Author, reaction: Reaction, at: WallTime) {
        self.author = author
        self.reaction = reaction
        self.at = at
    }
}
